"""The shop's rules as data: windows and limits that the settings give and policy computes with."""

from dataclasses import dataclass

from counterfoil.domain.choices import Reason

DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What the shop owes and how long persons have to decide. Every value is a setting."""

    zone: str = "UTC"  # IANA name: whose calendar days the windows count
    window_days: tuple[tuple[Reason, int], ...] = (  # calendar days from delivery; a reason without a row is not owed
        (Reason.CHANGED_MIND, 30),
        (Reason.DAMAGED, 730),
        (Reason.WRONG_ITEM, 730),
    )
    shipping_refunded_for: frozenset[Reason] = frozenset({Reason.WRONG_ITEM, Reason.NOT_SHIPPED})
    expires_after: int = 7 * DAY  # seconds that persons have to decide, and the executor to execute
    undo_window: int = 0  # seconds between the last signature and execution; 0 only with play money

    def window(self, reason: Reason) -> int | None:
        """Calendar days that `reason` may be claimed after delivery; None when it is never owed by rule."""
        return next((days for given, days in self.window_days if given is reason), None)
