"""Tells staff that something waits; carries no customer text and no approval."""
