"""Coups: targets, odds, what a die does, and whether it ends the game (TS-COUP)."""

from typing import Annotated, Any, TypeAlias

from attrs import frozen

from ....kernel.companions import Answer, asked
from ....kernel.companions.telling import verdict
from ....kernel.dice import SIDES as DIE_SIDES
from ....kernel.evolving import evolve
from ....kernel.odds import ratio
from ....kernel.rulings import Ruling, consequence, legal
from ..asking import Acting, Die, Free, Modifier, Ops, Target
from ..catalog import COUNTRIES, HIGHEST_DEFCON, TRACK_END, Country, Side, opponent
from ..state import BySide, Ending, Position
from ..unseen import unseen
from ..words import the
from .control import control_ruling, controller, controller_of, enemy_ruling, place_of
from .defcon import LOWEST_DEFCON, earned, nuclear_war, region_ruling
from .endings import End
from .realignment import realignment_rulings

DIE = range(1, DIE_SIDES + 1)


def coup_rulings(position: Position, side: Side, country: Country, free: bool = False) -> list[Ruling]:
    """Whether a side may coup in a country; it may where none of the rulings is illegal.

    :param free: an event gives the coup and names the region (TS-COUP-6).
    """
    theirs = position.at(country.name).of(opponent(side))
    enemy = enemy_ruling("TS-COUP-1", position, side, country, allowed=theirs > 0)
    if free:
        sentence = "a free coup in a region that its card names ignores the limits of DEFCON {defcon}"
        return [enemy, legal("TS-COUP-6", sentence, defcon=position.defcon)]
    return [enemy, region_ruling(position, country)]


def margin(country: Country, ops: int, die: int) -> int:
    """Die + Operations − 2 × stability (TS-COUP-3); the coup succeeds if it is above 0 (TS-COUP-2).

    :param die: with its modifiers.
    """
    return die + ops - 2 * country.stability


def influence_after(influence: BySide, side: Side, margin: int) -> BySide:
    """The influence in the country after a coup of that margin (TS-COUP-3)."""
    if margin <= 0:
        return influence
    theirs = influence.of(opponent(side))
    return influence.plus(opponent(side), -margin).plus(side, max(0, margin - theirs))


def ends_game(position: Position, side: Side, country: Country) -> End | None:
    """The end that any coup in the country would bring, whatever the die (TS-COUP-5, TS-DEF-1)."""
    if country.battleground and position.defcon - 1 <= LOWEST_DEFCON:
        return nuclear_war(position, side)
    return None


@frozen
class Coup:
    """A coup, resolved.

    :param position: after it.
    :param margin: see :func:`margin`.
    :param rulings: in the order of resolution.
    """

    position: Position
    margin: int
    ending: End | None
    rulings: tuple[Ruling, ...]

    @property
    def success(self) -> bool:
        """Whether it succeeded (TS-COUP-2)."""
        return self.margin > 0


def resolve(
    position: Position, side: Side, country: Country, ops: int, die: int, modifier: int = 0, free: bool = False
) -> Coup:
    """Carry out a coup that is legal.

    :param ops: the Operations used, with all changes.
    :param modifier: what events add to the die.
    """
    name, by = country.name, margin(country, ops, die + modifier)
    before = position.at(name)
    after = influence_after(before, side, by)
    facts: dict[str, Any] = {"die": die, "modifier": modifier, "ops": ops, "twice": 2 * country.stability}
    total = "{die}{modifier:+d} + {ops}" if modifier else "{die} + {ops}"
    sentence = f"{total} {'exceeds' if by > 0 else 'does not exceed'} 2 × {{stability}} = {{twice}}"
    rulings = [consequence("TS-COUP-2", sentence, stability=country.stability, margin=by, **facts)]
    if by > 0:
        rulings.append(_margin_ruling(name, before, after, side, by))
    rulings.append(control_ruling(country, after))
    position, credit = _credit(position.with_influence(name, after), side, ops, free)
    position, ending, fallen = _defcon(position, side, country)
    return Coup(position, by, ending, (*rulings, credit, *fallen))


