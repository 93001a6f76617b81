"""Documents in, reviewed blocks out: import, acceptance, lock, search; no brain, no gate, no message."""
