"""The agent of the published evaluation, with play money; never used by the product."""
