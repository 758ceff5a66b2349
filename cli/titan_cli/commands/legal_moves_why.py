"""``titan legal-moves --why``: which rule allows or stops one thing that a Legion might do."""

import re
from collections.abc import Callable
from typing import Any

from titan_rules.box.characters import character_names
from titan_rules.box.markers import marker
from titan_rules.box.places import land_number
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.rulings import Ruling
from titan_rules.position.game import Game

ROLLS = range(1, 7)

FORMS = {
    "commencement": (
        re.compile(r"(?P<legion>\S+)\s+splits?\s+(?P<names>.+?)(?:\s+into\s+(?P<into>\S+))?", re.I),
        "Bk01 split Titan Ogre Ogre Centaur into Bk02",
    ),
    "movement": (
        re.compile(
            r"(?P<legion>\S+)\s+(?:to\s+)?(?P<land>\d+)(?:\s+(?:from\s+(?:the\s+)?)?(?P<side>left|right|bottom))?"
            r"(?:\s+(?:by\s+)?(?P<how>normal|tower-teleport|titan-teleport))?(?:\s+reveal(?:s|ing)?\s+(?P<names>.+))?",
            re.I,
        ),
        "Bk02 to 105, Bk02 to 105 left, Bk02 to 300 tower-teleport reveals Angel",
    ),
    "enlistment": (
        re.compile(r"(?P<legion>\S+)\s+musters?\s+(?P<names>\S+)(?:\s+with\s+(?P<with>.+))?", re.I),
        "Bk02 muster Cyclops with Gargoyle Gargoyle",
    ),
}
"""What may be asked in each phase: how it is read, and an example."""


def why(game: Game, text: str, *, roll: int | None = None) -> dict[str, Any]:
    """The rulings on one split, move or muster of the active player.

    :param text: as in :data:`FORMS`.
    :param roll: a Movement Roll in place of the document's; without any, all six are answered.
    :raises CannotTell: the text is not of the phase's form, or depends on characters that are not known.
    """
    form = FORMS.get(game.phase)
    if form is None:
        raise _unanswerable(f"--why has nothing to answer in the {game.phase} phase")
    read = form[0].fullmatch(text.strip())
    if read is None:
        raise _unanswerable(f"--why {text!r}: in the {game.phase} phase it is written like {form[1]}")
    if roll is not None and game.phase != "movement":
        raise _unanswerable(f"--roll is for the Movement Phase, this game is in its {game.phase} phase")
    found = {"format": "titan-rules/1", "kind": "why", "phase": game.phase, "asked": text.strip()}
    return found | _ANSWERS[game.phase](game, read, roll)


def _unanswerable(message: str) -> CannotTell:
    return CannotTell(Fault("usage", message))


def _verdict(violations: list[Ruling], allowed: Callable[[], list[Ruling]]) -> dict[str, Any]:
    """The answer's verdict and rulings: the violations, or else what allows it."""
    rulings = violations or allowed()
    return {"verdict": "illegal" if violations else "legal", "rulings": [r.to_json() for r in rulings]}


def _words(text: str | None) -> list[str]:
    return [character_names.canonical(word) for word in re.split(r"[\s,]+", text or "") if word]


def _split(game: Game, read: re.Match[str], _: int | None) -> dict[str, Any]:
    from titan_rules.rules.masterboard.commencement import free_markers, legion_rulings, split_violations

    legion = marker(read["legion"])
    into = marker(read["into"]) if read["into"] else next(iter(free_markers(game.mover, game)), legion)

    def allowed() -> list[Ruling]:
        found = game.mover.legion(legion)
        return legion_rulings(game, found) if found else []

    return _verdict(split_violations(game, legion, into, _words(read["names"])), allowed)


def _move(game: Game, read: re.Match[str], roll: int | None) -> dict[str, Any]:
    from titan_rules.kernel.evolving import evolve

    number = roll if roll is not None else game.roll
    if number is not None:
        return {"roll": number, **_move_verdict(evolve(game, roll=number), number, read)}
    return {"rolls": [{"roll": n, **_move_verdict(evolve(game, roll=n), n, read)} for n in ROLLS]}


def _move_verdict(game: Game, roll: int, read: re.Match[str]) -> dict[str, Any]:
    from titan_rules.rules.masterboard.movement import destinations, move_rulings, move_violations, resolve_move

    marked, to = marker(read["legion"]), land_number(int(read["land"]))
    side: Any = read["side"].lower() if read["side"] else None
    how: Any = read["how"].lower() if read["how"] else None
    reveal = tuple(_words(read["names"]))
    legion = game.mover.legion(marked)
    open_question = side is None and not reveal
    if legion is not None and open_question:
        there = [d for d in destinations(game, game.mover, legion, roll) if d.land == to and how in (None, d.how)]
    else:
        resolved = resolve_move(game, marked, to, side, how, reveal)
        there = [resolved] if resolved else []
    if legion is not None and there:
        return _verdict([], lambda: [r for d in there for r in move_rulings(game, game.mover, legion, roll, d)])
    return _verdict(move_violations(game, marked, to, side, how, reveal), list)


def _muster(game: Game, read: re.Match[str], _: int | None) -> dict[str, Any]:
    from titan_rules.box.masterboard import LANDS
    from titan_rules.rules.masterboard.mustering import legion_options, muster_rulings, muster_violations

    legion = marker(read["legion"])
    character = character_names.canonical(read["names"])
    given = None if read["with"] is None else _words(read["with"])

    def allowed() -> list[Ruling]:
        found = game.mover.legion(legion)
        if found is None:
            return []
        option = next(o for o in legion_options(game, found) if o.muster == character)
        ways = option.ways if given is None else (tuple(sorted(given)),)
        terrain = LANDS[found.land].terrain
        return [r for way in ways for r in muster_rulings(terrain, character, way, option.left)]

    return _verdict(muster_violations(game, legion, character, given), allowed)


_ANSWERS = {"commencement": _split, "movement": _move, "enlistment": _muster}
