"""What makes a position impossible, all at once."""

from collections.abc import Iterator

from ...kernel.errors import Fault
from ...kernel.jsontext import pointer
from .catalog import (
    ANIMAL_IN_SPACE,
    DECKS,
    HIGHEST_DEFCON,
    LAST_TURN,
    SCORING_CARDS,
    SIDES,
    SPACE,
    SPACE_STATION,
    STATION_ROUNDS,
    TRACK_END,
    VP_TO_WIN,
    Side,
    turns,
)
from .readings import RULESETS
from .state import BySide, Position

MOST_INFLUENCE = 99
"""More than this in one country is a slip of the pen."""


def position_faults(position: Position) -> list[Fault]:
    """Every fault of a position, in the order of its fields."""
    found = RULESETS.faults(position.ruleset, position.options)
    found += _range("turn", position.turn, 1, LAST_TURN)
    turn_known = 1 <= position.turn <= LAST_TURN
    if turn_known:
        found += _round(position)
    found += _range("defcon", position.defcon, 1, HIGHEST_DEFCON)
    found += _range("vp", position.vp, -VP_TO_WIN, VP_TO_WIN)
    found += _both("military_operations", position.military_operations, TRACK_END)
    found += _both("space", position.space, max(SPACE))
    found += _both("space_attempts", position.space_attempts, 2)
    found += _attempts(position)
    for name, influence in position.influence.items():
        found += _both("influence", influence, MOST_INFLUENCE, name)
    if turn_known:
        found += _hands(position)
    return found


def _range(what: str, number: int, least: int, most: int, *path: str | int) -> list[Fault]:
    if least <= number <= most:
        return []
    title = what.replace("_", " ")
    return [Fault("out-of-range", f"{title} is {least} to {most}, not {number}", pointer(what, *path))]


def _both(what: str, numbers: BySide, most: int, *path: str) -> Iterator[Fault]:
    for side in SIDES:
        yield from _range(what, numbers.of(side), 0, most, *path, side)


def _round(position: Position) -> list[Fault]:
    most = turns(position.turn).rounds
    reached = [side for side in SIDES if position.space.of(side) >= SPACE_STATION]
    if reached:
        most = STATION_ROUNDS
    found = _range("round", position.round, 0, most)
    extra = position.round > turns(position.turn).rounds
    if not found and extra and position.phasing is not None and position.phasing not in reached:
        found.append(Fault("no-such-round", f"the {position.phasing} has no action round {position.round}", "/phasing"))
    return found


def _attempts(position: Position) -> Iterator[Fault]:
    for side in SIDES:
        if position.space_attempts.of(side) == 2 and position.space.of(side) < ANIMAL_IN_SPACE:
            message = f"the {side} has not reached Animal in Space, so it has one attempt a turn"
            yield Fault("too-many-attempts", message, pointer("space_attempts", side))


def _hands(position: Position) -> Iterator[Fault]:
    seen: dict[str, Side] = {}
    for side in SIDES:
        hand = position.hand(side)
        if hand is None:
            continue
        size = turns(position.turn).hand
        if not 0 <= hand.cards <= size:
            message = f"a hand has 0 to {size} cards in turn {position.turn}, not {hand.cards}"
            yield Fault("out-of-range", message, pointer("hands", side, "cards"))
        elif len(hand.scoring) > hand.cards:
            message = f"{len(hand.scoring)} scoring cards do not fit in a hand of {hand.cards}"
            yield Fault("too-many-cards", message, pointer("hands", side, "scoring"))
        for i, card in enumerate(hand.scoring):
            place = pointer("hands", side, "scoring", i)
            if card in seen:
                yield Fault("card-twice", f"there is one {card}, the {seen[card]} has it", place)
            seen.setdefault(card, side)
            first = DECKS[SCORING_CARDS[card].deck]
            if position.turn < first:
                yield Fault("card-not-in-play", f"{card} joins the deck in turn {first}", place)
