"""How much the types say: ``Any`` stays where it must, and a position holds nothing that can change."""

import ast
import re
from collections.abc import Iterator, Mapping

import attrs
import pytest

import titan_rules as titan
from checkout import EXAMPLES, ROOT
from looping import for_each, some
from titan_rules import Box
from titan_rules.kernel.evolving import FrozenMap
from titan_rules.kernel.lines import rows_in
from titan_rules.kernel.replaying import play
from titan_rules.position import battle, game, muster
from titan_rules.replays.record import RecordedGame
from titan_rules.replays.report import TitanReferee

MOST_ANY = 100
"""Fewer annotations than this are ``Any`` outside the kernel."""


def annotations_of_any() -> Iterator[str]:
    """Every place where ``Any`` stands for a type, outside the kernel."""
    for package in (ROOT / "titan_rules", ROOT / "cli" / "titan_cli"):
        for file in package.rglob("*.py"):
            text = file.read_text("utf-8")
            if "kernel" in file.relative_to(package).parts or "Any" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                quoted = isinstance(node, ast.Constant) and isinstance(node.value, str) and "Any]" in node.value
                if quoted or (isinstance(node, ast.Name) and node.id == "Any"):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}"


def test_any_stays_where_it_must() -> None:
    found = list(annotations_of_any())
    assert len(found) < MOST_ANY, found


def test_no_class_is_frozen_but_by_attrs() -> None:
    by_hand = set()
    for package in (ROOT / "titan_rules", ROOT / "cli" / "titan_cli"):
        for file in package.rglob("*.py"):
            text = file.read_text("utf-8")
            if not re.search("__setattr__|__delattr__|dataclass", text):
                continue
            for node in ast.walk(ast.parse(text)):
                defined = isinstance(node, ast.FunctionDef) and node.name in ("__setattr__", "__delattr__")
                other = isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
                if defined or other or (isinstance(node, ast.Name) and node.id == "dataclass_transform"):
                    by_hand.add(str(file.relative_to(ROOT)))
    assert not by_hand


PARTS = [
    kind
    for module in (battle, game, muster)
    for kind in vars(module).values()
    if isinstance(kind, type) and attrs.has(kind) and kind.__module__ == module.__name__
]


@for_each("kind", PARTS)
def test_a_position_and_its_parts_are_frozen(kind: type) -> None:
    with pytest.raises(AttributeError):  # as a frozen class of attrs raises it, too
        setattr(object.__new__(kind), next(iter(attrs.fields_dict(kind))), None)
    assert kind.__hash__ is not None


def held(value: object) -> Iterator[object]:
    """A value and all that its fields, its items and its keys hold; a box is one value."""
    yield value
    if isinstance(value, Box):
        return
    if attrs.has(type(value)):
        inner: list[object] = [getattr(value, field.name) for field in attrs.fields(type(value))]
    elif isinstance(value, Mapping):
        inner = [*value.keys(), *value.values()]
    else:
        inner = list(value) if isinstance(value, tuple) else []
    for part in inner:
        yield from held(part)


def positions() -> Iterator[titan.Game | titan.Battle | titan.Muster]:
    """Positions read from files, from a line, and as play leaves them."""
    yield titan.load(str(EXAMPLES / "game.json"))
    yield titan.load(str(EXAMPLES / "battle.json"))
    yield titan.Muster.parse("Jungle: 2 Gargoyle, Ogre | caretaker Cyclops 20")
    with (EXAMPLES / "game.replay.jsonl").open("rb") as stream:
        record = RecordedGame(rows_in(stream))
        for step in play(record.lines(), TitanReferee(), record.start()):
            yield step.state


def test_a_position_hashes_and_holds_nothing_that_can_change() -> None:
    seen = 0
    for position in some(positions()):
        assert hash(position) == hash(attrs.evolve(position))
        for value in some(held(position)):
            assert not isinstance(value, list | set | bytearray), value
            assert isinstance(value, FrozenMap) or not isinstance(value, Mapping), value
        seen += 1
    assert seen > 10


def test_no_pattern_holds_a_possessive_group() -> None:
    """Python 3.11.2, which Debian 12 has, misreads ``(...)*+``: of ``Titan-8`` it kept ``Titan-``."""
    for path in some([*(ROOT / "titan_rules").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]):
        assert not re.search(r"\)[*+?}]\+", path.read_text(encoding="utf-8")), path
