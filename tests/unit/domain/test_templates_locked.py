"""The locked sentences themselves."""

import re
from dataclasses import replace

import pytest

from counterfoil.domain.ids import TemplateId
from counterfoil.domain.templates import FOLLOW_ONS, TEMPLATES, SlotKind, State, Template, template


@pytest.mark.parametrize("known", TEMPLATES.values(), ids=lambda known: f"{known.template}-{known.language}")
def test_marks_are_the_declared_slots(known: Template) -> None:
    """Every mark in a text is a declared slot, and every slot is used once or more."""
    names = [name for name, _ in known.slots]
    assert set(re.findall(r"\{([^}]*)\}", known.text)) == set(names)
    assert len(names) == len(set(names))


def test_keys_name_their_templates() -> None:
    """A template stands under its own id and language, and always exists in English."""
    assert all((known.template, known.language) == key for key, known in TEMPLATES.items())
    assert all((name, "en") in TEMPLATES for name, _ in TEMPLATES)


def test_follow_ons_exist_in_english() -> None:
    """What a state says to the customer is always a template that exists."""
    assert all((name, "en") in TEMPLATES for name in FOLLOW_ONS.values())


def test_open_states_say_nothing() -> None:
    """While it is unknown what became of the money, the customer hears nothing of it."""
    silent = {State.WAITING, State.APPROVED, State.SUPERSEDED, State.CLAIMED, State.UNKNOWN}
    assert set(State) - FOLLOW_ONS.keys() == silent


def test_only_success_says_refunded() -> None:
    """No other template claims that we have refunded, and only a final success leads to it."""
    claims = {known.template for known in TEMPLATES.values() if "have refunded" in known.text}
    assert claims == {"refund_succeeded"}
    assert [state for state, name in FOLLOW_ONS.items() if name in claims] == [State.SUCCEEDED]


def test_revision_changes_with_everything() -> None:
    """Another text, id, language or slot gives another revision."""
    known = template("refund_denied", "en")
    changed = [
        replace(known, text=known.text + " "),
        replace(known, template=TemplateId("other")),
        replace(known, language="de"),
        replace(known, slots=(("order", SlotKind.DATE),)),
        replace(known, slots=()),
    ]
    assert len({known.revision, *(one.revision for one in changed)}) == len(changed) + 1


def test_revisions_are_not_shared() -> None:
    """No two templates have one revision."""
    assert len({known.revision for known in TEMPLATES.values()}) == len(TEMPLATES)


def test_missing_languages_fall_back_to_english() -> None:
    """A template in another language is given where there is one, else English."""
    assert template("hand_over", "de").language == "de"
    assert template("refund_denied", "de").language == "en"
