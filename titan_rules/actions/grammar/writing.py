"""Actions as text: the short texts that are read back, and sentences for people."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...box import Box
from ...box.names import CharacterName
from ...box.reading import current
from ...box.vocabulary import in_words, words_of
from ...kernel.names import in_quotes
from .. import intents as a
from .sentence import Sentence, sentence_words

if TYPE_CHECKING:
    from ...position.battle import Battle
    from ...position.game import Game

LAND_LETTERS = {
    "Brush": "B",
    "Desert": "D",
    "Hills": "H",
    "Jungle": "J",
    "Marsh": "M",
    "Mountains": "Mt",
    "Plains": "P",
    "Swamp": "S",
    "Tower": "T",
    "Tundra": "Tu",
    "Woods": "W",
}
"""The letters that stand before a land's number."""

NOBODY = "nothing"
"""Stands for an empty list."""


def short_name(name: CharacterName, box: Box | None = None) -> str:
    """The fewest letters, three or more, that tell a character of the box apart.

    >>> short_name("Ogre"), short_name("Warbear")
    ('Ogr', 'Warb')
    """
    return (box or current()).short_names[name]


def land_text(land: int, box: Box | None = None) -> str:
    """A land with its terrain's letters.

    >>> land_text(105)
    'P105'
    """
    found = (box or current()).masterboard.lands.get(land)
    return str(land) if found is None else f"{LAND_LETTERS.get(found.terrain, '')}{land}"


def land_named(number: int) -> str:
    """A land with its terrain, for a sentence."""
    return f"{current().terrain_of(number)} {number}"


def quoted(name: CharacterName, box: Box | None = None) -> str:
    """A player's name or colour; in quotes, as in JSON, where it could be read as something else.

    >>> quoted("Ann"), quoted("Ann Lee"), quoted("bk")
    ('Ann', '"Ann Lee"', '"bk"')
    """
    if (
        re.fullmatch(r"[\w.']+", name)
        and (box or current()).markers.colors.find(name) in (None, name)
        and [word.text for word in in_words(words_of(name))] == [name]
        and not _says_something(name)
    ):
        return name
    return in_quotes(name)


def _says_something(name: str) -> bool:
    kinds = {item.kind for item in Sentence(name, sentence_words(name)).items}
    return not kinds <= {"text", "color"} or not kinds


def joined(*parts: str | int | None) -> str:
    """The parts that are there, with blanks between them."""
    return " ".join([str(part) for part in parts if part is not None and part != ""])


def _names(names: Iterable[CharacterName], box: Box, between: str = " ") -> str:
    return between.join([box.short_names[name] for name in names])


def _dice(word: str, dice: tuple[int, ...] | None) -> str | None:
    return None if dice is None else f"{word} {' '.join(map(str, dice)) or NOBODY}"


# --- short texts -----------------------------------------------------------------------------------------------------


def split(x: a.Split, box: Box) -> str:
    """``Bk01/Bk02 Ang Ogr``."""
    leaving = str(x.count) if x.characters is None else _names(x.characters, box) or NOBODY
    return f"{x.legion}/{x.into} {leaving}"


def move(x: a.Move, box: Box) -> str:
    """``Bk02 P105 left``."""
    return joined(x.legion, land_text(x.to, box), x.entry_side, x.how, _names(x.reveal, box))


def maneuver(x: a.Maneuver, box: Box) -> str:
    """``Ogr D3-E4``, ``Ogr enters A3``."""
    name = box.short_names[x.character]
    if x.to is None:
        return f"{name} {x.origin} goes off" if x.origin else f"{name} goes off"
    return f"{name} {x.origin}-{x.to}" if x.origin else f"{name} enters {x.to}"


def strike(x: a.Strike, _: Box) -> str:
    """``D3 strikes D4 with 6 5 1 carrying E3:1``."""
    carried = " ".join(f"{c.to}:{c.hits}" for c in x.carry)
    return joined(
        f"{x.origin} strikes {x.to}",
        None if x.strike_number is None else f"at {x.strike_number}",
        None if x.dice_count is None else f"using {x.dice_count}",
        f"declaring {' '.join(x.declared)}" if x.declared else None,
        _dice("with", x.dice),
        _dice("instead of", x.first_roll),
        f"carrying {carried}" if carried else None,
    )


