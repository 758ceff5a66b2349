"""Actions as short text."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from ...box import Box
from ...box.reading import current
from ...kernel.names import ABBREVIATION, in_quotes
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


def short_name(name: str) -> str:
    """The fewest letters, three or more, that tell a character of the box apart.

    >>> short_name("Ogre"), short_name("Warbear")
    ('Ogr', 'Warb')
    """
    return _short(current(), name)


@cache
def _short(box: Box, name: str) -> str:
    for length in range(ABBREVIATION, len(name)):
        if sum(other.startswith(name[:length]) for other in box.characters) == 1:
            return name[:length]
    return name


def land_text(land: int) -> str:
    """A land with its terrain's letters.

    >>> land_text(105)
    'P105'
    """
    found = current().masterboard.lands.get(land)
    return str(land) if found is None else f"{LAND_LETTERS.get(found.terrain, '')}{land}"


def quoted(name: str) -> str:
    """A player's name or colour; in quotes, as in JSON, where it could be read as something else.

    >>> quoted("Ann"), quoted("Ann Lee"), quoted("bk")
    ('Ann', '"Ann Lee"', '"bk"')
    """
    if (
        re.fullmatch(r"[\w.'-]+", name)
        and current().markers.colors.find(name) in (None, name)
        and words_in(name) == [name]
    ):
        return name
    return in_quotes(name)


def _names(names: Iterable[str], between: str = " ") -> str:
    return between.join(map(short_name, names))


def _loss(names: tuple[str, ...]) -> str:
    return "all" if names == a.ALL else _names(names) or NOBODY


def _with(*parts: str | int | None) -> str:
    return " ".join(str(part) for part in parts if part not in (None, ""))


def _dice(word: str, dice: tuple[int, ...] | None) -> str | None:
    return None if dice is None else f"{word} {' '.join(map(str, dice)) or NOBODY}"


def _way(maneuver: a.Maneuver) -> str:
    if maneuver.to is None:
        return f"{maneuver.origin} goes off" if maneuver.origin else "goes off"
    return f"{maneuver.origin}-{maneuver.to}" if maneuver.origin else f"enters {maneuver.to}"


def _strike(strike: a.Strike) -> str:
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


def _proposal(verb: str) -> Callable[[Any], str]:
    return lambda p: f"{quoted(p.by)} {verb} attacker {_loss(p.attacker_loses)}, defender {_loss(p.defender_loses)}"


def _said(verb: str) -> Callable[[Any], str]:
    return lambda said: f"{quoted(said.by)} {verb}"


_WRITERS: dict[type[a.Action], Callable[[Any], str]] = {
    a.Tower: lambda x: _with(quoted(x.by), "tower", x.die),
    a.Color: lambda x: _with(quoted(x.by), "color", x.color, x.marker),
    a.Split: lambda x: f"{x.legion}/{x.into} {_names(x.characters) or NOBODY}",
    a.Roll: lambda x: _with("roll", x.die),
    a.Mulligan: lambda x: _with("mulligan", x.die),
    a.Move: lambda x: _with(x.legion, land_text(x.to), x.entry_side, x.how, _names(x.reveal)),
    a.Recombine: lambda x: f"{x.legion} joins {x.into}",
    a.Engage: lambda x: f"engage {land_text(x.land)}",
    a.Propose: _proposal("proposes"),
    a.Accept: _proposal("accepts"),
    a.NoMore: _said("no-more"),
    a.Fight: _said("fights"),
    a.Concede: _said("concedes"),
    a.AttemptConcession: _said("attempts to concede"),
    a.AcceptConcession: _said("accepts the concession"),
    a.Withdraw: _said("withdraws"),
    a.Maneuver: lambda x: f"{short_name(x.character)} {_way(x)}",
    a.Strike: _strike,
    a.Summon: lambda x: _with("summon", short_name(x.character), "from", x.origin, x.legion and f"to {x.legion}"),
    a.Reinforce: lambda x: f"reinforce {_names(x.with_, ',')}>{short_name(x.character)}",
    a.Acquire: lambda x: _with("acquire", _names(x.characters) or NOBODY, x.legion and f"to {x.legion}"),
    a.Muster: lambda x: f"{x.legion} {_names(x.with_, ',')}>{short_name(x.character)}",
}

BARE = {name: kind for name, kind in a.ACTIONS.items() if kind not in _WRITERS}
"""The actions whose short text is their ``do``."""


def written(action: a.Action) -> str:
    """The short text of an action.

    >>> written(a.Muster("Bk02", "Lion", ("Centaur", "Centaur")))
    'Bk02 Cen,Cen>Lio'
    """
    writer = _WRITERS.get(type(action))
    return action.do if writer is None else writer(action)
