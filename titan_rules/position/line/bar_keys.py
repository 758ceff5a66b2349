"""The keys behind the bar of a line, for all fields without a place before it, both ways."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, TypeAlias

from attrs import frozen

from ...box.current_box import current
from ...box.value import STANDARD
from ...digest.rulesets import RULESETS
from ...kernel.jsontext import JSON, compact, loads
from ...kernel.names import in_quotes, nearest
from ...kernel.words import Word
from ...kernel.writing import write
from ..battle import ROLES, Battle
from ..game import Game
from ..muster import Muster
from .draft import NOBODY, Growing, LineDraft, Words, listed
from .spoken import has_marker_form, is_number

AS_JSON = ("engagement", "battle", "seats")
"""Parts of a game that are written as JSON."""


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
    """A kind of value: how it is read and written."""

    read: Callable[[LineDraft, Words], JSON]
    written: Callable[[Any], str] = str


def _word(draft: LineDraft, words: Words) -> JSON:
    if len(words) != 1:
        draft.fail("one word is wanted", words)
    text = draft.quoted(words[0])
    return draft.number(words[0]) if is_number(words[0]) else None if text.lower() in NOBODY else text


def _side(draft: LineDraft, words: Words) -> JSON:
    side = _word(draft, words)
    return side.lower() if isinstance(side, str) else side


def _text(draft: LineDraft, words: Words) -> JSON:
    return draft.quoted(words[0]) if len(words) == 1 else draft.fail("one name is wanted, in quotes", words)


def _stock(draft: LineDraft, words: Words) -> JSON:
    if len(words) == 1 and words[0].lower in NOBODY:
        return {}
    if not words or len(words) % 2:
        draft.fail("characters with their numbers are wanted", words, hint="as in: caretaker Ogre 20 Lion 3")
    return {name.text: draft.number(count) for name, count in zip(words[::2], words[1::2], strict=True)}


def _outcome(draft: LineDraft, words: Words) -> JSON:
    if len(words) not in (2, 3):
        draft.fail("a winner and how it won are wanted", words, hint="as in: outcome attacker concession defender")
    keys = ("winner", "how", "conceded_by")
    return {key: word.lower for key, word in zip(keys, words, strict=False)}


FLAG = Value(lambda draft, words: True, lambda value: "")
WORD, SIDE, TEXT = Value(_word), Value(_side), Value(_text, lambda name: in_quotes(name) if says(name) else name)
NAMES = Value(lambda draft, words: [*listed(draft, words, "")], in_words)
MARKERS = Value(lambda draft, words: [w.text for w in words if w.lower not in NOBODY], lambda m: " ".join(m) or "none")
STOCK = Value(_stock, lambda stock: " ".join(f"{name} {stock[name]}" for name in sorted(stock)) or "nothing")
OUTCOME = Value(_outcome, lambda x: " ".join([x.winner, x.how, *([x.conceded_by] if x.conceded_by else [])]))

# --- keys ------------------------------------------------------------------------------------------------------------

Owners: TypeAlias = Callable[[LineDraft], dict[str, Growing]]


def _roles(draft: LineDraft) -> dict[str, Growing]:
    return {role: draft.data[role] for role in ROLES}


def _colors(draft: LineDraft) -> dict[str, Growing]:
    return {str(current().markers.colors.find(p["color"]) or p["color"]).lower(): p for p in draft.data["players"]}


def _legions(draft: LineDraft) -> dict[str, Growing]:
    return {x["legion"].lower(): x for p in draft.data["players"] for x in p["legions"]}


ROLE: tuple[Owners, str] = (_roles, "attacker or defender")
COLOR: tuple[Owners, str] = (_colors, "a colour")
LEGION: tuple[Owners, str] = (_legions, "a Legion")


@frozen
class BarKey:
    """A key behind the bar, where it is written with hyphens.

    :param of: its owner; None: the whole document.
    :param by: what comes before each of several values: *donors Bk07 Angel*.
    """

    name: str
    value: Value
    of: tuple[Owners, str] | None = None
    by: str | None = None

    @property
    def said(self) -> str:
        """The key as written behind the bar."""
        return self.name.replace("_", "-")

    def read(self, draft: LineDraft, words: Words) -> None:
        """Put its values into a draft."""
        owner, rest = draft.data, words
        if self.of is not None:
            if self.value is FLAG and len(words) != 1:
                for word in words or draft.fail(f"whose is {self.name!r}?", words):
                    self.read(draft, [word])
                return
            owners = self.of[0](draft)
            if not words or words[0].lower not in owners:
                draft.fail(f"{self.of[1]} is wanted first", words, hint="one of: " + ", ".join(owners))
            owner, rest = owners[words[0].lower], words[1:]
        if self.by is None:
            draft.say(owner, self.name, self.value.read(draft, rest), words, "" if self.of else f"/{self.name}")
        elif not rest or (self.of is None and not has_marker_form(rest[0].text)):
            draft.fail(self.by, words)
        else:
            values = owner.setdefault(self.name, {})
            draft.say(values, rest[0].text.capitalize(), self.value.read(draft, rest[1:]), words)


class _Option(BarKey):
    """An option of the ruleset: *option cliffs=up_only*."""

    def read(self, draft: LineDraft, words: Words) -> None:
        name, value = RULESETS.typed("".join(word.text for word in words))
        draft.put("/options", words)
        draft.say(draft.data.setdefault("options", {}), name, value, words)


_READINGS = [BarKey("ruleset", WORD), _Option("option", WORD), BarKey("box", WORD)]
_KEYS: dict[str, list[BarKey]] = {
    "battle": [
        *[BarKey("entry_side", SIDE, ROLE), BarKey("slain", NAMES, ROLE), BarKey("left_off", NAMES, ROLE)],
        *[BarKey(flag, FLAG, ROLE) for flag in ("reinforced", "declined", "summoned", "may_summon", "began")],
        *[BarKey("donors", NAMES, by="a Legion is wanted first"), BarKey("caretaker", STOCK)],
        *[BarKey("pending", WORD), BarKey("outcome", OUTCOME)],
    ],
    "muster": [BarKey("caretaker", STOCK), BarKey("land", WORD), BarKey("tower_scores", STOCK)],
    "game": [
        *[BarKey("name", TEXT, COLOR), BarKey("markers", MARKERS, COLOR)],
        *[BarKey(flag, FLAG, COLOR) for flag in ("out", "teleported", "summoned", "mulliganed")],
        *[BarKey(flag, FLAG, LEGION) for flag in ("moved", "recombined")],
        *[BarKey("height", WORD, LEGION), BarKey("entry_side", SIDE, LEGION)],
        *[BarKey(name, WORD, LEGION) for name in ("split_from", "came_from", "mustered")],
        *[BarKey("revealed", NAMES, LEGION), BarKey("seen", NAMES, LEGION, by="who has seen it?")],
        *[BarKey("caretaker", STOCK), BarKey("dead", STOCK), BarKey("returning", STOCK), BarKey("winner", WORD)],
    ],
}
_BY_WORD = {kind: {key.said: key for key in (*keys, *_READINGS)} for kind, keys in _KEYS.items()}


def read_keys(draft: LineDraft, words: Words) -> None:
    """Read keys with their values, separated by commas: ``slain attacker Ogre Lion, caretaker Ogre 20``."""
    kind = draft.data["kind"]
    known, as_json = _BY_WORD[kind], AS_JSON if kind == "game" else ()
    at = 0
    while at < len(words):
        key, value = words[at], words[at + 1] if at + 1 < len(words) else None
        end = next((i for i in range(at + 1, len(words)) if words[i].text == ","), len(words))
        if key.text in (",", ";"):
            end = at
        elif value is not None and (key.lower in as_json or (key.lower == "box" and value.text[0] == "{")):
            end = _json_value(draft, key, words, at + 1)
        elif key.lower in known:
            known[key.lower].read(draft, words[at + 1 : end])
        elif key.lower in as_json:
            draft.fail(f"{key.text} is written as JSON", [key])
        else:
            hint = nearest(key.text, known) or "one of: " + ", ".join(known)
            draft.fail("not known behind the bar", [key], "unknown-key", hint)
        at = end + 1


def _json_value(draft: LineDraft, key: Word, words: Words, at: int) -> int:
    """Put a JSON value that begins at a word into the draft; returns the index of the comma after it."""
    value, end = json_at(draft, key, words[at])
    draft.say(draft.data, key.lower, value, [key])
    after = next((i for i in range(at, len(words)) if words[i].start >= end), len(words))
    if after < len(words) and words[after].text != ",":
        draft.fail("a comma is missing", [words[after]])
    return after


def json_at(draft: LineDraft, key: Word, word: Word) -> tuple[JSON, int]:
    """The JSON value that begins with a word, and its end in the line."""
    try:
        _, end = json.JSONDecoder().raw_decode(draft.text, word.start)
        return loads(draft.text[word.start : end]), end
    except (ValueError, RecursionError):
        draft.fail("not JSON", [key, word])


# --- written ---------------------------------------------------------------------------------------------------------


def written_keys(position: Game | Battle | Muster, usual: Game | None = None) -> Iterator[str]:
    """The keys and values behind a line's bar.

    :param usual: a game with the free markers and stock that go without saying.
    """
    stock = position.caretaker
    if isinstance(position, Battle):
        for role in ROLES:
            side = position.of(role)
            entry = (None if side.entry_side else "none") if role == "attacker" else side.entry_side
            yield from _of("battle", ROLE, side, role, entry_side=entry)
    elif isinstance(position, Game) and usual is not None:
        for player, other in zip(position.players, usual.players, strict=True):
            markers = None if player.markers == other.markers else player.markers
            yield from _of("game", COLOR, player, player.color, markers=markers)
        for _, legion in position.legions():
            height = None if legion.characters is None else legion.height
            yield from _of("game", LEGION, legion, legion.legion, height=height)
        most = usual.caretaker or {}
        stock = {name: count for name, count in (stock or {}).items() if most.get(name) != count} or None
    yield from _of(type(position).__name__.lower(), None, position, caretaker=stock)
    box = position.the_box.reference
    if box != STANDARD.reference:
        plain = isinstance(box, str) and box.replace("-", "").isalnum()
        yield f"box {box if plain else compact(box)}"
    if position.ruleset != "standard":
        yield f"ruleset {position.ruleset}"
    for name, value in sorted(position.options.items()):
        yield f"option {name}={json.dumps(value) if isinstance(value, bool) else value}"
    if isinstance(position, Game):
        parts = [("engagement", position.engagement), ("battle", position.battle)]
        yield from (f"{key} {compact(write(part))}" for key, part in parts if part is not None)
        if position.seats:
            yield f"seats {compact([write(seat) for seat in position.seats])}"


def _of(kind: str, of: tuple[Owners, str] | None, owner: object, *named: str, **instead: Any) -> Iterator[str]:
    """The keys of one part of a position that are not at their defaults.

    :param instead: values that replace its own.
    """
    for key in _KEYS[kind]:
        if key.of != of:
            continue
        value = instead[key.name] if key.name in instead else getattr(owner, key.name)
        nothing = key.name not in ("caretaker", "markers") and not value
        if value is None or nothing:
            continue
        if key.by is not None:
            yield from (" ".join([key.said, *named, k, key.value.written(v)]) for k, v in sorted(value.items()))
        else:
            yield " ".join([key.said, *named, *filter(None, [key.value.written(value)])])
