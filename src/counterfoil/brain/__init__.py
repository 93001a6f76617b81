"""Turns a reading, blocks and orders into a Choice, and that into a Proposal; never a sentence or an amount."""
