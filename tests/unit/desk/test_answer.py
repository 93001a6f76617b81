"""One message from start to plan, with brains that are scripted, fooled or hostile."""

from dataclasses import replace

import pytest

from counterfoil.desk.answer import Handled
from counterfoil.domain.actions import HandOver
from counterfoil.domain.choices import Choice, Intent, OrderChoice
from counterfoil.domain.errors import NotFoundError
from counterfoil.domain.ids import BlockId, MessageId
from counterfoil.domain.tickets import Author, Identity
from counterfoil.gate.quote import quote
from tests.unit.desk.conftest import RETURN, Bureau
from tests.unit.gate.house import lamp_order


def test_what_is_owed_is_parked(bureau: Bureau) -> None:
    """A refund that the record owes waits for persons, and the message has its answer."""
    done = bureau.says(RETURN)
    assert done.handled is Handled.PARKED
    assert [action.order for action in done.money] == ["LL-1"]
    assert done.draft


def test_what_policy_refuses_is_not_parked(bureau: Bureau) -> None:
    """Too late: no money action, and a person is told why."""
    bureau.house.later(60 * 86_400)
    done = bureau.says(RETURN)
    assert (done.money, done.refused) == ((), ("WINDOW_PAST",))
    assert HandOver.NOT_OWED in done.hand_over


def test_block_is_quoted(bureau: Bureau) -> None:
    """A question is answered with a locked block and its citation."""
    done = bureau.says(bureau.quotes)
    assert done.handled is Handled.ANSWERED
    assert done.draft
    assert [cited.document for cited in done.draft.citations] == ["linen.md"]


def test_other_language_is_only_handed_over(bureau: Bureau) -> None:
    """In a language that isn't enabled nothing is searched, quoted or proposed."""
    german = "Guten Tag, ich möchte den Tisch gerne zurückgeben und hätte gerne mein Geld zurück. Vielen Dank!"
    done = bureau.says(RETURN, bureau.arrival(german))
    assert (done.handled, done.money, done.hand_over) == (Handled.HANDED_OVER, (), (HandOver.LANGUAGE,))
    assert not bureau.search.asked


@pytest.mark.parametrize("intent", [Intent.ASKS_FOR, Intent.STATUS, Intent.WITHDRAWS])
def test_unverified_gets_nothing_of_an_account(bureau: Bureau, intent: Intent) -> None:
    """Without identity no order facts, no question back, no proposal, no withdrawal."""
    done = bureau.says(Choice(intent=intent), bureau.arrival(identity=Identity.NONE))
    assert (done.handled, done.money, done.withdrawn) == (Handled.HANDED_OVER, (), ())
    assert HandOver.UNVERIFIED in done.hand_over


@pytest.mark.parametrize(
    "choice",
    [
        Choice(intent=Intent.ASKS_FOR, orders=(OrderChoice(order=7, components=()),)),
        Choice(intent=Intent.ASKS_FOR, orders=(OrderChoice(order=0, components=(99,)),)),
        Choice(intent=Intent.ASKS_ABOUT, blocks=(BlockId("blk_planted"),)),
        Choice(intent=Intent.ASKS_FOR, orders=(OrderChoice(order=-1, components=()),)),
    ],
)
def test_hostile_brain_gets_nothing_out(bureau: Bureau, choice: Choice) -> None:
    """What was not shown can't be chosen: the whole choice is void and a person looks."""
    done = bureau.says(choice)
    assert (done.handled, done.money, done.hand_over) == (Handled.HANDED_OVER, (), (HandOver.UNCLEAR,))


def test_another_customers_order_is_never_shown(bureau: Bureau) -> None:
    """Whatever the brain says, only the author's own orders are there to be chosen."""
    bureau.house.add_order(lamp_order("LL-2", "joe@post.example"))
    done = bureau.says(Choice(intent=Intent.ASKS_FOR, orders=(OrderChoice(order=1, components=()),)))
    assert done.money == ()


def test_vanished_lock_is_handed_over(bureau: Bureau) -> None:
    """A block that is locked no more between search and check is not quoted."""
    bureau.locked.clear()
    done = bureau.says(bureau.quotes)
    assert HandOver.NO_ANSWER in done.hand_over
    assert done.draft
    assert not done.draft.citations


def test_changed_block_is_handed_over(bureau: Bureau) -> None:
    """A block whose locked text is another is not quoted."""
    block = bureau.blocks[0]
    bureau.locked[block.block] = replace(block, text="Wash linen at 90 degrees.")
    done = bureau.says(bureau.quotes)
    assert done.draft
    assert not done.draft.citations


def test_author_withdraws(bureau: Bureau) -> None:
    """The verified author ends what waits on the ticket."""
    asked = bureau.says(RETURN, bureau.arrival(ticket_hint="T"))
    assert asked.parking
    assert quote(bureau.house.quoting, asked.parking, 1) == ""
    done = bureau.says(Choice(intent=Intent.WITHDRAWS), bureau.arrival("Never mind.", ticket_hint="T"))
    assert (done.handled, len(done.withdrawn)) == (Handled.WITHDRAWN, 1)


@pytest.mark.parametrize("author", [Author.STAFF, Author.MACHINE])
def test_only_customers_are_answered(bureau: Bureau, author: Author) -> None:
    """Staff and machines get no answer and no plan."""
    done = bureau.says(RETURN, bureau.arrival(author=author))
    assert (done.handled, done.parking) == (Handled.NOT_ANSWERED, None)


def test_unknown_message(bureau: Bureau) -> None:
    """An id that names nothing is an error."""
    from counterfoil.desk.answer import answer

    with pytest.raises(NotFoundError):
        answer(bureau.answering(), MessageId("msg_none"))
