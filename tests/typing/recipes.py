"""The programs of ``docs/library.md``, for type checkers; a test holds that the page has each of them as it is here."""

import csv
import io
import random
from collections.abc import Callable, Sequence

import titan_rules as titan


def playing_on(game: titan.Game) -> list[titan.AnyAction]:
    giving_up = titan.actions.Withdraw, titan.actions.Concede, titan.actions.AttemptConcession
    actions = titan.legal_actions(game)
    return [action for action in actions if not isinstance(action, giving_up)] or actions


def self_play(seed: int, choose: Callable[[list[titan.AnyAction]], titan.AnyAction]) -> titan.Game:
    game, dice = titan.new_game(["Ann", "Ben"], seed=seed), titan.Dice(seed=seed)
    while not game.over:
        game = titan.apply(game, choose(playing_on(game)), dice).state
    return game


def write_odds(names: Sequence[str], file: io.TextIOBase) -> None:
    table = csv.writer(file)
    table.writerow(["striker", *names])
    for striker in names:
        odds = [titan.strike_odds(f"Plains: {striker} D3 / {target} D4", "D3", "D4") for target in names]
        table.writerow([striker, *(f"{float(one.slays):.4f}" for one in odds)])


def musters_better(game: titan.Game, names: Sequence[str]) -> bool:
    for move in titan.legal_actions(game):
        if isinstance(move, titan.actions.Move) and not move.reveal:
            options = titan.muster_options(titan.apply(game, move).state, move.legion).options
            if any(option.muster not in names for option in options):
                return True
    return False


def first_splits(game: titan.Game) -> list[tuple[int, str]]:
    ranked: list[tuple[int, str]] = []
    for split in titan.legal_actions(game):
        if isinstance(split, titan.actions.Split):
            ready = titan.apply(titan.apply(game, split).state, "end splits").state
            rolled = [titan.apply(ready, titan.actions.Roll(die)).state for die in range(1, 7)]
            good = sum(musters_better(one, ("Ogre", "Centaur", "Gargoyle")) for one in rolled)
            ranked.append((good, str(split)))
    return sorted(ranked, reverse=True)


def why_not(position: str, text: str) -> str:
    try:
        verdict = titan.why(position, text)
    except titan.TitanError as error:
        return f"I cannot judge that: {error}"
    if verdict.legal:
        return "Yes."
    return f"No: {verdict.rulings[0]}. You may: {', '.join(map(str, verdict.instead))}."


def scores_by_turn(path: str) -> dict[int, dict[str, int]]:
    games = titan.load_save(path).games()
    return {game.turn: {player.color: player.score for player in game.players} for game in games}


def rank(action: titan.AnyAction) -> int:
    match action:
        case titan.actions.Strike() | titan.actions.Muster() | titan.actions.Acquire():
            return 0
        case titan.actions.Maneuver(origin=None) | titan.actions.Move(reveal=()):
            return 1
        case titan.actions.Propose() | titan.actions.Mulligan():
            return 3
        case _:
            return 2


def quick(actions: list[titan.AnyAction]) -> titan.AnyAction:
    return min(actions, key=lambda action: (rank(action), random.random()))


class Environment:
    """TITAN for two, one action a step. Rewards are for the player who acted."""

    def reset(self, seed: int) -> list[float]:
        self.game = titan.new_game(["Ann", "Ben"], seed=seed)
        self.dice = titan.Dice(seed=seed)
        return self.observe()

    def legal(self) -> list[titan.AnyAction]:
        return playing_on(self.game)

    def actor(self) -> str | None:
        return titan.next_choice(self.game).by

    def step(self, action: titan.AnyAction) -> tuple[list[float], float, bool]:
        actor, before = self.actor(), self.lead(self.actor())
        self.game = titan.apply(self.game, action, self.dice).state
        reward = (self.lead(actor) - before) / 100
        if self.game.result and not self.game.result.draw:
            reward += 1 if self.game.result.winner == actor else -1
        return self.observe(), reward, self.game.over

    def lead(self, color: str | None) -> int:
        return sum(one.score if one.color == color else -one.score for one in self.game.players)

    def observe(self) -> list[float]:
        seen: list[float] = [self.game.turn, self.game.roll or 0]
        for player in self.game.players:
            content = [name for legion in player.legions for name in legion.characters or ()]
            seen += [player.score, *(content.count(name) for name in self.game.the_box.characters)]
        return seen
