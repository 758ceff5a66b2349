"""An Engagement before its battle: what fight, flight, concession and agreement are worth to both players."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import fsum, sqrt
from typing import TypeAlias

from attrs import define, field, frozen

from ..actions.intents import (
    Accept,
    Acquire,
    Action,
    Concede,
    Engage,
    Fight,
    Flee,
    NoMore,
    NoReinforce,
    NoSummon,
    Propose,
    Reinforce,
    Stand,
    Summon,
)
from ..answers.outlook import Ending, How, Outlook, Prospect
from ..box.characters import TITAN
from ..box.names import CharacterName
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..play import apply, legal_actions
from ..play.aftermath import disband_empty, take_from_donor
from ..play.battle_in_game import carry_back, equipped
from ..position.battle import ROLES, Role
from ..position.changes import taken
from ..position.game import Game, Legion
from ..rules.engagement.meeting import EVERYTHING, color_of_role, content, judge_engage, legion_of
from .fast_battle import FastBattle
from .intervals import student
from .playing import fight, ready
from .policies import policy
from .positions import position_of
from .simulation import Plan, Results, calibrated_chance

POLICY = "greedy"
TRIALS = 200
AGREEMENTS = 5
"""How many agreements are given."""
PARTS = 10
"""Into so many parts the battles are dealt, to see how far their mean may be off."""
LOOKS, FILLED = 12, 4
"""So many battles are fought in which one side plays at random, and those it loses count as so many battles."""
CARELESS = "random"
"""That side's policy."""
NOTES = (
    "the fight is simulated; wins and losses are averaged apart and weighed by the chance to win, calibrated where"
    " recorded battles allow it: then each average holds four battles lost at random, lest a single one count much",
    "a player who loses the Titan is out of the game: everything known of the player's Legions counts as lost",
    "scored is what the game scores, the half points of D-3 for a slain Titan's other Legions included",
    "afterwards the winner takes the most valuable that may be acquired or mustered",
    "a summons moves a character of the player's own: in the battle it fights, and counts where it is slain; after it"
    " nobody is summoned",
)


def outlook(game: Game, land: int, *, trials: int = TRIALS, seed: int | str = 0) -> Outlook:
    """What an Engagement may come to.

    :param land: where it is.
    :param trials: how often the battle is simulated; at least 1.
    :raises CannotTell: there is no such Engagement, the battle has begun, or a Legion's characters are not known.
    """
    game = _engaged(game, land)
    endings = [*_flight(game), *[_concession(game, role) for role in ROLES]]
    fighting = _after(game, _to_fight(game))
    plan = Plan((equipped(fighting),), POLICY, POLICY, str(seed), engagement=True)
    fought = _fight(game, fighting, plan, trials)
    agreements = sorted(_agreements(game, fought.prospects), key=lambda pair: pair[0])
    return Outlook(
        land=land,
        players={role: color_of_role(game.meeting, role) for role in ROLES},
        trials=trials,
        seed=str(seed),
        policy=POLICY,
        fight=fought.prospects,
        attacker_wins=fought.results.tallies[0].chances()["attacker_wins"],
        calibrated=calibrated_chance(plan, fought.results),
        endings=(*endings, *[ending for _, ending in agreements[:AGREEMENTS]]),
        notes=NOTES,
    )


def _engaged(game: Game, land: int) -> Game:
    """The game with the Engagement chosen."""
    if game.battle is not None:
        raise CannotTell(Fault("battle-begun", "the battle has begun: simulate it with --simulate", "/battle"))
    if game.engagement is not None and game.engagement.land == land:
        if game.engagement.winner is not None or game.engagement.stage not in ("flight", "negotiation"):
            raise CannotTell(Fault("decided", "the Engagement is decided", "/engagement"))
        return game
    if game.phase != "engagement":
        raise CannotTell(Fault("no-engagement", f"this is the {game.phase} phase: no Engagement is resolved", "/phase"))
    chosen = judge_engage(game, game.the_box.land(land))
    if isinstance(chosen, Refusal):
        raise CannotTell(Fault("no-engagement", chosen.rulings[0].text, "/engagement"))
    return apply(game, Engage(chosen)).state


def _after(game: Game, actions: Sequence[Action]) -> Game:
    for action in actions:
        game = apply(game, action).state
    return game


# --- ways to end it --------------------------------------------------------------------------------------------------


def _spoken(game: Game, color: str) -> list[Action]:
    """The actions after which it is a player's turn to speak in the negotiation."""
    engagement = game.meeting
    first: list[Action] = [Stand()] if engagement.stage == "flight" else []
    return first if engagement.to_act == color else [*first, NoMore(engagement.to_act)]


def _to_fight(game: Game) -> list[Action]:
    engagement = game.meeting
    if engagement.no_more:
        return [Fight(engagement.to_act)]
    other = engagement.attacking if engagement.to_act == engagement.defending else engagement.defending
    return [*_spoken(game, other), Fight(other)]


def _flight(game: Game) -> Iterator[Ending]:
    if game.meeting.stage == "flight":
        yield _ending(game, "flight", [Flee()])


