"""Actions as text: the short form that is read back, and sentences for people."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from ...box import Box
from ...box.current_box import current
from ...box.names import CharacterName
from ...box.vocabulary import in_words, words_of
from ...kernel.names import in_quotes
from ...position.battle import Battle
from ...position.game import Game
from .. import intents as act
from .words import LAND_LETTERS, Sentence, sentence_words

Position: TypeAlias = Game | Battle

NOBODY = "nothing"
"""Stands for an empty list."""


def short_name(name: CharacterName, box: Box | None = None) -> str:
    """The shortest unambiguous abbreviation of a character in its box, of three letters or more.

    >>> short_name("Ogre"), short_name("Warbear")
    ('Ogr', 'Warb')
    """
    return (box or current()).short_names[name]


def land_text(land: int, box: Box | None = None) -> str:
    """A land with the letters of its terrain.

    >>> land_text(105)
    'P105'
    """
    there = (box or current()).masterboard.lands.get(land)
    return str(land) if there is None else f"{LAND_LETTERS.get(there.terrain, '')}{land}"


def land_named(number: int) -> str:
    """A land with its terrain's name, for a sentence."""
    return f"{current().terrain_of(number)} {number}"


def quoted(name: CharacterName, box: Box | None = None) -> str:
    """A player's name or colour, quoted as in JSON if it could be read as something else.

    >>> quoted("Ann"), quoted("Ann Lee"), quoted("bk")
    ('Ann', '"Ann Lee"', '"bk"')
    """
    known = (box or current()).markers.colors.find(name)
    if re.fullmatch(r"[\w.']+", name) and known in (None, name):
        kinds = {item.kind for item in Sentence(name, sentence_words(name)).items}
        if kinds and kinds <= {"text", "color"} and [word.text for word in in_words(words_of(name))] == [name]:
            return name
    return in_quotes(name)


def joined(*parts: str | int | None) -> str:
    """The parts that are not empty, with blanks between them."""
    return " ".join([str(part) for part in parts if part is not None and part != ""])


def names(characters: Iterable[CharacterName], box: Box, between: str = " ") -> str:
    """Characters by their short names."""
    return between.join([box.short_names[name] for name in characters])


def listed(characters: Sequence[str]) -> str:
    """Characters with their counts, for a sentence: ``2 Ogre, Lion``."""
    counts = Counter(characters)
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items()) or NOBODY


def also(text: str, value: object) -> str:
    """More words if there is a value."""
    return f"{text}{value}" if value else ""


def rolled(what: str, die: int | None) -> str:
    """A die, rolled or still to be rolled, for a sentence."""
    return what if die is None else f"{what}: {die}"


# --- short texts -----------------------------------------------------------------------------------------------------


def split(x: act.Split, box: Box) -> str:
    """``Bk01/Bk02 Ang Ogr``."""
    leaving = str(x.count) if x.characters is None else names(x.characters, box) or NOBODY
    return f"{x.legion}/{x.into} {leaving}"


def maneuver(x: act.Maneuver, box: Box) -> str:
    """``Ogr D3-E4``, ``Ogr enters A3``."""
    name = box.short_names[x.character]
    if x.to is None:
        return joined(name, x.origin, "goes off")
    return f"{name} {x.origin}-{x.to}" if x.origin else f"{name} enters {x.to}"


def strike(x: act.Strike, _: Box) -> str:
    """``D3 strikes D4 with 6 5 1 carrying E3:1``."""

    def clause(word: str, numbers: tuple[object, ...] | None) -> str | None:
        return None if numbers is None else f"{word} {' '.join(map(str, numbers)) or NOBODY}"

    return joined(
        f"{x.origin} {'shoots' if x.shot else 'strikes'} {x.to}",
        None if x.strike_number is None else f"at {x.strike_number}",
        None if x.dice_count is None else f"using {x.dice_count}",
        clause("declaring", x.declared or None),
        clause("with", x.dice),
        clause("instead of", x.first_roll),
        clause("carrying", tuple([f"{c.to}:{c.hits}" for c in x.carry]) or None),
    )


def proposal(verb: str) -> Callable[[Any, Box], str]:
    """``Red proposes attacker Ogr, defender all``."""

    def loss(lost: tuple[CharacterName, ...], box: Box) -> str:
        return "all" if lost == act.ALL else names(lost, box) or NOBODY

    return lambda x, box: (
        f"{quoted(x.by, box)} {verb} attacker {loss(x.attacker_loses, box)}, defender {loss(x.defender_loses, box)}"
    )


def mustering(x: act.Muster | act.Reinforce, box: Box) -> str:
    """``Cen,Cen>Lio``."""
    return f"{names(x.with_, box, ',')}>{box.short_names[x.character]}"


# --- sentences -------------------------------------------------------------------------------------------------------


def strike_sentence(x: act.Strike, position: Position) -> str:
    """*Cyclops in D5 strikes Wyvern in C5, carrying 1 to Lion in D4*."""
    battle = position if isinstance(position, Battle) else position.battle

    def who(label: str) -> str:
        there = battle.at(label) if battle is not None else None
        return f"{there[1].name} in {label}" if there is not None else label

    said = f"{who(x.origin)} {'shoots' if x.shot else 'strikes'} {who(x.to)}"
    said += also(" at Strike-number ", x.strike_number)
    said += "" if x.dice_count is None else f" with {x.dice_count} dice"
    return said + also(", carrying ", ", ".join(f"{c.hits} to {who(c.to)}" for c in x.carry))


def maneuver_sentence(x: act.Maneuver, _: Position) -> str:
    """*Ogre moves from D3 to E4*."""
    return f"{x.character} enters in {x.to}" if x.origin is None else f"{x.character} moves from {x.origin} to {x.to}"


def move_sentence(x: act.Move, _: Position) -> str:
    """*Bk02 moves to Plains 105, to enter from the left*."""
    how = "" if x.how in (None, "normal") else str(x.how).replace("-", " ").replace("t", "T", 1)
    said = f"{x.legion} moves to {land_named(x.to)}{also(' by ', how)}"
    shown = also(", showing ", listed(x.reveal) if x.reveal else "")
    return said + shown + also(", to enter from the ", x.entry_side)


def split_sentence(x: act.Split, _: Position) -> str:
    """*Bk01 splits off Bk02: 2 Ogre*."""
    who = str(x.count) if x.characters is None else listed(x.characters)
    return f"{x.legion} splits off {x.into}: {who}"


def proposal_sentence(verb: str) -> Callable[[Any, Position], str]:
    """*Red proposes: the attacker loses Ogre, the defender everything*."""

    def lost(characters: tuple[str, ...]) -> str:
        return "everything" if characters == act.ALL else listed(characters)

    return lambda x, _: (
        f"{x.by} {verb}: the attacker loses {lost(x.attacker_loses)}, the defender {lost(x.defender_loses)}"
    )
