"""The answers of ``titan legal-moves`` on game documents, as tables for people."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from titan_rules.answers.legal_moves import (
    ActionMoves,
    Destination,
    DestinationAhead,
    EngagementMoves,
    GameMoves,
    LegionMoves,
    LegionMusters,
    LegionSplits,
    MovementMoves,
    MusterMoves,
    SplitMoves,
)
from titan_rules.box.reading import place

from .. import output, render
from ..output import rulings

TELEPORTS = {"tower-teleport": "Tower Teleport", "titan-teleport": "Titan Teleport"}

LANDS_WIDTH = 60
"""Lists of lands are wrapped at this many columns."""

AnyDestination: TypeAlias = Destination | DestinationAhead


def table(answer: GameMoves) -> str:
    """An answer as text for people."""
    blocks = [_heading(answer), *_body(answer)]
    owed = answer.owed if isinstance(answer, SplitMoves | MovementMoves) else None
    if owed:
        blocks.append("Owed before the phase ends:\n" + rulings(owed))
    return "\n\n".join(block for block in blocks if block)


def _body(answer: GameMoves) -> Iterator[str]:
    match answer:
        case SplitMoves():
            return _commencement(answer)
        case MovementMoves():
            return _movement(answer)
        case EngagementMoves():
            return iter([render.table(answer.legal) or "No Engagement is left."])
        case MusterMoves():
            return _enlistment(answer)
        case ActionMoves():
            return _actions(answer)


def _heading(answer: GameMoves) -> str:
    phase = answer.phase
    if phase in ("over", "setup"):
        return "The game is over." if phase == "over" else "The game is being set up."
    roll = f", Movement Roll {answer.roll}" if isinstance(answer, MovementMoves) and answer.roll is not None else ""
    return f"{answer.active}, {phase.capitalize()} Phase{roll}"


def _remarks(entries: Iterable[LegionSplits | LegionMoves | LegionMusters]) -> Iterator[str]:
    """Why a Legion has nothing to do, and what is missing to know more."""
    for entry in entries:
        if not _choices(entry) and entry.rulings:
            yield f"{entry.legion}:\n" + rulings(entry.rulings)
        if entry.missing is not None:
            yield f"Not known: {entry.missing}"


def _choices(entry: LegionSplits | LegionMoves | LegionMusters) -> tuple[object, ...]:
    if isinstance(entry, LegionSplits):
        return entry.splits
    return entry.to if isinstance(entry, LegionMoves) else entry.musters


def _commencement(answer: SplitMoves) -> Iterator[str]:
    yield render.table(answer.legal)
    yield "Unused Legion Markers: " + (", ".join(answer.into) or "none")
    yield from _remarks(answer.legal)


def _movement(answer: MovementMoves) -> Iterator[str]:
    """One table; without a Movement Roll one for all six, with a column for it."""
    rolls = [(one.roll, one.legal) for one in answer.rolls or ()] or [(answer.roll or 0, answer.legal or ())]
    entries = [(roll, entry) for roll, legal in rolls for entry in legal]
    ahead = any(isinstance(there, DestinationAhead) for _, entry in entries for there in entry.to)
    headings = ["Roll" if len(rolls) > 1 else "", "Legion", "From", "To", "Engages"]
    headings += ["May muster there" if ahead else "", "Way", "Rules"]
    rows = [row for roll, entry in entries for row in _move_rows(roll if len(rolls) > 1 else "", entry, ahead)]
    if rows:
        yield output.grid(rows, headings)
    said: set[str] = set()
    for roll, legal in rolls:
        remarks = [remark for remark in _remarks(legal) if remark not in said]
        said.update(remarks)
        if remarks and len(rolls) > 1:
            remarks[0] = f"With a Movement Roll of {roll}:\n\n{remarks[0]}"
        yield from remarks


def _move_rows(roll: int | str, entry: LegionMoves, ahead: bool) -> Iterator[tuple[object, ...]]:
    """One row a destination; teleports that engage nothing share one row, unless each has its musters."""
    shared: dict[str, list[AnyDestination]] = {}
    start = (roll, entry.legion, place(entry.origin))
    for there in entry.to:
        if there.how != "normal" and there.engages is None and not ahead:
            shared.setdefault(there.how, []).append(there)
            continue
        yield (*start, place(there.land), _engages(there), _musters(there), _way(there), _rules(there))
    for lands in shared.values():
        first = lands[0]
        listed = textwrap.wrap(", ".join(str(there.land) for there in lands), LANDS_WIDTH)
        yield (*start, "\n".join(listed), "", "", _way(first), _rules(first))


def _musters(there: AnyDestination) -> str:
    if not isinstance(there, DestinationAhead):
        return ""
    return "?" if there.musters is None else ", ".join(f"{option.muster} {option.left}" for option in there.musters)


def _engages(there: AnyDestination) -> str:
    if there.engages is None:
        return ""
    return f"{there.engages} from {' or '.join(there.entry_sides)}"


def _way(there: AnyDestination) -> str:
    """The lands that a normal move enters, for each entry side, or which teleport it is."""
    if there.how == "normal":
        ways = [", ".join(map(str, r.facts["way"])) for r in there.rulings if "way" in r.facts]
        sides = [r.facts["side"] for r in there.rulings if "side" in r.facts]
        return (
            ways[0] if len(ways) == 1 else "\n".join(f"{way} ({side})" for way, side in zip(ways, sides, strict=True))
        )
    return f"{TELEPORTS[there.how]}, reveals {' or '.join(there.reveal)}"


def _rules(there: AnyDestination) -> str:
    return ", ".join(dict.fromkeys(r.rule for r in there.rulings))


def _actions(answer: ActionMoves) -> Iterator[str]:
    e = answer.engagement
    if e is not None:
        yield f"{e.attacker} against {e.defender} in {place(e.land)}, {e.stage}: {e.to_act} to act"
    yield "\n".join(f"  {one.text}" for one in answer.legal)


def _enlistment(answer: MusterMoves) -> Iterator[str]:
    yield render.table(answer.legal)
    yield from _remarks(answer.legal)
