"""The space race (TS-SPC)."""

from attrs import frozen

from ....kernel.dice import SIDES as DIE_SIDES
from ....kernel.evolving import evolve
from ....kernel.odds import Ratio, ratio
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..catalog import ANIMAL_IN_SPACE, CHINA_CARD, SCORING_CARDS, SIDES, SPACE, Side, SpaceBox, opponent
from ..state import Position
from ..words import the
from .endings import Ending, score

LAST_BOX = max(SPACE)


def ability_holder(position: Position, box: int) -> Side | None:
    """Who has the ability of a box: the side that is there alone (TS-SPC-5)."""
    there = [side for side in SIDES if position.space.of(side) >= box]
    return there[0] if len(there) == 1 else None


def attempts_allowed(position: Position, side: Side) -> int:
    """Attempts a turn (TS-SPC-2)."""
    return 2 if ability_holder(position, ANIMAL_IN_SPACE) == side else 1


def next_box(position: Position, side: Side) -> SpaceBox | None:
    """The box that a side tries for; None at the end of the track (TS-SPC-6)."""
    return SPACE.get(position.space.of(side) + 1)


def success_chance(box: SpaceBox) -> Ratio:
    """The chance that a roll reaches a box (TS-SPC-1)."""
    return ratio(box.up_to, DIE_SIDES)


def attempt_rulings(position: Position, side: Side, ops: int, card: str | None = None) -> list[Ruling]:
    """Whether a side may try; it may where none of the rulings is illegal.

    :param ops: the card's Operations value.
    :param card: its canonical name, where it is a scoring card or the China Card.
    """
    box = next_box(position, side)
    if box is None:
        return [illegal("TS-SPC-6", "{who} is at box {box}: there are no more attempts", who=the(side), box=LAST_BOX)]
    return [_card_ruling(card), _value_ruling(box, ops), _attempts_ruling(position, side)]


def _card_ruling(card: str | None) -> Ruling:
    if card in SCORING_CARDS:
        return illegal("TS-SPC-3", "{card} is a scoring card and cannot be used", card=card)
    if card == CHINA_CARD:
        return legal("TS-SPC-3", "the China Card can be used; it has no event")
    return legal("TS-SPC-3", "the card's event does not happen")


def _value_ruling(box: SpaceBox, ops: int) -> Ruling:
    rule = legal if ops >= box.ops else illegal
    return rule(
        "TS-SPC-1",
        "box {box}, {name}, needs a card of {needed} Operations; this one has {ops}",
        box=box.box,
        name=box.name,
        needed=box.ops,
        ops=ops,
    )


def _attempts_ruling(position: Position, side: Side) -> Ruling:
    made, allowed = position.space_attempts.of(side), attempts_allowed(position, side)
    rule = legal if made < allowed else illegal
    return rule(
        "TS-SPC-2",
        "{who} has made {made} of {allowed} attempts this turn" + (", with Animal in Space" if allowed > 1 else ""),
        who=the(side),
        made=made,
        allowed=allowed,
    )


@frozen
class Attempt:
    """An attempt, resolved.

    :param position: after it.
    :param vp: what the side gets, as a positive number.
    """

    position: Position
    success: bool
    vp: int
    ending: Ending | None
    rulings: tuple[Ruling, ...]


def box_vp(position: Position, side: Side, box: SpaceBox) -> int:
    """What a side gets for reaching a box: the first more than the second (TS-SPC-4)."""
    return box.vp[1 if position.space.of(opponent(side)) >= box.box else 0]


def ability_ruling(position: Position, side: Side, box: SpaceBox) -> Ruling | None:
    """What reaching a box does to its ability (TS-SPC-5); None where it has none."""
    if box.ability is None:
        return None
    if position.space.of(opponent(side)) < box.box:
        return consequence("TS-SPC-5", "{who} is first and gets: {ability}", who=the(side), ability=box.ability)
    return consequence(
        "TS-SPC-5",
        "{who} is second: the ability of {name} ends for {enemy}",
        who=the(side),
        name=box.name,
        enemy=the(opponent(side)),
    )


def attempt(position: Position, side: Side, box: SpaceBox, die: int) -> Attempt:
    """Carry out an attempt that is legal."""
    success = die <= box.up_to
    rolled = consequence(
        "TS-SPC-1",
        "die {die}: {box}, {name}, is reached with 1-{up_to}" if success else "die {die}: {name} needs 1-{up_to}",
        die=die,
        box=box.box,
        name=box.name,
        up_to=box.up_to,
    )
    tried = evolve(position, space_attempts=position.space_attempts.plus(side, 1))
    if not success:
        return Attempt(tried, False, 0, None, (rolled,))
    vp = box_vp(position, side, box)
    scored = score(tried, vp if side == "US" else -vp, "TS-SPC-4", f"{box.name} for {the(side)}")
    reached = evolve(scored.to(tried), space=position.space.with_(side, box.box))
    gained = ability_ruling(position, side, box)
    rulings = (rolled, scored.ruling, *([gained] if gained else []))
    return Attempt(reached, True, vp, scored.ending, rulings)
