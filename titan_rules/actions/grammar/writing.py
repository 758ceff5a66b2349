"""Actions as short text."""

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ...box import Box
from ...box.names import CharacterName
from ...box.reading import current
from ...kernel.names import in_quotes
from .. import intents as a
from .words import words_in

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


def quoted(name: CharacterName, box: Box | None = None) -> str:
    """A player's name or colour; in quotes, as in JSON, where it could be read as something else.

    >>> quoted("Ann"), quoted("Ann Lee"), quoted("bk")
    ('Ann', '"Ann Lee"', '"bk"')
    """
    if (
        re.fullmatch(r"[\w.'-]+", name)
        and (box or current()).markers.colors.find(name) in (None, name)
        and words_in(name) == [name]
    ):
        return name
    return in_quotes(name)


def _names(names: Iterable[CharacterName], box: Box, between: str = " ") -> str:
    return between.join([box.short_names[name] for name in names])


def _loss(names: tuple[CharacterName, ...], box: Box) -> str:
    return "all" if names == a.ALL else _names(names, box) or NOBODY


def _with(*parts: str | int | None) -> str:
    return " ".join([str(part) for part in parts if part is not None and part != ""])


def _dice(word: str, dice: tuple[int, ...] | None) -> str | None:
    return None if dice is None else f"{word} {' '.join(map(str, dice)) or NOBODY}"


def _maneuver(maneuver: a.Maneuver, box: Box) -> str:
    name, origin, to = box.short_names[maneuver.character], maneuver.origin, maneuver.to
    if to is None:
        return f"{name} {origin} goes off" if origin else f"{name} goes off"
    return f"{name} {origin}-{to}" if origin else f"{name} enters {to}"


def _strike(strike: a.Strike, _: Box) -> str:
    carried = " ".join(f"{c.to}:{c.hits}" for c in strike.carry)
    return _with(
        f"{strike.origin} strikes {strike.to}",
        None if strike.strike_number is None else f"at {strike.strike_number}",
        None if strike.dice_count is None else f"using {strike.dice_count}",
        f"declaring {' '.join(strike.declared)}" if strike.declared else None,
        _dice("with", strike.dice),
        _dice("instead of", strike.first_roll),
        f"carrying {carried}" if carried else None,
    )


def _proposal(verb: str) -> "_Writer":
    def write(p: Any, box: Box) -> str:
        attacker, defender = _loss(p.attacker_loses, box), _loss(p.defender_loses, box)
        return f"{quoted(p.by, box)} {verb} attacker {attacker}, defender {defender}"

    return write


def _leaving(split: a.Split, box: Box) -> str:
    return str(split.count) if split.characters is None else _names(split.characters, box) or NOBODY


def _said(verb: str) -> "_Writer":
    return lambda said, box: f"{quoted(said.by, box)} {verb}"


def _summon(x: a.Summon, box: Box) -> str:
    return _with("summon", box.short_names[x.character], "from", x.origin, x.legion and f"to {x.legion}")


_Writer: TypeAlias = Callable[[Any, Box], str]

_WRITERS: dict[type[a.Action], _Writer] = {
    a.Tower: lambda x, box: _with(quoted(x.by, box), "tower", x.die),
    a.Color: lambda x, box: _with(quoted(x.by, box), "color", x.color, x.marker),
    a.Split: lambda x, box: f"{x.legion}/{x.into} {_leaving(x, box)}",
    a.Roll: lambda x, box: _with("roll", x.die),
    a.Mulligan: lambda x, box: _with("mulligan", x.die),
    a.Move: lambda x, box: _with(x.legion, land_text(x.to, box), x.entry_side, x.how, _names(x.reveal, box)),
    a.Recombine: lambda x, box: f"{x.legion} joins {x.into}",
    a.Engage: lambda x, box: f"engage {land_text(x.land, box)}",
    a.Propose: _proposal("proposes"),
    a.Accept: _proposal("accepts"),
    a.NoMore: _said("no-more"),
    a.Fight: _said("fights"),
    a.Concede: _said("concedes"),
    a.AttemptConcession: _said("attempts to concede"),
    a.AcceptConcession: _said("accepts the concession"),
    a.Withdraw: _said("withdraws"),
    a.Maneuver: _maneuver,
    a.Strike: _strike,
    a.Summon: _summon,
    a.Reinforce: lambda x, box: f"reinforce {_names(x.with_, box, ',')}>{box.short_names[x.character]}",
    a.Acquire: lambda x, box: _with("acquire", _names(x.characters, box) or NOBODY, x.legion and f"to {x.legion}"),
    a.Muster: lambda x, box: f"{x.legion} {_names(x.with_, box, ',')}>{box.short_names[x.character]}",
}

BARE = {name: kind for name, kind in a.ACTIONS.items() if kind not in _WRITERS}
"""The actions whose short text is their ``do``."""


def written(action: a.Action, box: Box | None = None) -> str:
    """The short text of an action.

    :param box: where its names are from; by default that of the position in which it was listed, read or played, or
        of the document that is being read.

    >>> written(a.Muster("Bk02", "Lion", ("Centaur", "Centaur")))
    'Bk02 Cen,Cen>Lio'
    """
    writer = _WRITERS.get(type(action))
    return action.do if writer is None else writer(action, box or getattr(action, "spoken_in", None) or current())
