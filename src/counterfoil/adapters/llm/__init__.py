"""Language models behind the port `brain`; whatever a model says leaves here as a Choice or not at all."""
