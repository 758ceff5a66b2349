"""Random battles that can stand on the table."""

import random
from typing import Any

from hypothesis import strategies as st

from titan_rules.box import STANDARD
from titan_rules.box.battle_tables import hex_cost
from titan_rules.box.hexes import HEXES
from titan_rules.position.battle import Battle, BattleSide, Combatant

NAMES = tuple(STANDARD.characters)


def random_battle(dice: random.Random, *, phase: Any = None, terrain: str | None = None, **options: Any) -> Battle:
    """A battle in its second turn or later, all on the board, or, in a Maneuver Phase of the first, still to enter."""
    terrain = terrain or dice.choice(tuple(STANDARD.terrains))
    phase = phase or dice.choice(("maneuver", "strike", "strikeback"))
    entering = phase == "maneuver" and dice.random() < 0.3
    hexes = dice.sample(HEXES, len(HEXES))
    scores = dice.choice((0, 90, 250, 400, 730)), dice.choice((0, 120, 600))
    sides = [_characters(dice, terrain, hexes, score, slain=phase != "maneuver") for score in scores]
    side: Any = dice.choice(("attacker", "defender"))
    if entering:
        own = 0 if side == "attacker" else 1
        placed = dice.randrange(len(sides[own]) + 1)
        sides[own] = [
            Combatant(c.name, c.hex, 0, True) if i < placed else Combatant(c.name) for i, c in enumerate(sides[own])
        ]
        if side == "defender":
            sides[0] = [Combatant(c.name) for c in sides[0]]
    return Battle(
        options=options,
        terrain=terrain,
        turn=1 if entering else dice.randint(2, 7),
        side=side,
        phase=phase,
        attacker=BattleSide(
            player="Black",
            legion="Bk01",
            entry_side="bottom" if terrain == "Tower" else dice.choice(("left", "right", "bottom")),
            score=scores[0],
            characters=tuple(sides[0]),
        ),
        defender=BattleSide(player="Red", legion="Rd01", score=scores[1], characters=tuple(sides[1])),
    )


def _characters(dice: random.Random, terrain: str, hexes: list[str], score: int, *, slain: bool) -> list[Combatant]:
    found: list[Combatant] = []
    for name in dice.choices(NAMES, k=dice.randint(1, 7)):
        if name == "Titan" and any(c.name == name for c in found):
            continue
        character = STANDARD.characters[name]
        for label in hexes:
            if (
                hex_cost(
                    STANDARD.hazards[STANDARD.battlelands[terrain][label].hazard], character.natives, character.flies
                )
                is not None
            ):
                hexes.remove(label)
                hits = dice.choice((0, 0, 0, dice.randrange(STANDARD.power(name, score) + slain)))
                found.append(Combatant(name, label, hits, dice.random() < 0.1, dice.random() < 0.1))
                break
    return found


def battles(**fixed: Any) -> st.SearchStrategy[Battle]:
    """Random battles for hypothesis; what is ``fixed`` is handed to :func:`random_battle`."""
    return st.integers(0, 2**32).map(lambda seed: random_battle(random.Random(seed), **fixed))