def _margin_ruling(name: str, before: BySide, after: BySide, side: Side, by: int) -> Ruling:
    enemy = opponent(side)
    sentence = "margin {margin}: {removed} of {enemy} removed, {added} of {who} added in {country}"
    facts: dict[str, Any] = {"removed": before.of(enemy) - after.of(enemy), "added": after.of(side) - before.of(side)}
    return consequence("TS-COUP-3", sentence, margin=by, enemy=the(enemy), who=the(side), country=name, **facts)


def _credit(position: Position, side: Side, ops: int, free: bool) -> tuple[Position, Ruling]:
    if free:
        return position, consequence("TS-COUP-6", "a free coup gives no Military Operations")
    after, before = earned(position, side, ops), position.military_operations.of(side)
    sentence = "Military Operations of {who} rise by {ops}, from {before} to {after}"
    if before + ops > TRACK_END:
        sentence += ", the end of the track"
    now = after.military_operations.of(side)
    return after, consequence("TS-COUP-4", sentence, who=the(side), ops=ops, before=before, after=now)


def _defcon(position: Position, side: Side, country: Country) -> tuple[Position, End | None, list[Ruling]]:
    if not country.battleground:
        sentence = "{country} is no battleground: DEFCON stays {defcon}"
        return position, None, [consequence("TS-COUP-5", sentence, country=country.name, defcon=position.defcon)]
    ending, lowered = ends_game(position, side, country), defcon_after(position, country)
    sentence = "{country} is a battleground: DEFCON falls from {before} to {after}"
    fall = consequence("TS-COUP-5", sentence, country=country.name, before=position.defcon, after=lowered)
    return evolve(position, defcon=lowered), ending, [fall, *_end(ending)]


def defcon_after(position: Position, country: Country) -> int:
    """DEFCON after a coup in a country (TS-COUP-5)."""
    return max(LOWEST_DEFCON, position.defcon - (1 if country.battleground else 0))


def _end(ending: End | None) -> list[Ruling]:
    return [] if ending is None else [ending.ruling]


def _loser(ending: End | None) -> Side | None:
    return None if ending is None or ending.winner is None else opponent(ending.winner)


def _ending(ending: End | None) -> Ending | None:
    return None if ending is None else ending.record


AtDefcon: TypeAlias = Annotated[
    int | None, asked("as if DEFCON were at this level", "number", least=1, most=HIGHEST_DEFCON)
]


def targets(position: Position, side: Acting, at_defcon: AtDefcon) -> Answer:
    """What can I coup or realign at this DEFCON?"""
    if at_defcon is not None:
        position = evolve(position, defcon=at_defcon)
    every = COUNTRIES.values()
    coups = [c for c in every if verdict(coup_rulings(position, side, c)) == "legal"]
    realign = [c for c in every if verdict(realignment_rulings(position, side, c)) == "legal"]
    closed = [c for c in every if position.at(c.name).of(opponent(side)) and c not in coups]
    events = [line for c in coups for line in unseen("coup", position, side, c)]
    events += [line for c in realign for line in unseen("realign", position, side, c)]
    return {
        "side": side,
        "defcon": position.defcon,
        "coup": [_target_row(position, side, c) for c in coups],
        "realign": [c.name for c in realign],
        "closed": [{"country": c.name, "region": c.region, "rulings": [region_ruling(position, c)]} for c in closed],
        "unseen_events": list(dict.fromkeys(events)),
        "rulings": [
            consequence("TS-COUP-1", "every other country holds no influence of {who}", who=the(opponent(side))),
            consequence("TS-RLN-5", "the DEFCON limits of regions hold for realignment, too"),
        ],
    }


def _target_row(position: Position, side: Side, country: Country) -> Answer:
    ending = ends_game(position, side, country)
    return {
        **place_of(country),
        **position.at(country.name).to_json(),
        "defcon_after": defcon_after(position, country),
        "loser": _loser(ending),
        "rulings": [region_ruling(position, country), *_end(ending)],
    }


