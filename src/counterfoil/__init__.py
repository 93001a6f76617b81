"""Counterfoil: a customer-support agent whose money actions nobody can talk open. Imports bootstrap and domain only."""

__version__ = "0.1.0"
