"""A type of its own for each id. Ids are random, never sequential, and start with letters that say what they name."""

from typing import NewType

InstallationId = NewType("InstallationId", str)
TicketId = NewType("TicketId", str)
MessageId = NewType("MessageId", str)
DocumentId = NewType("DocumentId", str)
RevisionId = NewType("RevisionId", str)
BlockId = NewType("BlockId", str)
OrderId = NewType("OrderId", str)  # the shop's own order number
ComponentId = NewType("ComponentId", str)  # the shop's own line id, unique within the order
PaymentId = NewType("PaymentId", str)  # the payment provider's own id
ParkingId = NewType("ParkingId", str)
PendingId = NewType("PendingId", str)
PersonId = NewType("PersonId", str)
TemplateId = NewType("TemplateId", str)
Sha256 = NewType("Sha256", str)  # 64 lower-case hex digits

RANDOM_BYTES = 15  # 120 bits: 24 base32 digits without padding
_DIGITS = "abcdefghijklmnopqrstuvwxyz234567"


def spell(prefix: str, random: bytes) -> str:
    """`prefix_` and 24 base32 digits (RFC 4648 alphabet, lower case) of `random`, which must be 15 bytes long."""
    if len(random) != RANDOM_BYTES:
        raise ValueError(f"an id needs {RANDOM_BYTES} random bytes, not {len(random)}")
    number = int.from_bytes(random, "big")
    digits = (_DIGITS[number >> shift & 31] for shift in range(115, -1, -5))
    return f"{prefix}_{''.join(digits)}"
