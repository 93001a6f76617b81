"""Readings, orders, hits and messages for these tests."""

from datetime import date

from counterfoil.domain.digests import sha256
from counterfoil.domain.ids import BlockId, ComponentId, DocumentId, MessageId, OrderId, RevisionId, TicketId
from counterfoil.domain.knowledge import Audience, Block, Hit, Scope
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Component, ComponentKind, Order, OrderStatus
from counterfoil.domain.texts import Reading, Span, SpanAuthor
from counterfoil.domain.tickets import Author, Identity, Message


def reading(text: str, *, subject: str = "", quoted: str = "") -> Reading:
    """A message of the requester's words, with a quoted part below."""
    whole = text + quoted
    spans = [Span(start=0, end=len(text), author=SpanAuthor.REQUESTER)]
    spans += [Span(start=len(text), end=len(whole), author=SpanAuthor.QUOTED)] if quoted else []
    return Reading(subject=subject, text=whole, spans=tuple(spans), views=(), language=None, flags=frozenset())


def line(name: str, title: str, options: str = "", quantity: int = 1) -> Component:
    """A line of goods."""
    return Component(
        component=ComponentId(name),
        kind=ComponentKind.LINE,
        title=title,
        options=options,
        sku="",
        quantity=quantity,
        net=Money(1000, "EUR"),
        redeemable=False,
    )


def shipping() -> Component:
    """A shipping charge."""
    return Component(
        component=ComponentId("S"),
        kind=ComponentKind.SHIPPING,
        title="Shipping",
        options="",
        sku="",
        quantity=1,
        net=Money(495, "EUR"),
        redeemable=False,
    )


def order(number: str, *components: Component, status: OrderStatus = OrderStatus.DELIVERED) -> Order:
    """An order of one customer."""
    return Order(
        order=OrderId(number),
        customer="mara@post.example",
        currency="EUR",
        placed_on=date(2026, 11, 1),
        status=status,
        delivered_on=date(2026, 11, 5) if status is OrderStatus.DELIVERED else None,
        components=components,
        payments=(),
    )


LAMP = order("LL-1042", line("1", "Oak desk lamp", "warm white"), shipping())
TABLE = order("LL-1043", line("1", "Cast iron skillet 26 cm"), line("2", "Enamel mug", "cream", 4), line("3", "Apron"))
KETTLE = order("LL-1047", line("1", "Enamel kettle"), line("2", "Tea towels, pair"), status=OrderStatus.PENDING)
COVERS = order("LL-1053", line("1", "Cushion cover", "indigo", 2), line("2", "Cushion cover", "terracotta", 2))


def hit(name: str, heading: str, text: str, score: float = 1.0) -> Hit:
    """A block that a search found."""
    block = Block(
        block=BlockId(name),
        revision=RevisionId("rev"),
        document=DocumentId("doc"),
        ordinal=0,
        heading=heading,
        text=text,
        sha256=sha256(text.encode()),
        scope=Scope(audience=Audience.PUBLIC, language="en"),
    )
    return Hit(block=block, score=score)


def message(identity: Identity = Identity.DMARC) -> Message:
    """A message of the customer that the orders belong to."""
    return Message(
        message=MessageId("msg"),
        ticket=TicketId("tkt"),
        channel="mail",
        channel_id="<1@post.example>",
        body_sha256=sha256(b""),
        author=Author.CUSTOMER,
        identity=identity,
        sender="mara@post.example",
        subject="",
    )
