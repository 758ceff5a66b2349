"""The tracks: space race, Military Operations, and the setup."""

from ....kernel.errors import DocumentError, Fault
from ....kernel.questions import Answer
from ....kernel.rulings import Ruling, consequence
from ..catalog import CHINA_CARD, SCORING_CARDS, SIDES, Side, SpaceBox, opponent
from ..rules.defcon import earned, military_check
from ..rules.setup import setup_rulings, side_setup, sides_placed
from ..rules.space import (
    ability_ruling,
    attempt,
    attempt_rulings,
    attempts_allowed,
    box_vp,
    next_box,
    success_chance,
)
from ..rules.turn import end_of_turn
from ..state import Position
from ..words import china_names, scoring_names, the
from .common import Values, acting, final, game_over, marker, told, verdict


def answer_space(position: Position, values: Values) -> Answer:
    """Whether a card can try the space race, its odds, what it would bring, and what a die does."""
    side, ops, card = acting(position, values), values["ops"], _card(values["card"])
    rulings, box = attempt_rulings(position, side, ops, card), next_box(position, side)
    allowed = attempts_allowed(position, side)
    answer: Answer = {
        "verdict": verdict(rulings),
        "side": side,
        "at_box": position.space.of(side),
        "ops": ops,
        "attempts_left": max(0, allowed - position.space_attempts.of(side)),
    }
    if box is None:
        return {**answer, "rulings": told(rulings)}
    answer |= _prospect(position, side, box)
    if values["die"] is None or verdict(rulings) == "illegal":
        return {**answer, "rulings": told([*rulings, *_prospect_rulings(position, side, box)])}
    tried = attempt(position, side, box, values["die"])
    result = {
        "die": values["die"],
        "reached": tried.success,
        "vp": tried.vp,
        "marker": marker(position.vp, tried.position.vp),
        "game_over": game_over(tried.ending),
    }
    end = [tried.ending.ruling] if tried.ending else []
    return {
        **answer,
        "result": result,
        "rulings": told([*rulings, *tried.rulings, *end]),
        "final": final(tried.position),
    }


def _card(text: str | None) -> str | None:
    """The canonical name of a scoring card or the China Card; any other card is only a card."""
    if text is None:
        return None
    name = china_names.find(text) or scoring_names.find(text)
    return name if name in SCORING_CARDS or name == CHINA_CARD else None


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
        "vp_first_second": list(box.vp),
        "ability": box.ability,
        "ability_effect": None if box.ability is None else "gained" if first else "cancelled",
    }


def _prospect_rulings(position: Position, side: Side, box: SpaceBox) -> list[Ruling]:
    which = "first" if position.space.of(opponent(side)) < box.box else "second"
    vp = consequence(
        "TS-SPC-4",
        "{who} would be {which} there: {vp} VP",
        who=the(side),
        which=which,
        vp=box_vp(position, side, box),
    )
    printed = consequence(
        "TS-SPC-6",
        "box {box} has {vp} VP and " + ("an ability" if box.ability else "no ability"),
        box=box.box,
        vp=f"{box.vp[0]} or {box.vp[1]}" if any(box.vp) else "no",
    )
    ability = ability_ruling(position, side, box)
    return [vp, printed, *([ability] if ability else [])]


def answer_military(position: Position, values: Values) -> Answer:
    """What Military Operations are still needed, and what it costs if the turn ended now."""
    before = position
    rulings: list[Ruling] = []
    for side in SIDES:
        points = values[f"{side.lower()}_earns"]
        if points:
            position = earned(position, side, points)
            rulings.append(_earned_ruling(before, position, side, points))
    check, over = military_check(position), end_of_turn(position)
    return {
        "defcon": position.defcon,
        "sides": [
            {
                "side": side,
                "military_operations": position.military_operations.of(side),
                "needed": max(0, position.defcon - position.military_operations.of(side)),
                "vp_to_opponent": check.owed[side],
            }
            for side in SIDES
        ],
        "net": check.scored.vp,
        "if_the_turn_ended_now": {
            "checked": over.military is not None,
            "net": 0 if over.military is None else over.military.scored.vp,
            "marker": marker(before.vp, over.position.vp),
            "defcon": over.position.defcon,
            "game_over": game_over(over.ending),
        },
        "rulings": told([*rulings, *over.rulings]),
        "final": final(over.position),
    }


def _earned_ruling(before: Position, after: Position, side: Side, points: int) -> Ruling:
    return consequence(
        "TS-MIL-2",
        "{who} earns {points}, by a war card's own text: from {before} to {after}",
        who=the(side),
        points=points,
        before=before.military_operations.of(side),
        after=after.military_operations.of(side),
    )


def answer_setup(position: Position, values: Values) -> Answer:
    """Whether a position is a legal setup: totals, fixed and free influence, tracks.

    :raises DocumentError: it is not the first turn before its first round.
    """
    if position.turn != 1 or position.round != 0:
        message = f"a setup is turn 1 before the first round, not turn {position.turn}, round {position.round}"
        raise DocumentError([Fault("not-a-setup", message, "/turn" if position.turn != 1 else "/round")])
    sides = [side_setup(position, side) for side in reversed(SIDES)]
    general = setup_rulings(position)
    rulings = [*general, sides_placed(), *(ruling for side in sides for ruling in side.rulings)]
    return {
        "verdict": verdict(rulings),
        "sides": [
            {
                "side": side.side,
                "placed": side.total,
                "wanted": side.wanted,
                "left_over": side.leftover,
                "free": side.free,
                "rulings": told(side.rulings),
            }
            for side in sides
        ],
        "rulings": told([*general, sides_placed()]),
    }
