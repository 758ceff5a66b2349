"""Battles in the mind: they come to the same as the adjudicator, action by action."""

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import battles
from simulations import seven
from titan_rules.actions.intents import Action, Carry, EndManeuver, EndStrikes, Maneuver, Reinforce, Strike, Summon
from titan_rules.box.hexes import HEXES, numbers_in
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, settle
from titan_rules.position.battle import ROLES, Battle
from titan_rules.simulation.choices import Choices
from titan_rules.simulation.melee import OFF, PLACE, Melee
from titan_rules.simulation.play_out import play_out
from titan_rules.simulation.playing import go_on, ready
from titan_rules.simulation.policies import policy
from titan_rules.simulation.temper import TEMPERS

TERRAINS = ("Plains", "Brush", "Tower", "Tundra", "Mountains", "Desert", "Hills", "Woods", "Marsh", "Swamp", "Jungle")
TEMPER_NUMBERS = st.integers(0, len(TEMPERS) - 1)


class Told(Melee):
    """A melee that tells the adjudicator what happens in it, and compares the two."""

    __slots__ = ("judged",)
    judged: Battle

    @classmethod
    def told(cls, judged: Battle) -> "Told":
        made = cls.of(judged)
        made.judged = judged
        return made

    def tell(self, action: Action) -> None:
        self.judged = apply(self.judged, action).state
        while self.judged.pending is not None and self.judged.outcome is None:
            self.judged = settle(self.judged).state

    def arrive(self) -> None:
        before = [len(names) for names in self.names]
        super().arrive()
        for role, count, names in zip(ROLES, before, self.names, strict=True):
            for name in names[count:]:
                donor = next((legion for legion, names in self.judged.donors.items() if name in names), "")
                self.tell(Summon(donor, name) if role == "attacker" else Reinforce(name))

    def move(self, side: int, i: int, to: int) -> None:
        here = self.at[side][i]
        self.tell(Maneuver(self.names[side][i], None if here == OFF else HEXES[here], to=HEXES[to]))
        super().move(side, i, to)

    def end_maneuver(self) -> None:
        super().end_maneuver()
        self.tell(EndManeuver())
        self.compare()

    def land(self, side: int, i: int, foe: int, hits: int, carried: Iterable[tuple[int, int]]) -> None:
        shoots = self.targets(side, i)[1]
        roll = self.rangestrike_roll(side, i, foe) if shoots else self.strike_roll(side, i, foe)
        assert roll is not None
        start, end = HEXES[self.at[side][i]], HEXES[self.at[1 - side][foe]]
        carry = tuple([Carry(HEXES[self.at[1 - side][j]], more) for j, more in carried])
        self.tell(Strike(start, end, (6,) * hits + (1,) * (roll[0] - hits), carry=carry))
        super().land(side, i, foe, hits, carried)

    def end_strikes(self) -> None:
        super().end_strikes()
        self.tell(EndStrikes())
        self.compare()

    def compare(self) -> None:
        judged = self.judged
        if self.winner is not None or judged.outcome is not None:
            winners = ("attacker", "defender", "none")
            assert judged.outcome is not None
            assert self.winner is not None
            assert judged.outcome.winner == winners[self.winner]
            return
        assert (self.turn, ROLES[self.side], self.phase) == (judged.turn, judged.side, judged.phase)
        anew = Melee.of(judged)
        assert (anew.standing, anew.living) == (self.standing, self.living)
        for mine, theirs in zip(_characters(self), _characters(anew), strict=True):
            assert mine == theirs


def _characters(melee: Melee) -> list[list[tuple[int, int, str]]]:
    """By side, every character that is not removed: where it is, its hits, its name."""
    sides = zip(melee.at, melee.hits, melee.names, strict=True)
    return [sorted(c for c in zip(*side, strict=True) if c[0] >= OFF) for side in sides]


@pytest.mark.parametrize("terrain", TERRAINS)
@settings(max_examples=6)
@given(st.integers(0, 10**6), TEMPER_NUMBERS, TEMPER_NUMBERS)
def test_a_melee_comes_to_the_same_as_the_adjudicator(terrain: str, seed: int, first: int, second: int) -> None:
    names = ("Angel -", "Ranger -", "Warlock -", "Troll -", "Gorgon -")
    donors = {"Bk05": ("Angel",)}
    begins = ready(evolve(seven(terrain), donors=donors))
    begins = evolve(begins, attacker=evolve(begins.attacker, characters=begins.attacker.characters[:6]))
    if seed % 2:
        begins = evolve(begins, defender=battles.side("Red", "Rd01", *names))
    play_out(Told.told(begins), (TEMPERS[first], TEMPERS[second]), Random(seed))


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(TERRAINS))
def test_a_melee_offers_what_the_adjudicator_offers(seed: int, terrain: str) -> None:
    judged, random, dice = ready(seven(terrain)), Random(seed), Seeded(seed)
    for _ in range(30):
        if judged.outcome is not None:
            break
        offers_the_same(judged)
        judged = go_on(judged, {"attacker": policy("random"), "defender": policy("random")}, dice, random)


def offers_the_same(judged: Battle) -> None:
    """Maneuvers, strikes, rangestrikes and carries, of every character of the side that acts."""
    melee, choices = Melee.of(judged), Choices(judged)
    side = ROLES.index(choices.role)
    for i, c in enumerate(judged.of(choices.role).characters):
        if judged.phase == "maneuver":
            assert melee.reach(side, i) == choices.reach(c)
            continue
        mask, shoots = melee.targets(side, i)
        rolls = {}
        for n in numbers_in(mask):
            foe = melee.who[n] & PLACE
            roll = melee.rangestrike_roll(side, i, foe) if shoots else melee.strike_roll(side, i, foe)
            if roll is not None:
                beyond = () if shoots else melee.carries(side, i, foe, roll)
                rolls[HEXES[n]] = roll, sorted(HEXES[melee.at[1 - side][j]] for j in beyond)
        natural = {}
        for target in choices.targets(c)[0]:
            option = choices.blows(c, target)[0].option
            natural[target.hex] = (option.dice, option.strike_number), sorted(option.carry_to)
            if option.dice <= choices.left(target):
                rolls[target.hex] = rolls[target.hex][0], sorted(option.carry_to)
        assert rolls == natural