def _concession(game: Game, role: Role) -> Ending:
    color = color_of_role(game.meeting, role)
    return _ending(game, "concession", [*_spoken(game, color), Concede(color)])


def _agreements(game: Game, fight: Mapping[Role, Prospect]) -> Iterator[tuple[tuple[float, float], Ending]]:
    """Every agreement, with how far the balance of the two is from that of the fight, and what both lose together."""
    engagement = game.meeting
    if engagement.no_more:
        return
    by = engagement.to_act
    other = engagement.attacking if by == engagement.defending else engagement.defending
    first: list[Action] = [Stand()] if engagement.stage == "flight" else []
    attacker, defender = (legion_of(game, engagement, role) for role in ROLES)
    losses = [(part, EVERYTHING) for part in _parts(attacker)] + [(EVERYTHING, part) for part in _parts(defender)]
    for lost in [*losses, (EVERYTHING, EVERYTHING)]:
        if any({p.attacker_loses, p.defender_loses} == set(lost) for p in engagement.proposals):
            continue
        ending = _ending(game, "agreement", [*first, Propose(by, *lost), Accept(other, *lost)])
        both = sum([ending.prospects[role].total for role in ROLES])
        yield (abs(_balance(ending.prospects) - _balance(fight)), -both), ending


def _balance(prospects: Mapping[Role, Prospect]) -> float:
    """How much better the attacker comes out than the defender."""
    return prospects["attacker"].total - prospects["defender"].total


def _parts(legion: Legion) -> list[tuple[CharacterName, ...]]:
    """Everything that a Legion can lose without losing all, and without its Titan."""
    names = sorted(name for name in content(legion) if name != TITAN)
    most = min(len(names), legion.size - 1)
    return sorted({part for count in range(most + 1) for part in combinations(names, count)})


# --- what they are worth ---------------------------------------------------------------------------------------------


def _ending(game: Game, how: How, actions: Sequence[Action]) -> Ending:
    prospects = _prospects(game, _after(game, actions))
    return Ending(how=how, actions=tuple([str(action) for action in actions]), prospects=prospects)


def _prospects(game: Game, after: Game, joined: Mapping[Role, int] | None = None) -> dict[Role, Prospect]:
    """What the end of an Engagement is worth to both sides, once the winner has taken what it may and D-3 is scored.

    :param game: before it; ``after``: as soon as it is decided.
    :param joined: by side, the points of the characters mustered in the battle.
    """
    last = _aftermath(after)
    found: dict[Role, Prospect] = {}
    for role in ROLES:
        dead = _lost_titan(after, game, role)
        more = 0 if dead or joined is None else joined[role]
        whole, left, ends = (_characters(each, game, role) for each in (game, after, last))
        scores = _score(last, game, role) - _score(game, game, role)
        found[role] = _prospect(scores, ends - left + more, whole + more - left, dead)
    return found


def _prospect(scores: float, brings: float, loses: float, titan_lost: float) -> Prospect:
    return Prospect(
        scores=scores, brings=brings, loses=loses, total=scores + brings - loses, titan_lost=float(titan_lost)
    )


def _score(game: Game, before: Game, role: Role) -> int:
    return game.player(color_of_role(before.meeting, role)).score


def _characters(game: Game, before: Game, role: Role) -> int:
    """What is known of a player's Legions is worth, the Titan at the score before; nothing without the Titan."""
    if game is not before and _lost_titan(game, before, role):
        return 0
    color = color_of_role(before.meeting, role)
    score = before.player(color).score
    points = game.the_box.points
    return sum([points(name, score) for legion in game.player(color).legions for name in legion.known])


def _lost_titan(game: Game, before: Game, role: Role) -> bool:
    """Whether the player's Titan was in the Engagement, and is there no more."""
    color = color_of_role(before.meeting, role)
    marker = legion_of(before, before.meeting, role).legion
    if TITAN not in legion_of(before, before.meeting, role).known:
        return False
    return not any(x.legion == marker and TITAN in x.known for x in game.player(color).legions)


def _aftermath(game: Game) -> Game:
    """The game when the winner has taken the most valuable that may be taken, and nothing of its own (SUMMON-2)."""
    points = game.the_box.points
    while game.engagement is not None:
        gains: list[tuple[int, Action]] = []
        for action in legal_actions(game):
            if isinstance(action, Acquire):
                gains.append((sum([points(name) for name in action.characters]), action))
            elif isinstance(action, Reinforce):
                gains.append((points(action.character), action))
            elif isinstance(action, NoReinforce | NoSummon):
                gains.append((0, action))
        if not gains:
            break
        game = apply(game, max(gains, key=lambda pair: pair[0])[1]).state
    return game


# --- the battle ------------------------------------------------------------------------------------------------------


@frozen
class Fought:
    """What the battles came to.

    :param prospects: by side, on average.
    """

    results: Results
    prospects: Mapping[Role, Prospect]


Prospects: TypeAlias = Mapping[Role, Prospect]
"""By side, what the end of an Engagement is worth."""


