"""Real things, one vendor a file or folder, each behind a port; adapters never import one another."""
