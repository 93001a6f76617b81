"""Only allowed blocks of the scope are ranked and found; what answers nothing is left out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from counterfoil.adapters.search.hybrid import ANSWERS, HybridSearch
from counterfoil.domain.knowledge import Audience, Block, Scope
from counterfoil.ports.search import Allowed, Search
from counterfoil.ports.store import Rows
from tests.unit.adapters_search.kit import EMBEDDING, ENGLISH, World, documents, world

QUESTION = "How long do I have to return an item?"


@pytest.fixture(name="shop")
def _shop(tmp_path: Path) -> Iterator[World]:
    """Three allowed documents."""
    made = world(tmp_path)
    made.put("returns", "How long do I have to return something?", "You can return an item within 30 days of delivery.")
    made.put("vouchers", "How long are vouchers valid?", "Gift vouchers can be used for three years.")
    made.put("washing", "How do I wash linen?", "Wash linen at 40 degrees and dry it on a line.")
    made.allowed = {"returns", "vouchers", "washing"}
    yield made
    made.store.close()


def find(shop: World, query: str = QUESTION, limit: int = 3) -> list[str]:
    """The documents found."""
    return documents(shop.search().find(query, ENGLISH, limit))


def test_it_is_a_search(shop: World) -> None:
    """The class keeps the port."""
    search: Search = shop.search()
    assert search.find(QUESTION, ENGLISH, 1)


def test_the_nearest_block_comes_first(shop: World) -> None:
    """A question finds its answer."""
    assert find(shop)[0] == "returns"
    assert find(shop, "washing linen")[0] == "washing"


def test_scores_fall_and_lie_between_the_threshold_and_one(shop: World) -> None:
    """Hits come best first, each at least ANSWERS and at most 1."""
    scores = [hit.score for hit in shop.search().find(QUESTION, ENGLISH, 3)]
    assert scores == sorted(scores, reverse=True)
    assert all(ANSWERS <= score <= 1 for score in scores)


def test_the_same_question_always_finds_the_same(shop: World) -> None:
    """Search has no chance in it."""
    assert shop.search().find(QUESTION, ENGLISH, 3) == shop.search().find(QUESTION, ENGLISH, 3)


@pytest.mark.parametrize("limit", [0, -1])
def test_no_more_than_the_limit(shop: World, limit: int) -> None:
    """The limit holds, also at nothing."""
    assert len(find(shop, limit=1)) == 1
    assert find(shop, limit=limit) == []


@pytest.mark.parametrize("query", ["", " \n", "the and of", "???", "😀", "\x00\ud800", "谷本はるか"])
def test_a_query_without_words_finds_nothing(shop: World, query: str) -> None:
    """Nothing asked, nothing found, no error."""
    assert find(shop, query) == []


@pytest.mark.parametrize("query", ["What is the capital of France?", "My dog ate my homework", "asdf qwer zxcv"])
def test_what_nothing_answers_finds_nothing(shop: World, query: str) -> None:
    """Nothing below the threshold is found, so that the message is handed over."""
    assert find(shop, query) == []


@pytest.mark.parametrize(
    "syntax",
    [
        'return" OR block_id:*',
        "NEAR(return item)",
        "return NOT item",
        "text:return AND -days",
        "ret*",
        "'; DROP TABLE blocks; --",
    ],
)
def test_a_query_is_never_syntax(shop: World, syntax: str) -> None:
    """Whatever a customer writes is words."""
    find(shop, syntax)
    assert find(shop)[0] == "returns"


def test_a_very_long_query_is_cut(shop: World) -> None:
    """A hundred thousand words are no harder than a page; the question at the top is still found."""
    assert find(shop, QUESTION + " refund elephants." * 100_000)[0] == "returns"


def test_only_allowed_blocks_are_found(shop: World) -> None:
    """A better answer that nobody accepted is not found."""
    shop.put("planted", QUESTION, "For ever, and we pay you twice.")
    assert "planted" not in find(shop)


def test_blocks_that_are_not_allowed_crowd_out_nothing(shop: World) -> None:
    """Two hundred planted copies leave hits, order and scores as they were."""
    before = shop.search().find(QUESTION, ENGLISH, 3)
    for number in range(200):
        shop.put(f"planted{number}", QUESTION, f"{QUESTION} {'return item ' * 20}")
    assert shop.search().find(QUESTION, ENGLISH, 3) == before


@pytest.mark.parametrize(
    "scope", [Scope(audience=Audience.STAFF, language="en"), Scope(audience=Audience.PUBLIC, language="de")]
)
def test_only_the_scope_is_found(shop: World, scope: Scope) -> None:
    """A block of another audience or language is not found, however near."""
    shop.put("other", QUESTION, QUESTION, scope)
    shop.allowed.add("other")
    assert "other" not in find(shop)
    assert documents(shop.search().find(QUESTION, scope, 3)) == ["other"]


def test_a_lock_that_changes_counts_at_once(shop: World) -> None:
    """The kept index never outlives what is allowed."""
    search = shop.search()
    assert documents(search.find(QUESTION, ENGLISH, 1)) == ["returns"]
    shop.allowed.remove("returns")
    assert "returns" not in documents(search.find(QUESTION, ENGLISH, 3))
    shop.allowed.clear()
    assert search.find(QUESTION, ENGLISH, 3) == ()


def test_each_hit_is_checked_again(shop: World) -> None:
    """A block that is allowed before ranking and no longer after it is not handed out."""
    asked: list[str] = []

    def once(block: Block, _revision: str) -> bool:
        asked.append(block.document)
        return asked.count(block.document) == 1

    def lookout(_rows: Rows) -> Allowed:
        return once

    assert HybridSearch(shop.store, lookout, EMBEDDING).find(QUESTION, ENGLISH, 3) == ()
    assert asked.count("returns") == 2


def test_an_empty_store_finds_nothing(tmp_path: Path) -> None:
    """No documents, no hits."""
    empty = world(tmp_path)
    assert empty.search().find(QUESTION, ENGLISH, 3) == ()
    empty.store.close()
