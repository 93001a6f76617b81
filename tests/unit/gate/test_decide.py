"""Deciding: a signature over exactly what was shown, by somebody who may, in time, once."""

from dataclasses import replace

import pytest

from counterfoil.domain.decisions import Verdict
from counterfoil.domain.errors import (
    DigestError,
    FenceError,
    NotAllowedError,
    NotFoundError,
    SignatureError,
    TooLateError,
)
from counterfoil.domain.ids import InstallationId, PendingId, PersonId
from counterfoil.domain.people import Role
from counterfoil.domain.templates import State
from counterfoil.gate.decide import decide
from counterfoil.gate.quote import quote
from tests.unit.gate.house import MARA, House, Roster, eur, lamp_order, person, refund_of, signed


def test_one_signed_yes_approves(house: House) -> None:
    """With a quorum of one, one valid signature is enough."""
    assert house.approve(house.quoted("1")) is State.APPROVED


def test_one_signed_no_denies(house: House) -> None:
    """A denial ends the wait."""
    pending = house.quoted("1")
    assert decide(house.store, house.court, house.decision(pending, verdict=Verdict.DENIED)) is State.DENIED


def test_digest_of_another_action_is_refused(house: House) -> None:
    """A yes to one action is no yes to another."""
    one, two = house.quoted("1"), house.quoted("2")
    wrong = signed(replace(house.decision(one), digest=house.digest(two)), "key-ann")
    with pytest.raises(DigestError):
        decide(house.store, house.court, wrong)


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": Verdict.DENIED},
        {"person": PersonId("ben")},
        {"reason": "other"},
        {"nonce": "0" * 64},
        {"installation": InstallationId("inst_other")},
    ],
)
def test_changed_decision_is_refused(house: House, change: dict[str, object]) -> None:
    """Whatever is changed after signing, the signature no longer fits."""
    decision = replace(house.decision(house.quoted("1")), **change)  # type: ignore[arg-type]
    with pytest.raises(SignatureError):
        decide(house.store, house.court, decision)


def test_key_of_another_person_is_refused(house: House) -> None:
    """Nobody can act as somebody else by naming them."""
    with pytest.raises(SignatureError):
        decide(house.store, house.court, signed(house.decision(house.quoted("1")), "key-ben"))


def test_stranger_is_refused(house: House) -> None:
    """Who is not in the roster decides nothing, however well signed."""
    with pytest.raises(NotAllowedError):
        house.approve(house.quoted("1"), "eve")


def test_editor_is_no_reviewer(house: House) -> None:
    """Another role is not enough."""
    house.roster = Roster(person("ann", roles=frozenset({Role.EDITOR, Role.ADMIN})))
    with pytest.raises(NotAllowedError):
        house.approve(house.quoted("1"))


def test_limit_is_kept(house: House) -> None:
    """A person with a limit decides up to it, and not a cent above."""
    pending = house.quoted("1")
    house.roster = Roster(person("ann", limits=(eur(5999),)), person("ben", limits=(eur(6000),)))
    with pytest.raises(NotAllowedError):
        house.approve(pending)
    assert house.approve(pending, "ben") is State.APPROVED


def test_own_request_is_refused(house: House) -> None:
    """Nobody decides on what they asked for themselves."""
    pending = house.quoted("1")
    house.roster = Roster(person("ann", addresses=frozenset({MARA})))
    with pytest.raises(NotAllowedError):
        house.approve(pending)


def test_second_vote_is_refused(house: House) -> None:
    """After the end nobody decides any more."""
    pending = house.quoted("1")
    house.approve(pending)
    with pytest.raises(TooLateError):
        house.approve(pending, "ben")


def test_late_vote_is_refused(house: House) -> None:
    """After expiry nobody decides."""
    pending = house.quoted("1")
    house.later()
    with pytest.raises(TooLateError):
        house.approve(pending)


def test_unknown_action_is_named(house: House) -> None:
    """An id that names nothing is said to be that."""
    decision = replace(house.decision(house.quoted("1")), pending=PendingId("act_none"))
    with pytest.raises(NotFoundError):
        decide(house.store, house.court, decision)


def test_nobody_votes_on_half_a_plan(house: House) -> None:
    """While another money action of the plan is not priced, the database refuses every vote."""
    house.add_order(lamp_order("LL-2"))
    parking = house.park(refund_of("1"), refund_of("2", order="LL-2"))
    quote(house.quoting, parking, 0)
    with house.store.read() as rows:
        pending = rows.pendings_of(parking)[0].pending
    with pytest.raises(FenceError, match="plan is incomplete"):
        house.approve(pending)
    quote(house.quoting, parking, 1)
    assert house.approve(pending) is State.APPROVED


def test_refused_decision_leaves_nothing(house: House) -> None:
    """A refused decision is not half stored: no row, no event."""
    pending = house.quoted("1")
    with pytest.raises(NotAllowedError):
        house.approve(pending, "eve")
    with house.store.read() as rows:
        assert rows.decisions(pending) == ()
        assert len(rows.events(pending)) == 1


def test_reused_nonce_is_refused(house: House) -> None:
    """A nonce serves a person once, so that no recorded answer can be filed twice."""
    one, two = house.quoted("1"), house.quoted("2")
    first = house.decision(one)
    decide(house.store, house.court, first)
    again = signed(replace(house.decision(two), nonce=first.nonce), "key-ann")
    with pytest.raises(FenceError):
        decide(house.store, house.court, again)
