"""The only place that picks real things, one file a process; no rule of its own."""
