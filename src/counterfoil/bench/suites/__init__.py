"""Versioned cases with their sha256; data and its loading, no judging."""
