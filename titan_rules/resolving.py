"""A battle resolved from its orders: every step explained, and what it comes to (``titan resolve-battle``)."""

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field

from .actions.grammar import action_of, written
from .actions.intents import Action, Maneuver, Reinforce, Strike, Summon
from .kernel.dice import DiceSource
from .kernel.documents import unstructure
from .kernel.errors import DocumentError, Fault
from .kernel.evolving import evolve
from .kernel.jsontext import JSON
from .kernel.replaying import Divergence, Line, Step, line_of, play
from .kernel.rulings import Ruling
from .play import apply, legal_actions, settle
from .position.battle import ROLES, Battle, Role
from .position.documents import FORMAT
from .position.game import MAX_HEIGHT
from .position.stock import stock_of
from .replays.expectations import divergences
from .rules.battle.sequence import lost_in, points_of
from .rules.engagement import reinforcement
from .rules.engagement.scoring import Offer, multiples_reached

ORDERS = "battle-orders"


def orders_from_json(data: JSON) -> tuple[Battle, list[Line]]:
    """A ``battle-orders`` document: the battle, and its orders as lines numbered from 1.

    :raises DocumentError: with every fault.
    """
    if type(data) is not dict or data.get("kind") != ORDERS or data.get("format") != FORMAT.id:
        kind = data.get("kind") if type(data) is dict else None
        raise DocumentError(
            [Fault("wrong-kind", f"a document of kind 'battle-orders' is wanted, not {kind!r}", "/kind")]
        )
    unknown = [key for key in data if key not in ("format", "kind", "battle", "orders")]
    faults = [Fault("unknown-key", f"unknown key {key!r}", f"/{key}") for key in unknown]
    faults += [Fault("missing-key", f"the key {key!r} is missing") for key in ("battle", "orders") if key not in data]
    if faults:
        raise DocumentError(faults)
    try:
        battle: Battle = FORMAT.read(data["battle"], ("battle",))
    except DocumentError as e:
        raise DocumentError([evolve(f, pointer="/battle" + f.pointer) for f in e.faults]) from None
    return battle, order_lines(data["orders"], "/orders")


def order_lines(orders: JSON, at: str = "") -> list[Line]:
    """A list of orders as lines numbered from 1.

    :raises DocumentError: it is no list of objects.
    """
    if type(orders) is not list:
        raise DocumentError([Fault("wrong-type", "orders are a list of actions", at)])
    lines = []
    for i, order in enumerate(orders):
        try:
            lines.append(line_of(i + 1, order))
        except DocumentError as e:
            raise DocumentError([evolve(f, pointer=f"{at}/{i}{f.pointer}", line=None) for f in e.faults]) from None
    return lines


class BattleReferee:
    """Judges the orders of a battle by the adjudicator.

    :param dice: where dice come from that the orders do not have.
    """

    SKIPPABLE = (Maneuver, Strike, Reinforce, Summon)

    def __init__(self, dice: DiceSource | None = None) -> None:
        self._dice = dice

    def begin(self, header: JSON) -> Battle:
        """The battle of a document."""
        battle: Battle = FORMAT.read(header, ("battle",))
        return battle

    def read(self, data: JSON, state: Battle) -> Action:
        """An order from its JSON."""
        return action_of(data, state)

    def apply(self, state: Battle, action: Action) -> tuple[Battle, Sequence[Ruling]]:
        """The next state, and what happened."""
        outcome = apply(state, action, self._dice)
        return outcome.state, outcome.events

    def legal(self, state: Battle) -> list[JSON]:
        """The short texts of what would have been legal."""
        return [written(action) for action in legal_actions(state)]

    def divergences(self, state: Battle, events: Sequence[Ruling], expect: Any) -> list[Divergence]:
        """Which expectations do not hold."""
        return divergences(state, events, expect)

    def skippable(self, action: Action) -> bool:
        """Whether the battle can go on without the order."""
        return isinstance(action, self.SKIPPABLE)

    def snapshot(self, state: Battle) -> JSON:
        """The battle as JSON."""
        return unstructure(state)


