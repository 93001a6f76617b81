"""Which calendar day it is in the shop."""

from datetime import date, datetime
from zoneinfo import ZoneInfo


def day(now: int, zone: str) -> date:
    """The calendar day of `zone`, an IANA name, at `now`, seconds since 1970, UTC."""
    return datetime.fromtimestamp(now, ZoneInfo(zone)).date()
