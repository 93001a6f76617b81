"""Reads imports and calls from the syntax tree and compares them with `fences.toml`."""

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Table = Mapping[str, list[str]]
FENCES: Mapping[str, Table] = tomllib.loads((Path(__file__).parent / "fences.toml").read_text(encoding="utf-8"))
PRODUCT = "counterfoil"
ROOT = "__init__"  # the name of the package itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """One import. `imported` is without "counterfoil." when `own`, else the package's name."""

    importer: str
    imported: str
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The modules of a source tree by their names without "counterfoil."; the package itself is `ROOT`."""

    modules: Mapping[str, ast.Module]

    def imports(self) -> Iterator[Import]:
        """Every import, wherever in a file it stands."""
        for importer, tree in self.modules.items():
            for name in _imported_names(tree):
                root, _, rest = name.partition(".")
                if root == PRODUCT:
                    yield Import(importer=importer, imported=self._module(rest), own=True)
                else:
                    yield Import(importer=importer, imported=root, own=False)

    def refund_calls(self) -> list[str]:
        """The modules that call or take a `refund`, one entry each, without the providers' side of the port."""
        calls = ((name, node) for name, tree in self.modules.items() for node in ast.walk(tree) if _is_refund(node))
        return [name for name, _ in calls if not any(_within(name, side) for side in ("adapters.payments", "testing"))]

    def _module(self, name: str) -> str:
        while name and name not in self.modules:
            name = name.rpartition(".")[0]
        return name or ROOT


def read(package: Path) -> Source:
    """The source tree under `package`, the folder `counterfoil`."""
    paths = {path.relative_to(package).with_suffix(""): path for path in package.rglob("*.py")}
    names = {".".join(relative.parts).removesuffix(f".{ROOT}"): path for relative, path in paths.items()}
    return Source(modules={name: ast.parse(path.read_text(encoding="utf-8")) for name, path in names.items()})


def breaches(source: Source) -> list[str]:
    """Each breach of `fences.toml` in one line that begins with the table whose rule it breaks."""
    found = [f"{rule}: {one.importer} imports {one.imported}" for one in source.imports() for rule in _broken(one)]
    return found + list(_reached(source))


def undeclared(source: Source) -> set[str]:
    """Rooms that the table of packages doesn't list."""
    return {_room(name) for name in source.modules} - set(FENCES["packages"])


def _broken(one: Import) -> Iterator[str]:
    if not one.own:
        yield from _broken_by_a_stranger(one)
        return
    key = _longest(FENCES["importers"], one.imported)
    if key and not _within_any(one.importer, [*FENCES["importers"][key], key]):
        yield "importers"
    key = _longest(FENCES["imports"], one.importer)
    if key and not _within_any(one.imported, [*FENCES["imports"][key], _room(one.importer)]):
        yield "imports"


def _broken_by_a_stranger(one: Import) -> Iterator[str]:
    if one.imported in sys.stdlib_module_names:
        if one.imported in FENCES["standard_library"].get(_room(one.importer), ()):
            yield "standard_library"
    else:
        key = _longest(FENCES["packages"], one.importer)
        if not key or one.imported not in FENCES["packages"][key]:
            yield "packages"


def _reached(source: Source) -> Iterator[str]:
    edges: dict[str, set[str]] = {}
    for one in source.imports():
        if one.own and one.imported != ROOT:
            package = one.imported.rpartition(".")[0] or one.imported
            edges.setdefault(one.importer, set()).update((one.imported, package))
    for start, forbidden in FENCES["unreachable"].items():
        for name in sorted(_downstream(edges, start)):
            if _within_any(name, forbidden):
                yield f"unreachable: {start} reaches {name}"


def _downstream(edges: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(edges.get(name, ()))
    return seen


def _imported_names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _is_refund(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "refund"


def _longest(table: Table, name: str) -> str:
    return max((key for key in table if _within(name, key)), key=len, default="")


def _room(name: str) -> str:
    return name.partition(".")[0]


def _within(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(f"{prefix}.")


def _within_any(name: str, prefixes: list[str]) -> bool:
    return any(_within(name, prefix) for prefix in prefixes)
