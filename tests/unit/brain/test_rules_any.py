"""The rules brain on any text: never an error, never a choice of what was not shown."""

from hypothesis import given
from hypothesis import strategies as st

from counterfoil.brain.propose import sound
from counterfoil.brain.rules import MOST_CHARACTERS, RulesBrain
from counterfoil.brain.words import listed
from counterfoil.domain.choices import Choice, Intent
from counterfoil.domain.orders import Order
from counterfoil.ports.brain import Brain
from tests.unit.brain.cases import COVERS, KETTLE, LAMP, TABLE, hit, reading

HITS = (hit("b1", "Returns of lamps", "Send the lamp back within 30 days."), hit("b2", "Refunds", "Five days."))
VOCABULARY = listed(
    """i want to return refund cancel please the my lamp mugs kettle apron covers terracotta order LL-1042 LL-1043
    LL-1047 LL-9999 everything except but not and or keep if you can't , . ? ; : - ( ) " ' never mind exchange one of
    where is when does money back for it don't could may
    """
)
WORDS = st.sampled_from([*sorted(VOCABULARY), "\n", "\n- "])
TEXTS = st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=40).map(" ".join))
BOOKS = st.lists(st.sampled_from([LAMP, TABLE, KETTLE, COVERS]), unique=True, max_size=4).map(tuple)


@given(text=TEXTS, subject=TEXTS, orders=BOOKS)
def test_any_text_gives_a_sound_choice(text: str, subject: str, orders: tuple[Order, ...]) -> None:
    """Whatever is written: indexes and blocks are among what was shown, and the same again the next time."""
    words = reading(text, subject=subject.replace("\n", " "))
    brain: Brain = RulesBrain()
    choice = brain.choose(words, HITS, orders)
    assert sound(choice, orders, HITS)
    assert brain.choose(words, HITS, orders) == choice


@given(text=TEXTS)
def test_without_orders_none_is_chosen(text: str) -> None:
    """Nobody verified is shown none."""
    assert RulesBrain().choose(reading(text), HITS, ()).orders == ()


@given(text=TEXTS)
def test_nothing_is_chosen_without_a_request_or_a_question_of_status(text: str) -> None:
    """Orders go with ASKS_FOR and STATUS only."""
    choice = RulesBrain().choose(reading(text), (), (LAMP, TABLE))
    assert not choice.orders or choice.intent in (Intent.ASKS_FOR, Intent.STATUS)


def test_a_very_long_text_is_read_by_a_person() -> None:
    """More than a person writes is not looked at."""
    text = "I want to return the lamp. " * (MOST_CHARACTERS // 20)
    assert RulesBrain().choose(reading(text), HITS, (LAMP,)) == Choice(intent=Intent.UNCLEAR)
