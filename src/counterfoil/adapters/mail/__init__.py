"""Mailboxes and outgoing mail; establishes who sent a message, reads nothing into its words."""
