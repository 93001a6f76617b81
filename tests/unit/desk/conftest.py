"""A small shop around the real desk: real store, one document, a helpdesk in memory, a brain that is scripted."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from counterfoil.desk.answer import Answered, Answering, answer
from counterfoil.desk.intake import Received, receive
from counterfoil.desk.outbox import Sending, Sent, flush
from counterfoil.domain.choices import Choice, Intent, OrderChoice
from counterfoil.domain.ids import BlockId
from counterfoil.domain.knowledge import Block, Hit, Scope
from counterfoil.domain.tickets import Arrival, Author, Identity
from counterfoil.knowledge.importing import revision_of
from counterfoil.ports.brain import Brain
from counterfoil.ports.helpdesk import ReplyMode
from counterfoil.testing.brains import AnythingBrain, ScriptedBrain
from counterfoil.testing.helpdesk import MemoryHelpdesk
from tests.unit.gate.house import MARA, House

LINEN = b"---\ntitle: Linen\naudience: public\nlanguage: en\n---\n\n# Linen\n\nWash linen at 40 degrees.\n"


@dataclass(slots=True)
class Found:
    """A search that finds every block, whatever is asked."""

    blocks: tuple[Block, ...]
    asked: list[Scope] = field(default_factory=list)

    def find(self, query: str, scope: Scope, limit: int) -> tuple[Hit, ...]:
        """All blocks, best first."""
        del query
        self.asked.append(scope)
        return tuple(Hit(block=block, score=1.0) for block in self.blocks[:limit])


class Bureau:
    """The desk's steps by short names."""

    def __init__(self, directory: Path) -> None:
        self.house = House(directory)
        self.store, self.helpdesk, self.mode = self.house.store, MemoryHelpdesk(), ReplyMode.REPLY
        self.blocks = revision_of("linen.md", LINEN, self.house.entropy).blocks
        self.locked: dict[BlockId, Block] = {block.block: block for block in self.blocks}
        self.search, self.count = Found(self.blocks), 0
        self.brain: Brain = ScriptedBrain([])

    def arrival(self, text: str = "I want to send it back.", **more: Any) -> Arrival:  # noqa: ANN401 - its fields
        """A signed-in message of Mara's, unless told otherwise."""
        self.count += 1
        fields: dict[str, Any] = {
            "channel": "jsonl",
            "channel_id": str(self.count),
            "references": (),
            "ticket_hint": "",
            "sender": MARA,
            "identity": Identity.SESSION,
            "author": Author.CUSTOMER,
            "subject": "",
            "raw": json.dumps({"text": text}).encode(),
            **more,
        }
        return Arrival(**fields)

    def receive(self, arrival: Arrival) -> Received:
        """Take it in."""
        with self.store.write() as rows:
            return receive(rows, arrival, self.house.entropy)

    def answering(self) -> Answering:
        """What the desk answers with now."""
        return Answering(
            store=self.store,
            search=self.search,
            brain=self.brain,
            locked=self.locked.get,
            helpdesk=self.helpdesk,
            entropy=self.house.entropy,
            rules=self.house.rules,
            languages=frozenset({"en"}),
        )

    def says(self, choice: Choice, arrival: Arrival | None = None) -> Answered:
        """Take in and answer a message that the brain makes `choice` of."""
        self.brain = AnythingBrain(choice)
        return answer(self.answering(), self.receive(arrival or self.arrival()).message)

    def flush(self) -> Sent:
        """Send what is due."""
        return flush(Sending(store=self.store, helpdesk=self.helpdesk, locked=self.locked.get, mode=self.mode))

    @property
    def quotes(self) -> Choice:
        """Quote the document."""
        return Choice(intent=Intent.ASKS_ABOUT, blocks=(self.blocks[0].block,))


RETURN = Choice(intent=Intent.ASKS_FOR, orders=(OrderChoice(order=0, components=(0,)),))


@pytest.fixture
def bureau(tmp_path: Path) -> Bureau:
    """A fresh desk."""
    return Bureau(tmp_path)
