"""One message from start to end, and what follows from receipts; it holds no payment key and never prices or pays."""
