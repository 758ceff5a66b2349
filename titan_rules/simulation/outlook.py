"""What an Engagement is worth to both players before its battle: fight, flight, concession, agreements."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import fsum, sqrt
from typing import TypeAlias

from ..actions import intents as act
from ..actions.intents import Action
from ..answers.battle_odds import Calibrated, Ending, How, Outlook, Prospect
from ..box.characters import TITAN
from ..box.names import CharacterName, PlayerColor
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
from .calibration import calibrated
from .fast_battle import FastBattle
from .playing import fight, position_of, ready
from .policies import policy
from .tally import share_of, student

POLICY = "greedy"
TRIALS = 200
AGREEMENTS = 5  # listed
CARELESS = "random"
LOOKS, FILLED = 12, 4  # battles against a careless enemy; those the enemy loses count together as FILLED battles
NOTES = (
    "the fight is simulated; wins and losses are averaged apart and weighed by the chance to win, calibrated where"
    " recorded battles allow it: then each average holds four battles lost at random, lest a single one count much",
    "a player who loses the Titan is out of the game: everything known of the player's Legions counts as lost",
    "scored is what the game scores, the half points of D-3 for a slain Titan's other Legions included",
    "afterwards the winner takes the most valuable that may be acquired or mustered",
    "a summons moves a character of the player's own: in the battle it fights, and counts where it is slain; after it"
    " nobody is summoned",
)

Prospects: TypeAlias = Mapping[Role, Prospect]  # the worth of an ending, by side


def outlook(game: Game, land: int, *, trials: int = TRIALS, seed: int | str = 0) -> Outlook:
    """The outlook of an Engagement.

    :param land: where it is.
    :param trials: battles simulated, at least 1.
    :raises CannotTell: there is no such Engagement, the battle has begun, or a Legion's characters are not known.
    """
    game = _engaged(game, land)
    given_up = tuple(_given_up(game))
    fighting = _after(game, _to_fight(game))
    begun = FastBattle(ready(equipped(fighting)))
    chance = calibrated(begun.begun, engagement=True)
    ends = _fought(game, fighting, begun, [f"{seed}:{number}" for number in range(trials)])
    careless = {True: (POLICY, CARELESS), False: (CARELESS, POLICY)} if chance else {}
    unlikely = {
        won: _fought(game, fighting, begun, [f"careless:{number}" for number in range(LOOKS)], *sides)[won]
        for won, sides in careless.items()  # with the same seeds for every seed
    }
    prospects = _fight(ends, unlikely, chance)
    return Outlook(
        land=land,
        players={role: color_of_role(game.meeting, role) for role in ROLES},
        trials=trials,
        seed=str(seed),
        policy=POLICY,
        fight=prospects,
        attacker_wins=share_of(len(ends[True]), trials),
        calibrated=chance,
        endings=(*given_up, *_agreements(game, prospects)),
        notes=NOTES,
    )


def _engaged(game: Game, land: int) -> Game:
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
    return apply(game, act.Engage(chosen)).state


def _after(game: Game, actions: Sequence[Action]) -> Game:
    for action in actions:
        game = apply(game, action).state
    return game


# --- ways to end it --------------------------------------------------------------------------------------------------


def _spoken(game: Game, color: str) -> list[Action]:
    """The actions after which a player may speak in the negotiation."""
    meeting = game.meeting
    first: list[Action] = [act.Stand()] if meeting.stage == "flight" else []
    return first if meeting.to_act == color else [*first, act.NoMore(meeting.to_act)]


def _other(game: Game) -> PlayerColor:
    meeting = game.meeting
    return meeting.attacking if meeting.to_act == meeting.defending else meeting.defending


def _to_fight(game: Game) -> list[Action]:
    if game.meeting.no_more:
        return [act.Fight(game.meeting.to_act)]
    return [*_spoken(game, _other(game)), act.Fight(_other(game))]


def _given_up(game: Game) -> Iterator[Ending]:
    """Flight, and each side's concession."""
    if game.meeting.stage == "flight":
        yield _ending(game, "flight", [act.Flee()])
    for role in ROLES:
        color = color_of_role(game.meeting, role)
        yield _ending(game, "concession", [*_spoken(game, color), act.Concede(color)])


