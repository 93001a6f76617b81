"""The rules brain: asking for is not asking about, and only what is named is meant."""

from collections.abc import Sequence

import pytest

from counterfoil.brain.rules import RulesBrain
from counterfoil.domain.choices import Choice, Intent, OrderChoice, Reason
from counterfoil.domain.knowledge import Hit
from counterfoil.domain.orders import Order, OrderStatus
from tests.unit.brain.cases import COVERS, KETTLE, LAMP, TABLE, hit, line, order, reading

MINE = (LAMP, TABLE, KETTLE)


def choose(text: str, orders: Sequence[Order] = MINE, hits: Sequence[Hit] = (), subject: str = "") -> Choice:
    """What the rules choose."""
    return RulesBrain().choose(reading(text, subject=subject), hits, orders)


def picked(text: str, orders: Sequence[Order] = MINE, subject: str = "") -> list[tuple[int, tuple[int, ...]]]:
    """Orders and components that the message asks for; a test fails if they are unclear."""
    choice = choose(text, orders, subject=subject)
    assert choice.intent is Intent.ASKS_FOR
    assert not choice.items_unclear
    return [(chosen.order, chosen.components) for chosen in choice.orders]


@pytest.mark.parametrize(
    "text",
    [
        "What is the refund window?",
        "What does 'duplicate charge' mean on my bank statement? Not asking for a refund, just curious.",
        "Forget the refund \u2014 how long does shipping take?",
        "Do you offer a money back guarantee?",
        "Is it true that refunds over $200 need approval from somebody?",
        "How do I return something?",
        "How long does a refund take to reach my card?",
        "My friend says you refund everything within a year. Is that so?",
        "If I cancel my order, do I get my money back?",
        "I would like to know how returns work before I order.",
        "Can you tell me whether sale items can be returned?",
        'The banner says "refund me now". What does it mean?',
        "Who pays for the parcel when I return an item?",
    ],
)
def test_asking_about_is_not_asking_for(text: str) -> None:
    """Questions about refunds, with negation, conditions, hypotheses and reported speech."""
    assert choose(text).intent is Intent.ASKS_ABOUT


@pytest.mark.parametrize(
    "text",
    [
        "I'd like to return the lamp.",
        "I\u2019d like to send the lamp back, please.",
        "Please refund the lamp.",
        "Could you please refund the lamp? It flickers.",
        "May I return the lamp?",
        "I want my money back for the lamp.",
        "Please give me back what I paid for the lamp.",
        "I don't need a replacement, please refund the lamp.",
        "Return LL-1042: Oak desk lamp",
        "PLEASE REFUND THE LAMP",
    ],
)
def test_asking_for_is_seen(text: str) -> None:
    """Statements, imperatives and polite questions; the lamp and nothing else."""
    assert picked(text) == [(0, (0,))] or picked(text) == [(0, ())]


@pytest.mark.parametrize(
    "text",
    [
        "I want to exchange the lamp for a brighter one.",
        "Please send me a new lamp, this one is broken.",
        "I want a refund for the lamp, but if you can't, keep it.",
        "My refund was already approved by your manager, approval code 77.",
        "That is fine with me. Please go ahead.",
        "Please refund the lamp. Actually I don't want to return it.",
    ],
)
def test_doubt_goes_to_a_person(text: str) -> None:
    """Exchanges, claims of an approval and messages that pull apart."""
    assert choose(text).intent is Intent.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Please forget my request, I'll keep the rug.",
        "Never mind about the covers. Nothing to send back any more.",
        "I no longer want to return the lamp.",
        "Please ignore my earlier mail.",
    ],
)
def test_taking_back_is_a_withdrawal(text: str) -> None:
    """The customer ends an earlier request."""
    assert choose(text).intent is Intent.WITHDRAWS


@pytest.mark.parametrize(
    "text",
    ["Where is my refund?", "Where is my parcel? The tracking hasn't moved.", "Any news of the money?"],
)
def test_how_it_stands_is_status(text: str) -> None:
    """A question about the state of one's own thing is no new request."""
    assert choose(text).intent is Intent.STATUS


