"""Imports go down only: the storeys as drawn in docs/architecture.md against the code, and no circle of modules."""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import ForwardRef, TypeVar, Union, get_args, get_origin, get_type_hints

import pytest

from checkout import ROOT
from looping import for_each, some
from titan_rules.kernel.ports import PROVIDERS, provider
from titan_rules.position.position import Position

import_module("titan_cli")  # says who provides its ports

Imports = dict[str, set[str]]
"""The modules that each module imports, late imports and those for type checkers included."""

LAYER = re.compile(r"(?<= )(\w+)(?:/|\.py)(?= )")


def modules(*packages: Path) -> dict[str, Path]:
    """The files of packages, by module."""
    found = {}
    for package in packages:
        for file in package.rglob("*.py"):
            parts = file.relative_to(package.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All of a tree but its expressions, which import nothing."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield from statements(child)


def imported(module: str, file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The known modules that a file imports anywhere in it."""
    package = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
    for node in statements(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            named = {f"{source}.{alias.name}" for alias in node.names} & known.keys()
            yield from named or ({source} & known.keys())


@pytest.fixture(scope="module")
def imports() -> Imports:
    known = modules(ROOT / "titan_rules", ROOT / "cli" / "titan_cli")
    return {module: set(imported(module, file, known)) - {module} for module, file in known.items()}


def circle(imports: Mapping[str, set[str]]) -> list[str]:
    """What is left when whatever imports nothing that is left, or is imported by nothing, has been taken away."""
    left = {module: set(targets) for module, targets in imports.items()}
    while True:
        wanted = set().union(*left.values())
        free = {module for module, targets in left.items() if not targets or module not in wanted}
        if not free:
            return sorted(left)
        left = {module: targets - free for module, targets in left.items() if module not in free}


def storey(module: str) -> str | None:
    """The row of the drawing that a module of the library belongs to; None for the face."""
    return module.split(".")[1] if "." in module else None


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == ["b", "c"]


def test_no_module_imports_itself_in_a_circle(imports: Imports) -> None:
    assert circle(imports) == []


def test_an_import_goes_down_only(imports: Imports) -> None:
    drawing = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("  titan_rules ")[2].partition("```")[0]
    rows = LAYER.findall(drawing)
    upward = []
    for module, targets in some(imports.items()):
        here = storey(module)
        if not module.startswith("titan_rules."):
            continue
        assert here in rows, f"{module} is not in the drawing"
        lower = set(rows[rows.index(here) :])
        upward += [(module, target) for target in sorted(targets) if storey(target) not in lower]
    assert upward == []


def ports() -> Iterator[str]:
    """The full names of the functions that ask a higher layer, as declared."""
    for module, file in modules(ROOT / "titan_rules", ROOT / "cli" / "titan_cli").items():
        text = file.read_text("utf-8")
        for node in ast.parse(text).body if "port" in text.replace("import", "") else ():
            if isinstance(node, ast.FunctionDef) and any(ast.unparse(d) == "port" for d in node.decorator_list):
                yield f"{module}.{node.name}"


def test_whatever_a_lower_layer_asks_is_provided_once() -> None:
    assert sorted(ports()) == sorted(PROVIDERS)


@for_each("name", sorted(PROVIDERS))
def test_a_provider_takes_what_its_port_takes_and_answers_with_the_same(name: str) -> None:
    module, _, function = name.rpartition(".")
    asked, answers = getattr(import_module(module), function), provider(name)
    given, taken = inspect.signature(asked).parameters, inspect.signature(answers).parameters
    by_place = list(taken.values())[: len(given)]
    assert [p.kind for p in by_place] == [p.kind for p in given.values()]
    more = list(taken.values())[len(given) :]
    assert all(p.default is not p.empty or p.kind is p.VAR_POSITIONAL for p in more)
    names = vars(import_module(answers.__module__))  # a port's file may import its types for type checkers only
    wanted, got = get_type_hints(asked, localns=names), get_type_hints(answers)
    result = wanted.pop("return")
    assert narrower(got["return"], result), (got["return"], result)
    for (mine, hint), parameter in zip(wanted.items(), by_place, strict=True):
        assert narrower(hint, got[parameter.name]), (mine, hint, got[parameter.name])


def narrower(narrow: object, wide: object) -> bool:
    """Whether every value of one annotation is one of the other; type variables and their bounds count as the same."""
    narrow_kinds, wide_kinds = kinds(narrow), kinds(wide)
    return all(any(one == other or is_below(one, other) for other in wide_kinds) for one in narrow_kinds)


def is_below(one: object, other: object) -> bool:
    return isinstance(one, type) and isinstance(other, type) and issubclass(one, other)


def kinds(annotation: object) -> tuple[object, ...]:
    """The members of a union, or the one kind that an annotation is."""
    if isinstance(annotation, TypeVar):
        bound = annotation.__bound__
        module = import_module(annotation.__module__)
        return kinds(getattr(module, bound.__forward_arg__) if isinstance(bound, ForwardRef) else bound)
    if annotation is Position:  # is always one of these
        return tuple(Position.__subclasses__())
    if get_origin(annotation) in (Union, UnionType):
        return tuple(kind for part in get_args(annotation) for kind in kinds(part))
    return (get_origin(annotation) or annotation,)
