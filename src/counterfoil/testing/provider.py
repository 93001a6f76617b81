"""A strict payment provider in memory, with faults on order: what a good provider would answer."""

from collections import deque
from dataclasses import dataclass, field, replace
from enum import Enum

from counterfoil.domain.digests import canonical, sha256
from counterfoil.domain.errors import ProviderError
from counterfoil.domain.executions import Outcome, Receipt
from counterfoil.domain.ids import PaymentId, Sha256
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Dispute
from counterfoil.ports.clock import Clock
from counterfoil.ports.payment_reads import PaymentFacts, ProviderRefund
from counterfoil.ports.refunds import RefundRequest

_REFUSING = (Dispute.OPEN, Dispute.LOST)


class Fault(Enum):
    """What goes wrong with the next refund that is asked for."""

    LOST_BEFORE = "LOST_BEFORE"  # the request never arrives; no answer
    LOST_AFTER = "LOST_AFTER"  # it is paid; no answer arrives
    DECLINED = "DECLINED"  # a final no
    PENDING = "PENDING"  # taken; it succeeds when it is next listed
    PENDING_THEN_FAILED = "PENDING_THEN_FAILED"  # taken; it fails when it is next listed
    UNREACHABLE = "UNREACHABLE"  # as LOST_BEFORE, and so is the next reading


@dataclass(frozen=True, slots=True, kw_only=True)
class _Charge:
    captured: Money
    dispute: Dispute
    registered: tuple[Dispute, Money]