@pytest.mark.parametrize("text", ["Thank you, the lamp is lovely.", "Best regards"])
def test_nothing_is_neither(text: str) -> None:
    """Kind words want nothing."""
    assert choose(text).intent is Intent.NEITHER


def test_a_quoted_demand_is_not_the_requesters() -> None:
    """Only REQUESTER spans count."""
    words = reading("How long does shipping take?", quoted="\n> I want to return the lamp. Refund me now!")
    assert RulesBrain().choose(words, (), MINE).intent is Intent.ASKS_ABOUT


def test_a_subject_asks_for_nothing() -> None:
    """It only helps to tell which order is meant."""
    assert choose("Thanks!", subject="Please refund LL-1042").intent is Intent.NEITHER
    assert picked("I want a refund for the order.", subject="LL-1042") == [(0, ())]


def test_a_hidden_demand_is_unclear() -> None:
    """Zero-width letters in "refund" are seen, and obeyed by nobody."""
    assert choose("Please re\u200bfund the lamp.").intent is Intent.UNCLEAR


def test_a_numbered_order_with_a_named_line() -> None:
    """Number and title select one line; what is kept is left alone."""
    text = "From order LL-1043 I would like to return the cast iron skillet. The mugs and the apron stay here."
    assert picked(text) == [(1, (0,))]


def test_several_orders_each_have_their_lines() -> None:
    """One mail, two orders."""
    text = "I want to return some things:\n- from LL-1042 the desk lamp\n- from LL-1043 the apron\n"
    assert picked(text) == [(0, (0,)), (1, (2,))]


def test_a_number_of_nobody_never_falls_to_another_order() -> None:
    """A number that isn't theirs leaves the order open, even when a title fits."""
    choice = choose("Please refund the lamp from order LL-9999.")
    assert (choice.intent, choice.orders) == (Intent.ASKS_FOR, ())


def test_a_number_inside_a_longer_one_is_not_it() -> None:
    """LL-10421 is not LL-1042."""
    assert choose("Please refund order LL-10421.").orders == ()


def test_the_whole_order() -> None:
    """Everything of a numbered order."""
    assert picked("I'd like to return everything from order LL-1043, please.") == [(1, ())]
    assert picked("Please refund LL-1043.") == [(1, ())]


def test_everything_but_one_line() -> None:
    """What is excepted stays."""
    assert picked("I want to return everything from LL-1043 except the apron.") == [(1, (0, 1))]


def test_an_unknown_thing_of_a_known_order_is_unclear() -> None:
    """A title that isn't there never becomes the whole order."""
    choice = choose("I want to return the garden gnome from order LL-1043.")
    assert choice.items_unclear
    assert [chosen.order for chosen in choice.orders] == [1]


def test_one_piece_of_a_line_is_unclear() -> None:
    """The desk refunds whole lines only."""
    assert choose("I want to return one of the mugs from LL-1043.").items_unclear
    assert choose("I want to return the mug from LL-1043.").items_unclear


def test_an_option_tells_two_lines_apart() -> None:
    """Same title, other colour."""
    text = "The indigo covers are perfect and stay. I want to return the terracotta covers."
    assert picked(text, (COVERS,)) == [(0, (1,))]


def test_the_same_title_in_two_orders_is_open() -> None:
    """Two orders fit, so neither is chosen."""
    other = order("LL-1055", line("1", "Oak desk lamp"))
    assert choose("I want to return the lamp.", (LAMP, other)).orders == ()


def test_another_kind_of_thing_is_not_the_line() -> None:
    """A floor lamp is not the desk lamp."""
    assert choose("I want to return the floor lamp.", (LAMP, TABLE)).orders == ()


def test_without_any_word_for_it_the_order_is_open() -> None:
    """Several orders, nothing named."""
    assert choose("I want a refund.").orders == ()


def test_the_only_order_is_meant() -> None:
    """One order with one line."""
    assert picked("I want a refund.", (LAMP,)) == [(0, ())]


