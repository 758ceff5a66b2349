"""Whose choice it is: who decides what now, at which step, and what follows if nobody does."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from attrs import frozen

from ..kernel.errors import CannotTell
from ..kernel.jsontext import JSON
from ..kernel.rulings import Ruling, consequence
from ..position.battle import Battle, Role, other
from ..position.game import Engagement, Game
from ..rules.battle.concession import answer_step, concession_step
from ..rules.battle.sequence import step as battle_step
from ..rules.masterboard.setup import needs_tower, rolls_next
from . import battle_order
from .aftermath import right_step
from .battle_listing import arrivals
from .judging import settled
from .listing import legal_actions
from .planning import State
from .seats import author, role_of

Decides: TypeAlias = Literal[
    "tower",
    "color",
    "split",
    "roll",
    "move",
    "engage",
    "flight",
    "negotiation",
    "battle",
    "maneuver",
    "strike",
    "strikeback",
    "concession",
    "summons",
    "reinforcement",
    "angels",
    "muster",
    "nothing",
]


@frozen
class Also:
    """Somebody else who may act now, and how."""

    by: str
    actions: tuple[str, ...]

    def to_json(self) -> dict[str, JSON]:
        """As answers have it."""
        return {"by": self.by, "actions": list(self.actions)}


@frozen
class Next:
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
    actions: tuple[str, ...] = ()
    also: tuple[Also, ...] = ()
    otherwise: tuple[Ruling, ...] = ()

    def to_json(self) -> dict[str, JSON]:
        """As answers have it; ``also`` and ``otherwise`` only where there are any."""
        out: dict[str, JSON] = {
            "by": self.by,
            "role": self.role,
            "decides": self.decides,
            "step": self.step,
            "actions": list(self.actions),
        }
        if self.also:
            out["also"] = [each.to_json() for each in self.also]
        if self.otherwise:
            out["otherwise"] = [ruling.to_json() for ruling in self.otherwise]
        return out


def next_choice(position: State) -> Next:
    """Who decides what in a position."""
    by, decides, step = _decision(position)
    if by is None:
        return Next(None, None, "nothing", step)
    waits = _waits_for_concession(position)
    kinds: dict[str, dict[str, None]] = {by: {}}
    for action in legal_actions(position):
        if waits and action.do != "concede":
            continue
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
    if isinstance(position, Battle):
        return _in_battle(position, position)
    if position.battle is not None:
        return _in_battle(position.battle, position)
    if position.phase == "setup":
        if needs_tower(position):
            return _first(rolls_next(position)), "tower", "1.3.1.1"
        return _first(author(position, action) for action in legal_actions(position)), "color", "1.4.1"
    if position.phase == "over" or position.active is None:
        return None, "nothing", "3"
    mover = position.active
    if position.phase == "commencement":
        return mover, "split", "2.1"
    if position.phase == "movement":
        return (mover, "roll", "2.2") if position.roll is None else (mover, "move", "2.3")
    if position.phase == "engagement":
        engagement = position.engagement
        return (mover, "engage", "2.5") if engagement is None else _in_engagement(position, engagement)
    able = any(legion.moved and not legion.mustered for legion in position.mover.legions)
    return mover, "muster", "2.6" if able else "2.7"


def _first(names: Iterable[str | None]) -> str | None:
    return next(iter(names), None)


def _in_engagement(game: Game, engagement: Engagement) -> _Decision:
    by = engagement.to_act
    if engagement.stage == "flight":
        return by, "flight", "2.5.3"
    if engagement.stage == "negotiation":
        if engagement.no_more:
            return by, "battle", "2.5.5"
        return by, "negotiation", "2.5.4.1" if by == engagement.defending else "2.5.4.2"
    if engagement.stage == "acquiring":
        return by, "angels", "2.5.6.8"
    return by, "summons" if engagement.stage == "summons" else "reinforcement", right_step(game)


def _waits_for_concession(position: State) -> bool:
    battle = position if isinstance(position, Battle) else position.battle
    return battle is not None and battle.outcome is None and battle.pending in ("drift", "end")


def _in_battle(battle: Battle, position: State) -> _Decision:
    if battle.outcome is not None:
        return None, "nothing", "2.5.6.5"
    if battle.pending in battle_order.CONCEDING:
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
    open_now = {found.do for found in arrivals(battle, position)}
    if "summon" in open_now:
        return by, "summons", battle_step(battle, "1")
    return by, "reinforcement" if "reinforce" in open_now else "maneuver", battle_step(battle, "1")
