"""Keys, signatures and the roster file; no private key is kept in the database."""
