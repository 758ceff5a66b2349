"""Questions asked by names alone: a battle on level ground, and its answer without the hexes that nobody named."""

from collections.abc import Iterable, Mapping, Sequence

from ..box.names import Hex, Marker
from ..kernel.errors import CannotTell, DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.rulesets import OptionValue
from ..kernel.rulings import Ruling
from ..position.battle import Battle, BattleSide, Combatant
from ..position.faults.battle import battle_faults
from ..rules.battle.wording import named
from .cases import Back, Case, Fighter

LEVEL_TERRAIN = "Plains"
"""The Battleland without hazards."""
TARGET = Hex("D4")
"""Where the target stands if nobody says where."""
AROUND = tuple(map(Hex, ("D3", "D5", "C3", "C4", "E3", "E4")))
"""The hexes in contact with it."""


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


def level_battle(strikers: Sequence[Combatant], target: Combatant, *, score: int = 0, target_score: int = 0) -> Battle:
    """The same on level ground, the strikers around the target.

    :raises CannotTell: there is no room for so many.
    """
    if len(strikers) > len(AROUND):
        raise CannotTell(Fault("no-room", f"at most {len(AROUND)} characters are in contact with one"))
    placed = [evolve(striker, hex=label) for striker, label in zip(strikers, AROUND, strict=False)]
    return typed_battle(placed, evolve(target, hex=TARGET), score=score, target_score=target_score)


def bare(fighter: Fighter) -> Fighter:
    """A character without its hex."""
    return evolve(fighter, hex=None)


def bare_case(battle: Battle, case: Case) -> Case:
    """A strike without its hexes."""
    return evolve(
        case,
        striker=bare(case.striker),
        target=bare(case.target),
        backs=tuple([Back(bare(back.by), back.way) for back in case.backs]),
        rulings=bare_rulings(battle, case.rulings),
    )


def bare_rulings(battle: Battle, rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Rulings that name no hexes: ``the Ogre`` for ``the Ogre in D3``."""
    names = {named(c): f"the {c.name}" for side in (battle.attacker, battle.defender) for c in side.characters}
    return tuple([evolve(r, facts={key: names.get(fact, fact) for key, fact in r.facts.items()}) for r in rulings])
