"""The space race (TS-SPC)."""

from typing import Annotated, Any, TypeAlias

from attrs import frozen

from ....kernel.companions import Answer, asked
from ....kernel.companions.telling import verdict
from ....kernel.dice import SIDES as DIE_SIDES
from ....kernel.evolving import evolve
from ....kernel.odds import Ratio, ratio
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..asking import Acting, DieIfAny, Ops
from ..catalog import ANIMAL_IN_SPACE, CHINA_CARD, SCORING_CARDS, SIDES, SPACE, Side, SpaceBox, opponent
from ..state import Position
from ..words import china_names, scoring_names, the
from .endings import End, score_vp

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
    rule = legal if ops >= box.ops else illegal
    sentence = "box {box}, {name}, needs a card of {needed} Operations; this one has {ops}"
    value = rule("TS-SPC-1", sentence, box=box.box, name=box.name, needed=box.ops, ops=ops)
    made, allowed = position.space_attempts.of(side), attempts_allowed(position, side)
    rule = legal if made < allowed else illegal
    sentence = "{who} has made {made} of {allowed} attempts this turn" + (", with Animal in Space" * (allowed > 1))
    return [
        *_card_rulings(position, side, card),
        value,
        rule("TS-SPC-2", sentence, who=the(side), made=made, allowed=allowed),
    ]


def _card_rulings(position: Position, side: Side, card: str | None) -> list[Ruling]:
    from .cards import china_rulings_now

    if card in SCORING_CARDS:
        return [illegal("TS-SPC-3", "{card} is a scoring card and cannot be used", card=card)]
    if card == CHINA_CARD:
        barred = [r for r in china_rulings_now(position, side, "space") if r.verdict == "illegal"]
        return barred or [legal("TS-SPC-3", "the China Card can be used; it has no event")]
    return [legal("TS-SPC-3", "the card's event does not happen")]


@frozen
class Attempt:
    """An attempt, resolved.

    :param position: after it.
    :param vp: what the side gets, as a positive number.
    """

    position: Position
    success: bool
    vp: int
    ending: End | None
    rulings: tuple[Ruling, ...]


def box_vp(position: Position, side: Side, box: SpaceBox) -> int:
    """What a side gets for reaching a box: the first more than the second (TS-SPC-4)."""
    return box.vp[1 if position.space.of(opponent(side)) >= box.box else 0]


def ability_ruling(position: Position, side: Side, box: SpaceBox) -> list[Ruling]:
    """What reaching a box does to its ability, if it has one (TS-SPC-5)."""
    if box.ability is None:
        return []
    if position.space.of(opponent(side)) < box.box:
        sentence = "{who} is first and gets: {ability}"
        return [consequence("TS-SPC-5", sentence, who=the(side), ability=box.ability)]
    sentence = "{who} is second: the ability of {name} ends for {enemy}"
    return [consequence("TS-SPC-5", sentence, who=the(side), name=box.name, enemy=the(opponent(side)))]


def attempt(position: Position, side: Side, box: SpaceBox, die: int) -> Attempt:
    """Carry out an attempt that is legal."""
    success = die <= box.up_to
    sentence = "die {die}: {box}, {name}, is reached with 1-{up_to}" if success else "die {die}: {name} needs 1-{up_to}"
    rolled = consequence("TS-SPC-1", sentence, die=die, box=box.box, name=box.name, up_to=box.up_to)
    tried = evolve(position, space_attempts=position.space_attempts.plus(side, 1))
    if not success:
        return Attempt(tried, False, 0, None, (rolled,))
    vp = box_vp(position, side, box)
    scored = score_vp(tried, vp if side == "US" else -vp, "TS-SPC-4", f"{box.name} for {the(side)}")
    reached = evolve(scored.to(tried), space=position.space.with_(side, box.box))
    return Attempt(reached, True, vp, scored.ending, (rolled, scored.ruling, *ability_ruling(position, side, box)))


def _card(_: Any, text: str | None) -> str | None:
    """The canonical name of a scoring card or the China Card; any other card is only a card."""
    return None if text is None else china_names.find(text) or scoring_names.find(text)


CardAsked: TypeAlias = Annotated[
    str | None, asked("its name, where it is a scoring card or the China Card", read=_card)
]


def space(position: Position, ops: Ops, side: Acting, die: DieIfAny, card: CardAsked) -> Answer:
    """Can this card try the space race, and with what odds? With --die also what happens."""
    rulings, box = attempt_rulings(position, side, ops, card), next_box(position, side)
    answer: Answer = {
        "verdict": verdict(rulings),
        "side": side,
        "at_box": position.space.of(side),
        "ops": ops,
        "attempts_left": max(0, attempts_allowed(position, side) - position.space_attempts.of(side)),
    }
    if box is None:
        return {**answer, "rulings": rulings}
    answer |= _prospect(position, side, box)
    if die is None or verdict(rulings) == "illegal":
        return {**answer, "rulings": [*rulings, *_prospect_rulings(position, side, box)]}
    tried = attempt(position, side, box, die)
    result = {
        "die": die,
        "reached": tried.success,
        "vp": tried.vp,
        "marker": {"before": position.vp, "after": tried.position.vp},
        "game_over": tried.ending,
    }
    end = [tried.ending.ruling] if tried.ending else []
    return {**answer, "result": result, "rulings": [*rulings, *tried.rulings, *end], "final": tried.position}


def _prospect(position: Position, side: Side, box: SpaceBox) -> Answer:
    first = position.space.of(opponent(side)) < box.box
    return {
        "next_box": box.box,
        "name": box.name,
        "ops_needed": box.ops,
        "roll": f"1-{box.up_to}",
        "success": success_chance(box).chance_json(),
        "first_there": first,
        "vp": box_vp(position, side, box),
        "vp_first_second": box.vp,
        "ability": box.ability,
        "ability_effect": None if box.ability is None else "gained" if first else "cancelled",
    }


def _prospect_rulings(position: Position, side: Side, box: SpaceBox) -> list[Ruling]:
    which = "first" if position.space.of(opponent(side)) < box.box else "second"
    facts = {"who": the(side), "which": which, "vp": box_vp(position, side, box)}
    sentence = "box {box} has {vp} VP and " + ("an ability" if box.ability else "no ability")
    printed = f"{box.vp[0]} or {box.vp[1]}" if any(box.vp) else "no"
    return [
        consequence("TS-SPC-4", "{who} would be {which} there: {vp} VP", None, **facts),
        consequence("TS-SPC-6", sentence, box=box.box, vp=printed),
        *ability_ruling(position, side, box),
    ]
