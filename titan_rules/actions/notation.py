"""The short text of actions, one notation in both directions: ``parse(write(action)) == action``.

Close to what players write by e-mail: ``Bk02 P105`` moves, ``Bk02 Cen,Cen>Lio`` musters, ``D3 strikes D4 with 6 5 1``
strikes. Characters are shortened to the fewest letters that tell them apart, three or more; any longer form is read
as well, in any case, and so are the sentences ``Bk02 moves to 105`` and ``Ogre D3 to E4``.
"""

import json
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeAlias

from ..box.characters import CHARACTERS, character_names
from ..box.hexes import hex_names
from ..box.markers import color_names, marker
from ..box.masterboard import LANDS
from ..kernel.errors import Fault, UnknownName
from ..kernel.names import ABBREVIATION, shortened
from .intents import (
    ACTIONS,
    Accept,
    AcceptConcession,
    Acquire,
    Action,
    AttemptConcession,
    Carry,
    Color,
    Concede,
    Engage,
    Fight,
    Maneuver,
    Move,
    Mulligan,
    Muster,
    NoMore,
    Propose,
    Recombine,
    Reinforce,
    Roll,
    Split,
    Strike,
    Summon,
    Tower,
    Withdraw,
)

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


@cache
def short_name(name: str) -> str:
    """The fewest letters, three or more, that tell a character apart.

    >>> short_name("Ogre"), short_name("Warbear")
    ('Ogr', 'Warb')
    """
    for length in range(ABBREVIATION, len(name)):
        if sum(other.startswith(name[:length]) for other in CHARACTERS) == 1:
            return name[:length]
    return name


def land_text(land: int) -> str:
    """A land with its terrain's letters.

    >>> land_text(105)
    'P105'
    """
    return f"{LAND_LETTERS[LANDS[land].terrain]}{land}"


def _names(names: Iterable[str], between: str = " ") -> str:
    return between.join(map(short_name, names))


def _loss(names: tuple[str, ...]) -> str:
    return "all" if names == ("all",) else _names(names) or "nothing"


def _quoted(name: str) -> str:
    """A player's name or colour; in quotes, as in JSON, where it could be read as something else."""
    if re.fullmatch(r"[\w.'-]+", name) and color_names.find(name) in (None, name):
        return name
    escaped = json.dumps(name, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in escaped)


def _with(*parts: str | int | None) -> str:
    return " ".join(str(part) for part in parts if part not in (None, ""))


def _strike_text(a: Strike) -> str:
    carried = " ".join(f"{c.to}:{c.hits}" for c in a.carry)
    return _with(
        f"{a.origin} strikes {a.to}",
        None if a.strike_number is None else f"at {a.strike_number}",
        None if a.dice_count is None else f"using {a.dice_count}",
        None if a.dice is None else "with " + " ".join(map(str, a.dice)),
        f"carrying {carried}" if carried else None,
    )


_WRITERS: dict[type[Action], Callable[[Any], str]] = {
    Tower: lambda a: _with(_quoted(a.by), "tower", a.die),
    Color: lambda a: _with(_quoted(a.by), "color", a.color, a.marker),
    Split: lambda a: f"{a.legion}/{a.into} {_names(a.characters)}",
    Roll: lambda a: _with("roll", a.die),
    Mulligan: lambda a: _with("mulligan", a.die),
    Move: lambda a: _with(a.legion, land_text(a.to), a.entry_side, a.how, _names(a.reveal)),
    Recombine: lambda a: f"{a.legion} joins {a.into}",
    Engage: lambda a: f"engage {land_text(a.land)}",
    Propose: lambda a: f"{a.by} proposes attacker {_loss(a.attacker_loses)}, defender {_loss(a.defender_loses)}",
    Accept: lambda a: f"{a.by} accepts attacker {_loss(a.attacker_loses)}, defender {_loss(a.defender_loses)}",
    NoMore: lambda a: f"{a.by} no-more",
    Fight: lambda a: f"{a.by} fights",
    Concede: lambda a: f"{_quoted(a.by)} concedes",
    AttemptConcession: lambda a: f"{_quoted(a.by)} attempts to concede",
    AcceptConcession: lambda a: f"{_quoted(a.by)} accepts the concession",
    Withdraw: lambda a: f"{_quoted(a.by)} withdraws",
    Maneuver: lambda a: f"{short_name(a.character)} " + (f"{a.origin}-{a.to}" if a.origin else f"enters {a.to}"),
    Strike: _strike_text,
    Summon: lambda a: _with("summon", short_name(a.character), "from", a.origin, a.legion and f"to {a.legion}"),
    Reinforce: lambda a: f"reinforce {_names(a.with_, ',')}>{short_name(a.character)}",
    Acquire: lambda a: _with("acquire", _names(a.characters) or "nothing", a.legion and f"to {a.legion}"),
    Muster: lambda a: f"{a.legion} {_names(a.with_, ',')}>{short_name(a.character)}",
}