@define
class _Ends:
    """Battles that were fought, and what came of them.

    :ivar ends: by whether the attacker won, what each was worth.
    """

    results: Results
    ends: dict[bool, list[Prospects]] = field(factory=lambda: {True: [], False: []})

    def add(self, other: "_Ends") -> None:
        """Add other battles."""
        self.results.add(other.results)
        for won, more in other.ends.items():
            self.ends[won] += more

    def mean(self, plan: Plan, unlikely: Mapping[bool, Sequence[Prospects]]) -> dict[Role, Prospect]:
        """What the fight is worth: wins and losses each on average, weighed by their chance.

        :param unlikely: for each outcome, ends that count as :data:`FILLED` more, lest one battle count for much.
        """
        calibrated = calibrated_chance(plan, self.results)
        trials = sum(map(len, self.ends.values()))
        chance = {True: len(self.ends[True]) / trials if calibrated is None else calibrated.p}
        chance[False] = 1 - chance[True]
        known = [won for won in chance if self.ends[won] or unlikely[won]]
        whole = sum([chance[won] for won in known])
        weights: list[tuple[Prospects, float]] = []
        for won in known:
            seen, filled = self.ends[won], unlikely[won]
            count = len(seen) + (FILLED if filled else 0)
            each = chance[won] / whole / count
            weights += [(end, each) for end in seen]
            weights += [(end, each * FILLED / len(filled)) for end in filled]
        return {role: _mean([(end[role], weight) for end, weight in weights]) for role in ROLES}


def _fight(game: Game, fighting: Game, plan: Plan, trials: int) -> Fought:
    """The battle again and again, each end carried back into the game.

    The interval comes from leaving out a part of the battles, one part after the other (a jackknife).

    :param game: before the battle; ``fighting``: at its beginning.
    """
    begun, player, other = FastBattle(ready(plan.battles[0])), policy(POLICY), policy(CARELESS)
    parts = [_Ends(Results.none(plan)) for _ in range(min(PARTS, trials))]
    for number in range(trials):
        ended = fight(begun, (player, player), f"{plan.seed}:{number}")
        part = parts[number % len(parts)]
        part.results.tallies[0].count(ended)
        part.ends[ended.winner == "attacker"].append(_worth(game, fighting, ended))
    unlikely: dict[bool, list[Prospects]] = {True: [], False: []}
    if calibrated_chance(plan, parts[0].results) is not None:
        for won, sides in ((True, (player, other)), (False, (other, player))):
            for number in range(LOOKS):
                ended = fight(begun, sides, f"careless:{number}")  # the same for every seed
                if (ended.winner == "attacker") == won:
                    unlikely[won].append(_worth(game, fighting, ended))
    together = _joined(plan, parts)
    means = together.mean(plan, unlikely)
    without = [_joined(plan, [part for part in parts if part is not left]) for left in parts] if trials > 1 else []
    totals = [each.mean(plan, unlikely) for each in without]
    prospects = {role: _with_interval(means[role], [total[role].total for total in totals]) for role in ROLES}
    return Fought(together.results, prospects)


def _joined(plan: Plan, parts: Sequence[_Ends]) -> _Ends:
    whole = _Ends(Results.none(plan))
    for part in parts:
        whole.add(part)
    return whole


def _with_interval(prospect: Prospect, totals: Sequence[float]) -> Prospect:
    """A prospect with the interval of its total, from what it is without each part of the battles."""
    parts = len(totals)
    if parts < 2:
        return prospect
    middle = fsum(totals) / parts
    spread = fsum([(total - middle) ** 2 for total in totals]) * (parts - 1) / parts
    half = student(parts - 1) * max(1.0, sqrt(spread))
    return evolve(prospect, low=prospect.total - half, high=prospect.total + half)


def _worth(game: Game, fighting: Game, ended: FastBattle) -> Prospects:
    """What the end of a battle is worth."""
    mustered = ended.defender.everyone[-1].worth if ended.defender.reinforced else 0
    return _prospects(game, _over(fighting, ended), {"attacker": 0, "defender": mustered})


def _over(game: Game, ended: FastBattle) -> Game:
    """The game when its battle has ended so: who joined in it came from the caretaker, or from another Legion."""
    if ended.defender.reinforced:
        game = evolve(game, caretaker=taken(game.caretaker, [ended.defender.everyone[-1].name]))
    if ended.attacker.summoned:
        color, name = game.meeting.attacking, ended.attacker.everyone[-1].name
        donor = next(marker for marker, names in equipped(game).donors.items() if name in names)
        game, _ = disband_empty(take_from_donor(game, color, Summon(donor, name)), color)
    assert game.battle is not None
    return carry_back(game, game.battle, evolve(position_of(ended), caretaker=None, donors={}), False)[0]


def _mean(weighed: Sequence[tuple[Prospect, float]]) -> Prospect:
    return _prospect(
        fsum([p.scores * weight for p, weight in weighed]),
        fsum([p.brings * weight for p, weight in weighed]),
        fsum([p.loses * weight for p, weight in weighed]),
        fsum([p.titan_lost * weight for p, weight in weighed]),
    )
