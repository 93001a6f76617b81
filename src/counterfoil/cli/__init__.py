"""Thin commands: read arguments, call bootstrap, print; no rule of its own."""
