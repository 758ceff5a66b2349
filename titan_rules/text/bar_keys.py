"""The keys behind the bar of a line, both ways: every field of a position without a place before the bar."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any

from attrs import define, field, frozen

from ..box.current_box import BoxReference
from ..box.types import ColorName, Count, MarkerName, NamedCharacter, PlayerName, Score, TowerText
from ..box.value import Box
from ..digest.rulesets import RULESETS
from ..kernel.fields import Key, keys_of, without_none
from ..kernel.jsontext import JSON, LONGEST_NUMBER, compact, loads
from ..kernel.names import in_quotes, nearest
from ..kernel.writing import write
from ..position.battle import Battle, BattleOutcome, BattleSide
from ..position.game import Engagement, Game, Legion, Player, Seat
from ..position.muster import Muster
from .lexer import Token, TokenKind, tokens
from .reader import Builder, Reader, listed, misread
from .words import words

NOBODY = ("nobody", "nothing", "none")


def in_words(names: Iterable[str], between: str = " ") -> str:
    """Names with their counts, in order."""
    runs = [(name, sum(1 for _ in group)) for name, group in groupby(names)]
    return between.join([f"{count} {name}" if count > 1 else name for name, count in runs]) or "nobody"


# --- values, both ways -----------------------------------------------------------------------------------------------


@frozen
class Value:
    """A kind of value: how it is read and written.

    :param read: its JSON, from the tokens that say it.
    :param each: each item of a mapping has a key of its own; what the item is for, as in *seen Bk01 Red Ogre*.
    """

    read: Callable[[Reader, list[Token]], Any]
    written: Callable[[Any], str] = str
    each: str = ""


def _text(text: str, said: list[Token]) -> str:
    """What is typed, or what stands in quotes."""
    return said[0].text if said[0].kind is TokenKind.QUOTED and len(said) == 1 else text[said[0].start : said[-1].end]


def typed_value(text: str, said: list[Token]) -> JSON:
    """A number, a text, or None for *none*.

    :raises DocumentError: there is nothing, or a number that is too large.
    """
    if not said:
        misread(text, "expected a value")
    if len(said) == 1 and said[0].kind is TokenKind.NUMBER:
        return _number(text, said[0])
    typed = _text(text, said)
    return None if typed.lower() in NOBODY else typed


def _number(text: str, token: Token) -> int:
    if token.kind is not TokenKind.NUMBER:
        misread(text, "expected a number", token)
    if len(token.text) > LONGEST_NUMBER:
        misread(text, "the number is too large", token)
    return int(token.text)


def _stock(reading: Reader, said: list[Token]) -> JSON:
    if len(said) == 1 and said[0].low in NOBODY:
        return {}
    if len(said) % 2:
        hint = "as in: caretaker Ogre 20 Lion 3"
        reading.fail("expected characters with their numbers", said[0], said[-1], hint=hint)
    return {name.text: _number(reading.text, count) for name, count in zip(said[::2], said[1::2], strict=True)}


def _markers(_: Reader, said: list[Token]) -> JSON:
    return [token.text for token in said if token.low not in NOBODY]


def _outcome(reading: Reader, said: list[Token]) -> JSON:
    if len(said) not in (2, 3):
        hint = "as in: outcome attacker concession defender"
        reading.fail("expected a winner and how it won", said[0], said[-1], hint=hint)
    return dict(zip(("winner", "how", "conceded_by"), [token.low for token in said], strict=False))


def _names(reading: Reader, said: list[Token]) -> JSON:
    if len(said) == 1 and said[0].low in NOBODY:
        return []
    names = listed(reading, words(reading.text[: said[-1].end], start=said[0].start))
    reading.believe()
    return [*names]


def _box(box: Box) -> str:
    named = box.reference
    return named if isinstance(named, str) and named.replace("-", "").isalnum() else compact(named)


def _of_one(what: str) -> Value:
    """Characters for each of several."""

    def read(reading: Reader, said: list[Token]) -> JSON:
        if not said[1:]:
            reading.fail(f"expected {what}, and characters", said[0])
        return {said[0].text.capitalize(): _names(reading, said[1:])}

    return Value(read, lambda item: f"{item[0]} {in_words(item[1])}", each=what)


WORD = Value(lambda reading, said: typed_value(reading.text, said))
FLAG = Value(lambda reading, said: True, lambda value: "")
STOCK = Value(_stock, lambda stock: " ".join(f"{name} {stock[name]}" for name in sorted(stock)) or "nothing")
PART = Value(
    lambda reading, said: reading.fail("not JSON", said[0], said[-1]),
    lambda part: compact([*map(write, part)] if isinstance(part, tuple) else write(part)),
)
OPTION = Value(
    lambda reading, said: dict([RULESETS.typed(_text(reading.text, said).replace(" ", ""))]),
    lambda item: f"{item[0]}={json.dumps(item[1]) if isinstance(item[1], bool) else item[1]}",
    each="an option",
)
VALUES: dict[Any, Value] = {
    bool: FLAG,
    PlayerName: Value(lambda reading, said: _text(reading.text, said), in_quotes),
    tuple[NamedCharacter, ...]: Value(_names, in_words),
    tuple[MarkerName, ...]: Value(_markers, lambda markers: " ".join(markers) or "none"),
    Mapping[MarkerName, tuple[NamedCharacter, ...]]: _of_one("a Legion"),
    Mapping[ColorName, tuple[NamedCharacter, ...]]: _of_one("a colour"),
    Mapping[str, str | bool]: OPTION,
    Mapping[NamedCharacter, Count]: STOCK,
    Mapping[TowerText, Score]: STOCK,
    BattleOutcome: Value(_outcome, lambda x: " ".join(filter(None, (x.winner, x.how, x.conceded_by)))),
    BoxReference: Value(WORD.read, _box),
    **dict.fromkeys((Engagement, Battle, tuple[Seat, ...]), PART),
}
"""The kinds of values by the type of a field; all others are words."""

# --- keys ------------------------------------------------------------------------------------------------------------

_BEFORE: dict[type, str] = {
    BattleSide: "player legion score characters",
    Battle: "turn terrain side phase attacker defender",
    Player: "color tower score legions",
    Legion: "legion land characters",
    Game: "turn phase active roll mulligan players",
    Muster: "terrain characters",
}
"""The fields with a place before the bar."""
_PARTS: dict[type, tuple[type, ...]] = {
    Battle: (BattleSide, Battle), Game: (Player, Legion, Game), Muster: (Muster,)
}  # fmt: skip

_WHOSE = {BattleSide: "attacker or defender", Player: "a colour", Legion: "a Legion"}
"""What comes first, where a key is one of a part."""


@frozen
class BarKey:
    """A key behind the bar.

    :param of: the class with that field.
    """

    of: type
    key: Key
    value: Value

    @property
    def word(self) -> str:
        """The key as written."""
        return "option" if self.value is OPTION else self.key.key.replace("_", "-")

    def read(self, reading: Reader, entry: "Entry") -> None:
        """Read an entry's value.

        :raises DocumentError: it is not said of whom, or what.
        """
        said = entry.said
        if self.value is FLAG and len(said) > 2:
            for token in said[1:]:
                self.read(reading, Entry([said[0], token]))
            return
        part, typed = self._part(reading, said)
        value: Any = entry.part
        if self.value is FLAG:
            value = True
        elif value is None and not typed:
            reading.fail(f"expected {self.value.each or 'a value'}", said[0], said[-1])
        elif value is None:
            value = self.value.read(reading, typed)
        items = self._items(reading, part) if self.value.each and entry.part is None else {}
        if twice := [item for item in items if item in value]:
            reading.fail(f"{twice[0]} is given twice", said[0], said[-1], code="said-twice")
        reading.say_typed(part, self.key.key, value, said[0], said[-1])
        if items:
            part.values[self.key.key] = {**items, **part.values[self.key.key]}

    def _items(self, reading: Reader, part: Builder) -> Mapping[str, object]:
        """What earlier entries of this key have said of other items, as more may be said of it."""
        reading.believe()
        items: Mapping[str, object] = part.values.get(self.key.key, {})
        part.places.pop(self.key.key, None)
        return items

    def _part(self, reading: Reader, said: list[Token]) -> tuple[Builder, list[Token]]:
        """Whose value it is, and the words of the value."""
        if self.of not in _WHOSE:
            return reading.position, said[1:]
        parts = reading.parts_of(self.of)
        if len(said) < 2 or said[1].low not in parts:
            hint = "one of: " + ", ".join(parts)
            reading.fail(f"expected {_WHOSE[self.of]} first", said[0], said[-1], hint=hint)
        return parts[said[1].low], said[2:]


@cache
def _keys(of: Any) -> list[BarKey]:
    """The keys of a class, as they are written: JSON last, and the readings before it."""
    keys = [key for key in keys_of(of) if key.key not in _BEFORE[of].split()]
    bar_keys = [BarKey(of, key, VALUES.get(without_none(key.kind), WORD)) for key in keys]
    return sorted(bar_keys, key=lambda bar: (bar.value is PART, bar.word in ("box", "ruleset", "option")))


@cache
def _by_word(of: type) -> dict[str, BarKey]:
    return {key.word: key for part in _PARTS[of] for key in _keys(part)}


# --- read ------------------------------------------------------------------------------------------------------------


@define
class Entry:
    """A key with its value, up to the next comma, or with one in JSON."""

    said: list[Token] = field(factory=list)
    part: JSON = None


MOST_PARTS = 8  # values in JSON


_BAR = (TokenKind.MARK, "|")


def bar_of(text: str) -> int:
    """Where the bar is in a text that has one; the end of the text if that stands in quotes."""
    return next((token.start for token in tokens(text) if (token.kind, token.text) == _BAR), len(text))


def entries(text: str, start: int) -> list[Entry]:
    """What stands behind the bar, parted by commas.

    :param text: the whole line.
    :param start: where it begins.
    :raises DocumentError: what begins like JSON is not JSON.
    """
    found, parts = [Entry()], 0
    stream = iter(tokens(text, start))
    while (token := next(stream, None)) is not None:
        entry = found[-1]
        if token.kind is TokenKind.MARK and (token.text == "," or (token.text == ";" and not entry.said)):
            found.append(Entry())
        elif entry.part is not None:
            misread(text, "a comma is missing", token)
        elif token.text in ("{", "[") and len(entry.said) == 1:
            if (parts := parts + 1) > MOST_PARTS:
                misread(text, "too many values in JSON", token)
            try:
                _, end = json.JSONDecoder().raw_decode(text, token.start)
                entry.part = loads(text[token.start : end])
            except (ValueError, RecursionError):
                misread(text, "not JSON", token)
            stream = iter(tokens(text, end))
        else:
            entry.said.append(token)
    return [entry for entry in found if entry.said]


def is_key(word: str) -> bool:
    """Whether a word in lower case is a key that may stand behind the bar."""
    return any(word in _by_word(of) for of in _PARTS)


def read_keys(reading: Reader, found: Iterable[Entry]) -> None:
    """Read keys with their values: ``slain attacker Ogre Lion``, ``caretaker Ogre 20``."""
    known = _by_word(reading.of)
    for entry in found:
        first = entry.said[0]
        if first.low not in known:
            hint = nearest(first.text, known) or "one of: " + ", ".join(known)
            reading.fail("unknown key behind the bar", first, code="unknown-key", hint=hint)
        known[first.low].read(reading, entry)


# --- written ---------------------------------------------------------------------------------------------------------


def written_keys(position: Game | Battle | Muster, usual: Game | None = None) -> Iterator[str]:
    """The keys and values behind a line's bar.

    :param usual: a game with the free markers and stock that go without saying.
    """
    stock = position.caretaker
    if isinstance(position, Battle):
        entry = None if position.attacker.entry_side else "none"
        yield from _written(position.attacker, "attacker", entry_side=entry)
        yield from _written(position.defender, "defender")
    elif isinstance(position, Game) and usual is not None:
        for player, other in zip(position.players, usual.players, strict=True):
            unusual = None if player.markers == other.markers else player.markers
            yield from _written(player, player.color, markers=unusual)
        for _, legion in position.legions():
            yield from _written(legion, legion.legion, height=legion.height if legion.characters is not None else None)
        most = usual.caretaker or {}
        stock = {name: count for name, count in (stock or {}).items() if most.get(name) != count} or None
    yield from _written(position, caretaker=stock)


def _written(owner: object, *named: str, **instead: Any) -> Iterator[str]:
    """The keys of a part that are not at their defaults.

    :param instead: values that replace its own.
    """
    of: Any = type(owner)
    for bar in _keys(of):
        value = instead[bar.key.name] if bar.key.name in instead else getattr(owner, bar.key.name)
        if value != bar.key.default:
            for item in sorted(value.items()) if bar.value.each else [value]:
                yield " ".join([bar.word, *named, *filter(None, [bar.value.written(item)])])
