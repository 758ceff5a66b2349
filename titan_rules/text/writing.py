"""Actions as text: the short form that is read back, and sentences for people, from the templates of the table.

In a template, ``{by}`` is a field of the action, and ``[ to {to}| goes off]`` the first alternative whose fields all
have a value that is not their default, or nothing.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import TypeAlias

from attrs import NOTHING, fields_dict

from ..actions import intents as act
from ..box import Box
from ..box.current_box import current, use_box
from ..kernel.evolving import evolve
from ..kernel.names import in_quotes
from ..position.battle import Battle
from ..position.game import Game
from .forms import TABLE
from .lexer import QUOTES
from .lexicon import LAND_LETTERS, Kind
from .words import short_name, words

NOBODY = "nothing"
"""Stands for an empty list."""
MISSING = "..."
"""Stands for what a half-filled form lacks."""

Piece: TypeAlias = tuple[str, str, tuple[object, ...]]
Shown: TypeAlias = Callable[[str, object], str]

_FIELD = re.compile(r"\{(\w+)\}")


def land_text(land: int, box: Box | None = None) -> str:
    """A land with the letters of its terrain.

    >>> land_text(105)
    'P105'
    """
    there = (box or current()).masterboard.lands.get(land)
    return str(land) if there is None else f"{LAND_LETTERS.get(there.terrain, '')}{land}"


def quoted(name: str) -> str:
    """A player's name or colour, quoted as in JSON if it could be read as something else.

    >>> quoted("Ann"), quoted("Ann Lee"), quoted("black")
    ('Ann', '"Ann Lee"', '"black"')
    """
    return _quoted(name, current())


@lru_cache(maxsize=1000)  # every action that is listed names somebody
def _quoted(name: str, box: Box) -> str:
    """As :func:`quoted`, with the box that decides what a word means."""
    with use_box(box):
        found = words(name)
    if len(found) == 1 and found[0].token.text == name:
        [word] = found
        if word.kind is Kind.UNKNOWN or (word.kind is Kind.COLOUR and word.value == name):
            return name
    return "".join([f"\\u{ord(letter):04x}" if letter in QUOTES else letter for letter in in_quotes(name)])


def written(action: act.Action, box: Box | None = None) -> str:
    """The short text of an action.

    :param box: the source of its names; None: the box of the position in which it was listed, read or played, or of the
        document being read.
    """
    return _filled(TABLE[action.do].short, action, _in_short(box or getattr(action, "spoken_in", None) or current()))


def sentence(action: act.Action, position: Game | Battle) -> str:
    """An action as people at the table say it.

    :param position: where it is declared; it shows which character is in which hex.
    """
    with use_box(position.the_box):
        return _spoken_text(TABLE[action.do].sentence, action, position)


def written_so_far(do: str, values: Mapping[str, object]) -> str:
    """The short text of an action of which some fields are missing: ``Bk01 musters ...``.

    :param values: of its fields; three dots where a field is missing.
    """
    usual = {
        name: field.default for name, field in fields_dict(act.ACTIONS[do]).items() if field.default is not NOTHING
    }
    given = {name: value for name, value in values.items() if value != MISSING or name not in usual}
    form = TABLE[do]
    return _filled(form.so_far or form.short, SimpleNamespace(do=do, **{**usual, **given}), _in_short(current()))


@lru_cache(32)
def _in_short(box: Box) -> Shown:
    """Shows the fields of an action in its short text, with a box's names."""
    characters = box.characters

    def shown(name: str, value: object) -> str:
        if isinstance(value, str):
            return _quoted(value, box) if name == "by" else short_name(value, box) if value in characters else value
        if value is True:
            return ""
        if isinstance(value, int):
            return land_text(value, box) if name in ("to", "land") else str(value)
        if isinstance(value, tuple):
            return ("," if name == "with_" else " ").join([shown("", one) for one in value]) or NOBODY
        return f"{value.to}:{value.hits}" if isinstance(value, act.Carry) else str(value)

    return shown


def _spoken_text(template: str, action: act.Action, position: Game | Battle) -> str:
    """An action as people at the table say it."""
    battle = position if isinstance(position, Battle) else position.battle

    def standing(label: str) -> str:
        there = battle.at(label) if battle is not None else None
        return f"{there[1].name} in {label}" if there is not None else label

    def shown(name: str, value: object) -> str:
        if value is True:
            return ""
        if isinstance(value, int) and name in ("to", "land"):
            return f"{current().terrain_of(value)} {value}"
        if name == "carry":
            return ", ".join(f"{carry.hits} to {standing(carry.to)}" for carry in value)  # type: ignore[attr-defined]
        if isinstance(value, tuple):
            return "everything" if value == act.ALL else listed(value)
        if isinstance(action, act.Strike) and name in ("origin", "to"):
            return standing(str(value))
        return str(value).replace("-", " ").capitalize() if name == "how" else str(value)

    if isinstance(action, act.Move) and action.how == "normal":
        action = evolve(action, how=None)
    return _filled(template, action, shown)


def listed(characters: Sequence[str]) -> str:
    """Characters with their counts, for a sentence: ``2 Ogre, Lion``."""
    counts = Counter(characters)
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items()) or NOBODY


def _filled(template: str, action: act.Action | SimpleNamespace, shown: Shown) -> str:
    """A template with an action's fields."""
    out = ""
    for alternatives in _parts(template, action.do):
        for pieces in alternatives:
            text = ""
            for said, name, unsaid in pieces:
                text += said
                if name:
                    value = getattr(action, name)
                    if value in unsaid:
                        break
                    text += shown(name, value)
            else:
                out += text
                break
    return out


@cache
def _parts(template: str, do: str) -> list[list[list[Piece]]]:
    """The alternatives of each part of a template.

    A piece is text, the field behind it, and the values with which that field counts as not given.
    """
    unsaid: dict[str, tuple[object, ...]]
    unsaid = {name: (None, field.default) for name, field in fields_dict(act.ACTIONS[do]).items()}

    def pieces(text: str, optional: bool) -> list[Piece]:
        split: list[str] = [*_FIELD.split(text), ""]
        pairs = zip(split[::2], split[1::2], strict=True)
        return [(said, name, unsaid.get(name, ()) if optional else ()) for said, name in pairs]

    parts = enumerate(re.split(r"[\[\]]", template))
    return [[pieces(text, i % 2 == 1) for text in (part.split("|") if i % 2 else [part])] for i, part in parts if part]