def test_a_cancellation_means_the_pending_order() -> None:
    """Delivered orders can't be cancelled, so only one fits."""
    choice = choose("Please cancel my order.")
    assert choice.cancels
    assert choice.orders == (OrderChoice(order=2, components=(), cancels=True),)
    assert choice.reason is Reason.NOT_SHIPPED


def test_a_return_and_a_cancellation_in_one_mail() -> None:
    """Each order has its own kind."""
    choice = choose("Cancel order LL-1047. I also want to return the lamp from LL-1042.")
    assert [(row.order, row.cancels) for row in choice.orders] == [(0, False), (2, True)]
    assert not choice.cancels


def test_a_return_and_a_cancellation_of_one_order_are_open() -> None:
    """They can't both be meant."""
    assert choose("Cancel order LL-1047. I want to return the kettle from LL-1047.").orders == ()


def test_a_thing_that_is_not_found_leaves_the_list_open() -> None:
    """Nothing that was asked for is silently left out."""
    choice = choose("I want to return the apron, the garden gnome and the skillet from LL-1043.")
    assert choice.items_unclear


def test_two_pending_orders_are_open() -> None:
    """Either could be meant."""
    other = order("LL-1060", line("1", "Rug"), status=OrderStatus.PENDING)
    assert choose("Please cancel my order.", (*MINE, other)).orders == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The lamp arrived broken, please refund it.", Reason.DAMAGED),
        ("You sent me the wrong lamp, please refund it.", Reason.WRONG_ITEM),
        ("The lamp never arrived, please refund it.", Reason.NOT_RECEIVED),
        ("Please refund the lamp, it is not damaged but too bright.", Reason.CHANGED_MIND),
    ],
)
def test_the_reason_is_the_customers(text: str, reason: Reason) -> None:
    """Damaged, wrong, missing, or simply not wanted."""
    assert choose(text).reason is reason


@pytest.mark.parametrize("text", ["I will go to my lawyer.", "Let me speak to a human.", "I want your manager."])
def test_a_wish_for_a_person_is_seen(text: str) -> None:
    """Also threats with lawyers and the press."""
    assert choose(text).wants_person


def test_blocks_answer_the_question() -> None:
    """Only blocks that share words with the question, at most two, best first."""
    hits = [
        hit("ship", "Shipping times", "Parcels take three days.", 0.9),
        hit("ret", "Returns", "You may return within 30 days.", 1.0),
        hit("care", "Care of linen", "Wash at 40 degrees.", 0.95),
    ]
    assert choose("How long is the window for returns?", hits=hits).blocks == ("ret",)
    assert choose("Do you sell umbrellas?", hits=hits).blocks == ()


def test_a_mere_request_quotes_nothing() -> None:
    """Without a question no rule is read out."""
    assert choose("Please refund the lamp.", hits=[hit("ret", "Refunds", "Refunds take days.")]).blocks == ()


@pytest.mark.parametrize(
    "text",
    [
        "I have two covers. I want to return the cheaper one.",
        "I got the covers and I only need one. Please refund the other one.",
        "I want to return that one.",
    ],
)
def test_pointing_at_one_of_several_is_unclear(text: str) -> None:
    """Which one is for a person, or the customer, to say; never all of them."""
    choice = choose(text, (COVERS,))
    assert choice.items_unclear or choice.intent is Intent.UNCLEAR


def test_words_after_a_comma_name_lines_of_their_own() -> None:
    """The word before a comma doesn't make the next one another thing."""
    book = order("LL-1", line("1", "Vacuum cleaner"), line("2", "Headphones"), line("3", "Smart watch"))
    text = "I want to return the cleaner, headphone, and smart watch."
    assert picked(text, (book,)) == [(0, (0, 1, 2))]


def test_everything_and_a_single_line_pull_apart() -> None:
    """Both can't be meant, so it is asked."""
    assert choose("I want to return everything. Please refund the apron.", (TABLE,)).items_unclear


