"""The loop of the one process with the payment key: quotes, executes and reconciles; reads no text."""
