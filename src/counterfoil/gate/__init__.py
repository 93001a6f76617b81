"""Park, quote, review, decide, settle, halt, execute; imports nothing that reads text, and only `execute` refunds."""
