"""Deterministic transforms of a seed; no randomness but the one passed in."""
