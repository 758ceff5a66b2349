"""Which rules allow or stop one split, move or muster."""

from collections.abc import Callable
from typing import TypeAlias

from ..actions.grammar import FORMS, parse
from ..actions.intents import Action, Move, Muster, Split
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.rulings import Ruling
from ..play.masterboard_phase import judge_split_of
from ..position.game import Game
from ..rules.masterboard.commencement import legion_rulings
from ..rules.masterboard.movement import destinations, judge_move, move_rulings
from ..rules.masterboard.mustering import judge_muster, legion_options, muster_rulings
from .verdicts import Verdict, WhyByRoll, WhyOnBoard, WhyWithRoll

ROLLS = range(1, 7)

ASKED: dict[str, type[Action]] = {"commencement": Split, "movement": Move, "enlistment": Muster}
"""What may be asked in each phase."""


Judged: TypeAlias = tuple[Verdict, tuple[Ruling, ...]]


def why_on_board(game: Game, text: str, *, roll: int | None = None) -> WhyOnBoard | WhyByRoll:
    """The rules on one split, move or muster of the active player.

    :param text: as actions are written.
    :param roll: a Movement Roll in place of the document's; without any, all six are answered.
    :raises ActionError: the text is not understood.
    :raises CannotTell: it is not an action of the phase, or depends on characters that are not known.
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
    asked = text.strip()
    if isinstance(action, Move):
        return _move(game, action, asked, roll if roll is not None else game.roll)
    if isinstance(action, Split):
        verdict, rulings = _split(game, action)
        return WhyOnBoard(phase="commencement", asked=asked, verdict=verdict, rulings=rulings)
    assert isinstance(action, Muster)
    verdict, rulings = _muster(game, action)
    return WhyOnBoard(phase="enlistment", asked=asked, verdict=verdict, rulings=rulings)


def _unanswerable(message: str) -> CannotTell:
    return CannotTell(Fault("usage", message))


def _verdict(judged: object, allowed: Callable[[], list[Ruling]]) -> Judged:
    """The answer's verdict and rulings: those of the refusal, or else what allows it."""
    return ("illegal", judged.rulings) if isinstance(judged, Refusal) else ("legal", tuple(allowed()))


def _split(game: Game, split: Split) -> Judged:
    def allowed() -> list[Ruling]:
        found = game.mover.legion(split.legion)
        return legion_rulings(game, found) if found else []

    return _verdict(judge_split_of(game, split), allowed)


def _move(game: Game, move: Move, asked: str, roll: int | None) -> WhyOnBoard | WhyByRoll:
    def judged(number: int) -> WhyWithRoll:
        verdict, rulings = _move_verdict(evolve(game, roll=number), number, move)
        return WhyWithRoll(roll=number, verdict=verdict, rulings=rulings)

    if roll is None:
        return WhyByRoll(asked=asked, rolls=tuple(map(judged, ROLLS)))
    one = judged(roll)
    return WhyOnBoard(phase="movement", asked=asked, roll=roll, verdict=one.verdict, rulings=one.rulings)


def _move_verdict(game: Game, roll: int, move: Move) -> Judged:
    marked, to, side, how, reveal = move.legion, move.to, move.entry_side, move.how, move.reveal
    legion = game.mover.legion(marked)
    open_question = side is None and not reveal
    if legion is not None and open_question:
        there = [d for d in destinations(game, game.mover, legion, roll) if d.land == to and how in (None, d.how)]
    else:
        meant = judge_move(game, marked, to, side, how, reveal)
        there = [] if isinstance(meant, Refusal) else [meant[1]]
    if legion is not None and there:
        return _verdict(None, lambda: [r for d in there for r in move_rulings(game, game.mover, legion, roll, d)])
    return _verdict(judge_move(game, marked, to, side, how, reveal), list)


def _muster(game: Game, muster: Muster) -> Judged:
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

    return _verdict(judge_muster(game, legion, character, given), allowed)
