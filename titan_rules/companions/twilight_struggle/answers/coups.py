"""Coups: targets, odds, what a die does, and whether it ends the game."""

from collections.abc import Sequence

from ....kernel.dice import SIDES as DIE_SIDES
from ....kernel.odds import ratio
from ....kernel.questions import Answer
from ....kernel.rulings import Ruling, consequence
from ..catalog import COUNTRIES, TRACK_END, Country, Side, opponent
from ..rules.control import controller, controller_of, target
from ..rules.coup import coup_rulings, ends_game, influence_after, margin, resolve
from ..rules.defcon import LOWEST_DEFCON, region_ruling
from ..rules.endings import Ending
from ..rules.realignment import realignment_rulings
from ..state import BySide, Position
from ..unseen import unseen
from ..words import the
from .common import Values, acting, at_defcon, final, game_over, told, verdict

DIE = range(1, DIE_SIDES + 1)


def answer_targets(position: Position, values: Values) -> Answer:
    """What a side can coup or realign, and what DEFCON closes."""
    position = at_defcon(position, values)
    side = acting(position, values)
    allowed = {c: coup_rulings(position, side, c) for c in COUNTRIES.values()}
    coups = [c for c, rulings in allowed.items() if verdict(rulings) == "legal"]
    closed = [c for c in allowed if position.at(c.name).of(opponent(side)) and c not in coups]
    realign = [c for c in COUNTRIES.values() if verdict(realignment_rulings(position, side, c)) == "legal"]
    return {
        "side": side,
        "defcon": position.defcon,
        "coup": [_target_row(position, side, c) for c in coups],
        "realign": [c.name for c in realign],
        "closed": [_closed_row(position, c) for c in closed],
        "unseen_events": _all_unseen(position, side, coups, realign),
        "rulings": told(
            [
                consequence("TS-COUP-1", "every other country holds no influence of {who}", who=the(opponent(side))),
                consequence("TS-RLN-5", "the DEFCON limits of regions hold for realignment, too"),
            ]
        ),
    }


def _all_unseen(position: Position, side: Side, coups: Sequence[Country], realign: Sequence[Country]) -> list[str]:
    found = [line for c in coups for line in unseen("coup", position, side, c)]
    found += [line for c in realign for line in unseen("realign", position, side, c)]
    return list(dict.fromkeys(found))


def _target_row(position: Position, side: Side, country: Country) -> Answer:
    ending = ends_game(position, side, country)
    return {
        "country": country.name,
        "region": country.region,
        "stability": country.stability,
        "battleground": country.battleground,
        **position.at(country.name).to_json(),
        "defcon_after": _defcon_after(position, country),
        "loser": _loser(ending),
        "rulings": told([region_ruling(position, country), *_end(ending)]),
    }


def _loser(ending: Ending | None) -> Side | None:
    return None if ending is None or ending.winner is None else opponent(ending.winner)


def _closed_row(position: Position, country: Country) -> Answer:
    ruling = region_ruling(position, country)
    return {"country": country.name, "region": country.region, "rulings": told([ruling])}


def _defcon_after(position: Position, country: Country) -> int:
    return max(LOWEST_DEFCON, position.defcon - (1 if country.battleground else 0))


def answer_coup_odds(position: Position, values: Values) -> Answer:
    """The odds of a coup: what each die does, and the chance of success and of control."""
    side, country, rulings = _asked(position, values)
    ops, modifier, before = values["ops"], values["modifier"], position.at(country.name)
    margins = {die: margin(country, ops, die + modifier) for die in DIE}
    after = {die: influence_after(before, side, by) for die, by in margins.items()}
    enemy, ending = opponent(side), ends_game(position, side, country)
    military = position.military_operations.of(side)
    owner = controller(position, country.name)
    owners = {die: controller_of(country, influence) for die, influence in after.items()}
    lost = sum(o != enemy for o in owners.values()) if owner == enemy else None
    removed = sum(before.of(enemy) - influence.of(enemy) for influence in after.values())
    return {
        "verdict": verdict(rulings),
        **_case(position, side, country, ops),
        "modifier": modifier,
        "success": _chance(sum(by > 0 for by in margins.values())),
        "control": _chance(sum(o == side for o in owners.values())),
        "they_lose_control": None if lost is None else _chance(lost),
        "expected_removed": ratio(removed, DIE_SIDES).value_json(),
        "dice": [_die_row(die, margins[die], after[die], owners[die]) for die in DIE],
        "military_operations_after": military if values["free"] else min(TRACK_END, military + ops),
        "defcon_after": _defcon_after(position, country),
        "game_over": game_over(ending),
        "unseen_events": unseen("coup", position, side, country),
        "rulings": told([*rulings, *_odds_rulings(position, side, country, ops, modifier), *_end(ending)]),
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


def _die_row(die: int, by: int, after: BySide, owner: Side | None) -> Answer:
    return {"die": die, "margin": by, "success": by > 0, **after.to_json(), "controller": owner}


def _case(position: Position, side: Side, country: Country, ops: int) -> Answer:
    return {
        "side": side,
        "country": country.name,
        "stability": country.stability,
        "battleground": country.battleground,
        "influence": position.at(country.name).to_json(),
        "controller": controller(position, country.name),
        "ops": ops,
    }


def _asked(position: Position, values: Values) -> tuple[Side, Country, list[Ruling]]:
    side, country = acting(position, values), target(values["country"])
    return side, country, coup_rulings(position, side, country, values["free"])


def _chance(faces: int) -> Answer:
    return ratio(faces, DIE_SIDES).chance_json()


def _end(ending: Ending | None) -> list[Ruling]:
    return [] if ending is None else [ending.ruling]


def answer_coup(position: Position, values: Values) -> Answer:
    """Resolve a coup from its die."""
    side, country, rulings = _asked(position, values)
    case = _case(position, side, country, values["ops"])
    if verdict(rulings) == "illegal":
        return {"verdict": "illegal", **case, "rulings": told(rulings)}
    coup = resolve(position, side, country, values["ops"], values["die"], values["modifier"], values["free"])
    return {
        "verdict": "legal",
        **case,
        "die": values["die"],
        "margin": coup.margin,
        "success": coup.success,
        "influence_after": coup.position.at(country.name).to_json(),
        "controller_after": controller(coup.position, country.name),
        "military_operations": coup.position.military_operations.to_json(),
        "defcon": coup.position.defcon,
        "game_over": game_over(coup.ending),
        "unseen_events": unseen("coup", position, side, country),
        "rulings": told([*rulings, *coup.rulings]),
        "final": final(coup.position),
    }


def answer_coup_danger(position: Position, values: Values) -> Answer:
    """Whether a coup would end the game, who would lose, and why."""
    side, country, rulings = _asked(position, values)
    ending = ends_game(position, side, country)
    ruling = consequence(
        "TS-COUP-5",
        "{country} is a battleground: any coup there lowers DEFCON from {before} to {after}"
        if country.battleground
        else "{country} is no battleground: a coup there leaves DEFCON at {before}",
        country=country.name,
        before=position.defcon,
        after=_defcon_after(position, country),
    )
    return {
        "verdict": verdict(rulings),
        "side": side,
        "country": country.name,
        "battleground": country.battleground,
        "defcon_after": _defcon_after(position, country),
        "ends_game": ending is not None,
        "loser": _loser(ending),
        "game_over": game_over(ending),
        "unseen_events": unseen("coup", position, side, country),
        "rulings": told([*rulings, ruling, *_end(ending)]),
    }
