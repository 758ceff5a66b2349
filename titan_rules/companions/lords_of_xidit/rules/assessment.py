"""The final assessment: three criteria, ranking, elimination, the winner (IV)."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Annotated, Any, TypeAlias, cast

from attrs import field, frozen

from ....kernel.companions import Answer, asked
from ....kernel.companions.telling import UNTOLD
from ....kernel.errors import CannotTell, Fault
from ....kernel.evolving import evolve
from ....kernel.jsontext import pointer
from ....kernel.names import Names
from ....kernel.rulings import Ruling
from ..asking import PlayerAsked
from ..state import Player, Position
from ..words import CRITERIA, DUMMY, MOST_PLAYERS, YEARS, Criterion
from .regions import region_scores, reputation
from .saying import consequence, legal

COUNTED: dict[Criterion, str] = {
    "wealth": "the value of gold",
    "influence": "guild storeys on the board",
    "reputation": "points from regions",
}
NTH = ("first", "second", "third")


@frozen
class Standing:
    """A player in a ranking.

    :param rank: from 1.
    :param total: of the criterion.
    :param units: units in hand.
    :param distance: seats clockwise from the start player; -1 for the dummy.
    """

    rank: int
    player: str
    total: int
    units: int
    distance: int = field(metadata=UNTOLD)

    @property
    def key(self) -> tuple[int, int, int]:
        """The greater ranks higher (LX-FINAL-7)."""
        return self.total, self.units, self.distance


@frozen
class Round:
    """One of the three assessments.

    :param assessment: which, from 1.
    :param ranking: those not yet eliminated, the best first.
    :param eliminated: who is eliminated in it.
    """

    assessment: int
    criterion: Criterion
    ranking: tuple[Standing, ...]
    eliminated: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def criteria(position: Position) -> tuple[Criterion, ...]:
    """The criteria in the order of this game (LX-FINAL-1).

    :raises CannotTell: the document does not say.
    """
    if position.criteria is None:
        message = 'the order of the criteria is unknown: "criteria": ["wealth", "reputation", "influence"], say'
        raise CannotTell(Fault("criteria-unknown", message, "/criteria"))
    return position.criteria


def contenders(position: Position) -> tuple[str, ...]:
    """Who is ranked: the players, and the dummy of a game of three (LX-FINAL-11)."""
    return (*position.order, DUMMY) if position.dummy is not None else position.order


def total(position: Position, criterion: Criterion, name: str, removed: Collection[str]) -> int:
    """A player's total of a criterion (LX-FINAL-2).

    :param removed: players eliminated so far.
    :raises CannotTell: it is wealth, and the player's gold is hidden.
    """
    if name == DUMMY and position.dummy is not None:
        found: int = getattr(position.dummy, criterion)
        return found
    player = position.players[name]
    if criterion == "wealth":
        return _gold(name, player)
    if criterion == "influence":
        return player.storeys
    gone = frozenset(removed) if position.rules.eliminated_harps == "remove" else frozenset()
    return reputation(region_scores(position, gone), name)


def _gold(name: str, player: Player) -> int:
    if player.gold is None:
        message = f"the gold of {name} is hidden behind the screen (LX-GOLD-1); the final assessment needs it"
        raise CannotTell(Fault("gold-unknown", message, pointer("players", name, "gold")))
    return player.gold


def standings(
    position: Position, criterion: Criterion, living: Sequence[str], removed: Collection[str]
) -> tuple[Standing, ...]:
    """Those not eliminated by a criterion, the best first (LX-FINAL-6, 7)."""
    found = [
        Standing(0, name, total(position, criterion, name, removed), _units(position, name), _distance(position, name))
        for name in living
    ]
    ranking = sorted(found, key=lambda s: s.key, reverse=True)
    return tuple(evolve(standing, rank=rank) for rank, standing in enumerate(ranking, 1))


def _units(position: Position, name: str) -> int:
    return position.players[name].units if name in position.players else 0


def _distance(position: Position, name: str) -> int:
    return position.turn_order.index(name) if name in position.players else -1


def losers(position: Position, nth: int) -> int:
    """How many are eliminated in the first (0), second (1) and third (2) assessment (LX-FINAL-8)."""
    if nth == 2:
        return 0
    if len(position.players) < MOST_PLAYERS:
        return 1
    return 2 if nth == 0 or position.rules.elimination_of_five == "two_each_time" else 1


def assess(position: Position) -> tuple[Round, ...]:
    """The three assessments; the first of the last ranking wins (LX-FINAL-10).

    :raises CannotTell: the order of the criteria is unknown, or a player's gold.
    """
    rounds: list[Round] = []
    living, removed = list(contenders(position)), list[str]()
    for nth, criterion in enumerate(criteria(position)):
        ranking = standings(position, criterion, living, removed)
        count = min(losers(position, nth), len(ranking) - 1)
        out = tuple(s.player for s in ranking[len(ranking) - count :])
        rulings = _rulings(position, nth, criterion, ranking, out, removed)
        rounds.append(Round(nth + 1, criterion, ranking, out, rulings))
        removed.extend(out)
        living = [name for name in living if name not in out]
    return tuple(rounds)


def _rulings(
    position: Position,
    nth: int,
    criterion: Criterion,
    ranking: Sequence[Standing],
    out: Sequence[str],
    removed: Sequence[str],
) -> tuple[Ruling, ...]:
    facts: dict[str, Any] = {"nth": NTH[nth], "criterion": criterion, "counted": COUNTED[criterion]}
    found = [
        consequence("LX-FINAL-1", "the {nth} criterion of this game is {criterion}", **facts),
        consequence("LX-FINAL-2", "{criterion} counts {counted}", **facts),
    ]
    if criterion == "reputation" and removed:
        count = position.rules.eliminated_harps == "count"
        sentence = "the harps of {players}, eliminated before, {what}"
        what = "still count in the regions" if count else "are removed from the board"
        found.append(consequence("LX-FINAL-9", sentence, players=", ".join(removed), what=what))
    ranked = ", ".join(f"{s.player} {s.total}" for s in ranking)
    found.append(consequence("LX-FINAL-6", "the ranking is {ranked}", ranked=ranked))
    found += [tie_ruling(a, b) for a, b in pairwise(ranking) if a.total == b.total]
    if DUMMY in {s.player for s in ranking}:
        found.append(consequence("LX-FINAL-11", "the dummy is ranked like a player"))
    if out:
        sentence = "{players} eliminated, {count} in the {nth} assessment of {all} players"
        players = ", ".join(out)
        all_ = len(position.players)
        found.append(consequence("LX-FINAL-8", sentence, players=players, count=len(out), nth=NTH[nth], all=all_))
    if nth == 2:
        found.append(
            consequence("LX-FINAL-10", "{player} is the best of those left and wins", player=ranking[0].player)
        )
    return tuple(found)


def tie_ruling(higher: Standing, lower: Standing) -> Ruling:
    """Why one of two with the same total ranks higher (LX-FINAL-7)."""
    facts: dict[str, Any] = {
        "higher": higher.player,
        "lower": lower.player,
        "total": higher.total,
        "units": higher.units,
    }
    if higher.units != lower.units:
        sentence = "{higher} and {lower} tie at {total}: {higher} has {units:unit} in hand, {lower} {fewer}"
        return consequence("LX-FINAL-7", sentence, **facts, fewer=lower.units)
    if lower.distance < 0:
        sentence = "{higher} and {lower} tie at {total} and {units:unit}: the dummy has no turn and is put last"
        return consequence("LX-FINAL-7", sentence, **facts)
    sentence = (
        "{higher} and {lower} tie at {total} and {units:unit}: "
        "{higher}'s turn is farther from the start player, {far} to {near:seat}"
    )
    return consequence("LX-FINAL-7", sentence, **facts, far=higher.distance, near=lower.distance)


@frozen
class Shortfall:
    """How much of a criterion a player lacks.

    :param round: the assessment in question.
    :param needs: the least to be added so as not to be eliminated, or in the last one to win; None: out before.
    """

    round: Round
    needs: int | None


def shortfall(position: Position, criterion: Criterion, name: str) -> Shortfall:
    """How much more a player needs not to be eliminated by a criterion, or by the last one to win.

    :raises CannotTell: the order of the criteria is unknown.
    """
    nth = criteria(position).index(criterion)
    rounds = assess(position)
    ranking = rounds[nth].ranking
    own = next((s for s in ranking if s.player == name), None)
    if own is None:
        return Shortfall(rounds[nth], None)
    places = 1 if nth == 2 else len(ranking) - len(rounds[nth].eliminated)
    others = sorted((s.key for s in ranking if s.player != name), reverse=True)
    if len(others) < places:
        return Shortfall(rounds[nth], 0)
    beaten = others[places - 1]
    needs = max(0, beaten[0] - own.total)
    if (own.total + needs, *own.key[1:]) < beaten:
        needs += 1
    return Shortfall(rounds[nth], needs)


def not_yet(position: Position) -> list[Ruling]:
    """That the final assessment comes later, if it does (LX-YEAR-2)."""
    last = YEARS[position.length]
    if position.year == last:
        return []
    sentence = "this is year {year} of {last}: no final assessment is made yet; this is what it would give now"
    return [consequence("LX-YEAR-2", sentence, year=position.year, last=last)]


def winner_of(rounds: Sequence[Round]) -> tuple[str, list[Ruling]]:
    """Who wins, and what is to be said of it (LX-FINAL-10)."""
    winner = rounds[-1].ranking[0].player
    if winner == DUMMY:
        sentence = "the dummy is the best of those left; what that means for the players is not said"
        return winner, [consequence("LX-FINAL-11", sentence)]
    if len(rounds[-1].ranking) == 1:
        sentence = "{player} alone is left before the last assessment"
        return winner, [consequence("LX-FINAL-10", sentence, player=winner)]
    return winner, []


def final(position: Position) -> Answer:
    """The rankings, who is eliminated, and who wins."""
    rounds = assess(position)
    winner, rulings = winner_of(rounds)
    early = not_yet(position)
    return {
        "winner": winner,
        "due": not early,
        "rounds": rounds,
        "rulings": [*early, *rulings],
    }


CriterionAsked: TypeAlias = Annotated[
    Criterion,
    asked(
        "which total",
        required=True,
        choices=CRITERIA,
        read=lambda _, text: cast(Criterion, Names("criterion", CRITERIA).canonical(text)),
    ),
]


def what_if(position: Position, criterion: CriterionAsked, player: PlayerAsked) -> Answer:
    """How much more is needed not to be last?"""
    short = shortfall(position, criterion, player)
    ranking, last = short.round.ranking, not short.round.eliminated
    rank = next((s.rank for s in ranking if s.player == player), None)
    goal, rule = ("win", "LX-FINAL-10") if last else ("stay in", "LX-FINAL-8")
    facts: dict[str, Any] = {"player": player, "criterion": criterion}
    if rank is None:
        ruling = consequence("LX-FINAL-8", "{player} is eliminated before {criterion} is assessed", **facts)
    elif not short.needs:
        aim = "wins" if last else "is not eliminated"
        ruling = legal(rule, "{player} {aim} by {criterion} as it is", **facts, aim=aim)
    else:
        sentence = "{player} has {own} {criterion} and needs {needs} more to {goal}, the others staying as they are"
        ruling = consequence(rule, sentence, **facts, own=ranking[rank - 1].total, needs=short.needs, goal=goal)
    return {
        "player": player,
        "criterion": criterion,
        "to": goal,
        "rank": rank,
        "of": len(ranking),
        "needs": short.needs,
        "contenders": len(contenders(position)),
        "rulings": [
            ruling,
            legal("LX-FINAL-7", "a tie is enough where units in hand, or else the turn, decide it so"),
        ],
    }
