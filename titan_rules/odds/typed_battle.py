"""Questions asked by names, with a terrain and hexes: the position they mean."""

from collections.abc import Mapping, Sequence

from ..box.names import Marker
from ..kernel.errors import DocumentError
from ..kernel.evolving import evolve
from ..kernel.rulesets import OptionValue
from ..position.battle import Battle, BattleSide, Combatant
from ..position.faults.battle import battle_faults

LEVEL_TERRAIN = "Plains"
"""The Battleland without hazards."""


def typed_battle(
    strikers: Sequence[Combatant],
    target: Combatant,
    *,
    terrain: str = LEVEL_TERRAIN,
    score: int = 0,
    target_score: int = 0,
    ruleset: str = "standard",
    options: Mapping[str, OptionValue] | None = None,
) -> Battle:
    """A battle of nobody but these, in which the strikers' side is about to strike.

    :param score: of the strikers' owner; ``target_score`` of the target's.
    :raises DocumentError: they cannot stand like that.
    """
    battle = Battle(
        ruleset=ruleset,
        options=dict(options or {}),
        terrain=terrain,
        turn=2,
        side="attacker",
        phase="strike",
        attacker=BattleSide(
            player="striker", legion=Marker("Bk01"), entry_side="bottom", score=score, characters=tuple(strikers)
        ),
        defender=BattleSide(player="target", legion=Marker("Rd01"), score=target_score, characters=(target,)),
    )
    faults = battle_faults(battle)
    if faults:
        raise DocumentError([evolve(fault, pointer="") for fault in faults])
    return battle