def _agreements(game: Game, fight: Prospects) -> list[Ending]:
    """The agreements closest to the fight's balance; ties go to those that save the players most."""
    meeting = game.meeting
    if meeting.no_more:
        return []
    by, other = meeting.to_act, _other(game)
    attacker, defender = (legion_of(game, meeting, role) for role in ROLES)
    losses = [(part, EVERYTHING) for part in _parts(attacker)] + [(EVERYTHING, part) for part in _parts(defender)]
    refused = [{p.attacker_loses, p.defender_loses} for p in meeting.proposals]
    endings = [
        _ending(game, "agreement", [*_spoken(game, by), act.Propose(by, *lost), act.Accept(other, *lost)])
        for lost in [*losses, (EVERYTHING, EVERYTHING)]
        if set(lost) not in refused
    ]

    def distance(ending: Ending) -> tuple[float, float]:
        off = abs(_balance(ending.prospects) - _balance(fight))
        return off, -sum([ending.prospects[role].total for role in ROLES])

    return sorted(endings, key=distance)[:AGREEMENTS]


def _balance(prospects: Prospects) -> float:
    """The attacker's advantage over the defender."""
    return prospects["attacker"].total - prospects["defender"].total


def _parts(legion: Legion) -> list[tuple[CharacterName, ...]]:
    """What a Legion can lose without losing everything or its Titan."""
    names = sorted(name for name in content(legion) if name != TITAN)
    most = min(len(names), legion.size - 1)
    return sorted({part for count in range(most + 1) for part in combinations(names, count)})


# --- worth -----------------------------------------------------------------------------------------------------------


def _ending(game: Game, how: How, actions: Sequence[Action]) -> Ending:
    prospects = _prospects(game, _after(game, actions))
    return Ending(how=how, actions=tuple([str(action) for action in actions]), prospects=prospects)


def _prospects(game: Game, after: Game, mustered: int = 0) -> dict[Role, Prospect]:
    """The worth of an ended Engagement to both sides, spoils and D-3 included.

    :param game: before it; ``after``: right after the decision.
    :param mustered: the points of the defender's reinforcement.
    """
    last = _aftermath(after)
    prospects: dict[Role, Prospect] = {}
    for role in ROLES:
        dead = _lost_titan(after, game, role)
        joined = mustered if role == "defender" and not dead else 0
        whole, left, ends = (_characters(each, game, role) for each in (game, after, last))
        color = color_of_role(game.meeting, role)
        scores = last.player(color).score - game.player(color).score
        prospects[role] = _prospect(scores, ends - left + joined, whole + joined - left, dead)
    return prospects


def _prospect(scores: float, brings: float, loses: float, titan_lost: float) -> Prospect:
    return Prospect(
        scores=scores, brings=brings, loses=loses, total=scores + brings - loses, titan_lost=float(titan_lost)
    )


def _characters(game: Game, before: Game, role: Role) -> int:
    """The worth of a player's known characters, the Titan at the earlier score; 0 without the Titan."""
    if game is not before and _lost_titan(game, before, role):
        return 0
    color = color_of_role(before.meeting, role)
    score = before.player(color).score
    points = game.the_box.points
    return sum([points(name, score) for legion in game.player(color).legions for name in legion.known])


def _lost_titan(game: Game, before: Game, role: Role) -> bool:
    legion = legion_of(before, before.meeting, role)
    legions = game.player(color_of_role(before.meeting, role)).legions
    return TITAN in legion.known and not any(x.legion == legion.legion and TITAN in x.known for x in legions)


