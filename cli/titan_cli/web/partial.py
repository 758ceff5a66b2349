"""What can be said of a position that is not possible: all that does not depend on what is wrong with it."""

from copy import deepcopy
from typing import Any, TypeAlias

from attrs import frozen

from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import JSON
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game

ROUNDS = 8
"""How often parts may be left out before nothing more is said: a fault may hide another one."""

TALLEST = 7
_LISTS = ("characters", "legions")
_OPTIONAL = ("caretaker", "donors", "dead", "returning", "roll", "pending", "options", "engagement", "battle")

Place: TypeAlias = tuple[Any, Any]
"""An object or a list, and a key of it."""


@frozen
class Part:
    """The possible part of a position.

    :ivar position: what is left.
    :ivar without: pointers to what is left out, in the document as it was given.
    """

    position: Game | Battle
    without: tuple[str, ...]


def possible_part(data: JSON) -> Part | None:
    """A document of a position without the pieces that its faults are at; None where too little would be left.

    A Legion whose characters cannot be is one whose characters are not known; any other piece is left out.
    """
    left = deepcopy(data)
    places: dict[int, str] = {}
    _remember(left, "", places)
    without: list[str] = []
    for _ in range(ROUNDS):
        try:
            return Part(FORMAT.read(left, ("game", "battle")), tuple(without))
        except DocumentError as error:
            faults = list(error.faults)
        cuts: dict[tuple[int, Any], Any] = {}
        for fault in faults:
            cut = _cut(left, fault)
            if cut is None:
                return None
            cuts[id(cut[0]), cut[1]] = cut[0]
        for (_, key), holder in sorted(cuts.items(), key=lambda cut: str(cut[0][1]).zfill(4), reverse=True):
            _leave_out(holder, key, places, without)
    return None


def _remember(value: JSON, pointer: str, places: dict[int, str]) -> None:
    """Note the pointer of every object and list of a document."""
    places[id(value)] = pointer
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if isinstance(inner, dict | list):
            _remember(inner, f"{pointer}/{key}", places)


def _cut(data: JSON, fault: Fault) -> Place | None:
    """What holds the innermost piece that a fault is at, and its key there."""
    found: Place | None = None
    at, before = data, ""
    for part in fault.pointer.split("/")[1:]:
        key: Any = int(part) if isinstance(at, list) and part.isdecimal() else part
        if isinstance(at, list) and before in _LISTS and isinstance(key, int) and key < len(at):
            found = at, key
        elif at is data and isinstance(at, dict) and part in _OPTIONAL and part in at:
            found = at, part
        elif not isinstance(at, dict | list) or (isinstance(at, dict) and part not in at):
            break
        at, before = at[key], part
    return found


def _leave_out(holder: Any, key: Any, places: dict[int, str], without: list[str]) -> None:
    if isinstance(holder, list):
        if key >= len(holder):
            return
        piece = holder[key]
        without.append(places.get(id(piece), ""))
        if isinstance(piece, dict) and piece.get("legion") and isinstance(piece.get("characters"), list):
            piece["height"] = min(max(len(piece["characters"]), 1), TALLEST)
            piece["characters"] = None
            return
        del holder[key]
    elif key in holder:
        without.append(f"/{key}")
        del holder[key]
