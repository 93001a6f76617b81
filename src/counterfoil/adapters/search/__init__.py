"""Search engines behind the port `search`; only blocks of the lock in force are ranked."""
