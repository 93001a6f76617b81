"""The client of the play-money provider: paying back, reading, and what the operator registers."""

import http.client
import json
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias
from urllib.parse import quote

from counterfoil.domain.digests import canonical
from counterfoil.domain.errors import ProviderError
from counterfoil.domain.executions import Outcome, Receipt
from counterfoil.domain.ids import PaymentId
from counterfoil.domain.money import Money
from counterfoil.domain.orders import Dispute
from counterfoil.ports.payment_reads import PaymentFacts, ProviderRefund
from counterfoil.ports.refunds import RefundRequest

Json: TypeAlias = Any  # what json.loads gives

_BROKEN = (OSError, http.client.HTTPException, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayProvider:
    """Implements Refunds and PaymentReads against the provider's process on 127.0.0.1. `timeout` is in seconds."""

    port: int
    key: str = field(repr=False)
    timeout: float = 10.0

    @property
    def provider(self) -> str:
        """The provider's name."""
        return "play"

    @property
    def mode(self) -> str:
        """Play money."""
        return "play"

    def refund(self, request: RefundRequest) -> Receipt:
        """Ask for the refund once. FAILED is the provider's own final no; anything unclear is UNKNOWN; never raises."""
        if request.body != _body(request):
            return Receipt(
                outcome=Outcome.FAILED, reference="", detail="the body is not this request; nothing was sent"
            )
        try:
            status, answer = self._call("POST", "/refunds", request.body.encode(), request.idempotency_key)
            if status != 200:
                return _unknown(f"answer {status}: {answer['error']}")
            return Receipt(
                outcome=Outcome(answer["outcome"]), reference=str(answer["reference"]), detail=str(answer["detail"])
            )
        except _BROKEN as error:
            return _unknown(f"no answer: {type(error).__name__}")

    def payment(self, payment: PaymentId) -> PaymentFacts | None:
        """The payment's facts, or None; ProviderError when the provider can't be reached."""
        found = self._get(f"/payments/{quote(payment, safe='')}")
        return None if found is None else _facts(payment, found)

    def refunds_of(self, payment: PaymentId) -> tuple[ProviderRefund, ...]:
        """All refunds of the payment, oldest first; none for an unknown payment. ProviderError when unreachable."""
        found = self._get(f"/payments/{quote(payment, safe='')}/refunds")
        return () if found is None else _refunds(payment, found)

    def now(self) -> int:
        """The provider's clock, seconds since 1970, UTC; ProviderError when it can't be reached."""
        found = self._get("/clock")
        if not isinstance(found, dict) or type(found.get("now")) is not int:
            raise ProviderError("the play-money provider answered without its time")
        return int(found["now"])

    def register(
        self, payment: PaymentId, captured: Money, dispute: Dispute = Dispute.NONE, elsewhere: Money | None = None
    ) -> bool:
        """The operator's: take in a charge as it is now; whether it is new.

        A known one may get a new dispute or more refunds elsewhere; ProviderError when other facts differ.
        """
        left = captured - elsewhere if elsewhere else captured
        charge = {
            "payment": payment,
            "captured": captured.minor,
            "currency": captured.currency,
            "elsewhere": captured.minor - left.minor,
            "dispute": dispute.value,
        }
        return self._post("/payments", charge) == 201

    def set_dispute(self, payment: PaymentId, dispute: Dispute) -> None:
        """The operator's: what the payer's bank did. ProviderError for an unknown payment."""
        self._post(f"/payments/{quote(payment, safe='')}/dispute", {"dispute": dispute.value})

    def refund_elsewhere(self, payment: PaymentId, amount: Money, key: str) -> Receipt:
        """The operator's: a refund that somebody makes outside the gate, once for `key`. Never raises."""
        request = RefundRequest(
            payment=payment, amount=amount, installation="", pending="", idempotency_key=f"elsewhere:{key}", body=""
        )
        return self.refund(replace(request, body=_body(request)))

    def _get(self, path: str) -> Json:
        try:
            status, answer = self._call("GET", path, None, "")
        except _BROKEN as error:
            raise ProviderError(f"the play-money provider can't be reached: {type(error).__name__}") from None
        if status == 404 and _error(answer) == "unknown_payment":
            return None
        if status != 200 or answer is None:
            raise ProviderError(f"the play-money provider refused a reading: {status} {_error(answer)}")
        return answer

    def _post(self, path: str, content: object) -> int:
        try:
            status, answer = self._call("POST", path, json.dumps(content).encode(), "")
        except _BROKEN as error:
            raise ProviderError(f"the play-money provider can't be reached: {type(error).__name__}") from None
        if status not in (200, 201):
            raise ProviderError(f"the play-money provider refused: {_error(answer)}", advice="Nothing was registered.")
        return status

    def _call(self, method: str, path: str, body: bytes | None, key: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        try:
            connection.request(method, path, body, {**headers, "Idempotency-Key": key} if key else headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()


def _body(request: RefundRequest) -> str:
    return canonical(
        {
            "amount": request.amount.body(),
            "metadata": {"installation": request.installation, "pending": request.pending},
            "payment": request.payment,
        }
    )


def _unknown(detail: str) -> Receipt:
    return Receipt(outcome=Outcome.UNKNOWN, reference="", detail=detail)


def _error(answer: Json) -> str:
    return str(answer.get("error", "no reason")) if isinstance(answer, dict) else "no reason"


def _facts(payment: PaymentId, found: Json) -> PaymentFacts:
    try:
        return PaymentFacts(
            payment=payment,
            captured=Money(found["captured"], found["currency"]),
            refunded=Money(found["refunded"], found["currency"]),
            dispute=Dispute(found["dispute"]),
        )
    except (LookupError, TypeError, ValueError) as error:
        raise ProviderError(f"the play-money provider's facts can't be read: {error}") from None


def _refunds(payment: PaymentId, found: Json) -> tuple[ProviderRefund, ...]:
    if not isinstance(found, list):
        raise ProviderError("the play-money provider's list can't be read: it is none")
    try:
        return tuple(
            ProviderRefund(
                reference=row["reference"],
                payment=payment,
                amount=Money(row["amount"], row["currency"]),
                outcome=Outcome(row["outcome"]),
                installation=row["installation"],
                pending=row["pending"],
                created_at=row["created_at"],
            )
            for row in found
        )
    except (LookupError, TypeError, ValueError) as error:
        raise ProviderError(f"the play-money provider's list can't be read: {error}") from None
