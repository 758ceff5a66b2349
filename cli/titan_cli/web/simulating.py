"""The odds of a battle, and of an Engagement before its battle; what the side that acts had best do."""

from collections.abc import Mapping
from typing import Literal

from attrs import asdict, field, frozen

from titan_rules.answers.battle_odds import Advice, BattleOdds, EngagementOdds
from titan_rules.kernel.answers import Part
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.fields import ALWAYS, FLAT, key
from titan_rules.kernel.jsontext import JSON
from titan_rules.position.game import Game, battle_in
from titan_rules.simulation import advising
from titan_rules.simulation.engagement_odds import battle_to_come, engaged, engagement_odds
from titan_rules.simulation.simulation import Results, answer, planned, run_chunk
from titan_rules.simulation.tally import tally_of

from .positions import Draw, read


@frozen(kw_only=True)
class SimulateMore(Draw):
    """Simulate some more battles.

    :param first: the number of the first trial.
    :param so_far: the value of this key in the previous answer.
    """

    first: int = 0
    count: int = 50
    seed: str = "1"
    attacker: str = "greedy"
    defender: str = "greedy"
    so_far: Mapping[str, JSON] | None = None


@frozen(kw_only=True)
class Fought(Part):
    """The battles simulated so far.

    :param so_far: send it back with the next question.
    """

    kind: Literal["battle-odds"] = field(default="battle-odds", metadata=ALWAYS)
    odds: BattleOdds = field(metadata=key(FLAT))
    so_far: Mapping[str, JSON]


@frozen(kw_only=True)
class Engaged(Draw):
    """Ask what the endings of an Engagement score, and how likely the attacker is to win its battle."""

    land: int
    trials: int = 100


@frozen(kw_only=True)
class Advise(Draw):
    """Ask for the best maneuvers or strikes of the side that acts.

    :param trials: how often each choice is played out.
    """

    trials: int = 32
    seed: str = "0"


def simulate(asked: SimulateMore) -> Fought:
    """Add battles to those simulated so far."""
    battle = battle_in(read(asked.position))
    if battle is None:
        raise CannotTell(Fault("no-battle", "there is no battle to simulate", "/position"))
    task = planned(battle, asked.attacker, asked.defender, asked.seed, ())
    results = run_chunk(task, asked.first, asked.count)
    if asked.so_far is not None:
        try:
            results.add(Results([tally_of(asked.so_far)]))
        except (AttributeError, KeyError, TypeError):
            raise DocumentError([Fault("wrong-type", "expected the value of an earlier answer", "/so_far")]) from None
    return Fought(odds=answer(task, results), so_far=asdict(results.tallies[0]))


def engagement(asked: Engaged) -> EngagementOdds:
    """An Engagement before its battle."""
    position = read(asked.position)
    if not isinstance(position, Game):
        raise CannotTell(Fault("no-engagement", "a battle on its own is not an Engagement", "/position"))
    game = engaged(position, asked.land)
    plan = planned(battle_to_come(game), "greedy", "greedy", "0", ())
    return engagement_odds(game, plan, run_chunk(plan, 0, asked.trials))


def advise(asked: Advise) -> Advice:
    """The best maneuvers or strikes, as ``titan advise`` tells them: advice, not a ruling."""
    battle = battle_in(read(asked.position))
    if battle is None:
        raise CannotTell(Fault("no-battle", "nobody fights in this game now: advice is for battles", "/position"))
    return advising.advise(battle, trials=asked.trials, seed=asked.seed)
