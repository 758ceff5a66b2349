"""The space race (TS-SPC)."""

from typing import Annotated, TypeAlias

from ....kernel.companions import (
    Answer,
    Outcome,
    Ruling,
    asked,
    broken,
    consequence,
    evolve,
    illegal,
    judged,
    legal,
    verdict,
)
from ....kernel.dice import SIDES as DIE_SIDES
from ....kernel.odds import ratio
from ..asking import Acting, DieIfAny, Ops
from ..catalog import ANIMAL_IN_SPACE, CHINA_CARD, LAST_BOX, SCORING_CARDS, SPACE, Side, SpaceBox, opponent
from ..state import Position
from ..words import known_card, the
from .cards import china_rulings_now
from .tracks import Done, decided, score_vp


def attempts_allowed(position: Position, side: Side) -> int:
    """Attempts a turn (TS-SPC-2)."""
    return 2 if position.ability_holder(ANIMAL_IN_SPACE) == side else 1


def next_box(position: Position, side: Side) -> SpaceBox | None:
    """The box that a side tries for; None at the end of the track (TS-SPC-6)."""
    return SPACE.get(position.space.of(side) + 1)


def attempt_rulings(position: Position, side: Side, ops: int, card: str | None = None) -> list[Ruling]:
    """Whether a side may try; it may where none of the rulings is illegal.

    :param ops: the card's Operations value.
    :param card: its canonical name, where it is a scoring card or the China Card.
    """
    box = next_box(position, side)
    if box is None:
        return [illegal("TS-SPC-6", "{who} is at box {box}: there are no more attempts", who=the(side), box=LAST_BOX)]
    used = [legal("TS-SPC-3", "the card's event does not happen")]
    if card in SCORING_CARDS:
        used = [illegal("TS-SPC-3", "{card} is a scoring card and cannot be used", card=card)]
    elif card == CHINA_CARD:
        barred = broken(china_rulings_now(position, side, "space"))
        used = barred or [legal("TS-SPC-3", "the China Card can be used; it has no event")]
    made, allowed = position.space_attempts.of(side), attempts_allowed(position, side)
    value = "box {box}, {name}, needs a card of {needed} Operations; this one has {ops}"
    facts = {"box": box.box, "name": box.name, "needed": box.ops, "ops": ops}
    sentence = "{who} has made {made} of {allowed} attempts this turn" + (", with Animal in Space" * (allowed > 1))
    return [
        *used,
        judged(ops >= box.ops, "TS-SPC-1", value, **facts),
        judged(made < allowed, "TS-SPC-2", sentence, who=the(side), made=made, allowed=allowed),
    ]


def _reached(position: Position, side: Side, box: SpaceBox) -> tuple[int, list[Ruling]]:
    """What reaching a box gives: VP, the first more than the second (TS-SPC-4), and its ability, if any (TS-SPC-5)."""
    first, facts = position.space.of(opponent(side)) < box.box, {"who": the(side), "ability": box.ability}
    if box.ability is None:
        return box.vp[0 if first else 1], []
    if first:
        return box.vp[0], [consequence("TS-SPC-5", "{who} is first and gets: {ability}", **facts)]
    sentence, facts = "{who} is second: the ability of {name} ends for {enemy}", {"who": the(side), "name": box.name}
    return box.vp[1], [consequence("TS-SPC-5", sentence, **facts, enemy=the(opponent(side)))]


def attempt(position: Position, side: Side, box: SpaceBox, die: int) -> Done:
    """Carry out an attempt that is legal; ``told`` says what it brought."""
    reached, (vp, ability) = die <= box.up_to, _reached(position, side, box)
    failed = "die {die}: {name} needs 1-{up_to}"
    sentence = "die {die}: {box}, {name}, is reached with 1-{up_to}" if reached else failed
    rolled = consequence("TS-SPC-1", sentence, die=die, box=box.box, name=box.name, up_to=box.up_to)
    done = Outcome(evolve(position, space_attempts=position.space_attempts.plus(side, 1)), (rolled,))
    if reached:
        net, what = vp if side == "US" else -vp, f"{box.name} for {the(side)}"
        there = evolve(done.position, space=position.space.plus(side, 1))
        done = evolve(done, position=there).then(lambda at: score_vp(at, net, "TS-SPC-4", what))
        done = decided(evolve(done, rulings=(*done.rulings, *ability)))
    told = {
        "die": die,
        "reached": reached,
        "vp": vp if reached else 0,
        "marker": {"before": position.vp, "after": done.position.vp},
        "game_over": done.position.over,
    }
    return evolve(done, told={"result": told})


CardAsked: TypeAlias = Annotated[
    str | None,
    asked("its name, where it is a scoring card or the China Card", read=lambda _, text: known_card(text)),
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
    first, (vp, ability) = position.space.of(opponent(side)) < box.box, _reached(position, side, box)
    answer |= {
        "next_box": box.box,
        "name": box.name,
        "ops_needed": box.ops,
        "roll": f"1-{box.up_to}",
        "success": ratio(box.up_to, DIE_SIDES).chance_json(),
        "first_there": first,
        "vp": vp,
        "vp_first_second": box.vp,
        "ability": box.ability,
        "ability_effect": None if box.ability is None else "gained" if first else "cancelled",
    }
    if die is not None and not broken(rulings):
        tried = attempt(position, side, box, die)
        return {**answer, **tried.told, "rulings": [*rulings, *tried.rulings], "final": tried.position}
    facts = {"who": the(side), "which": "first" if first else "second", "vp": vp}
    prospect = "box {box} has {vp} VP and " + ("an ability" if box.ability else "no ability")
    printed = f"{box.vp[0]} or {box.vp[1]}" if any(box.vp) else "no"
    rulings += [
        consequence("TS-SPC-4", "{who} would be {which} there: {vp} VP", **facts),
        consequence("TS-SPC-6", prospect, box=box.box, vp=printed),
        *ability,
    ]
    return {**answer, "rulings": rulings}