@define
class Resolution:
    """What a battle's orders came to.

    :param battle: after the last order, settled; with its outcome if it is over.
    :param steps: every order carried out.
    :param stopped: the first order that was refused, could not be read, or after which an expectation failed.
    """

    battle: Battle
    steps: list[Step[Battle]] = field(factory=list)
    stopped: Step[Battle] | None = None
    last_events: tuple[Ruling, ...] = ()

    def to_json(self, *, steps: bool = True) -> dict[str, JSON]:
        """The answer of ``titan resolve-battle``."""
        battle, outcome = self.battle, self.battle.outcome
        answer: dict[str, JSON] = {
            "kind": "battle-result",
            "winner": outcome.winner if outcome else None,
            "how": outcome.how if outcome else None,
            "turn": battle.turn,
            "points": _points(battle),
            "survivors": {role: [c.name for c in battle.of(role).living()] for role in ROLES},
            "slain": {role: list(_lost(battle, role)) for role in ROLES},
            **_afterwards(battle),
        }
        if outcome is not None:
            for role in ROLES:
                if outcome.conceded_by == role or (outcome.how == "time-loss" and role == "attacker"):
                    answer["survivors"][role] = []
        if self.stopped is not None:
            answer["stopped_at"] = _stopped(self.stopped)
        if steps:
            answer["steps"] = [step_json(step) for step in self.steps]
            if self.last_events:
                answer["steps"].append({"step": None, "events": [e.to_json() for e in self.last_events]})
        answer["final"] = FORMAT.to_json(battle)
        return answer

    @property
    def verdict(self) -> str:
        """``legal``, ``illegal`` or ``diverges``."""
        if self.stopped is None:
            return "legal"
        return "diverges" if self.stopped.divergences else "illegal"


def resolve(battle: Battle, orders: Iterable[Line], dice: DiceSource | None = None) -> Resolution:
    """Carry out a battle's orders, one after the other, to the first that is not good.

    :param dice: where dice come from that the orders do not have.
    """
    resolution = Resolution(battle)
    for step in play(orders, BattleReferee(dice), battle):
        resolution.battle = step.state
        if not step.refusal and step.fault is None:
            resolution.steps.append(step)
        if not step.good:
            resolution.stopped = step
            break
    settled = settle(resolution.battle)
    resolution.battle, resolution.last_events = settled.state, settled.events
    return resolution


def step_json(step: Step[Battle]) -> dict[str, JSON]:
    """A step as JSON: its action, its short text, and what happened."""
    shown: dict[str, JSON] = {"step": step.number, "action": dict(step.line.data), "text": written(step.action)}
    if step.line.comment is not None:
        shown["comment"] = step.line.comment
    shown["events"] = [event.to_json() for event in step.events]
    return shown


def _stopped(step: Step[Battle]) -> dict[str, JSON]:
    found: dict[str, JSON] = {
        "step": step.number,
        "action": dict(step.line.data),
        "rulings": [ruling.to_json() for ruling in step.refusal],
    }
    if step.divergences:
        found["diverges"] = [d.to_json() for d in step.divergences]
    if step.fault is not None:
        found["error"] = step.fault.to_json()
    if step.refusal:
        found["legal"] = BattleReferee().legal(step.state)
    return found


def _points(battle: Battle) -> dict[str, int]:
    """Points by player (SCORE-2)."""
    outcome = battle.outcome
    if outcome is None or outcome.winner == "none":
        return {}
    return {battle.of(outcome.winner).player: points_of(battle)}


def _lost(battle: Battle, role: Role) -> tuple[str, ...]:
    if battle.outcome is not None:
        return lost_in(battle, role)
    side = battle.of(role)
    return (*side.slain, *side.left_off, *[c.name for c in side.characters if side.is_slain(c)])


def _afterwards(battle: Battle) -> dict[str, JSON]:
    """What the winner may acquire, muster as a reinforcement, or summon (ACQUIRE-1, REINF-2, SUMMON-2)."""
    nothing: dict[str, JSON] = {"may_acquire": [], "may_reinforce": [], "may_summon": False}
    outcome = battle.outcome
    if outcome is None or outcome.winner == "none":
        return nothing
    side = battle.of(outcome.winner)
    names = [c.name for c in side.characters]
    stock = stock_of(battle)
    reached = multiples_reached(battle.the_box, side.score, side.score + points_of(battle))
    choices = Offer(battle.the_box, battle.terrain, reached, len(names), stock, battle.rules).choices()
    found = {**nothing, "may_acquire": [list(choice) for choice in choices if choice]}
    if outcome.winner == "attacker":
        found["may_summon"] = _may_summon(battle, len(names))
    elif not reinforcement.afterwards_violations(battle):
        options = reinforcement.options(battle.table, names, stock)
        found["may_reinforce"] = [{"muster": o.muster, "with": [list(way) for way in o.ways]} for o in options]
    return found


def _may_summon(battle: Battle, height: int) -> bool:
    """Whether the winning attacker may summon, as far as the document names its donors (SUMMON-2)."""
    return not battle.attacker.summoned and height < MAX_HEIGHT and any(battle.donors.values())
