"""Coups: what a die does, and whether it ends the game (TS-COUP)."""

from ....kernel.companions import Answer, Outcome, Ruling, allowed, consequence, evolve, legal, verdict
from ..asking import Acting, Die, Free, Modifier, Ops, Target
from ..catalog import LOWEST_DEFCON, TRACK_END, Country, Side, opponent
from ..state import BySide, Position
from ..unseen import unseen
from ..words import the
from .influence import control_ruling, enemy_ruling
from .tracks import Done, earned, nuclear_war, region_ruling


def coup_rulings(position: Position, side: Side, country: Country, free: bool = False) -> list[Ruling]:
    """Whether a side may coup in a country; it may where none of the rulings is illegal.

    :param free: an event gives the coup and names the region (TS-COUP-6).
    """
    theirs = position.at(country).of(opponent(side))
    region = region_ruling(position, country)
    if free:
        sentence = "a free coup in a region that its card names ignores the limits of DEFCON {defcon}"
        region = legal("TS-COUP-6", sentence, defcon=position.defcon)
    return [enemy_ruling("TS-COUP-1", position, side, country, enough=theirs > 0), region]


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


def fallen(position: Position, side: Side, country: Country) -> Done:
    """DEFCON after any coup in a country, and nuclear war (TS-COUP-5, TS-DEF-1)."""
    before, after = position.defcon, max(LOWEST_DEFCON, position.defcon - 1)
    if not country.battleground:
        sentence = "{country} is no battleground: DEFCON stays {defcon}"
        return Outcome(position, (consequence("TS-COUP-5", sentence, country=country, defcon=before),))
    sentence = "{country} is a battleground: DEFCON falls from {before} to {after}"
    ruling = consequence("TS-COUP-5", sentence, country=country, before=before, after=after)
    done = Outcome(evolve(position, defcon=after), (ruling,))
    return nuclear_war(done, side) if after == LOWEST_DEFCON else done


def coup(position: Position, country: Target, ops: Ops, die: Die, side: Acting, modifier: Modifier, free: Free) -> Done:
    """Resolve a coup from its die."""
    case, enemy, before = case_of(position, side, country, ops), opponent(side), position.at(country)
    rulings = allowed(coup_rulings(position, side, country, free), **case)
    by = margin(country, ops, die + modifier)
    after = influence_after(before, side, by)
    facts = {"die": die, "modifier": modifier, "ops": ops, "twice": 2 * country.stability}
    total = "{die}{modifier:+d} + {ops}" if modifier else "{die} + {ops}"
    sentence = f"{total} {'exceeds' if by > 0 else 'does not exceed'} 2 × {{stability}} = {{twice}}"
    rulings += (consequence("TS-COUP-2", sentence, stability=country.stability, margin=by, **facts),)
    if by > 0:
        sentence = "margin {margin}: {removed} of {enemy} removed, {added} of {who} added in {country}"
        facts = {"removed": before.of(enemy) - after.of(enemy), "added": after.of(side) - before.of(side)}
        sides = {"enemy": the(enemy), "who": the(side)}
        rulings += (consequence("TS-COUP-3", sentence, margin=by, country=country, **sides, **facts),)
    done = Outcome(position.with_influence(country, after), (*rulings, control_ruling(country, after)))
    done = done.then(lambda at: _credited(at, side, ops, free)).then(lambda at: fallen(at, side, country))
    told = {
        "die": die,
        "margin": by,
        "success": by > 0,
        "influence_after": after,
        "controller_after": after.controller(country),
        "military_operations": done.position.military_operations,
        "defcon": done.position.defcon,
        "game_over": done.position.over,
        "unseen_events": unseen("coup", position, side, country),
    }
    return evolve(done, told={**case, **told})


def _credited(position: Position, side: Side, ops: int, free: bool) -> Done:
    """The Military Operations for a coup (TS-COUP-4), but for a free one (TS-COUP-6)."""
    if free:
        return Outcome(position, (consequence("TS-COUP-6", "a free coup gives no Military Operations"),))
    after, before = earned(position, side, ops), position.military_operations.of(side)
    sentence = "Military Operations of {who} rise by {ops}, from {before} to {after}"
    if before + ops > TRACK_END:
        sentence += ", the end of the track"
    facts = {"who": the(side), "ops": ops, "before": before, "after": after.military_operations.of(side)}
    return Outcome(after, (consequence("TS-COUP-4", sentence, **facts),))


def case_of(position: Position, side: Side, country: Country, ops: int) -> Answer:
    """What an answer says of a coup before the die."""
    return {
        "side": side,
        "country": country,
        "stability": country.stability,
        "battleground": country.battleground,
        "influence": position.at(country),
        "controller": position.controller(country),
        "ops": ops,
    }


def loser(done: Done) -> Side | None:
    """Who loses a game that is over."""
    ending = done.position.over
    return None if ending is None or ending.winner is None else opponent(ending.winner)


def coup_danger(position: Position, country: Target, side: Acting, free: Free) -> Answer:
    """Would this coup end the game?"""
    rulings, danger = coup_rulings(position, side, country, free), fallen(position, side, country)
    ending, after = danger.position.over, danger.position.defcon
    sentence = "{country} is no battleground: a coup there leaves DEFCON at {before}"
    if country.battleground:
        sentence = "{country} is a battleground: any coup there lowers DEFCON from {before} to {after}"
    ruling = consequence("TS-COUP-5", sentence, country=country, before=position.defcon, after=after)
    return {
        "verdict": verdict(rulings),
        "side": side,
        "country": country,
        "battleground": country.battleground,
        "defcon_after": after,
        "ends_game": ending is not None,
        "loser": loser(danger),
        "game_over": ending,
        "unseen_events": unseen("coup", position, side, country),
        "rulings": [*rulings, ruling, *danger.rulings[1:]],
    }
