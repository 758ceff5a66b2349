"""Fast battles: they come to the same as the adjudicator, action by action, in every box and reading."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import side
from looping import for_each
from positions import fought as battles
from simulations import seven
from titan_rules.actions.intents import Action, Maneuver, Reinforce, Strike, Summon
from titan_rules.box import box
from titan_rules.box.hexes import HEX_NUMBER, HEXES, numbers_in
from titan_rules.box.loading import shipped
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, legal_actions, settle
from titan_rules.position.battle import ROLES, Battle, BattleSide, Combatant
from titan_rules.rules.battle.maneuver import destinations
from titan_rules.rules.battle.strike import must_strike
from titan_rules.simulation.best_policy import PLAYERS
from titan_rules.simulation.fast_battle import FastBattle
from titan_rules.simulation.playing import CheckedBattle, Policy, play_on, position_of, ready
from titan_rules.simulation.policies import policy
from titan_rules.simulation.rolls import foes, ways
from trials import share

TERRAINS = ("Plains", "Brush", "Tower", "Tundra", "Mountains", "Desert", "Hills", "Woods", "Marsh", "Swamp", "Jungle")
POLICIES: tuple[Policy, ...] = (policy("random"), policy("random"), *PLAYERS)
SEEDS, PLAY = st.integers(0, 10**6), st.sampled_from(POLICIES)


class Compared(CheckedBattle):
    """A fast battle that is compared with the adjudicator's battle after every phase."""

    __slots__ = ()

    def end_maneuver(self) -> None:
        super().end_maneuver()
        self.compare()

    def end_strikes(self) -> None:
        super().end_strikes()
        self.compare()

    def compare(self) -> None:
        assert facts(position_of(self)) == facts(self.position)


def facts(battle: Battle) -> dict[str, Any]:
    """All of a battle, but for the order of characters."""
    sides: dict[str, Any] = {}
    for role in ROLES:
        side = battle.of(role)
        lists = Counter(side.characters), Counter(side.slain), Counter(side.left_off)
        sides[role] = lists, side.reinforced, side.summoned, side.may_summon, side.began
    over = battle.outcome is not None
    stage = () if over else (battle.side, battle.phase)
    return {"turn": battle.turn, "stage": stage, "how": battle.outcome, **sides}


def fought(begins: Battle, players: tuple[Policy, Policy], seed: int) -> Battle:
    """The battle at its end, compared all the way."""
    battle = Compared.following(FastBattle(ready(begins)))
    battle.compare()
    play_on(battle, players, Random(seed))
    return battle.position


@pytest.mark.parametrize("terrain", TERRAINS)
@share(20)
@given(SEEDS, PLAY, PLAY)
def test_a_fast_battle_comes_to_the_same_as_the_adjudicator(
    terrain: str, seed: int, first: Policy, second: Policy
) -> None:
    names = ("Angel -", "Ranger -", "Warlock -", "Troll -", "Gorgon -")
    begins = ready(evolve(seven(terrain), donors={"Bk05": ("Angel",)}))
    begins = evolve(begins, attacker=evolve(begins.attacker, characters=begins.attacker.characters[:6]))
    if seed % 2:
        begins = evolve(begins, defender=side("Red", "Rd01", *names))
    fought(begins, (first, second), seed)


@given(battles, SEEDS, PLAY, PLAY)
def test_so_it_does_under_every_reading(begins: Battle, seed: int, first: Policy, second: Policy) -> None:
    fought(evolve(begins, attacker=evolve(begins.attacker, summoned=False)), (first, second), seed)


@st.composite
def battles_in_boxes(draw: Any, name: str) -> Battle:
    """A battle of any characters of a box on any of its maps, about to begin."""
    found = box(name)
    able = tuple(sorted(set(found.full_stock) - {"Titan"}))
    sides = []
    for player, marker, entry in (("Black", "Bk01", "left"), ("Red", "Rd01", None)):
        names = draw(st.lists(st.sampled_from(able), min_size=2, max_size=6))
        combatants = tuple([Combatant(name) for name in ("Titan", *names)])
        sides.append(
            BattleSide(
                player=player,
                legion=marker,
                entry_side=entry,
                characters=combatants,
                score=draw(st.integers(0, 900)),
                box=found,
            )
        )
    terrain = draw(st.sampled_from(sorted(found.terrains)))
    return Battle(box=found, terrain=terrain, attacker=sides[0], defender=sides[1])


