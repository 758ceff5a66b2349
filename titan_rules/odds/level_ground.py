"""A battle made of names alone, on level ground unless a terrain is given."""

from collections.abc import Mapping, Sequence

from ..box.names import Hex, Marker
from ..kernel.errors import CannotTell, DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.rulesets import OptionValue
from ..position.battle import Battle, BattleSide, Combatant
from ..position.faults.battle import battle_faults

LEVEL_TERRAIN = "Plains"  # the Battleland without hazards
TARGET = Hex("D4")  # where the target is placed
AROUND = tuple(map(Hex, ("D3", "D5", "C3", "C4", "E3", "E4")))  # the hexes in contact with it


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
    """A battle of these characters alone, in which the strikers are about to strike.

    :param strikers: those without a hex are placed around the target, which is then in :data:`TARGET`.
    :param score: of the strikers' owner; ``target_score`` of the target's.
    :raises DocumentError: the position is impossible.
    :raises CannotTell: there is not enough room.
    """
    if len(strikers) > len(AROUND):
        raise CannotTell(Fault("no-room", f"at most {len(AROUND)} characters are in contact with one"))
    placed = [evolve(c, hex=c.hex or around) for c, around in zip(strikers, AROUND, strict=False)]
    target = evolve(target, hex=target.hex or TARGET)
    battle = Battle(
        ruleset=ruleset,
        options=dict(options or {}),
        terrain=terrain,
        turn=2,
        side="attacker",
        phase="strike",
        attacker=BattleSide(
            player="striker", legion=Marker("Bk01"), entry_side="bottom", score=score, characters=tuple(placed)
        ),
        defender=BattleSide(player="target", legion=Marker("Rd01"), score=target_score, characters=(target,)),
    )
    faults = battle_faults(battle)
    if faults:
        raise DocumentError([evolve(fault, pointer="") for fault in faults])
    return battle