def _aftermath(game: Game) -> Game:
    """The game after the winner takes the most valuable spoils available, without giving up its own (SUMMON-2)."""
    points = game.the_box.points
    while game.engagement is not None:
        gains: list[tuple[int, Action]] = []
        for action in legal_actions(game):
            if isinstance(action, act.Acquire):
                gains.append((sum([points(name) for name in action.characters]), action))
            elif isinstance(action, act.Reinforce):
                gains.append((points(action.character), action))
            elif isinstance(action, act.NoReinforce | act.NoSummon):
                gains.append((0, action))
        if not gains:
            break
        game = apply(game, max(gains, key=lambda pair: pair[0])[1]).state
    return game


# --- the battle ------------------------------------------------------------------------------------------------------


def _fought(
    game: Game, fighting: Game, begun: FastBattle, seeds: Sequence[str], attacker: str = POLICY, defender: str = POLICY
) -> dict[bool, list[Prospects]]:
    """The worth of each simulated battle's end in the game, by whether the attacker won.

    :param game: before the battle; ``fighting``: at its beginning.
    """
    ends: dict[bool, list[Prospects]] = {True: [], False: []}
    for seed in seeds:
        ended = fight(begun, (policy(attacker), policy(defender)), seed)
        mustered = ended.defender.everyone[-1].worth if ended.defender.reinforced else 0
        ends[ended.winner == "attacker"].append(_prospects(game, _over(fighting, ended), mustered))
    return ends


def _over(game: Game, ended: FastBattle) -> Game:
    """The game after the battle; characters that joined came from the caretaker or another Legion."""
    if ended.defender.reinforced:
        game = evolve(game, caretaker=taken(game.caretaker, [ended.defender.everyone[-1].name]))
    if ended.attacker.summoned:
        color, name = game.meeting.attacking, ended.attacker.everyone[-1].name
        donor = next(marker for marker, names in equipped(game).donors.items() if name in names)
        game, _ = disband_empty(take_from_donor(game, color, act.Summon(donor, name)), color)
    assert game.battle is not None
    return carry_back(game, game.battle, position_of(ended), False)[0]


def _fight(
    ends: Mapping[bool, list[Prospects]], unlikely: Mapping[bool, list[Prospects]], chance: Calibrated | None
) -> dict[Role, Prospect]:
    """The mean worth of the fight, with the interval of its total.

    :param unlikely: careless battles by outcome, counted as :data:`FILLED` more, so that no single battle dominates.
    :param chance: the weight of the wins; None: their share.
    """
    if chance is None:
        parts = [(1.0, [(end, 1.0) for won in ends for end in ends[won]])]
    else:
        parts = [
            (
                chance.p if won else 1 - chance.p,
                [(end, 1.0) for end in ends[won]] + [(end, FILLED / len(unlikely[won])) for end in unlikely[won]],
            )
            for won in ends
        ]
    parts = [part for part in parts if part[1]]
    whole = fsum([weight for weight, _ in parts])
    return {
        role: _average([(weight / whole, [(end[role], n) for end, n in some]) for weight, some in parts])
        for role in ROLES
    }


def _average(parts: Sequence[tuple[float, Sequence[tuple[Prospect, float]]]]) -> Prospect:
    """The weighted mean of several parts, with the error of its total (Welch and Satterthwaite).

    :param parts: weights, each with prospects and the number of battles each prospect counts for.
    """
    weighed: list[tuple[Prospect, float]] = []
    variance = doubt = 0.0
    for weight, some in parts:
        count = fsum([n for _, n in some])
        mean = fsum([n * p.total for p, n in some]) / count
        spread = fsum([n * (p.total - mean) ** 2 for p, n in some]) + 1  # plus one battle a point off
        own = weight * weight * spread / count / count
        variance += own
        doubt += own * own / count
        weighed += [(p, weight * n / count) for p, n in some]
    half = student(max(1, int(variance * variance / doubt))) * sqrt(variance)
    prospect = _prospect(
        *[fsum([getattr(p, name) * n for p, n in weighed]) for name in ("scores", "brings", "loses", "titan_lost")]
    )
    return evolve(prospect, low=prospect.total - half, high=prospect.total + half)
