"""Fakes that users can test their own desk with; no third-party code and no second store."""