@dataclass(slots=True)
class StrictProvider:
    """Implements Refunds and PaymentReads. `faults` are taken one a refund, in order; then everything goes well."""

    clock: Clock
    faults: deque[Fault | None] = field(default_factory=deque)
    asked: list[RefundRequest] = field(default_factory=list)  # every request that arrived, repeats included
    _charges: dict[PaymentId, _Charge] = field(default_factory=dict)
    _refunds: list[ProviderRefund] = field(default_factory=list)
    _answers: dict[str, tuple[Sha256, Receipt]] = field(default_factory=dict)
    _later: dict[str, Outcome] = field(default_factory=dict)
    _cut_off: bool = False

    @property
    def provider(self) -> str:
        """The provider's name."""
        return "play"

    @property
    def mode(self) -> str:
        """Play money."""
        return "play"

    def refund(self, request: RefundRequest) -> Receipt:
        """Pay back once for the key; FAILED is a final no, UNKNOWN a lost answer; never raises."""
        if request.body != _body(request):
            return _receipt(Outcome.FAILED, detail="the body is not this request; nothing was sent")
        fault = self.faults.popleft() if self.faults else None
        if fault in (Fault.LOST_BEFORE, Fault.UNREACHABLE):
            self._cut_off = fault is Fault.UNREACHABLE
            return _receipt(Outcome.UNKNOWN, detail="no answer: TimeoutError")
        self.asked.append(request)
        answer = self._answer(request, fault)
        return _receipt(Outcome.UNKNOWN, detail="no answer: TimeoutError") if fault is Fault.LOST_AFTER else answer

    def payment(self, payment: PaymentId) -> PaymentFacts | None:
        """The payment's facts, or None; ProviderError once after an UNREACHABLE fault."""
        self._reach()
        charge = self._charges.get(payment)
        if charge is None:
            return None
        refunded = charge.captured - self._room(payment)
        return PaymentFacts(payment=payment, captured=charge.captured, refunded=refunded, dispute=charge.dispute)

    def refunds_of(self, payment: PaymentId) -> tuple[ProviderRefund, ...]:
        """All refunds of the payment, oldest first; what was PENDING by a fault is final now."""
        self._reach()
        self._refunds = [self._finished(row) if row.payment == payment else row for row in self._refunds]
        return tuple(row for row in self._refunds if row.payment == payment)

    def now(self) -> int:
        """The clock it was given; ProviderError once after an UNREACHABLE fault."""
        self._reach()
        return self.clock.now()

    def register(
        self, payment: PaymentId, captured: Money, dispute: Dispute = Dispute.NONE, elsewhere: Money | None = None
    ) -> bool:
        """Take in a charge as it is now; whether it is new.

        A known one may get a new dispute or more refunds elsewhere; ProviderError when other facts differ.
        """
        gone = elsewhere or Money(0, captured.currency)
        if not captured.minor > 0 or captured < gone:
            raise ProviderError("the amounts of the charge are impossible", advice="Nothing was registered.")
        known = self._charges.get(payment)
        charge = _Charge(captured=captured, dispute=dispute, registered=(dispute, gone))
        if known is not None:
            gone = self._more(payment, known, charge)
            moved = known.registered[0] is not dispute
            charge = replace(charge, dispute=dispute if moved else known.dispute)
        self._charges[payment] = charge
        if gone.minor:
            self._pay(_bare(payment, gone, ""), Outcome.SUCCEEDED)
        return known is None

    def set_dispute(self, payment: PaymentId, dispute: Dispute) -> None:
        """What the payer's bank did. ProviderError for an unknown payment."""
        if payment not in self._charges:
            raise ProviderError("the play-money provider refused: unknown_payment")
        self._charges[payment] = replace(self._charges[payment], dispute=dispute)

    def refund_elsewhere(self, payment: PaymentId, amount: Money, key: str) -> Receipt:
        """A refund that somebody makes outside the gate, once for `key`. Takes no fault; never raises."""
        request = _bare(payment, amount, f"elsewhere:{key}")
        return self._answer(replace(request, body=_body(request)), None)

    def _more(self, payment: PaymentId, known: _Charge, charge: _Charge) -> Money:
        """What was refunded elsewhere since it was last registered."""
        before, now = known.registered[1], charge.registered[1]
        if charge.captured != known.captured or now < before or self._room(payment) < now - before:
            raise ProviderError(f"payment {payment} is registered with other facts", advice="Nothing was registered.")
        return now - before

    def _answer(self, request: RefundRequest, fault: Fault | None) -> Receipt:
        body = sha256(request.body.encode())
        known = self._answers.get(request.idempotency_key)
        if known is None:
            known = self._answers[request.idempotency_key] = body, self._decide(request, fault)
        if known[0] != body:
            return _receipt(Outcome.UNKNOWN, detail="answer 409: the idempotency key was used with another body")
        return known[1]

    def _decide(self, request: RefundRequest, fault: Fault | None) -> Receipt:
        refusal = self._refusal(request)
        if refusal:
            return _receipt(Outcome.FAILED, detail=refusal)
        if fault is Fault.DECLINED:
            return _receipt(Outcome.FAILED, self._pay(request, Outcome.FAILED), "declined")
        if fault not in (Fault.PENDING, Fault.PENDING_THEN_FAILED):
            return _receipt(Outcome.SUCCEEDED, self._pay(request, Outcome.SUCCEEDED))
        reference = self._pay(request, Outcome.PENDING)
        self._later[reference] = Outcome.SUCCEEDED if fault is Fault.PENDING else Outcome.FAILED
        return _receipt(Outcome.PENDING, reference)

    def _refusal(self, request: RefundRequest) -> str:
        charge = self._charges.get(request.payment)
        if charge is None:
            return "unknown_payment"
        if charge.captured.currency != request.amount.currency:
            return "wrong_currency"
        if request.amount.minor == 0:
            return "amount_not_positive"
        if charge.dispute in _REFUSING:
            return "payment_disputed"
        return "" if request.amount <= self._room(request.payment) else "amount_over_remaining"

    def _room(self, payment: PaymentId) -> Money:
        left = self._charges[payment].captured
        for row in self._refunds:
            if row.payment == payment and row.outcome is not Outcome.FAILED:
                left = left - row.amount
        return left

    def _pay(self, request: RefundRequest, outcome: Outcome) -> str:
        row = ProviderRefund(
            reference=f"re_{len(self._refunds) + 1}",
            payment=request.payment,
            amount=request.amount,
            outcome=outcome,
            installation=request.installation,
            pending=request.pending,
            created_at=self.clock.now(),
        )
        self._refunds.append(row)
        return row.reference

    def _finished(self, row: ProviderRefund) -> ProviderRefund:
        return replace(row, outcome=self._later.pop(row.reference, row.outcome))

    def _reach(self) -> None:
        if self._cut_off:
            self._cut_off = False
            raise ProviderError("the play-money provider can't be reached: TimeoutError")


def _receipt(outcome: Outcome, reference: str = "", detail: str = "") -> Receipt:
    return Receipt(outcome=outcome, reference=reference, detail=detail)


def _bare(payment: PaymentId, amount: Money, key: str) -> RefundRequest:
    return RefundRequest(payment=payment, amount=amount, installation="", pending="", idempotency_key=key, body="")


def _body(request: RefundRequest) -> str:
    metadata = {"installation": request.installation, "pending": request.pending}
    return canonical({"amount": request.amount.body(), "metadata": metadata, "payment": request.payment})
