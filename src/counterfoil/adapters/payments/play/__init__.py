"""The play-money provider: a process of its own behind the real ports, its client, and what starts it."""

from counterfoil.adapters.payments.play.client import PlayProvider
from counterfoil.adapters.payments.play.launch import launch

__all__ = ["PlayProvider", "launch"]
