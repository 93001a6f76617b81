"""Planted violations: what arrived, what was bought and paid, and what may be read (010, 020, 070)."""

from tests.unit.store.desk import HASH, Desk
from tests.unit.store.planted import KEYS, Planted, Step, check, planted


def message(**change: object) -> Step:
    """A message z."""
    return lambda d: d.message("z", **change)


def component(**change: object) -> Step:
    """A component z of o."""
    return lambda d: d.component("o", "z", **change)


def order_state(**change: object) -> Step:
    """The next state of o."""
    row = {"order_id": "o", "seq": 1, "status": "SHIPPED"}
    return lambda d: d.put("order_states", **{**row, **change})


def state(**change: object) -> Step:
    """The next state of pay."""
    return lambda d: d.state("pay", **change)


def revision(**change: object) -> Step:
    """A revision r."""
    return lambda d: add_revision(d, **change)


def add_revision(d: Desk, **change: object) -> Desk:
    """A revision r."""
    row = {"revision_id": "r", "document_id": "d", "sha256": HASH, "title": "", "audience": "PUBLIC", "language": "en"}
    return d.put("revisions", **{**row, "source": "", "raw": b"", **change})


def tier(**change: object) -> Step:
    """A tier of r."""
    row = {"revision_id": "r", "seq": 0, "tier": "UNREVIEWED"}
    return lambda d: d.put("revision_tiers", **{**row, **change})


def block(**change: object) -> Step:
    """A block of r."""
    row = {"block_id": "b", "revision_id": "r", "ordinal": 0, "heading": "", "text": "", "sha256": HASH}
    return lambda d: d.put("blocks", **{**row, **change})


INTAKE = {
    "a second installation": planted(
        "installation", lambda d: d.put("installation", only_row=2, installation_id="other"), check("only_row = 1")
    ),
    "a message on no ticket": planted("messages", message(ticket_id="none"), KEYS),
    "the same bytes under the same id": planted("messages", message(channel_id="ma"), "exists"),
    "a message by nobody": planted("messages", message(author="NOBODY"), check("author IN")),
    "a message of an unknown identity": planted("messages", message(identity="SURE"), check("identity IN")),
    "a message with half a hash": planted("messages", message(body_sha256="0"), check("length(body_sha256)")),
    "the text of no message": planted(
        "message_texts", lambda d: d.put("message_texts", message_id="none", sender="", subject="", raw=b""), KEYS
    ),
}

ORDERS = {
    "an order in no currency": planted("orders", lambda d: d.order("z", currency="EURO"), check("length(currency)")),
    "a component of no order": planted("components", component(order_id="none"), KEYS),
    "a component of no kind": planted("components", component(kind="GIFT"), check("kind IN")),
    "no pieces": planted("components", component(quantity=0), check("quantity >= 1")),
    "a price below zero": planted("components", component(net_minor=-1), check("net_minor >= 0")),
    "half a voucher": planted("components", component(redeemable=2), check("redeemable IN")),
    "a state of no order": planted("order_states", order_state(order_id="none", seq=0), KEYS),
    "an order's state before the first": planted("order_states", order_state(seq=-1), check("seq >= 0")),
    "an order of no status": planted("order_states", order_state(status="LOST"), check("status IN")),
    "a payment of no order": planted("payments", lambda d: d.payment("z", "none"), KEYS),
    "a payment in another currency": planted("payments", lambda d: d.payment("z", currency="USD"), KEYS),
    "a payment of no kind": planted("payments", lambda d: d.payment("z", kind="CASH"), check("kind IN")),
    "a state of no payment": planted("payment_states", state(payment_id="none", seq=0), KEYS),
    "a payment's state before the first": planted("payment_states", state(seq=-1), check("seq >= 0")),
    "a capture below zero": planted("payment_states", state(captured_minor=-1), check("captured_minor >= 0")),
    "a refund below zero": planted("payment_states", state(elsewhere_minor=-1), check("elsewhere_minor >= 0")),
    "a dispute unheard of": planted("payment_states", state(dispute="MAYBE"), check("dispute IN")),
}

KNOWLEDGE: dict[str, Planted] = {
    "the same revision twice": planted("revisions", revision(revision_id="r2"), "exists", revision()),
    "a revision for no audience": planted("revisions", revision(audience="ALL"), check("audience IN")),
    "a revision with half a hash": planted("revisions", revision(sha256="0"), check("length(sha256)")),
    "a tier of no revision": planted("revision_tiers", tier(), KEYS),
    "a tier unheard of": planted("revision_tiers", tier(tier="GOLD"), check("tier IN"), revision()),
    "a tier before the first": planted("revision_tiers", tier(seq=-1), check("seq >= 0"), revision()),
    "a block of no revision": planted("blocks", block(), KEYS),
    "two blocks at one place": planted("blocks", block(block_id="b2"), "exists", lambda d: (revision()(d), block()(d))),
    "a block before the first": planted("blocks", block(ordinal=-1), check("ordinal >= 0"), revision()),
    "a block with half a hash": planted("blocks", block(sha256="0"), check("length(sha256)"), revision()),
}