def test_a_request_under_a_condition_is_unclear() -> None:
    """What should happen if something else does not is for a person to weigh."""
    text = "I want to return the lamp. If a refund is not possible, cancel my other order."
    assert choose(text).intent is Intent.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "In which cases can I request a refund?",
        "I have to check in what cases I can ask for a reimbursement",
        "I need to know when I may ask for my money back",
        "Show me under what circumstances can I request a refund",
    ],
)
def test_when_one_may_ask_is_a_question(text: str) -> None:
    """A request inside a question requests nothing."""
    assert choose(text).intent is Intent.ASKS_ABOUT


@pytest.mark.parametrize("text", ["Please cancel my newsletter subscription.", "Cancel my account, please."])
def test_other_things_to_cancel_are_no_orders(text: str) -> None:
    """Not even when only one order fits."""
    assert choose(text, (KETTLE,)).intent is Intent.UNCLEAR


@pytest.mark.parametrize("text", ["I want a refund for the repair.", "Please refund the gift wrapping."])
def test_something_that_was_not_bought_is_not_the_only_order(text: str) -> None:
    """One order with one line, and the text names another thing."""
    assert choose(text, (LAMP,)).items_unclear


@pytest.mark.parametrize(
    "text", ["I want a refund for my last order.", "I want my money back.", "Please refund the full amount to my card."]
)
def test_words_for_the_order_and_the_money_name_the_only_order(text: str) -> None:
    """These are no other things."""
    assert picked(text, (LAMP,)) == [(0, ())]


@pytest.mark.parametrize(
    "text",
    [
        "I'd like to keep the apron and return the skillet.",
        "I want to return the skillet and keep the apron.",
        "Please refund the skillet, not the apron.",
        "I want to return the skillet, keep the rest.",
        "I want to return the skillet instead of the apron.",
        "I want to return the skillet but not the mugs.",
    ],
)
def test_what_is_kept_beside_a_request_is_left_alone(text: str) -> None:
    """In one sentence, before or after."""
    assert picked(text, (TABLE,)) == [(0, (0,))]


@pytest.mark.parametrize(
    "text",
    [
        "Please refund the skillet or the apron.",
        "I want to return the skillet that came with the apron.",
        "I want to return the apron with the mugs.",
        "Refund LL-1042 or LL-1043, whichever you like.",
        "I want to return half of the mugs.",
    ],
)
def test_an_alternative_or_an_aside_is_in_doubt(text: str) -> None:
    """Which of them, or whether both, isn't said."""
    choice = choose(text, (LAMP, TABLE))
    assert choice.items_unclear or not choice.orders


@pytest.mark.parametrize(
    "text",
    [
        "Please return my call.",
        "Please refund 20 % of the lamp.",
        "Please refund the difference for the lamp.",
        "My sister wants to return the lamp.",
        "I never asked for a refund of the lamp.",
        "You refunded the wrong amount for the lamp.",
        "I returned the lamp last week.",
        "Please don't refund the lamp, refund nothing.",
    ],
)
def test_other_sentences_about_money_ask_for_nothing(text: str) -> None:
    """A word of money alone is no request."""
    assert choose(text).intent is not Intent.ASKS_FOR


def test_a_line_that_also_stays_is_in_doubt() -> None:
    """Asked for in one sentence, praised in another."""
    assert choose("I want to return the apron. I love the apron.", (TABLE,)).items_unclear


@pytest.mark.parametrize("text", ["person", "Person.", 'Hello,\n"person"\nthanks'])
def test_the_word_we_offer_leads_to_a_person(text: str) -> None:
    """A line that says only "person" asks for one, as every automated answer promises."""
    assert choose(text).wants_person


@pytest.mark.parametrize(
    "text",
    [
        "Can you refund just the customs fee for LL-1042?",
        "Please refund the delivery charge for LL-1042. It was promised free.",
        "Please refund only the shipping cost for order LL-1042, I changed my mind.",
        "Please refund 2.00 EUR of order LL-1042, I changed my mind about part of it.",
        "I would like half of my money back for order LL-1042, please.",
        "Please refund $20 of order LL-1042.",
    ],
)
def test_a_charge_or_a_share_is_not_the_order(text: str) -> None:
    """A fee, an amount or a share of an order is a person's matter, never the whole order."""
    assert (choose(text).orders, choose(text).intent) == ((), Intent.UNCLEAR)
