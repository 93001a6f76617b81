"""What the pages say of the repository is so: links, tests, sources, words; and nothing names a machine."""

import ast
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType

import pytest

from counterfoil.domain import (
    actions,
    answers,
    choices,
    decisions,
    events,
    executions,
    knowledge,
    money,
    orders,
    people,
    proposals,
    rules,
    texts,
    tickets,
)

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
SAFETY = ROOT / "docs" / "safety.md"
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
DOMAIN = (
    actions, answers, choices, decisions, events, executions, knowledge, money, orders, people, proposals, rules, texts,
    tickets,
)  # fmt: skip
# Parts of a word in the glossary, named after it.
PARTS = {
    "OrderChoice", "EventKind", "Record", "LockedRevision", "ComponentKind", "OrderStatus", "PaymentKind",
    "RosterEntry", "Planned", "SpanAuthor", "ViewKind",
}  # fmt: skip


def name_of(page: Path) -> str:
    """A page's path in the repository."""
    return page.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """The fragments that a page's headings can be linked by."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_resolve(page: Path) -> None:
    """Each link names a file or folder that is there, and a heading of it where it names one."""
    for link in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not fragment or fragment in anchors(target), link


def test_every_page_is_in_the_index() -> None:
    """docs/README.md names each page, decisions by their folder."""
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in LINK.findall(index.read_text("utf-8"))}
    pages = {page for page in ROOT.glob("docs/**/*.md") if page != index and page.parent.name != "decisions"}
    assert sorted(name_of(page) for page in pages - linked) == []


def test_changelog_is_open() -> None:
    """The changelog has a section for what is not released, and something in it."""
    _, _, open_part = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition("\n## Unreleased\n")
    assert "\n- " in open_part.partition("\n## ")[0]


def named_tests() -> Iterator[str]:
    """What the column of tests in docs/safety.md names."""
    for row in SAFETY.read_text(encoding="utf-8").splitlines():
        cells = row.split(" | ")
        if row.startswith("| ") and len(cells) == 3:
            yield from re.findall(r"`([^`]+)`", cells[2])


def functions(path: Path) -> set[str]:
    """The names of the functions in a file of tests."""
    found = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.name for node in found if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("named", sorted(set(named_tests())))
def test_tests_named_by_safety_exist(named: str) -> None:
    """Each test, file or folder of tests that docs/safety.md names is there; `…` stands for any part of a name."""
    place, _, function = named.rpartition("::") if "::" in named else (named, "", "")
    if "…" in place:
        parts = place.strip("…").split("…")
        every = set().union(*(functions(path) for path in ROOT.glob("tests/**/test_*.py")))
        assert any(all(part in name for part in parts) for name in every)
        return
    paths = [ROOT / place] if "/" in place else list(ROOT.glob(f"tests/**/{place}"))
    assert [path for path in paths if path.exists()]
    assert not function or any(function in functions(path) for path in paths)


def test_sources_named_by_safety_exist() -> None:
    """Each file of source that docs/safety.md names is there."""
    text = re.sub(r"`tests/[^`]*`|`test_[^`]*`", "", SAFETY.read_text(encoding="utf-8"))
    named = set(re.findall(r"`([a-z_]+/[\w/]+\.(?:py|sql))`", text))
    assert named
    roots = (ROOT, ROOT / "src" / "counterfoil", ROOT / "src" / "counterfoil" / "adapters" / "store")
    assert sorted(name for name in named if not any((root / name).exists() for root in roots)) == []


def public(module: ModuleType) -> Iterator[str]:
    """The public enums and dataclasses that a module defines."""
    for name, found in inspect.getmembers(module, inspect.isclass):
        own = found.__module__ == module.__name__ and not name.startswith("_")
        if own and (issubclass(found, Enum) or hasattr(found, "__dataclass_fields__")):
            yield name


@pytest.mark.parametrize("module", DOMAIN, ids=lambda module: module.__name__.rpartition(".")[2])
def test_domain_words_are_in_the_glossary(module: ModuleType) -> None:
    """Each enum and dataclass of the domain is a word of the glossary, or a named part of one."""
    rows = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    words = {word.strip().replace("-", "").lower() for row in rows for word in re.split(r"[,(]", row)}
    known = words | {part.lower() for part in PARTS}
    assert [name for name in public(module) if name.lower() not in known] == []


def texts_here() -> Iterator[Path]:
    """Every text file that belongs to the repository."""
    for folder in ("src", "tests", "docs", "scripts", "benchmarks", "requirements"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
    yield from (path for path in ROOT.iterdir() if path.suffix in (".md", ".toml") or path.name == "Makefile")


def test_nothing_names_a_machine_or_an_index() -> None:
    """No file holds a path of somebody's machine or the address of a package index."""
    parts = [("/wo", "rk/"), ("/tm", "p/"), ("/ro", "ot/"), ("/ho", "me/"), ("python", "hosted"), ("pypi", ".org")]
    wanted = re.compile(rb"(?<![\w.])(?:%b)" % b"|".join("".join(pair).replace(".", r"\.").encode() for pair in parts))
    found = [name_of(path) for path in texts_here() if wanted.search(path.read_bytes())]
    assert found == []
