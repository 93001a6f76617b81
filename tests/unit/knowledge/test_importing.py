"""Documents are imported as revisions that nobody has reviewed."""

from counterfoil.domain.digests import sha256
from counterfoil.domain.knowledge import Tier
from counterfoil.knowledge.importing import import_folder, revision_of
from tests.unit.knowledge.kit import Counted, World, markdown


def test_a_new_document_is_added_unreviewed(world: World) -> None:
    """A first import adds a revision with its blocks, UNREVIEWED."""
    report = import_folder(world.store, [("a.md", markdown("x"))], Counted(), "shop")
    assert report.added == ("a.md",)
    with world.store.read() as rows:
        ((revision, source, _),) = rows.revisions()
        assert (rows.tier(revision.revision), source) == (Tier.UNREVIEWED, "shop/a.md")
        assert [block.text for block in revision.blocks] == ["x"]


def test_the_same_bytes_change_nothing(world: World) -> None:
    """Importing the same bytes again adds no revision."""
    world.put(a=markdown("x"))
    report = import_folder(world.store, [("a.md", markdown("x"))], world.entropy)
    assert (report.added, report.changed, report.unchanged) == ((), (), ("a.md",))


def test_other_bytes_are_a_new_revision(world: World) -> None:
    """Changed bytes add an unreviewed revision; the old one and its tier stay."""
    world.put(a=markdown("x"))
    world.accept("a")
    report = import_folder(world.store, [("a.md", markdown("y"))], world.entropy)
    assert report.changed == ("a.md",)
    with world.store.read() as rows:
        assert [rows.tier(each.revision) for each, _, _ in rows.revisions()] == [Tier.CANONICAL, Tier.UNREVIEWED]


def test_a_bad_document_does_not_hinder_the_others(world: World) -> None:
    """What is refused is reported with its error; the rest is imported."""
    report = import_folder(world.store, [("bad.md", b"\x00"), ("good.md", markdown("x"))], Counted())
    assert report.added == ("good.md",)
    assert [(name, error.code) for name, error in report.refused] == [("bad.md", "CF-105")]


def test_a_name_that_cannot_be_shown_is_refused(world: World) -> None:
    """Names with control characters or half surrogates never become document ids."""
    report = import_folder(world.store, [("a\n.md", markdown("x")), ("\udcff.md", markdown("x"))], Counted())
    assert len(report.refused) == 2


def test_names_are_the_same_on_every_file_system() -> None:
    """A decomposed name gives the composed document id."""
    assert revision_of("cafe\u0301.md", markdown("x"), Counted()).document == "café.md"


def test_hashes_are_of_bytes_and_texts() -> None:
    """A revision is known by its bytes, a block by its text; ids are new each time."""
    raw, entropy = markdown("## A\n\nx\n\n## B\n\ny"), Counted()
    first, second = revision_of("a.md", raw, entropy), revision_of("a.md", raw, entropy)
    assert first.sha256 == second.sha256 == sha256(raw)
    assert [block.sha256 for block in first.blocks] == [sha256(b"x"), sha256(b"y")]
    assert [block.ordinal for block in first.blocks] == [0, 1]
    assert len({first.revision, second.revision, *(block.block for block in (*first.blocks, *second.blocks))}) == 6