def write(action: Action) -> str:
    """The short text of an action.

    >>> from titan_rules.actions.intents import Muster
    >>> write(Muster("Bk02", "Lion", ("Centaur", "Centaur")))
    'Bk02 Cen,Cen>Lio'
    """
    writer = _WRITERS.get(type(action))
    return action.do if writer is None else writer(action)


# --- reading ---------------------------------------------------------------------------------------------------------

Found: TypeAlias = re.Match[str]


def _characters(text: str) -> tuple[str, ...]:
    return tuple(character_names.canonical(part) for part in re.split(r"[\s,+]+", text.strip()) if part)


def _losses(text: str) -> tuple[str, ...]:
    text = text.strip().lower()
    return () if text == "nothing" else ("all",) if text == "all" else _characters(text)


def _die(text: str | None) -> int | None:
    return None if text is None else int(text)


def _land(text: str) -> int:
    letters, number = re.fullmatch(r"([A-Za-z]*)(\d+)", text).groups()  # type: ignore[union-attr]
    land = LANDS.get(int(number))
    if land is None:
        raise UnknownName(Fault("unknown-land", f"there is no land {number}"))
    right = LAND_LETTERS[land.terrain]
    if letters and letters.casefold() != right.casefold():
        raise UnknownName(
            Fault("wrong-terrain", f"land {number} is {land.terrain}", hint=f"write {right}{number} or {number}")
        )
    return land.number


def _by(text: str) -> str:
    """A player's name."""
    if not text.startswith('"'):
        return text
    try:
        name: str = json.loads(text)
    except ValueError:
        raise UnknownName(Fault("bad-notation", f"{shortened(text)} is not a name in quotes")) from None
    return name


def _player(text: str) -> str:
    """A colour where it is one; a player's name stays as it is, and so does what stands in quotes."""
    return (None if text.startswith('"') else color_names.find(text)) or _by(text)


def _hex(text: str) -> str:
    return hex_names.canonical(text.upper())


def _move(m: Found) -> Action:
    side: Any = m["side"] and m["side"].lower()
    how: Any = m["how"] and m["how"].lower().replace(" ", "-")
    return Move(marker(m["legion"]), _land(m["land"]), side, how, _characters(m["reveal"] or ""))


def _strike(m: Found) -> Action:
    return Strike(
        _hex(m["origin"]),
        _hex(m["to"]),
        None if m["dice"] is None else tuple(int(die) for die in re.findall(r"\d+", m["dice"])),
        _die(m["number"]),
        _die(m["count"]),
        tuple(Carry(_hex(to), int(hits)) for to, hits in re.findall(r"(\w+):(\d+)", m["carry"] or "")),
    )


def _maneuver(m: Found) -> Action:
    origin = m["origin"]
    return Maneuver(character_names.canonical(m["who"]), _hex(origin) if origin else None, to=_hex(m["to"]))


_M = r"(?P<legion>[A-Za-z]{2}\d{1,2})"
_M2 = r"(?P<into>[A-Za-z]{2}\d{1,2})"
_L = r"(?P<land>[A-Za-z]{0,2}\d+)"
_H = r"[A-Fa-f][1-6]"
_WHO = r"(?P<by>\"(?:[^\"\\]|\\.)*\"|[\w.'-]+)"
_C = r"[A-Za-z]+"
_LOSS = r"attacker (?P<a>[\w ,+]+?),? (?:and )?defender (?P<d>[\w ,+]+)"

