"""Payment providers behind the ports `refunds` and `payment_reads`; no rule about who is owed what."""
