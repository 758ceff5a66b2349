"""Whole random games, recorded twice: as they were played, and as somebody writes them who does not see who leaves."""

import random

from histories import Rows
from playing import begin, choose
from titan_rules.actions.intents import Accept, Action, Concede, Engage, Propose, Split, Strike
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, legal_actions
from titan_rules.position.game import Game

RULESETS = ("standard", "colossus", "slugathon")


class Remembering(Dice):
    """Dice that remember the last roll."""

    rolled: tuple[int, ...] = ()

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        self.rolled = super().roll(count, sides)
        return self.rolled


def _chosen(rng: random.Random, actions: list[Action]) -> Action:
    """A legal action: what :func:`choose` does, but more Engagements end without a battle."""
    words = [action for action in actions if isinstance(action, Propose | Accept | Concede)]
    return rng.choice(words) if words and rng.random() < 0.3 else choose(rng, actions)


class RandomGame:
    """A random game.

    :ivar rows: its record, the first row empty in place of a header.
    :ivar states: the game before the first action, and after each.
    """

    def __init__(self, seed: int, players: int = 4, length: int = 300, ruleset: str = "standard") -> None:
        rng, dice = random.Random(seed), Remembering(seed)
        self.states: list[Game] = [begin(seed, players, ruleset)]
        self.rows: Rows = [{}]
        while self.states[-1].phase != "over" and len(self.rows) <= length:
            action = _chosen(rng, legal_actions(self.states[-1]))
            dice.rolled = ()
            self.states.append(apply(self.states[-1], action, dice).state)
            if dice.rolled:
                rolled = {"dice": dice.rolled} if isinstance(action, Strike) else {"die": dice.rolled[0]}
                action = evolve(action, **rolled)
            self.rows.append(action.to_json())

    def untold(self, *, engaged: bool = True) -> Rows:
        """The record without who leaves in splits, and without the Lord that a Tower teleport reveals.

        :param engaged: with the contents of both Legions of each Engagement, as its players see them.
        """
        rows: Rows = [{}]
        for row, after in zip(self.rows[1:], self.states[1:], strict=True):
            row = dict(row)
            if row["do"] == Split.do:
                row["count"] = len(row.pop("characters"))
            if row.get("how") == "tower-teleport":
                row.pop("reveal", None)
            if engaged and row["do"] == Engage.do and after.engagement is not None:
                two = [after.find(marker) for marker in (after.engagement.attacker, after.engagement.defender)]
                contents = {pair[1].legion: list(pair[1].characters or ()) for pair in two if pair is not None}
                row["expect"] = {"legion": contents}
            rows.append(row)
        return rows
