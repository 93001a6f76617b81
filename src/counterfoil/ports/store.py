"""The database. One transaction at a time writes; every row that was written stays.

`Store.write()` opens a transaction that is committed at the end of the block, or leaves nothing behind. The methods of
`Rows` insert or read rows; every rule about money is checked by the database itself and refused as FenceError.
"""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from counterfoil.domain.decisions import Decision, Resolution, Voiding
from counterfoil.domain.events import Event
from counterfoil.domain.executions import Execution, Receipt, Record
from counterfoil.domain.ids import (
    BlockId,
    ComponentId,
    DocumentId,
    InstallationId,
    MessageId,
    OrderId,
    ParkingId,
    PaymentId,
    PendingId,
    RevisionId,
    Sha256,
    TicketId,
)
from counterfoil.domain.knowledge import Block, Revision, Scope, Tier
from counterfoil.domain.orders import Order, Payment
from counterfoil.domain.tickets import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredText:
    """Personal text, kept apart in erasable rows; its salted hash is what other rows hold."""

    salt: bytes  # 16 bytes
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkedAction:
    """One action of a parked plan."""

    ordinal: int
    kind: str
    effect: str
    waits_for: int | None
    when: str | None  # a State
    body: str  # canonical text


@dataclass(frozen=True, slots=True, kw_only=True)
class Parked:
    """A parked plan with what the executor needs to quote it."""

    parking: ParkingId
    message: MessageId
    ticket: TicketId
    plan: str  # canonical text
    plan_sha256: Sha256
    actions: tuple[ParkedAction, ...]
    evidence: tuple[StoredText, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingAction:
    """A priced money action: its text, its digest, and what the rows say about it."""

    pending: PendingId
    parking: ParkingId
    ordinal: int
    ticket: TicketId
    text: str  # canonical text of PendingBody
    digest: Sha256
    quoted_at: int
    record: Record
    approved_at: int | None  # when the last needed signature came
    columns: tuple[str, ...] = ()  # what the row and its allocations say beside the text; see `PendingBody.columns`


@dataclass(frozen=True, slots=True, kw_only=True)
class DueFollowOn:
    """A parked action that is due now: its own text, or the state that a money action has reached."""

    parking: ParkingId
    ordinal: int
    pending: PendingId | None
    kind: str
    state: str  # the State reached; "" for what waits for nothing
    body: str  # canonical text of the action
    ticket: TicketId
    message: MessageId


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRow:
    """A line of `counterfoil queue`."""

    pending: PendingId
    ticket: TicketId
    order: OrderId
    amount_minor: int
    currency: str
    quoted_at: int
    expires_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedMessage:
    """Bytes that could not be handled, kept."""

    failure: str  # an id of ours
    source: str  # file and position
    reason: str
    at: int
    size: int


class IntakeRows(Protocol):
    """Messages and their texts. Written by the desk."""

    def known_message(self, channel: str, channel_id: str, sha256: Sha256) -> MessageId | None: ...
    def ticket_of(self, channel: str, channel_ids: tuple[str, ...]) -> TicketId | None: ...
    def tickets_named(self, channel: str, channel_ticket: str) -> tuple[TicketId, ...]: ...
    def add_ticket(self, ticket: TicketId, channel: str, channel_ticket: str = "") -> None: ...
    def add_message(self, message: Message, raw: bytes) -> None: ...
    def message(self, message: MessageId) -> Message | None: ...
    def raw(self, message: MessageId) -> bytes | None: ...
    def messages_of(self, ticket: TicketId) -> tuple[Message, ...]: ...
    def add_failure(self, failure: str, source: str, reason: str, raw: bytes) -> None: ...
    def failures(self) -> tuple[FailedMessage, ...]: ...
    def sent_texts(self, ticket: TicketId) -> tuple[str, ...]: ...
    def unanswered(self) -> tuple[MessageId, ...]: ...


class OrderRows(Protocol):
    """Orders, payments and how they changed. Written by the executor."""

    def add_order(self, order: Order, provider: str) -> None: ...
    def add_order_state(self, order: Order) -> int: ...
    def add_payment_state(self, payment: Payment) -> int: ...
    def orders_of(self, address: str) -> tuple[Order, ...]: ...
    def order(self, order: OrderId) -> Order | None: ...
    def order_count(self) -> int: ...
    def order_of_payment(self, payment: PaymentId) -> OrderId | None: ...
    def refunded_by_us(self, payment: PaymentId) -> int: ...
    def allocated(self, order: OrderId) -> dict[ComponentId, int]: ...


class PlanRows(Protocol):
    """Parkings and quotes."""

    def add_parking(self, parked: Parked) -> None: ...
    def parking_of(self, message: MessageId) -> ParkingId | None: ...
    def parked(self, parking: ParkingId) -> Parked | None: ...
    def unquoted(self) -> tuple[tuple[ParkingId, int], ...]: ...
    def add_pending(self, pending: PendingAction, requester: StoredText) -> None: ...
    def add_quote(self, parking: ParkingId, ordinal: int, refusal: str, parts: int) -> None: ...
    def withdrawn_after(self, message: MessageId) -> bool: ...
    def unpriced_by(self, ticket: TicketId, address: str) -> bool: ...
    def refusal(self, parking: ParkingId, ordinal: int) -> str | None: ...
    def overlapping(
        self, ticket: TicketId, order: OrderId, components: tuple[ComponentId, ...]
    ) -> tuple[PendingId, ...]: ...


class DecisionRows(Protocol):
    """Decisions, how waits end, and the chain of events."""

    def pending(self, pending: PendingId) -> PendingAction | None: ...
    def pendings_of(self, parking: ParkingId) -> tuple[PendingAction, ...]: ...
    def find_pending(self, prefix: str) -> tuple[PendingId, ...]: ...
    def requester(self, pending: PendingId) -> StoredText | None: ...
    def evidence(self, pending: PendingId) -> tuple[StoredText, ...]: ...
    def open_queue(self) -> tuple[QueueRow, ...]: ...
    def last_event(self, pending: PendingId) -> Event | None: ...
    def events(self, pending: PendingId) -> list[Event]: ...
    def chains(self) -> tuple[PendingId, ...]: ...
    def add_event(self, event: Event) -> None: ...
    def add_decision(self, decision: Decision, event_seq: int) -> None: ...
    def decisions(self, pending: PendingId) -> tuple[Decision, ...]: ...
    def add_resolution(self, pending: PendingAction, outcome: Resolution, cause: str, event_seq: int) -> None: ...
    def add_voiding(self, pending: PendingAction, reason: Voiding, cause: str, event_seq: int) -> None: ...
    def expired(self) -> tuple[PendingId, ...]: ...
    def withdrawable(self, ticket: TicketId) -> tuple[PendingId, ...]: ...


class ExecutionRows(Protocol):
    """Claims, intents and receipts. Written by the executor."""

    def approved(self) -> tuple[PendingId, ...]: ...
    def add_claim(self, pending: PendingAction, execution: Execution, event_seq: int) -> None: ...
    def execution(self, pending: PendingId) -> Execution | None: ...
    def unsettled(self) -> tuple[PendingId, ...]: ...
    def add_receipt(self, pending: PendingId, receipt: Receipt, event_seq: int) -> None: ...


class OutboxRows(Protocol):
    """What was sent, or skipped with a reason."""

    def due(self) -> tuple[DueFollowOn, ...]: ...
    def add_run(self, due: DueFollowOn, outcome: str, reason: str, sent: str) -> None: ...
    def set_answer(self, parking: ParkingId, ordinal: int, draft: str, after: str) -> None: ...
    def answer(self, parking: ParkingId, ordinal: int) -> tuple[str, str] | None: ...
    def runs_of(self, parking: ParkingId) -> tuple[tuple[int, str, str, str, str], ...]: ...


class KnowledgeRows(Protocol):
    """Documents, revisions and blocks. What may be quoted is not decided here, but by the signed lock."""

    def add_revision(self, revision: Revision, raw: bytes, source: str) -> None: ...
    def revision(self, revision: RevisionId) -> tuple[Revision, str] | None: ...
    def revision_by_hash(self, document: DocumentId, sha256: Sha256) -> RevisionId | None: ...
    def revisions(self) -> tuple[tuple[Revision, str, int], ...]: ...
    def set_tier(self, revision: RevisionId, tier: Tier) -> None: ...
    def tier(self, revision: RevisionId) -> Tier | None: ...
    def block(self, block: BlockId) -> tuple[Block, Sha256] | None: ...
    def blocks(self, scope: Scope) -> tuple[tuple[Block, Sha256], ...]: ...


class Rows(IntakeRows, OrderRows, PlanRows, DecisionRows, ExecutionRows, OutboxRows, KnowledgeRows, Protocol):
    """All rows, within one transaction."""

    def now(self) -> int:
        """The database's time: whole seconds since 1970, UTC; the same throughout a transaction."""
        ...


class Store(Protocol):
    """A database that was checked when it was opened."""

    @property
    def installation(self) -> InstallationId:
        """The random id of this deployment."""
        ...

    def write(self) -> AbstractContextManager[Rows]:
        """A transaction that holds the write lock from its start. StoreBusyError, StoreUnwritableError, FenceError."""
        ...

    def read(self) -> AbstractContextManager[Rows]:
        """A consistent snapshot; writing through it fails."""
        ...
