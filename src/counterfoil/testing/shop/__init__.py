"""The sample shop's files, shipped with the package: where they are, and no code that reads them."""

from datetime import date
from importlib.resources import files
from typing import Final

SHOP: Final = files(__package__)
"""The folder that holds the files below."""

KB: Final = "kb"
"""Folder of 25 help-centre documents, Markdown and HTML, English and German."""

ORDERS: Final = "orders.jsonl"
"""One order a line; its dates count from `SHOP_DAY`."""

TICKETS: Final = "tickets.mbox"
"""60 messages in mboxrd form."""

SHOP_DOMAIN: Final = "lanternandloom.example"
SUPPORT_ADDRESS: Final = "help@lanternandloom.example"
AUTHSERV_ID: Final = "mx.lanternandloom.example"
"""The receiving host whose Authentication-Results are the only ones to believe."""

SHOP_DAY: Final = date(2026, 11, 30)
"""The calendar day on which the orders are as the tickets describe them."""
