"""Systems under test, one a file; only `counterfoil` may import the product."""