@pytest.mark.parametrize("name", shipped())
@share(20)
@given(st.data(), SEEDS, PLAY, PLAY)
def test_BOX_1_so_it_does_in_every_box(name: str, data: Any, seed: int, first: Policy, second: Policy) -> None:
    fought(data.draw(battles_in_boxes(name)), (first, second), seed)


@for_each(
    ("rule", "line"),
    [
        ("DRIFT-1", "Tundra, turn 3: Lion D3 / Lion D5, Centaur E2"),
        ("BOX-5", "Hills, turn 3, attacker's maneuver: Allosaur D3 3 hits / Allosaur A1 | box dino-titan"),
        ("BOX-6", "Wasteland, turn 3, attacker's maneuver: Allosaur C3 / Allosaur A1 | box dino-titan"),
        ("BOX-7", "Plains, turn 3: SpittingSerpent D3 / Allosaur D4 | box dino-titan"),
    ],
)
@for_each("seed", range(5))
def test_tolls_slowing_and_poison_are_taken(rule: str, line: str, seed: int) -> None:
    fought(Battle.parse(f"{line}, began attacker" if "|" in line else f"{line} | began attacker"), POLICIES[:2], seed)


@share(2)
@given(battles, SEEDS)
def test_a_fast_battle_offers_what_the_adjudicator_offers(judged: Battle, seed: int) -> None:
    judged, random = ready(judged), Random(seed)
    for _ in range(12):
        if judged.outcome is not None:
            break
        listed = legal_actions(judged)
        assert offers(FastBattle(judged)) == {told(action) for action in listed} - {""}
        chosen = [action for action in listed if told(action) or not action.do.startswith(("no-", "concede", "a"))]
        action = random.choice(chosen)
        if isinstance(action, Strike):
            dice = action.dice_count or offered_dice(FastBattle(judged), action)
            action = evolve(action, dice=tuple([random.randint(1, 6) for _ in range(dice)]))
        judged = apply(judged, action).state
        while judged.pending is not None:
            judged = settle(judged).state


def offered_dice(battle: FastBattle, action: Strike) -> int:
    fighter, foe = (battle.who[HEX_NUMBER[label]] for label in (action.origin, action.to))
    return dict(foes(battle, fighter))[foe][0]


def told(action: Action) -> str:
    """An action in short; nothing for what a fast battle does not have."""
    match action:
        case Maneuver():
            return f"{action.character} {action.origin} {action.to}"
        case Reinforce() | Summon():
            return f"{action.do} {action.character}"
        case Strike():
            penalty = f" {action.dice_count} {action.strike_number}" if action.dice_count else ""
            return f"{action.origin} {action.to}{penalty}"
    return "end" if action.do in ("end-strikes", "end-maneuver") else ""


def offers(battle: FastBattle) -> set[str]:
    """What may be done in a fast battle, in short."""
    role, side = battle.acting, battle.mine
    if battle.phase == "maneuver":
        found = {f"{'reinforce' if role == 'defender' else 'summon'} {name}" for name in battle.arrivals()}
        for fighter in side.characters:
            mask = destinations(battle, role, fighter)
            found |= {f"{fighter.name} {fighter.hex} {HEXES[n]}" for n in numbers_in(mask)}
        return {*found, "end"}
    found = set()
    must = False
    for fighter in side.characters:
        touches = must_strike(battle, role, fighter)
        must = must or touches
        for foe, roll in foes(battle, fighter):
            text = f"{fighter.hex} {foe.hex}"
            rolls = [way for way, _ in ways(battle, fighter, foe)] if touches else [roll]
            found |= {text, *[f"{text} {dice} {number}" for dice, number in rolls[1:]]}
    return found if must else {*found, "end"}


def test_a_copy_changes_nothing() -> None:
    battle = FastBattle(ready(seven()))
    before = facts(position_of(battle))
    play_on(battle.copy(), (policy("random"), policy("random")), Random(1))
    assert facts(position_of(battle)) == before
