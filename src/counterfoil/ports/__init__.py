"""What the product needs from outside, one small Protocol a file. No implementation lives here."""
