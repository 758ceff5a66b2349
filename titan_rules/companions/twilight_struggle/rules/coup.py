"""Coups (TS-COUP)."""

from typing import Any

from attrs import frozen

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence, legal
from ..catalog import TRACK_END, Country, Side, opponent
from ..state import BySide, Position
from ..words import the
from .control import control_ruling, enemy_ruling
from .defcon import LOWEST_DEFCON, earned, nuclear_war, region_ruling
from .endings import Ending


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


def ends_game(position: Position, side: Side, country: Country) -> Ending | None:
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
    ending: Ending | None
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
    facts: dict[str, Any] = {
        "die": die,
        "modifier": modifier,
        "ops": ops,
        "twice": 2 * country.stability,
        "stability": country.stability,
        "margin": by,
    }
    total = "{die}{modifier:+d} + {ops}" if modifier else "{die} + {ops}"
    verdict = "exceeds" if by > 0 else "does not exceed"
    rulings = [consequence("TS-COUP-2", f"{total} {verdict} 2 × {{stability}} = {{twice}}", **facts)]
    if by > 0:
        rulings.append(_margin_ruling(name, before, after, side, by))
    rulings.append(control_ruling(country, after))
    position = position.with_influence(name, after)
    position, credit = _credit(position, side, ops, free)
    rulings.append(credit)
    position, ending, fallen = _defcon(position, side, country)
    rulings.extend(fallen)
    return Coup(position, by, ending, tuple(rulings))


def _margin_ruling(name: str, before: BySide, after: BySide, side: Side, by: int) -> Ruling:
    enemy = opponent(side)
    return consequence(
        "TS-COUP-3",
        "margin {margin}: {removed} of {enemy} removed, {added} of {who} added in {country}",
        margin=by,
        removed=before.of(enemy) - after.of(enemy),
        enemy=the(enemy),
        added=after.of(side) - before.of(side),
        who=the(side),
        country=name,
    )


def _credit(position: Position, side: Side, ops: int, free: bool) -> tuple[Position, Ruling]:
    if free:
        return position, consequence("TS-COUP-6", "a free coup gives no Military Operations")
    after = earned(position, side, ops)
    sentence = "Military Operations of {who} rise by {ops}, from {before} to {after}"
    if position.military_operations.of(side) + ops > TRACK_END:
        sentence += ", the end of the track"
    return after, consequence(
        "TS-COUP-4",
        sentence,
        who=the(side),
        ops=ops,
        before=position.military_operations.of(side),
        after=after.military_operations.of(side),
    )


def _defcon(position: Position, side: Side, country: Country) -> tuple[Position, Ending | None, list[Ruling]]:
    if not country.battleground:
        quiet = consequence(
            "TS-COUP-5",
            "{country} is no battleground: DEFCON stays {defcon}",
            country=country.name,
            defcon=position.defcon,
        )
        return position, None, [quiet]
    ending = ends_game(position, side, country)
    lowered = max(LOWEST_DEFCON, position.defcon - 1)
    fall = consequence(
        "TS-COUP-5",
        "{country} is a battleground: DEFCON falls from {before} to {after}",
        country=country.name,
        before=position.defcon,
        after=lowered,
    )
    return evolve(position, defcon=lowered), ending, [fall, *([ending.ruling] if ending else [])]
