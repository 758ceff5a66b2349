"""The keys behind the bar of a line, both ways: every field of a position without a place before the bar."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ...box.current_box import BoxReference, current
from ...box.types import ColorName, Count, EntrySide, MarkerName, NamedCharacter, PlayerName, Score, TowerText
from ...box.value import Box
from ...digest.rulesets import RULESETS
from ...kernel.fields import Key, keys_of, without_none
from ...kernel.jsontext import JSON, compact, loads
from ...kernel.names import in_quotes, nearest
from ...kernel.words import each_word
from ...kernel.writing import write
from ..battle import ROLES, Battle, BattleOutcome, BattleSide
from ..game import Engagement, Game, Legion, Player, Seat
from ..muster import Muster
from .draft import NOBODY, Growing, LineDraft, Words, listed


def says(text: str) -> bool:
    """Whether a name would be misread in place of a colour or a name."""
    return not text.isalpha() or text.lower() in NOBODY or current().markers.colors.find(text) not in (None, text)


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

    read: Callable[[LineDraft, Words], Any]
    written: Callable[[Any], str] = str
    each: str = ""


def _word(draft: LineDraft, words: Words) -> JSON:
    text = _text(draft, words)
    return draft.number(words[0]) if words[0].is_number else None if text.lower() in NOBODY else text


def _text(draft: LineDraft, words: Words) -> str:
    return draft.quoted(words[0]) if len(words) == 1 else draft.fail("expected one word, or words in quotes", words)


def _side(draft: LineDraft, words: Words) -> JSON:
    side = _word(draft, words)
    return side.lower() if isinstance(side, str) else side


def _stock(draft: LineDraft, words: Words) -> JSON:
    if len(words) == 1 and words[0].lower in NOBODY:
        return {}
    if not words or len(words) % 2:
        draft.fail("expected characters with their numbers", words, hint="as in: caretaker Ogre 20 Lion 3")
    return {name.text: draft.number(count) for name, count in zip(words[::2], words[1::2], strict=True)}


def _outcome(draft: LineDraft, words: Words) -> JSON:
    if len(words) not in (2, 3):
        draft.fail("expected a winner and how it won", words, hint="as in: outcome attacker concession defender")
    return dict(zip(("winner", "how", "conceded_by"), [word.lower for word in words], strict=False))


def _box(box: Box) -> str:
    named = box.reference
    return named if isinstance(named, str) and named.replace("-", "").isalnum() else compact(named)


def _of_one(what: str) -> Value:
    """Characters for each of several."""
    return Value(
        lambda draft, words: {words[0].text.capitalize(): listed(draft, words[1:])},
        lambda item: f"{item[0]} {in_words(item[1])}",
        each=what,
    )


WORD = Value(_word)
FLAG = Value(lambda draft, words: True, lambda value: "")
STOCK = Value(_stock, lambda stock: " ".join(f"{name} {stock[name]}" for name in sorted(stock)) or "nothing")
PART = Value(
    lambda draft, words: draft.fail("not JSON", words),
    lambda part: compact([*map(write, part)] if isinstance(part, tuple) else write(part)),
)
OPTION = Value(
    lambda draft, words: dict([RULESETS.typed("".join(word.text for word in words))]),
    lambda item: f"{item[0]}={json.dumps(item[1]) if isinstance(item[1], bool) else item[1]}",
    each="an option",
)
VALUES: dict[Any, Value] = {
    bool: FLAG,
    EntrySide: Value(_side),
    PlayerName: Value(_text, lambda name: in_quotes(name) if says(name) else name),
    tuple[NamedCharacter, ...]: Value(listed, in_words),
    tuple[MarkerName, ...]: Value(listed, lambda markers: " ".join(markers) or "none"),
    Mapping[MarkerName, tuple[NamedCharacter, ...]]: _of_one("a Legion"),
    Mapping[ColorName, tuple[NamedCharacter, ...]]: _of_one("a colour"),
    Mapping[str, str | bool]: OPTION,
    Mapping[NamedCharacter, Count]: STOCK,
    Mapping[TowerText, Score]: STOCK,
    BattleOutcome: Value(_outcome, lambda x: " ".join(filter(None, (x.winner, x.how, x.conceded_by)))),
    BoxReference: Value(_word, _box),
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


def _owners(data: Growing, of: type) -> Owners:
    """What the parts of a class are called in words, and each by its name; none for a whole position."""
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
    def said(self) -> str:
        """The key as written."""
        return "option" if self.value is OPTION else self.key.key.replace("_", "-")

    def read(self, draft: LineDraft, words: Words, part: JSON, of: Owners) -> None:
        """Read what follows the first word.

        :param part: the value if it is JSON; else None.
        :param of: whose it may be.
        """
        owner, name, rest = draft.data, self.key.key, words[1:]
        what, owners = of
        if self.value is FLAG and len(rest) > 1:
            for word in rest:
                self.read(draft, [words[0], word], part, of)
            return
        if what:
            if not rest or rest[0].lower not in owners:
                draft.fail(f"expected {what} first", words, hint="one of: " + ", ".join(owners))
            owner, rest = owners[rest[0].lower], rest[1:]
        if self.value.each and part is None:
            held = owner.setdefault(name, {})
            for item, value in self.value.read(draft, rest or draft.fail(f"expected {self.value.each}", words)).items():
                draft.say(held, item, value, words)
        else:
            draft.say(owner, name, self.value.read(draft, rest) if part is None else part, words)


@cache
def _keys(of: Any) -> list[BarKey]:
    """The keys of a class, as they are written: JSON last, and the readings before it."""
    keys = [key for key in keys_of(of) if key.key not in _BEFORE[of].split()]
    bar_keys = [BarKey(of, key, VALUES.get(without_none(key.kind), WORD)) for key in keys]
    return sorted(bar_keys, key=lambda bar: (bar.value is PART, bar.said in ("box", "ruleset", "option")))


@cache
def _by_word(kind: str) -> dict[str, BarKey]:
    return {key.said: key for part in _PARTS[kind] for key in _keys(part)}


# --- read ------------------------------------------------------------------------------------------------------------


@define
class Entry:
    """A key with its words, up to the next comma, or with a value in JSON."""

    words: Words = field(factory=list)
    part: JSON = None


def entries(draft: LineDraft, at: int) -> list[Entry]:
    """What stands behind the bar, which ends at a place; a value in braces or brackets is JSON."""
    entry = Entry()
    said, words = [entry], each_word(draft.text, at)
    while (word := next(words, None)) is not None:
        if word.text == "," or (word.text == ";" and not entry.words):
            entry = Entry()
            said.append(entry)
        elif entry.part is not None:
            draft.fail("a comma is missing", [word])
        elif len(entry.words) == 1 and word.text[0] in "{[":
            try:
                _, end = json.JSONDecoder().raw_decode(draft.text, word.start)
                entry.part = loads(draft.text[word.start : end])
            except (ValueError, RecursionError):
                draft.fail("not JSON", [*entry.words, word])
            words = each_word(draft.text, end)
        else:
            entry.words.append(word)
    if entry.words and entry.words[-1].opens_quote:
        draft.fail("the quote is not closed", entry.words[-1:])
    return [entry for entry in said if entry.words]


def read_keys(draft: LineDraft, said: Iterable[Entry]) -> None:
    """Read keys with their values: ``slain attacker Ogre Lion``, ``caretaker Ogre 20``."""
    known = _by_word(draft.data["kind"])
    owners: dict[type, Owners] = {of: _owners(draft.data, of) for of in _PARTS[draft.data["kind"]]}
    for entry in said:
        word = entry.words[0]
        if word.lower not in known:
            hint = nearest(word.text, known) or "one of: " + ", ".join(known)
            draft.fail("unknown key behind the bar", [word], "unknown-key", hint)
        key = known[word.lower]
        key.read(draft, entry.words, entry.part, owners[key.of])


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
                yield " ".join([bar.said, *named, *filter(None, [bar.value.written(item)])])
