"""Counts the dice of a recorded game: faces by player, hits beside their expected number."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from attrs import Factory, define

from ..actions.events import DieRolled, Struck
from ..answers.dice_report import DiceReport, RolledDice, rolled_dice
from ..kernel.dice import SIDES
from ..kernel.rulings import HasRuling
from ..play import State
from ..position.game import Game, battle_in
from .record import RecordedGame

EVERYBODY = "all"


@define
class _Count:
    """The dice of one player so far."""

    faces: Counter[int] = Factory(Counter)
    rolls: int = 0
    strikes: int = 0
    hits: int = 0
    expected_hits: Fraction = Fraction(0)

    def add_roll(self, die: int) -> None:
        self.faces[die] += 1
        self.rolls += 1

    def add_strike(self, struck: Struck) -> None:
        self.faces.update(struck.dice)
        self.strikes += len(struck.dice)
        self.hits += struck.hits
        self.expected_hits += Fraction(len(struck.dice) * (SIDES + 1 - struck.strike_number), SIDES)

    def add(self, other: "_Count") -> None:
        self.faces.update(other.faces)
        self.rolls += other.rolls
        self.strikes += other.strikes
        self.hits += other.hits
        self.expected_hits += other.expected_hits

    def row(self, player: str) -> RolledDice:
        return rolled_dice(
            player,
            self.faces,
            rolls=self.rolls,
            strikes=self.strikes,
            hits=self.hits,
            expected_hits=self.expected_hits,
        )


def count_dice(record: RecordedGame) -> DiceReport:
    """The dice of a recorded game, up to the first action that is not legal (ROLL-1, STRIKE-4, STRIKE-5).

    What a player rolled before colours were chosen counts with the colour.

    :param record: a game, or a battle alone.
    """
    rolled: dict[str, _Count] = {}
    state: State = record.start()
    steps = 0
    for step in record.steps(state):
        steps += step.judged
        for player, event in _rolling(step.events, _sides(state) or _sides(step.state)):
            count = rolled.setdefault(player, _Count())
            if isinstance(event, DieRolled):
                count.add_roll(event.die)
            else:
                count.add_strike(event)
        state = step.state
    colors = {player.name: player.color for player in state.players} if isinstance(state, Game) else {}
    by_color: dict[str, _Count] = {}
    everybody = _Count()
    for player, count in rolled.items():
        by_color.setdefault(colors.get(player, player), _Count()).add(count)
        everybody.add(count)
    rows = tuple([count.row(player) for player, count in by_color.items()])
    return DiceReport(steps=steps, players=rows, all=everybody.row(EVERYBODY))


def _sides(state: State) -> Mapping[str, str]:
    """Who plays each side of the battle; empty if there is none."""
    battle = battle_in(state)
    return {} if battle is None else {"attacker": battle.attacker.player, "defender": battle.defender.player}


def _rolling(events: Iterable[HasRuling], sides: Mapping[str, str]) -> Iterator[tuple[str, DieRolled | Struck]]:
    """The events with dice, each with the player who rolled them."""
    for event in events:
        if isinstance(event, DieRolled) and event.player is not None:
            yield event.player, event
        elif isinstance(event, Struck):
            yield sides[event.role], event
