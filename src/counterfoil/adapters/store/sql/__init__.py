"""The numbered schema files, applied in order. The safety argument about money is these files."""
