"""Questions asked by names alone, without a position: on level ground, between any two adjacent hexes."""

from collections.abc import Sequence

from ..box.names import CharacterName
from ..box.reading import current
from ..kernel.rulings import Ruling, illegal
from ..rules.battle.level_ground import level_rulings, level_strike
from .cases import Back, Case, Fighter, Way


def fighter(name: CharacterName, hits: int = 0, score: int = 0) -> Fighter:
    """A character by its name.

    :param hits: hits already taken.
    :param score: of its owner, for a Titan.
    """
    return Fighter(name, None, current().power(name, score) - hits, current().points(name, score))


def level_case(striker: Fighter, target: Fighter, score: int = 0, target_score: int = 0) -> Case:
    """A strike on level ground.

    :param score: of the striker's owner; ``target_score`` of the target's.
    """
    ways = (Way(*level_strike(current(), striker.name, target.name, score)),)
    back = Back(target, Way(*level_strike(current(), target.name, striker.name, target_score)))
    return Case(
        striker=striker,
        target=target,
        ways=ways,
        backs=(back,) if striker.left > 0 else (),
        rulings=tuple(level_rulings(current(), striker.name, target.name, score)),
    )


def slain_already(fighters: Sequence[Fighter]) -> list[Ruling]:
    """The rulings on those among the struck that are slain already (STRIKE-7)."""
    return [
        illegal("STRIKE-7", "the {name} has taken all the hits that slay it: nobody strikes it any more", name=f.name)
        for f in fighters
        if f.left <= 0
    ]
