"""From a battle to a melee, and back."""

from collections.abc import Iterable

from ..box.characters import TITAN
from ..box.hexes import HEX_NUMBER, HEXES
from ..box.names import CharacterName
from ..kernel.evolving import evolve
from ..position.battle import ROLES, Battle, BattleOutcome, BattleSide, Combatant
from ..rules.battle.field import field_of
from ..rules.battle.maneuver import deployment, entry_mask
from ..rules.engagement.scoring import value
from ..rules.engagement.summoning import summonable
from .ground import ground_of
from .melee import ATTACKER, FIRST_TURN, GONE, LEFT_OFF, NOBODY, OFF, PLACE_BITS, Melee


def melee_of(battle: Battle) -> Melee:
    """The battle as it stands, at any point of a battle turn; it waits for no answer."""
    made = Melee()
    made.battle, made.ground = battle, ground_of(battle)
    box, sides = battle.the_box, (battle.attacker, battle.defender)
    made.names = [[c.name for c in side.characters] for side in sides]
    made.worth = [[box.points(c.name, side.score) for c in side.characters] for side in sides]
    made.power = [[side.power(c) for c in side.characters] for side in sides]
    made.extra = sides[0].score // box.titan_step, sides[1].score // box.titan_step
    made.entry = entry_mask(field_of(battle), "attacker"), entry_mask(field_of(battle), "defender")
    made.placed = deployment(field_of(battle), "defender")
    attackers, defenders = made.names
    made.titan = _place(attackers), _place(defenders)
    made.at = [[OFF if c.hex is None else HEX_NUMBER[c.hex] for c in side.characters] for side in sides]
    made.hits = [[c.hits for c in side.characters] for side in sides]
    made.slowed = [[c.slowed for c in side.characters] for side in sides]
    made.poisoned = [[c.poisoned if box.poisons else 0 for c in side.characters] for side in sides]
    made.moved = [[c.moved for c in side.characters] for side in sides]
    made.struck = [[c.struck for c in side.characters] for side in sides]
    _stand(made)
    outcome = battle.outcome
    made.winner = None if outcome is None else (*ROLES, "none").index(outcome.winner)
    before = [value(box, (*side.slain, *side.left_off), side.score) for side in sides]
    made.lost_before = before[0], before[1]
    made.turn, made.side, made.phase = battle.turn, ROLES.index(battle.side), battle.phase
    made.may_summon, made.summoned = battle.attacker.may_summon, battle.attacker.summoned
    made.bled = bool(battle.defender.slain)
    donated = {name for names in battle.donors.values() for name in summonable(box, names)}
    made.donated = tuple(sorted(donated, key=lambda name: (-box.points(name), name)))
    made.reinforced, made.musters = battle.defender.reinforced, {}
    made.value = [[float(w) for w in worth] for worth in made.worth]
    for side, titan in enumerate(made.titan):
        if titan != NOBODY:
            made.value[side][titan] = float(sum(made.worth[side]))
    return made


def _stand(melee: Melee) -> None:
    field = field_of(melee.battle)
    melee.standing = [field.standing[role] for role in ROLES]
    melee.living = [field.living[role] for role in ROLES]
    melee.who = [NOBODY] * len(HEXES)
    for side, places in enumerate(melee.at):
        for i, n in enumerate(places):
            if n >= 0:
                melee.who[n] = side << PLACE_BITS | i


def _place(names: Iterable[CharacterName]) -> int:
    held = list(names)
    return held.index(TITAN) if TITAN in held else NOBODY


def battle_of(melee: Melee) -> Battle:
    """The battle that a melee has come to, as a position.

    A character that was summoned is taken from the first Legion that has it.
    """
    begun = melee.battle
    attacker, defender = (_side(melee, side) for side in range(len(ROLES)))
    attacker = evolve(
        attacker,
        summoned=melee.summoned,
        may_summon=melee.may_summon,
        began=attacker.began or (begun.side == "defender" and begun.turn == FIRST_TURN and _attacker_began(melee)),
    )
    winner = melee.winner
    outcome = None if winner is None else BattleOutcome((*ROLES, "none")[winner], melee.how)
    caretaker, donors = begun.caretaker, dict(begun.donors)
    if melee.reinforced and not begun.defender.reinforced and caretaker is not None:
        name = melee.names[1][-1]
        caretaker = {**caretaker, name: caretaker[name] - 1}
    if melee.summoned and not begun.attacker.summoned:
        name = melee.names[0][-1]
        donor = next(marker for marker, names in donors.items() if name in names)
        left = list(donors[donor])
        left.remove(name)
        donors[donor] = tuple(left)
    return evolve(
        begun,
        turn=melee.turn,
        side=ROLES[melee.side],
        phase=melee.phase,
        attacker=attacker,
        defender=evolve(defender, reinforced=melee.reinforced),
        caretaker=caretaker,
        donors=donors,
        outcome=outcome,
    )


def _attacker_began(melee: Melee) -> bool:
    return melee.turn > FIRST_TURN or melee.side == ATTACKER


def _side(melee: Melee, side: int) -> BattleSide:
    begun = melee.battle.of(ROLES[side])
    characters, slain, left_off = [], list(begun.slain), list(begun.left_off)
    for i, (name, n) in enumerate(zip(melee.names[side], melee.at[side], strict=True)):
        if n >= OFF:
            characters.append(
                Combatant(
                    name,
                    HEXES[n] if n >= 0 else None,
                    melee.hits[side][i],
                    melee.moved[side][i],
                    melee.struck[side][i],
                    melee.slowed[side][i],
                    melee.poisoned[side][i],
                )
            )
        elif n == GONE:
            slain.append(name)
        elif n == LEFT_OFF:
            left_off.append(name)
    return evolve(begun, characters=tuple(characters), slain=tuple(slain), left_off=tuple(left_off))