_READERS: tuple[tuple[str, Callable[[Found], Action]], ...] = (
    (rf"{_WHO} tower(?: (?P<die>\d+))?", lambda m: Tower(_by(m["by"]), _die(m["die"]))),
    (
        rf"{_WHO} colou?r (?P<color>\w+)(?: (?P<marker>\w+))?",
        lambda m: Color(_by(m["by"]), color_names.canonical(m["color"]), m["marker"] and marker(m["marker"])),
    ),
    (
        rf"{_M} ?(?:/|splits (?:into|off) ) ?{_M2}:? (?:with )?(?P<names>.+)",
        lambda m: Split(marker(m["legion"]), marker(m["into"]), _characters(m["names"])),
    ),
    (r"rolls?(?: (?P<die>\d+))?", lambda m: Roll(_die(m["die"]))),
    (r"mulligan(?: (?P<die>\d+))?", lambda m: Mulligan(_die(m["die"]))),
    (rf"{_M} joins {_M2}", lambda m: Recombine(marker(m["legion"]), marker(m["into"]))),
    (
        rf"{_M} (?:musters? )?(?P<with>{_C}(?:[ ,+]+{_C})*)? ?> ?(?P<who>{_C})",
        lambda m: Muster(marker(m["legion"]), character_names.canonical(m["who"]), _characters(m["with"] or "")),
    ),
    (
        rf"{_M} musters? (?P<who>{_C})(?: with (?P<with>.+))?",
        lambda m: Muster(marker(m["legion"]), character_names.canonical(m["who"]), _characters(m["with"] or "")),
    ),
    (
        rf"{_M} (?:moves? )?(?:to )?{_L}(?: (?:from (?:the )?)?(?P<side>left|right|bottom))?"
        rf"(?: (?:by )?(?P<how>normal|tower[ -]teleport|titan[ -]teleport))?"
        rf"(?:,? (?:revealing )?(?P<reveal>{_C}(?:[ ,+]+{_C})*))?",
        _move,
    ),
    (rf"engages? (?:in )?{_L}", lambda m: Engage(_land(m["land"]))),
    (rf"{_WHO} proposes {_LOSS}", lambda m: Propose(_player(m["by"]), _losses(m["a"]), _losses(m["d"]))),
    (rf"{_WHO} accepts {_LOSS}", lambda m: Accept(_player(m["by"]), _losses(m["a"]), _losses(m["d"]))),
    (rf"{_WHO} no[ -]more", lambda m: NoMore(_player(m["by"]))),
    (rf"{_WHO} fights?", lambda m: Fight(_player(m["by"]))),
    (rf"{_WHO} concedes?", lambda m: Concede(_player(m["by"]))),
    (rf"{_WHO} attempts? to concede", lambda m: AttemptConcession(_player(m["by"]))),
    (rf"{_WHO} accepts? (?:the )?concession", lambda m: AcceptConcession(_player(m["by"]))),
    (rf"{_WHO} withdraws?", lambda m: Withdraw(_player(m["by"]))),
    (
        rf"(?P<origin>{_H}) ?(?:strikes?|rangestrikes?|x) ?(?P<to>{_H})(?: at (?P<number>\d+))?(?: using (?P<count>\d+)"
        rf"(?: dice)?)?(?: with (?P<dice>[\d ,]+?))?(?: carrying (?P<carry>[\w: ,]+))?",
        _strike,
    ),
    (rf"(?P<who>{_C}) (?P<origin>{_H}) ?(?:-|to) ?(?P<to>{_H})", _maneuver),
    (rf"(?P<who>{_C}) (?P<origin>)enters? (?:in |at )?(?P<to>{_H})", _maneuver),
    (
        rf"summons? (?P<who>{_C}) from {_M}(?: to {_M2})?",
        lambda m: Summon(marker(m["legion"]), character_names.canonical(m["who"]), m["into"] and marker(m["into"])),
    ),
    (
        rf"reinforce (?P<with>{_C}(?:[ ,+]+{_C})*)? ?> ?(?P<who>{_C})",
        lambda m: Reinforce(character_names.canonical(m["who"]), _characters(m["with"] or "")),
    ),
    (
        rf"acquires? (?P<names>{_C}(?:[ ,+]+{_C})*?)(?: to {_M})?",
        lambda m: Acquire(
            () if m["names"].lower() == "nothing" else _characters(m["names"]), m["legion"] and marker(m["legion"])
        ),
    ),
)

_BARE = {name: kind for name, kind in ACTIONS.items() if kind not in _WRITERS}


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Callable[[Found], Action]], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), make) for pattern, make in _READERS)


def parse(text: str) -> Action:
    """The action that a short text means.

    :raises UnknownName: no notation, or a name in it that the game does not have.

    >>> parse("Bk02 moves to 105")
    Move(legion='Bk02', to=105, entry_side=None, how=None, reveal=())
    """
    found = _parse(_tidy(text))
    if found is None:
        hint = "as in: Bk02 P105, Bk02 Cen,Cen>Lio, Ogr D3-E4, D3 strikes D4 at 6 with 6 5 1"
        raise UnknownName(Fault("bad-notation", f"no action is written {text[:60]!r}", hint=hint))
    return found


def _tidy(text: str) -> str:
    """A text with single blanks; what stands in quotes is left as it is."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|\s+', lambda m: m[1] or " ", text).strip()


def _parse(text: str) -> Action | None:
    bare = _BARE.get(text.lower().replace(" ", "-"))
    if bare is not None:
        return bare()
    for pattern, make in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            return make(match)
    return None


def parse_line(text: str) -> tuple[Action, ...]:
    """The actions of one line; ``Bk02 P105 Cen>Lio`` is a move and a muster.

    :raises UnknownName: see :func:`parse`.

    >>> [write(action) for action in parse_line("Bk02 P105 Cen>Lio")]
    ['Bk02 P105', 'Bk02 Cen>Lio']
    """
    text = _tidy(text)
    both = re.fullmatch(rf"({_M} {_L}(?: .*?)?) (\S*>\S+)", text)
    if both is not None:
        return parse(both[1]), parse(f"{both['legion']} {both[4]}")
    return (parse(text),)
