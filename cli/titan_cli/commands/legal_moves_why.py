"""``titan legal-moves --why``: which rule allows or stops one thing that a Legion might do."""

from collections.abc import Callable
from typing import Any

from titan_rules.actions.grammar import FORMS, parse
from titan_rules.actions.intents import Action, Move, Muster, Split
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.rulings import Ruling
from titan_rules.position.game import Game

ROLLS = range(1, 7)

ASKED: dict[str, type[Action]] = {"commencement": Split, "movement": Move, "enlistment": Muster}
"""What may be asked in each phase."""


def why(game: Game, text: str, *, roll: int | None = None) -> dict[str, Any]:
    """The rulings on one split, move or muster of the active player.

    :param text: as actions are written.
    :param roll: a Movement Roll in place of the document's; without any, all six are answered.
    :raises ActionError: the text is not understood.
    :raises CannotTell: it is no action of the phase, or depends on characters that are not known.
    """
    kind = ASKED.get(game.phase)
    if kind is None:
        raise _unanswerable(f"--why has nothing to answer in the {game.phase} phase")
    action = parse(text, game)
    if not isinstance(action, kind):
        forms = ", ".join(FORMS[kind.do])
        raise _unanswerable(f"--why {text!r}: in the {game.phase} phase it is written like {forms}")
    if roll is not None and game.phase != "movement":
        raise _unanswerable(f"--roll is for the Movement Phase, this game is in its {game.phase} phase")
    found = {"format": "titan-rules/1", "kind": "why", "phase": game.phase, "asked": text.strip()}
    return found | _ANSWERS[game.phase](game, action, roll)


def _unanswerable(message: str) -> CannotTell:
    return CannotTell(Fault("usage", message))


def _verdict(violations: list[Ruling], allowed: Callable[[], list[Ruling]]) -> dict[str, Any]:
    """The answer's verdict and rulings: the violations, or else what allows it."""
    rulings = violations or allowed()
    return {"verdict": "illegal" if violations else "legal", "rulings": [r.to_json() for r in rulings]}


def _split(game: Game, split: Split, _: int | None) -> dict[str, Any]:
    from titan_rules.rules.masterboard.commencement import legion_rulings, split_violations

    def allowed() -> list[Ruling]:
        found = game.mover.legion(split.legion)
        return legion_rulings(game, found) if found else []

    return _verdict(split_violations(game, split.legion, split.into, split.characters), allowed)


def _move(game: Game, move: Move, roll: int | None) -> dict[str, Any]:
    from titan_rules.kernel.evolving import evolve

    number = roll if roll is not None else game.roll
    if number is not None:
        return {"roll": number, **_move_verdict(evolve(game, roll=number), number, move)}
    return {"rolls": [{"roll": n, **_move_verdict(evolve(game, roll=n), n, move)} for n in ROLLS]}


def _move_verdict(game: Game, roll: int, move: Move) -> dict[str, Any]:
    from titan_rules.rules.masterboard.movement import destinations, move_rulings, move_violations, resolve_move

    marked, to, side, how, reveal = move.legion, move.to, move.entry_side, move.how, move.reveal
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


def _muster(game: Game, muster: Muster, _: int | None) -> dict[str, Any]:
    from titan_rules.rules.masterboard.mustering import legion_options, muster_rulings, muster_violations

    legion, character = muster.legion, muster.character
    given = muster.with_ or None

    def allowed() -> list[Ruling]:
        found = game.mover.legion(legion)
        if found is None:
            return []
        option = next(o for o in legion_options(game, found) if o.muster == character)
        ways = option.ways if given is None else (tuple(sorted(given)),)
        table = game.the_box.table_of(found.land)
        return [r for way in ways for r in muster_rulings(table, character, way, option.left)]

    return _verdict(muster_violations(game, legion, character, given), allowed)


_ANSWERS: dict[str, Callable[[Game, Any, int | None], dict[str, Any]]] = {
    "commencement": _split,
    "movement": _move,
    "enlistment": _muster,
}
