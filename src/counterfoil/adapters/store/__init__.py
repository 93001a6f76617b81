"""The SQLite store: readable schema files in `sql/`, and rows read and written one noun a file.

No rule of money is decided in Python here.
"""
