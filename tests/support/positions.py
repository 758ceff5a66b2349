"""Random positions that can stand on the table: battles put together, games as they are played, setups, Legions."""

import random
from functools import cache
from typing import Any

from hypothesis import strategies as st

import good_inputs
from playing import choose
from titan_rules.box import STANDARD, Box
from titan_rules.box.battle_tables import hex_cost
from titan_rules.box.hexes import HEXES
from titan_rules.box.loading import shipped
from titan_rules.digest.rulesets import OPTIONS, RULESETS
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, legal_actions
from titan_rules.position.battle import Battle, BattleSide, Combatant
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game, Seat
from titan_rules.position.knowledge import known_to
from titan_rules.position.muster import Muster
from titan_rules.rules.masterboard.setup import starting_game

NAMES = tuple(STANDARD.characters)
CREATURES = tuple(name for name, c in STANDARD.characters.items() if c.is_creature)
CALLED = (
    "Ann",
    "Ann Lee",
    "Red",
    "option",
    'a "b"',
    "\\",
    "a,b",
    "ñ|/",
    "Bk01",
    "12",
    "",
    "ſ",
    "x: y",
    "#;=",
    "nobody",
)
"""Names of players, some of which mean something else on a line."""


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
        hazards, land = STANDARD.hazards, STANDARD.battlelands[terrain]
        open_to_it = [h for h in hexes if hex_cost(hazards[land[h].hazard], character.natives, character.flies)]
        if open_to_it:
            hexes.remove(open_to_it[0])
            hits = dice.choice((0, 0, 0, dice.randrange(STANDARD.power(name, score) + slain)))
            found.append(Combatant(name, open_to_it[0], hits, dice.random() < 0.1, dice.random() < 0.1))
    return found


def battles(**fixed: Any) -> st.SearchStrategy[Battle]:
    """Random battles for hypothesis; what is ``fixed`` is handed to :func:`random_battle`."""
    return st.integers(0, 2**32).map(lambda seed: random_battle(random.Random(seed), **fixed))


def readings(dice: random.Random) -> dict[str, Any]:
    """A preset, and a few readings that differ from it."""
    options = {option.name: dice.choice(option.values) for option in dice.sample(OPTIONS, dice.choice((0, 0, 1, 2)))}
    return {"ruleset": dice.choice(sorted(RULESETS.presets)), "options": options}


def _fought(dice: random.Random) -> Battle:
    """A battle past its first turn, with what a document can say of it."""
    battle = random_battle(dice)
    flags = [dice.random() < 0.3 for _ in range(4)]
    gone = [tuple(dice.choices(CREATURES, k=dice.choice((0, 0, 1, 2)))) for _ in range(4)]
    attacker = evolve(battle.attacker, summoned=flags[0], began=True, slain=gone[0], left_off=gone[1])
    defender = evolve(battle.defender, reinforced=flags[2], slain=gone[2], left_off=gone[3])
    if battle.turn > 1:
        attacker = evolve(attacker, may_summon=flags[1])
    donors = {"Bk07": ("Angel",)} if flags[3] else {}
    return evolve(battle, attacker=attacker, defender=defender, donors=donors, **readings(dice))


def _played(dice: random.Random) -> Game:
    """A game as it was played, in any box, or as a player knows it, with other names, scores and readings."""
    game, _ = dice.choice(good_inputs.played())
    if dice.random() < 0.4:
        game = known_to(game, dice.choice(game.players).color)
    players = [evolve(p, name=dice.choice(CALLED)) if dice.random() < 0.3 else p for p in game.players]
    if dice.random() < 0.3:
        players = [evolve(p, markers=None) for p in players]
    changed = evolve(game, players=tuple(players))
    if game.battle is None:
        changed = evolve(changed, **readings(dice))
    return changed if dice.random() < 0.7 else evolve(changed, caretaker=None)


def _set_up(dice: random.Random) -> Game:
    """A game during its setup."""
    seats = [Seat(name) for name in dice.sample(CALLED, dice.randint(2, 6))]
    game = Game(phase="setup", seats=tuple(seats), **readings(dice))
    for _ in range(dice.randrange(12)):
        after = apply(game, choose(dice, legal_actions(game)), Dice(dice.randrange(99))).state
        game = after if after.phase == "setup" else game
    return game


def _mustering(dice: random.Random) -> Muster:
    """A Legion in a land, with or without a stock."""
    names = tuple(dice.choices(NAMES, k=dice.randint(1, 7)))
    stock = {name: dice.randint(0, 5) for name in dice.sample(CREATURES, 3)} if dice.random() < 0.5 else None
    return Muster(dice.choice(tuple(STANDARD.terrains)), names, caretaker=stock, **readings(dice))


def _possible(make: Any) -> st.SearchStrategy[Any]:
    return st.integers(0, 2**32).map(lambda seed: make(random.Random(seed))).filter(lambda x: not FORMAT.validate(x))


@cache
def _of_box(name: str) -> tuple[Game, ...]:
    """Positions of a random game in a box."""
    box, rng = Box.load(name), random.Random(1)
    game, dice = starting_game([f"P{i}" for i in range(box.players[0])], Dice(1), box=box), Dice(2)
    found = []
    for count in range(160):
        found += [game] if count % 4 == 0 else []
        if game.over:
            break
        game = apply(game, choose(rng, legal_actions(game)), dice).state
    return tuple(found)


def _boxed(dice: random.Random) -> Game | Battle | Muster:
    """A game, its battle, or one of its Legions in its land, of any shipped box."""
    game = dice.choice(_of_box(dice.choice(shipped())))
    if game.battle is not None and dice.random() < 0.7:
        battle = evolve(game.battle, caretaker=None)
        names = [name for name in CALLED if name]
        side = evolve(battle.attacker, player=dice.choice(names))
        return evolve(battle, attacker=side) if dice.random() < 0.5 else battle
    if dice.random() < 0.3:
        land = dice.choice([land for land in game.the_box.masterboard.lands.values() if land.terrain])
        held = tuple(dice.choices(tuple(game.the_box.characters), k=dice.randint(1, 7)))
        return Muster(land.terrain, held, box=game.the_box)
    return game if dice.random() < 0.6 else known_to(game, dice.choice(game.players).color)


games = _possible(_played)
fought = _possible(_fought)
boxed = _possible(_boxed)
"""Any kind of position, in any box."""
documents = games | fought | _possible(_set_up) | _possible(_mustering)
"""Any document of a possible position."""
