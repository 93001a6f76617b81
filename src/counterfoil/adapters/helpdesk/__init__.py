"""Helpdesks behind the port `helpdesk`; nothing here decides what is sent."""
