"""Rows of messages, orders and knowledge: what was written is read back, and every list holds what it says."""

from dataclasses import replace
from datetime import date

import pytest

from counterfoil.adapters.store.sqlite import SqliteStore
from counterfoil.domain.errors import FenceError
from counterfoil.domain.ids import BlockId, DocumentId, MessageId, OrderId, PaymentId, RevisionId, Sha256, TicketId
from counterfoil.domain.knowledge import Audience, Block, Revision, Scope, Tier
from counterfoil.domain.orders import Dispute, OrderStatus
from counterfoil.domain.tickets import Author, Identity
from counterfoil.ports.store import FailedMessage
from tests.unit.store import made
from tests.unit.store.desk import ANN, eur, hexed
from tests.unit.store.made import T

PUBLIC = Scope(audience=Audience.PUBLIC, language="en")


def revision(name: str = "r1", scope: Scope = PUBLIC, *texts: str) -> Revision:
    """A revision of the document `doc`, with a block for each text."""
    blocks = tuple(
        Block(
            block=BlockId(f"{name}b{ordinal}"),
            revision=RevisionId(name),
            document=DocumentId("doc"),
            ordinal=ordinal,
            heading=f"Part {ordinal}",
            text=text,
            sha256=Sha256(hexed(text)),
            scope=scope,
        )
        for ordinal, text in enumerate(texts)
    )
    return Revision(
        revision=RevisionId(name),
        document=DocumentId("doc"),
        sha256=Sha256(hexed(name)),
        title="Returns",
        scope=scope,
        blocks=blocks,
    )


def test_message_is_read_back(store: SqliteStore) -> None:
    """A message comes back with its fields and its bytes; one that is not there is None."""
    first, second = made.message(), made.message("mb", author=Author.MACHINE, identity=Identity.NONE, sender="")
    with store.write() as rows:
        rows.add_ticket(T, "mail")
        rows.add_message(first, b"\x00\xff raw")
        rows.add_message(second, b"")
    with store.read() as rows:
        assert (rows.message(first.message), rows.raw(first.message)) == (first, b"\x00\xff raw")
        assert rows.messages_of(T) == (first, second)
        assert (rows.message(MessageId("none")), rows.raw(MessageId("none"))) == (None, None)


def test_message_is_known_by_id_and_bytes(store: SqliteStore) -> None:
    """The same channel id with the same bytes is known; with other bytes, or in another channel, it is new."""
    first = made.message()
    with store.write() as rows:
        rows.add_ticket(T, "mail")
        rows.add_message(first, b"")
        rows.add_message(made.message("mb", channel_id=first.channel_id), b"")
    with store.read() as rows:
        assert rows.known_message("mail", first.channel_id, first.body_sha256) == "ma"
        assert rows.known_message("mail", first.channel_id, Sha256(hexed("mb"))) == "mb"
        assert rows.known_message("mail", first.channel_id, Sha256(hexed("other"))) is None
        assert rows.known_message("jsonl", first.channel_id, first.body_sha256) is None


def test_same_message_twice_is_refused(store: SqliteStore) -> None:
    """The database itself refuses the same bytes under the same id, and keeps nothing of the second."""
    first = made.message()
    with store.write() as rows:
        rows.add_ticket(T, "mail")
        rows.add_message(first, b"")
    with pytest.raises(FenceError, match="exists"), store.write() as rows:
        rows.add_message(replace(first, message=MessageId("mz")), b"")
    with store.read() as rows:
        assert rows.messages_of(T) == (first,)


def test_ticket_is_found_by_the_nearest_reference(store: SqliteStore) -> None:
    """Of several references the last known one names the ticket."""
    other = made.message("mb", ticket=TicketId("t2"))
    with store.write() as rows:
        rows.add_ticket(T, "mail")
        rows.add_ticket(TicketId("t2"), "mail", "4711")
        rows.add_message(made.message(), b"")
        rows.add_message(other, b"")
    with store.read() as rows:
        first = made.message().channel_id
        assert rows.ticket_of("mail", (first, other.channel_id)) == "t2"
        assert rows.ticket_of("mail", (other.channel_id, first, "<unknown@mail.example>")) == T
        assert (rows.ticket_of("mail", ()), rows.ticket_of("jsonl", (first,))) == (None, None)
        assert (rows.tickets_named("mail", "4711"), rows.tickets_named("jsonl", "4711")) == (("t2",), ())


def test_failure_is_kept_and_listed(store: SqliteStore) -> None:
    """Bytes that could not be handled are listed with where they came from, why, when and how many."""
    with store.write() as rows:
        rows.add_failure("f1", "box.mbox:3", "no header", b"12345")
    with store.read() as rows:
        failed = FailedMessage(failure="f1", source="box.mbox:3", reason="no header", at=1000, size=5)
        assert rows.failures() == (failed,)


