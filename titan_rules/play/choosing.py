"""Who decides what now, at which step, and what happens if nobody acts."""

from typing import Literal, TypeAlias

from attrs import field, frozen

from ..kernel.errors import CannotTell
from ..kernel.fields import ALWAYS
from ..kernel.rulings import Ruling, consequence
from ..kernel.writing import Part
from ..position.battle import Battle, Role, other
from ..position.game import Engagement, Game
from ..rules.battle.order import CONCEDING, answer_step, concession_step
from ..rules.battle.order import step as battle_step
from ..rules.engagement.meeting import word_step
from ..rules.masterboard.setup import chooses_color, needs_tower, rolls_next
from ..rules.masterboard.turns import withdraw_step
from .aftermath import SCORING, right_step
from .judging import settled
from .listing import arrivals, legal_actions
from .planning import State, author, fought, role_of

Decides: TypeAlias = Literal[
    "tower", "color", "split", "roll", "move", "engage", "flight", "negotiation", "battle", "maneuver", "strike",
    "strikeback", "concession", "summons", "reinforcement", "angels", "muster", "nothing",
]  # fmt: skip


OVER = "3"
"""The step at which a game is over; a battle alone ends before it."""


@frozen
class Also(Part):
    """Somebody else who may act now, and how."""

    by: str
    actions: tuple[str, ...]


@frozen
class Next(Part):
    """Who decides what now.

    :param by: a colour, in setup a name; None when the game is over.
    :param role: the side in the battle or Engagement that is fought.
    :param decides: the phase, or the choice that is open.
    :param step: of the Complete Sequence of Play.
    :param actions: the kinds of action (their ``do``) that are legal for whoever decides.
    :param also: others who may act.
    :param otherwise: what happens if nobody concedes, where only that is waited for (CONCEDE-1).
    """

    by: str | None
    role: Role | None
    decides: Decides
    step: str
    actions: tuple[str, ...] = field(default=(), metadata=ALWAYS)
    also: tuple[Also, ...] = ()
    otherwise: tuple[Ruling, ...] = ()


def next_choice(position: State) -> Next:
    """Who decides what in a position."""
    by, decides, step = _decision(position)
    if by is None:
        return Next(None, None, "nothing", step)
    battle = fought(position)
    waits = battle is not None and battle.outcome is None and battle.pending in ("drift", "end")
    kinds: dict[str, dict[str, None]] = {by: {}}
    for action in legal_actions(position):
        if not waits or action.do == "concede":
            kinds.setdefault(author(position, action) or by, {})[action.do] = None
    also = tuple([Also(who, tuple(does)) for who, does in kinds.items() if who != by])
    otherwise = _otherwise(position) if waits else ()
    return Next(by, role_of(position, by), decides, step, tuple(kinds[by]), also, otherwise)


def _otherwise(position: State) -> tuple[Ruling, ...]:
    try:
        return tuple([event.ruling for event in settled(position)[1]])
    except CannotTell as e:
        return (consequence("CONCEDE-1", "what follows cannot be told: {why}", why=e.fault.message),)


_Decision: TypeAlias = tuple[str | None, Decides, str]


def _decision(position: State) -> _Decision:
    battle = fought(position)
    if isinstance(position, Battle) or battle is not None:
        assert battle is not None
        return _in_battle(battle, position)
    mover, engagement = position.active, position.engagement
    if position.phase == "setup":
        if needs_tower(position):
            return next(iter(rolls_next(position)), None), "tower", "1.3.1.1"
        return chooses_color(position), "color", "1.4.1"
    if position.phase == "over" or mover is None:
        return None, "nothing", OVER
    if position.phase == "commencement":
        return mover, "split", "2.1"
    if position.phase == "movement":
        return (mover, "roll", "2.2") if position.roll is None else (mover, "move", "2.3")
    if position.phase == "engagement":
        return (mover, "engage", "2.5") if engagement is None else _in_engagement(position, engagement)
    return mover, "muster", withdraw_step(position)


def _in_engagement(game: Game, engagement: Engagement) -> _Decision:
    by = engagement.to_act
    if engagement.stage == "flight":
        return by, "flight", "2.5.3"
    if engagement.stage == "negotiation":
        return by, "battle" if engagement.no_more else "negotiation", word_step(engagement, by)
    if engagement.stage == "acquiring":
        return by, "angels", SCORING
    return by, "summons" if engagement.stage == "summons" else "reinforcement", right_step(game)


def _in_battle(battle: Battle, position: State) -> _Decision:
    if battle.outcome is not None:
        return None, "nothing", "2.5.6.5"
    if battle.pending in CONCEDING:
        answers: Role = "defender" if battle.pending == "attacker-concedes" else "attacker"
        return battle.of(answers).player, "concession", answer_step(battle)
    if battle.pending is not None:
        may = battle.side if battle.pending == "end" else other(battle.side)
        return battle.of(may).player, "concession", concession_step(battle, may, simply=True)
    by = battle.of(battle.acting).player
    if battle.phase == "strike":
        return by, "strike", battle_step(battle, "4.1")
    if battle.phase == "strikeback":
        return by, "strikeback", battle_step(battle, "6.1")
    open_now = {one.do for one in arrivals(battle, position)}
    if "summon" in open_now:
        return by, "summons", battle_step(battle, "1")
    return by, "reinforcement" if "reinforce" in open_now else "maneuver", battle_step(battle, "1")
