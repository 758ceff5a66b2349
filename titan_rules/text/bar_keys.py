"""The keys behind the bar of a line, both ways: every field of a position without a place before the bar."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ..box.current_box import BoxReference, current
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
from .draft import ROLES, Draft, Growing, listed
from .lexer import Token, TokenKind, tokens
from .lexicon import Kind, lexicon
from .words import Word

NOBODY = ("nobody", "nothing", "none")


def in_words(names: Iterable[str], between: str = " ") -> str:
    """Names with their counts, in order."""
    runs = [(name, sum(1 for _ in group)) for name, group in groupby(names)]
    return between.join([f"{count} {name}" if count > 1 else name for name, count in runs]) or "nobody"


# --- values, both ways -----------------------------------------------------------------------------------------------


@frozen
class Value:
    """A kind of value: how it is read and written.

    :param each: each item of a mapping has a key of its own; what the item is for, as in *seen Bk01 Red Ogre*.
    """

    read: Callable[[Draft, list[Token]], Any]
    written: Callable[[Any], str] = str
    each: str = ""


def _text(draft: Draft, said: list[Token]) -> str:
    """What is typed, or what stands in quotes."""
    if len(said) == 1 and said[0].kind is TokenKind.QUOTED:
        return said[0].text
    return draft.text[said[0].start : said[-1].end]


def value_of(draft: Draft, said: list[Token]) -> JSON:
    """A number, a text, or None for *none*.

    :raises DocumentError: there is nothing.
    """
    if not said:
        draft.fail("expected a value")
    if len(said) == 1 and said[0].kind is TokenKind.NUMBER:
        return draft.number(_word(said[0]))
    text = _text(draft, said)
    return None if text.lower() in NOBODY else text


def _stock(draft: Draft, said: list[Token]) -> JSON:
    if len(said) == 1 and said[0].low in NOBODY:
        return {}
    if len(said) % 2:
        draft.fail("expected characters with their numbers", *_ends(said), hint="as in: caretaker Ogre 20 Lion 3")
    return {name.text: draft.number(_word(count)) for name, count in zip(said[::2], said[1::2], strict=True)}


def _markers(draft: Draft, said: list[Token]) -> JSON:
    return [token.text for token in said if token.low not in NOBODY]


def _outcome(draft: Draft, said: list[Token]) -> JSON:
    if len(said) not in (2, 3):
        draft.fail("expected a winner and how it won", *_ends(said), hint="as in: outcome attacker concession defender")
    return dict(zip(("winner", "how", "conceded_by"), [token.low for token in said], strict=False))


def _listed(draft: Draft, said: list[Token]) -> JSON:
    return listed(draft, [_word(token) for token in said])


def _word(token: Token) -> Word:
    """A token as a number, a name or a mark."""
    if token.kind is TokenKind.NUMBER:
        kind = Kind.NUMBER if len(token.text) <= LONGEST_NUMBER else Kind.UNKNOWN
        return Word(token, kind, token.text)
    if token.kind is TokenKind.MARK or token.low in NOBODY:
        return Word(token, Kind.COMMA)
    known = lexicon().numbered(token.low) if token.kind is TokenKind.CODE else lexicon().meaning(token.low)
    return Word(token, Kind.UNKNOWN) if known is None else Word(token, known.kind, known.value)


def _ends(said: list[Token]) -> tuple[Token, Token]:
    return said[0], said[-1]


def _box(box: Box) -> str:
    named = box.reference
    return named if isinstance(named, str) and named.replace("-", "").isalnum() else compact(named)


def _of_one(what: str) -> Value:
    """Characters for each of several."""
    return Value(
        lambda draft, said: {said[0].text.capitalize(): _listed(draft, said[1:])},
        lambda item: f"{item[0]} {in_words(item[1])}",
        each=what,
    )


WORD = Value(value_of)
FLAG = Value(lambda draft, said: True, lambda value: "")
STOCK = Value(_stock, lambda stock: " ".join(f"{name} {stock[name]}" for name in sorted(stock)) or "nothing")
PART = Value(
    lambda draft, said: draft.fail("not JSON", *_ends(said)),
    lambda part: compact([*map(write, part)] if isinstance(part, tuple) else write(part)),
)
OPTION = Value(
    lambda draft, said: dict([RULESETS.typed(_text(draft, said).replace(" ", ""))]),
    lambda item: f"{item[0]}={json.dumps(item[1]) if isinstance(item[1], bool) else item[1]}",
    each="an option",
)
VALUES: dict[Any, Value] = {
    bool: FLAG,
    PlayerName: Value(_text, in_quotes),
    tuple[NamedCharacter, ...]: Value(_listed, in_words),
    tuple[MarkerName, ...]: Value(_markers, lambda markers: " ".join(markers) or "none"),
    Mapping[MarkerName, tuple[NamedCharacter, ...]]: _of_one("a Legion"),
    Mapping[ColorName, tuple[NamedCharacter, ...]]: _of_one("a colour"),
    Mapping[str, str | bool]: OPTION,
    Mapping[NamedCharacter, Count]: STOCK,
    Mapping[TowerText, Score]: STOCK,
    BattleOutcome: Value(_outcome, lambda x: " ".join(filter(None, (x.winner, x.how, x.conceded_by)))),
    BoxReference: Value(value_of, _box),
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
_PARTS = {"battle": (BattleSide, Battle), "game": (Player, Legion, Game), "muster": (Muster,)}

Owners: TypeAlias = tuple[str, dict[str, Growing]]
"""What the parts of a class are called in words, and each by its name; none for a whole position."""


def _owners(data: Growing, of: type) -> Owners:
    if of is BattleSide:
        return "attacker or defender", {role: data[role] for role in ROLES}
    if of is Player:
        colors = current().markers.colors
        return "a colour", {str(colors.find(x["color"]) or x["color"]).lower(): x for x in data["players"]}
    if of is Legion:
        return "a Legion", {x["legion"].lower(): x for player in data["players"] for x in player["legions"]}
    return "", {}


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

    def read(self, draft: Draft, entry: "Entry", of: Owners) -> None:
        """Read an entry's value.

        :param of: whose it may be.
        """
        if self.value is FLAG and len(entry.said) > 2:
            for token in entry.said[1:]:
                self.read(draft, Entry([entry.said[0], token]), of)
            return
        owner, said = self._owner(draft, entry, of)
        if self.value is FLAG or entry.part is not None:
            if said:
                draft.fail("has no use here", said[0])
            draft.say(owner, self.key.key, True if entry.part is None else entry.part, *_ends(entry.said))
        elif not said:
            draft.fail(f"expected {self.value.each or 'a value'}", *_ends(entry.said))
        elif self.value.each:
            held = owner.setdefault(self.key.key, {})
            for item, value in self.value.read(draft, said).items():
                draft.say(held, item, value, *_ends(entry.said))
        else:
            draft.say(owner, self.key.key, self.value.read(draft, said), *_ends(entry.said))

    def _owner(self, draft: Draft, entry: "Entry", of: Owners) -> tuple[Growing, list[Token]]:
        """Whose value it is, and the words of the value."""
        (what, owners), said = of, entry.said[1:]
        if not what:
            return draft.data, said
        if not said or said[0].low not in owners:
            draft.fail(f"expected {what} first", *_ends(entry.said), hint="one of: " + ", ".join(owners))
        return owners[said[0].low], said[1:]


@cache
def _keys(of: Any) -> list[BarKey]:
    """The keys of a class, as they are written: JSON last, and the readings before it."""
    keys = [key for key in keys_of(of) if key.key not in _BEFORE[of].split()]
    bar_keys = [BarKey(of, key, VALUES.get(without_none(key.kind), WORD)) for key in keys]
    return sorted(bar_keys, key=lambda bar: (bar.value is PART, bar.word in ("box", "ruleset", "option")))


@cache
def _by_word(kind: str) -> dict[str, BarKey]:
    return {key.word: key for part in _PARTS[kind] for key in _keys(part)}


# --- read ------------------------------------------------------------------------------------------------------------


@define
class Entry:
    """A key with its value, up to the next comma, or with one in JSON."""

    said: list[Token] = field(factory=list)
    part: JSON = None


MOST_PARTS = 8  # values in JSON


def bar_of(text: str) -> int:
    """Where the bar is, which is none in quotes; the end of the text if there is none."""
    place = text.find("|")
    if place < 0 or (text[:place].isascii() and '"' not in text[:place]):
        return place if place >= 0 else len(text)
    return next((token.start for token in tokens(text) if token.text == "|"), len(text))


def entries(draft: Draft, start: int) -> list[Entry]:
    """What stands behind the bar, parted by commas.

    :param start: where it begins.
    :raises DocumentError: what begins like JSON is not JSON.
    """
    found, parts = [Entry()], 0
    stream = iter(tokens(draft.text, start))
    while (token := next(stream, None)) is not None:
        entry = found[-1]
        if token.kind is TokenKind.MARK and (token.text == "," or (token.text == ";" and not entry.said)):
            found.append(Entry())
        elif entry.part is not None:
            draft.fail("a comma is missing", token)
        elif token.text in ("{", "[") and len(entry.said) == 1:
            if (parts := parts + 1) > MOST_PARTS:
                draft.fail("too many values in JSON", token)
            try:
                _, end = json.JSONDecoder().raw_decode(draft.text, token.start)
                entry.part = loads(draft.text[token.start : end])
            except (ValueError, RecursionError):
                draft.fail("not JSON", token)
            stream = iter(tokens(draft.text, end))
        else:
            entry.said.append(token)
    return [entry for entry in found if entry.said]


def is_key(word: str) -> bool:
    """Whether a word in lower case is a key that may stand behind the bar."""
    return any(word in _by_word(kind) for kind in _PARTS)


def read_keys(draft: Draft, found: Iterable[Entry]) -> None:
    """Read keys with their values: ``slain attacker Ogre Lion``, ``caretaker Ogre 20``."""
    known = _by_word(draft.data["kind"])
    owners: dict[type, Owners] = {of: _owners(draft.data, of) for of in _PARTS[draft.data["kind"]]}
    for entry in found:
        first = entry.said[0]
        if first.low not in known:
            hint = nearest(first.text, known) or "one of: " + ", ".join(known)
            draft.fail("unknown key behind the bar", first, code="unknown-key", hint=hint)
        key = known[first.low]
        key.read(draft, entry, owners[key.of])


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