def test_message_is_unanswered_until_it_has_a_plan(store: SqliteStore) -> None:
    """A customer's message without a plan is listed; other authors' never are."""
    with store.write() as rows:
        rows.add_ticket(T, "mail")
        rows.add_message(made.message(), b"")
        rows.add_message(made.message("mb", author=Author.STAFF), b"")
        assert rows.unanswered() == ("ma",)
        rows.add_parking(made.parked())
        assert rows.unanswered() == ()


def test_order_is_read_back(store: SqliteStore) -> None:
    """An order comes back with its components and payments in order, by number and by its buyer."""
    with store.write() as rows:
        rows.add_order(made.order(), "play")
    with store.read() as rows:
        assert rows.order(OrderId("o")) == made.order()
        assert rows.orders_of(ANN) == (made.order(),)
        assert (rows.order(OrderId("none")), rows.orders_of("bob@mail.example"), rows.order_count()) == (None, (), 1)
        assert (rows.refunded_by_us(PaymentId("pay")), rows.allocated(OrderId("o"))) == (0, {})


def test_orders_come_newest_first(store: SqliteStore) -> None:
    """A buyer's orders are listed by the day they were placed, the newest first."""
    days = {"o1": date(2026, 1, 1), "o3": date(2026, 3, 1), "o2": date(2026, 2, 1)}
    with store.write() as rows:
        for name, day in days.items():
            rows.add_order(made.order(name, placed_on=day, payments=(made.payment("p" + name),)), "play")
        assert [order.order for order in rows.orders_of(ANN)] == ["o3", "o2", "o1"]


def test_latest_reading_counts(store: SqliteStore) -> None:
    """Each new reading of an order or payment has the next number, and the newest is what is read."""
    cancelled = made.order(status=OrderStatus.CANCELLED, delivered_on=None)
    disputed = made.payment(captured=eur(900), elsewhere=eur(100), dispute=Dispute.OPEN)
    with store.write() as rows:
        rows.add_order(made.order(), "play")
        assert rows.add_order_state(cancelled) == 1
        assert rows.add_payment_state(disputed) == 1
        expected = replace(cancelled, state=1, payments=(replace(disputed, state=1),))
        assert rows.order(OrderId("o")) == expected


def test_order_without_payments_is_read_back(store: SqliteStore) -> None:
    """An order that nobody paid yet has no payments."""
    unpaid = made.order(payments=(), status=OrderStatus.PENDING, delivered_on=None)
    with store.write() as rows:
        rows.add_order(unpaid, "play")
        assert rows.order(OrderId("o")) == unpaid


def test_revision_is_read_back(store: SqliteStore) -> None:
    """A revision comes back with its blocks in order, its source and its time; the same bytes are known again."""
    wanted = revision("r1", PUBLIC, "Send it back.", "We pay.")
    with store.write() as rows:
        rows.add_revision(wanted, b"# Returns", "returns.md")
    with store.read() as rows:
        assert rows.revision(wanted.revision) == (wanted, "returns.md")
        assert rows.revisions() == ((wanted, "returns.md", 1000),)
        assert rows.revision_by_hash(wanted.document, wanted.sha256) == "r1"
        assert rows.revision_by_hash(DocumentId("other"), wanted.sha256) is None
        assert rows.block(BlockId("r1b1")) == (wanted.blocks[1], wanted.sha256)
        assert (rows.revision(RevisionId("none")), rows.block(BlockId("none"))) == (None, None)


def test_tier_is_the_last_one_set(store: SqliteStore) -> None:
    """A revision begins UNREVIEWED; each new tier is kept, the last one is told."""
    with store.write() as rows:
        rows.add_revision(revision(), b"", "returns.md")
        assert rows.tier(RevisionId("r1")) is Tier.UNREVIEWED
        rows.set_tier(RevisionId("r1"), Tier.CANONICAL)
        assert rows.tier(RevisionId("r1")) is Tier.CANONICAL
        assert rows.tier(RevisionId("none")) is None


def test_blocks_are_of_one_scope(store: SqliteStore) -> None:
    """Only blocks of exactly the audience and language asked for are listed."""
    staff = Scope(audience=Audience.STAFF, language="en")
    with store.write() as rows:
        rows.add_revision(revision("r1", PUBLIC, "For all."), b"", "a.md")
        rows.add_revision(revision("r2", staff, "For staff."), b"", "b.md")
        assert [block.text for block, _ in rows.blocks(PUBLIC)] == ["For all."]
        assert [block.text for block, _ in rows.blocks(staff)] == ["For staff."]
        assert rows.blocks(Scope(audience=Audience.PUBLIC, language="de")) == ()