def _loss(names: tuple[CharacterName, ...], box: Box) -> str:
    return "all" if names == a.ALL else _names(names, box) or NOBODY


def proposal(verb: str) -> Callable[[Any, Box], str]:
    """``Red proposes attacker Ogr, defender all``."""

    def write(x: Any, box: Box) -> str:
        attacker, defender = _loss(x.attacker_loses, box), _loss(x.defender_loses, box)
        return f"{quoted(x.by, box)} {verb} attacker {attacker}, defender {defender}"

    return write


def summon(x: a.Summon, box: Box) -> str:
    """``summon Ang from Bk04``."""
    return joined("summon", box.short_names[x.character], "from", x.origin, x.legion and f"to {x.legion}")


def acquire(x: a.Acquire, box: Box) -> str:
    """``acquire Ang Arch to Bk01``."""
    return joined("acquire", _names(x.characters, box) or NOBODY, x.legion and f"to {x.legion}")


def mustering(x: a.Muster | a.Reinforce, box: Box) -> str:
    """``Cen,Cen>Lio``."""
    return f"{_names(x.with_, box, ',')}>{box.short_names[x.character]}"


# --- sentences -------------------------------------------------------------------------------------------------------


def listed(names: Sequence[str]) -> str:
    """Characters with their counts: ``2 Ogre, Lion``."""
    counts = Counter(names)
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items()) or NOBODY


def rolled(what: str, die: int | None) -> str:
    """A die that is rolled or was."""
    return what if die is None else f"{what}: {die}"


def _who(position: "Game | Battle", label: str) -> str:
    battle: Battle | None = position.battle if hasattr(position, "battle") else position
    found = battle.at(label) if battle is not None else None
    return f"{found[1].name} in {label}" if found is not None else label


def strike_sentence(x: a.Strike, position: "Game | Battle") -> str:
    """*Cyclops in D5 strikes Wyvern in C5, carrying 1 to Lion in D4*."""
    said = f"{_who(position, x.origin)} strikes {_who(position, x.to)}"
    if x.strike_number is not None:
        said += f" at Strike-number {x.strike_number}"
    if x.dice_count is not None:
        said += f" with {x.dice_count} dice"
    carried = ", ".join(f"{c.hits} to {_who(position, c.to)}" for c in x.carry)
    return f"{said}, carrying {carried}" if carried else said


def maneuver_sentence(x: a.Maneuver, _: "Game | Battle") -> str:
    """*Ogre moves from D3 to E4*."""
    return f"{x.character} enters in {x.to}" if x.origin is None else f"{x.character} moves from {x.origin} to {x.to}"


def move_sentence(x: a.Move, _: "Game | Battle") -> str:
    """*Bk02 moves to Plains 105, to enter from the left*."""
    said = f"{x.legion} moves to {land_named(x.to)}"
    if x.how is not None and x.how != "normal":
        said += f" by {x.how.replace('-', ' ').replace('tower', 'Tower').replace('titan', 'Titan')}"
    if x.reveal:
        said += f", showing {listed(x.reveal)}"
    return said + (f", to enter from the {x.entry_side}" if x.entry_side else "")


def split_sentence(x: a.Split, _: "Game | Battle") -> str:
    """*Bk01 splits off Bk02: 2 Ogre*."""
    who = str(x.count) if x.characters is None else listed(x.characters)
    return f"{x.legion} splits off {x.into}: {who}"


def proposal_sentence(verb: str) -> Callable[[Any, Any], str]:
    """*Red proposes: the attacker loses Ogre, the defender everything*."""

    def lost(names: tuple[str, ...]) -> str:
        return "everything" if names == a.ALL else listed(names)

    return lambda x, _: (
        f"{x.by} {verb}: the attacker loses {lost(x.attacker_loses)}, the defender {lost(x.defender_loses)}"
    )