def coup_odds(position: Position, country: Target, ops: Ops, side: Acting, modifier: Modifier, free: Free) -> Answer:
    """The odds that a coup succeeds, and by how much."""
    rulings, before = coup_rulings(position, side, country, free), position.at(country.name)
    margins = {die: margin(country, ops, die + modifier) for die in DIE}
    after = {die: influence_after(before, side, by) for die, by in margins.items()}
    owners = {die: controller_of(country, influence) for die, influence in after.items()}
    enemy, ending = opponent(side), ends_game(position, side, country)
    military = position.military_operations.of(side)
    lost = sum(o != enemy for o in owners.values()) if controller(position, country.name) == enemy else None
    removed = sum(before.of(enemy) - influence.of(enemy) for influence in after.values())
    return {
        "verdict": verdict(rulings),
        **_case(position, side, country, ops),
        "modifier": modifier,
        "success": _chance(sum(by > 0 for by in margins.values())),
        "control": _chance(sum(o == side for o in owners.values())),
        "they_lose_control": None if lost is None else _chance(lost),
        "expected_removed": ratio(removed, DIE_SIDES).value_json(),
        "dice": [
            {"die": die, "margin": by, "success": by > 0, **after[die].to_json(), "controller": owners[die]}
            for die, by in margins.items()
        ],
        "military_operations_after": military if free else min(TRACK_END, military + ops),
        "defcon_after": defcon_after(position, country),
        "game_over": _ending(ending),
        "unseen_events": unseen("coup", position, side, country),
        "rulings": [*rulings, *_odds_rulings(position, side, country, ops, modifier), *_end(ending)],
    }


def _odds_rulings(position: Position, side: Side, country: Country, ops: int, modifier: int) -> list[Ruling]:
    needed = 2 * country.stability - ops - modifier + 1
    enemy = position.at(country.name).of(opponent(side))
    facts = {"stability": country.stability, "twice": 2 * country.stability, "needed": max(1, needed), "ops": str(ops)}
    sentence = "die + {ops} must exceed 2 × {stability} = {twice}: a die of {needed} or more succeeds"
    if needed > DIE_SIDES:
        sentence = "die + {ops} must exceed 2 × {stability} = {twice}: no die does"
    if modifier:
        facts["ops"] = f"{ops} {modifier:+d}"
    removal = "the margin removes influence of {who}, {enemy} at most; the rest is added"
    return [
        consequence("TS-COUP-2", sentence, None, **facts),
        consequence("TS-COUP-3", removal, who=the(opponent(side)), enemy=enemy),
    ]


def _case(position: Position, side: Side, country: Country, ops: int) -> Answer:
    return {
        "side": side,
        "country": country.name,
        "stability": country.stability,
        "battleground": country.battleground,
        "influence": position.at(country.name),
        "controller": controller(position, country.name),
        "ops": ops,
    }


def _chance(faces: int) -> Answer:
    return ratio(faces, DIE_SIDES).chance_json()


def coup(
    position: Position, country: Target, ops: Ops, die: Die, side: Acting, modifier: Modifier, free: Free
) -> Answer:
    """Resolve a coup from its die."""
    rulings = coup_rulings(position, side, country, free)
    case = _case(position, side, country, ops)
    if verdict(rulings) == "illegal":
        return {"verdict": "illegal", **case, "rulings": rulings}
    done = resolve(position, side, country, ops, die, modifier, free)
    return {
        "verdict": "legal",
        **case,
        "die": die,
        "margin": done.margin,
        "success": done.success,
        "influence_after": done.position.at(country.name),
        "controller_after": controller(done.position, country.name),
        "military_operations": done.position.military_operations,
        "defcon": done.position.defcon,
        "game_over": _ending(done.ending),
        "unseen_events": unseen("coup", position, side, country),
        "rulings": [*rulings, *done.rulings],
        "final": done.position,
    }


def coup_danger(position: Position, country: Target, side: Acting, free: Free) -> Answer:
    """Would this coup end the game?"""
    rulings, ending = coup_rulings(position, side, country, free), ends_game(position, side, country)
    after = defcon_after(position, country)
    sentence = "{country} is no battleground: a coup there leaves DEFCON at {before}"
    if country.battleground:
        sentence = "{country} is a battleground: any coup there lowers DEFCON from {before} to {after}"
    ruling = consequence("TS-COUP-5", sentence, country=country.name, before=position.defcon, after=after)
    return {
        "verdict": verdict(rulings),
        "side": side,
        "country": country.name,
        "battleground": country.battleground,
        "defcon_after": after,
        "ends_game": ending is not None,
        "loser": _loser(ending),
        "game_over": _ending(ending),
        "unseen_events": unseen("coup", position, side, country),
        "rulings": [*rulings, ruling, *_end(ending)],
    }
