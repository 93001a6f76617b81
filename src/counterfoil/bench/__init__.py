"""Measures this product and anybody else's agent; it reaches the product only from `targets.counterfoil`."""
