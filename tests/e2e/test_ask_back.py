"""A question back is answered by reply, and we don't ask for ever."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from counterfoil.bootstrap.demo import unpack
from counterfoil.bootstrap.desk import open_desk
from counterfoil.bootstrap.executor import open_executor
from counterfoil.bootstrap.reports import Handling

Say = Callable[..., Handling]
JOOST = "joost.verhagen@inbox.example"  # has two orders with a wool throw


def _quiet(_share: float) -> None:
    """Show no progress."""


@pytest.fixture
def say(tmp_path: Path) -> Iterator[Say]:
    """Writes one message of Joost's ticket, signed in, and tells what became of it."""
    shop = unpack(tmp_path / "home")
    with open_executor(shop.made.home) as executor:
        executor.import_orders(shop.orders, _quiet)
    with open_desk(shop.made.home) as desk:
        desk.import_documents(shop.documents)
        said = 0

        def say(text: str, sender: str = JOOST, identity: str = "session") -> Handling:
            nonlocal said
            said += 1
            row = {"id": str(said), "from": sender, "subject": "", "text": text, "ticket": "T", "identity": identity}
            file = tmp_path / "one.jsonl"
            file.write_text(json.dumps(row) + "\n", encoding="utf-8")
            (handled,) = desk.handle(file, _quiet, trust_identity=True)
            desk.flush()
            return handled

        yield say


def test_order_and_item_are_asked_and_answered(say: Say) -> None:
    """Which order, then which item: the answers are read together with what was asked about."""
    assert "Which of your orders" in say("Hello, I would like to return the blanket.").answer
    assert "Which items of order LL-1046" in say("LL-1046").answer
    last = say("the rust throw")
    assert (last.outcome, last.detail) == ("parked", "RefundComponents LL-1046")


def test_all_means_all_items(say: Say) -> None:
    """The word that the question offers is understood."""
    say("Hello, I would like to return the blanket.")
    say("LL-1045")
    assert say("all").outcome == "parked"


def test_the_same_question_is_not_asked_twice(say: Say) -> None:
    """An answer that doesn't help leads to a person, not to the same question."""
    say("Hello, I would like to return the blanket.")
    assert say("The one with the fringe").outcome == "handed over"


@pytest.mark.parametrize(("sender", "identity"), [("eve@post.example", "session"), (JOOST, "none")])
def test_nobody_else_answers(say: Say, sender: str, identity: str) -> None:
    """Another sender, or the author unverified, answers nothing."""
    say("Hello, I would like to return the blanket.")
    assert say("LL-1046, the rust throw", sender, identity).outcome == "handed over"
