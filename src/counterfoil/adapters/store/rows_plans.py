"""Parked plans, what they cost, and refusals to quote."""

from counterfoil.adapters.store.base import Base
from counterfoil.domain.ids import ComponentId, MessageId, OrderId, ParkingId, PendingId, Sha256, TicketId
from counterfoil.domain.pending import PendingBody
from counterfoil.ports.store import Parked, ParkedAction, PendingAction, StoredText


class PlanRows(Base):
    """`ports.store.PlanRows` on SQLite."""

    def add_parking(self, parked: Parked) -> None:
        """A plan with all its actions and the words that asked."""
        self._put(
            "parkings",
            parking_id=parked.parking,
            message_id=parked.message,
            ticket_id=parked.ticket,
            plan=parked.plan,
            plan_sha256=parked.plan_sha256,
            action_count=len(parked.actions),
        )
        for action in parked.actions:
            self._put(
                "parked_actions",
                parking_id=parked.parking,
                ordinal=action.ordinal,
                kind=action.kind,
                effect=action.effect,
                waits_for=action.waits_for,
                waits_state=action.when,
                body=action.body,
            )
        for ordinal, words in enumerate(parked.evidence):
            self._put("evidence_texts", parking_id=parked.parking, ordinal=ordinal, salt=words.salt, text=words.text)

    def parking_of(self, message: MessageId) -> ParkingId | None:
        """The plan of that message, or None."""
        found = self._one("SELECT parking_id FROM parkings WHERE message_id = ?", message)
        return ParkingId(found[0]) if found else None

    def parked(self, parking: ParkingId) -> Parked | None:
        """The plan of that id, or None."""
        found = self._one("SELECT message_id, ticket_id, plan, plan_sha256 FROM parkings WHERE parking_id = ?", parking)
        if not found:
            return None
        return Parked(
            parking=parking,
            message=MessageId(found[0]),
            ticket=TicketId(found[1]),
            plan=found[2],
            plan_sha256=Sha256(found[3]),
            actions=self._actions(parking),
            evidence=self._evidence(parking),
        )

    def unquoted(self) -> tuple[tuple[ParkingId, int], ...]:
        """Money actions that the executor has not answered yet, oldest first: plan and ordinal."""
        rows = self._all(
            "SELECT a.parking_id, a.ordinal FROM parked_actions a LEFT JOIN quotes q USING (parking_id, ordinal)"
            " WHERE a.effect = 'MOVES_MONEY' AND q.parking_id IS NULL ORDER BY a.rowid"
        )
        return tuple((ParkingId(row[0]), row[1]) for row in rows)

    def add_pending(self, pending: PendingAction, requester: StoredText) -> None:
        """A priced action with its allocations. Its columns are read from its text."""
        body = PendingBody.from_text(pending.text)
        self._put(
            "pending_actions",
            pending_id=pending.pending,
            parking_id=pending.parking,
            ordinal=pending.ordinal,
            effect="MOVES_MONEY",
            part=len(self._parts(pending.parking, pending.ordinal)),
            ticket_id=pending.ticket,
            order_id=body.order,
            order_state=body.pricing.order_state,
            payment_id=body.payment.payment,
            payment_state=body.payment.state,
            currency=body.amount.currency,
            amount_minor=body.amount.minor,
            quorum=body.quorum,
            expires_at=body.expires_at,
            text=pending.text,
            digest=pending.digest,
        )
        for row in body.allocations:
            self._put(
                "allocations",
                pending_id=pending.pending,
                order_id=body.order,
                component_id=row.component,
                amount_minor=row.amount.minor,
            )
        self._put("requester_texts", pending_id=pending.pending, salt=requester.salt, text=requester.text)

    def add_quote(self, parking: ParkingId, ordinal: int, refusal: str, parts: int) -> None:
        """The executor's answer to one money action: `parts` pending actions, or none and a reason."""
        self._put(
            "quotes", parking_id=parking, ordinal=ordinal, effect="MOVES_MONEY", refusal=refusal or None, parts=parts
        )

    def refusal(self, parking: ParkingId, ordinal: int) -> str | None:
        """Why a money action was refused; None when it was quoted or is not answered yet."""
        found = self._one("SELECT refusal FROM quotes WHERE parking_id = ? AND ordinal = ?", parking, ordinal)
        return found[0] if found else None

    def withdrawn_after(self, message: MessageId) -> bool:
        """Whether the verified author of `message` took it back in a later message on its ticket."""
        found = self._one(
            "SELECT 1 FROM messages asked JOIN message_texts words USING (message_id)"
            " JOIN messages later ON later.ticket_id = asked.ticket_id AND later.rowid > asked.rowid"
            " AND later.author = 'CUSTOMER' AND later.identity <> 'NONE'"
            " JOIN message_texts said ON said.message_id = later.message_id AND said.sender = words.sender"
            " JOIN parkings k ON k.message_id = later.message_id"
            " JOIN parked_actions a ON a.parking_id = k.parking_id AND a.kind = 'Withdraw' WHERE asked.message_id = ?",
            message,
        )
        return found is not None

    def unpriced_by(self, ticket: TicketId, address: str) -> bool:
        """Whether a money action that this address asked for on the ticket has not been answered by the executor."""
        found = self._one(
            "SELECT 1 FROM parkings k JOIN messages m USING (message_id) JOIN message_texts t USING (message_id)"
            " JOIN parked_actions a USING (parking_id) LEFT JOIN quotes q USING (parking_id, ordinal)"
            " WHERE k.ticket_id = ? AND t.sender = ? AND m.identity <> 'NONE' AND a.effect = 'MOVES_MONEY'"
            " AND q.parking_id IS NULL",
            ticket,
            address,
        )
        return found is not None

    def overlapping(
        self, ticket: TicketId, order: OrderId, components: tuple[ComponentId, ...]
    ) -> tuple[PendingId, ...]:
        """Actions of the ticket on some of these components that persons or the executor may still act on."""
        marks = ", ".join("?" * len(components))
        rows = self._all(
            "SELECT DISTINCT p.pending_id FROM pending_actions p JOIN allocations a USING (pending_id)"
            " LEFT JOIN resolutions r USING (pending_id) LEFT JOIN approval_ends e USING (pending_id)"
            f" WHERE p.ticket_id = ? AND p.order_id = ? AND a.component_id IN ({marks})"
            " AND (r.outcome IS NULL OR r.outcome = 'APPROVED') AND e.kind IS NULL ORDER BY p.pending_id",
            ticket,
            order,
            *components,
        )
        return tuple(PendingId(row[0]) for row in rows)

    def _parts(self, parking: ParkingId, ordinal: int) -> list[PendingId]:
        rows = self._all(
            "SELECT pending_id FROM pending_actions WHERE parking_id = ? AND ordinal = ? ORDER BY part",
            parking,
            ordinal,
        )
        return [PendingId(row[0]) for row in rows]

    def _actions(self, parking: ParkingId) -> tuple[ParkedAction, ...]:
        rows = self._all(
            "SELECT ordinal, kind, effect, waits_for, waits_state, body FROM parked_actions"
            " WHERE parking_id = ? ORDER BY ordinal",
            parking,
        )
        return tuple(
            ParkedAction(ordinal=r[0], kind=r[1], effect=r[2], waits_for=r[3], when=r[4], body=r[5]) for r in rows
        )

    def _evidence(self, parking: ParkingId) -> tuple[StoredText, ...]:
        rows = self._all("SELECT salt, text FROM evidence_texts WHERE parking_id = ? ORDER BY ordinal", parking)
        return tuple(StoredText(salt=bytes(row[0]), text=row[1]) for row in rows)
