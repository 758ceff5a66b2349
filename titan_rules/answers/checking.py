"""What ``check`` and ``play`` answer: whether an action is legal and why, what happened, and who chooses next."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeAlias

from attrs import field, frozen

from ..actions.events import Event
from ..actions.intents import Action, Move, Muster, Reinforce, Strike
from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Prose, Why
from ..kernel.dice import SIDES, DiceSource
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.fields import ALWAYS, HIDDEN
from ..kernel.game_file import happened
from ..kernel.judging import Refusal
from ..kernel.rulings import Assumption, Facts, HasRuling, Ruling, illegal, legal
from ..kernel.wording import listed, several, verb
from ..play import Next, Plan, Planned, carried_out, legal_actions, next_choice, owed, plan
from ..play.planning import S
from ..play.striking import option_of
from ..position.battle import Battle
from ..position.game import Game, battle_in
from ..rules.masterboard.move_rulings import wrong_road
from ..rules.objections import UnknownContent
from ..text.parsing import Claim, written
from .parts import ROLLS, by_kind, choice, in_one_line, nearest

Verdict: TypeAlias = Literal["legal", "illegal", "cannot-tell"]


@frozen(kw_only=True)
class WithRoll(Part):
    """The verdict on a move with one Movement Roll."""

    roll: int
    verdict: Verdict
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True, repr=False)
class Check(Answer):
    """Whether actions are legal, and their consequences.

    :param action: the last one judged, None if a fact was asked about; ``text`` is its short text, or the question.
    :param rulings: if illegal, why, the deciding ruling first; if legal, what allows it and what happens.
    :param legal: if illegal, the short texts of the legal actions.
    :param owed: if illegal, what must be done before the phase may end.
    :param dice: the number of dice still to be rolled; for a strike, ``strike_number`` is what each must show.
    :param next: who chooses after it.
    :param missing: if it cannot be told, the Legions whose characters would have to be known; ``why`` says for what.
    :param rolls: for a move before the Movement Roll, the verdict with each roll.
    :param ways: if the action is ambiguous, the short texts of its readings; if it cannot be told, what is possible.
    :param assumptions: what was assumed about a typed question.
    """

    kind: ClassVar[str] = "check"
    verdict: Verdict
    action: Action | None = None
    text: str
    rulings: tuple[Ruling, ...]
    legal: tuple[str, ...] | None = None
    owed: tuple[Ruling, ...] | None = None
    dice: int | None = None
    strike_number: int | None = None
    next: Next | None = None
    rolls: tuple[WithRoll, ...] | None = None
    missing: tuple[str, ...] = ()
    why: str | None = None
    ways: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()

    def blocks(self) -> Iterator[Block]:
        """The verdict on the first line, then the reasons, the next choice, and a line each of the rest."""
        yield from self._verdict()
        if self.rolls and self.verdict == "illegal":
            yield from self._with_no_roll(self.rolls)
        if self.ways:
            yield nearest(self._ways, self.ways, self.text)
        yield from self._follows()
        if self.legal:
            yield nearest("legal now", self.legal, self.text)
        yield from (str(note) for note in self.assumptions if note.denied)
        yield from in_one_line("assumed", [note for note in self.assumptions if not note.denied])

    def in_full(self) -> Iterator[Block]:
        """As :meth:`blocks`, with every Movement Roll, legal action and assumption, and what is still owed."""
        yield from self._verdict()
        for one in self.rolls or ():
            yield from (f"with a Movement Roll of {one.roll}: {one.verdict}", Why(one.rulings))
        if self.ways:
            yield from (f"{self._ways}:", *(f"  {way}" for way in self.ways))
        yield from self._follows()
        if self.owed:
            yield from ("still owed:", Why(self.owed))
        if self.legal:
            yield from ("legal now:", *(f"  {action}" for action in self.legal))
        yield from (str(note) if note.denied else f"assumed: {note}" for note in self.assumptions)

    @staticmethod
    def _with_no_roll(rolls: Sequence[WithRoll]) -> Iterator[Block]:
        """Why no Movement Roll allows a move: what holds with each, or what bars the way with one that is not too short
        or too long (MOVE-3), or else why the highest does not.
        """
        always = [ruling for ruling in rolls[0].rulings if all(ruling in other.rulings for other in rolls)]
        if not always:
            shown = next((roll for roll in rolls if roll.rulings[0].rule != "MOVE-3"), rolls[-1])
            yield f"with a Movement Roll of {shown.roll}: {shown.verdict}"
            always = [*shown.rulings]
        yield Why(always)

    @property
    def _ways(self) -> str:
        return "possible" if self.missing else "say which"

    def _verdict(self) -> Iterator[Block]:
        yield from (f"{self.text}: {self.verdict.replace('-', ' ')}", Why(self.rulings))
        yield from [f"  {self.why}"] if self.why is not None else []

    def _follows(self) -> Iterator[Block]:
        if self.dice is not None:
            hits = "" if self.strike_number is None else f", each hits at {self.strike_number} or more"
            yield f"  {several(self.dice, 'die')} {verb(self.dice, 'is', 'are')} to be rolled{hits}"
        if self.next is not None:
            yield from choice(self.next)


class NoHits:
    """Stands in for the unrolled dice of a strike that another action follows."""

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        """All misses."""
        return (1,) * count


@frozen
class Judged(Generic[S]):
    """Actions judged, one after the other.

    :param after: the position after them; None if one is illegal or ambiguous; without dice that are still to be
        rolled, as it was.
    :param before: the position in which the first one is meant; None if a fact was asked about.
    :param events: what the last one did.
    :param instead: if one is illegal, the legal actions.
    """

    answer: Check
    after: S | None = None
    before: S | None = None
    actions: tuple[Action, ...] = ()
    events: Sequence[Event] = ()
    instead: Sequence[Action] = ()

    def then(
        self, state: S, action: Action, dice: DiceSource | None, claims: Iterable[Claim] = (), *, last: bool
    ) -> "Judged[S]":
        """These and one more; if that is refused, only its rulings are kept."""
        more = judge(state, action, dice, claims, last=last)
        rulings = more.answer.rulings if more.after is None else (*self.answer.rulings, *more.answer.rulings)
        answer, actions = evolve(more.answer, rulings=rulings), (*self.actions, action)
        return evolve(more, answer=answer, actions=actions, before=self.before)


def check(position: S, actions: Sequence[Action], dice: DiceSource | None = None) -> tuple[Check, S | None]:
    """Judge actions, one after the other.

    :param actions: at least one.
    :param dice: rolls missing dice. None: the answer says how many the last action needs, and earlier strikes miss.
    :returns: the answer, and the position after them; None if one is illegal.
    :raises CannotTell: it depends on unknown characters.
    """
    judged = judge(position, actions[0], dice, last=len(actions) == 1)
    for n, action in enumerate(actions[1:], 2):
        if judged.after is None or judged.answer.dice is not None:
            break
        judged = judged.then(judged.after, action, dice, last=n == len(actions))
    return judged.answer, judged.after


def judge(
    state: S, action: Action, dice: DiceSource | None = None, claims: Iterable[Claim] = (), *, last: bool = True
) -> Judged[S]:
    """Judge an action.

    :param claims: what was said about it; a road that no move may take is refused.
    :param last: no other follows it.
    :raises CannotTell: what it leads to depends on unknown characters, or on dice.
    """
    try:
        planned: Planned[S] = wrong_way(state, action, claims) or plan(state, action)
    except UnknownContent as unknown:
        return Judged(_undecided(state, action, unknown), None, state, (action,))
    if isinstance(planned, Refusal):
        instead = _instead(state)
        return Judged(_refused(state, action, planned.rulings, instead), None, state, (action,), instead=instead)
    if planned.dice and dice is None:
        answer = _legal(state, action, planned.rulings)
        if last or not isinstance(action, Strike):
            answer = evolve(answer, dice=planned.dice, strike_number=_strike_number(state, action))
            return Judged(answer, state, state, (action,))
        missed = carried_out(state, action, planned, NoHits())
        return Judged(answer, missed.state, state, (action,), missed.events)
    outcome = carried_out(state, action, planned, dice)
    rulings = [*reasons(planned, outcome.events), *[event.ruling for event in outcome.events]]
    answer = _legal(state, outcome.action or action, rulings)
    if last:
        answer = evolve(answer, next=next_choice(outcome.state))
    return Judged(answer, outcome.state, state, (action,), outcome.events)


def reasons(planned: Plan[Any, Event], events: Sequence[HasRuling]) -> list[Ruling]:
    """The rulings that make an action legal, except those that its events repeat.

    :raises CannotTell: they depend on unknown characters.
    """
    happened = [event.ruling for event in events]
    return [] if planned.reasons is None else [ruling for ruling in planned.rulings if ruling not in happened]


def wrong_way(state: Game | Battle, action: Action, claims: Iterable[Claim]) -> Refusal | None:
    """Why a Legion cannot take the road that is claimed; None if it can, or may not move at all."""
    road = next((claim.value for claim in claims if claim.what == "road"), 0)
    if not isinstance(road, tuple) or not isinstance(state, Game) or not isinstance(action, Move) or state.roll is None:
        return None
    legion = state.mover.legion(action.legion)
    if legion is None or legion.moved or legion.recombined:
        return None
    return wrong_road(state, legion, state.roll, road)


def check_each_roll(game: Game, move: Move) -> Check:
    """Judge a move with every Movement Roll: it is legal if any roll allows it.

    :raises CannotTell: it depends on unknown characters.
    """
    rolls = []
    for roll in ROLLS:
        judged, _ = check(evolve(game, roll=roll), [move])
        rolls.append(WithRoll(roll=roll, verdict=judged.verdict, rulings=judged.rulings))
    able = [one.roll for one in rolls if one.verdict == "legal"]
    facts: Facts = {"legion": move.legion, "to": move.to, "rolls": listed(able, "or")}
    if able:
        ruling = legal("ROLL-1", "{legion} can go to {to} with a Movement Roll of {rolls}", **facts)
    else:
        ruling = illegal("ROLL-1", "{legion} can go to {to} with no Movement Roll", **facts)
    answer = _legal(game, move, [ruling]) if able else _refused(game, move, [ruling], _instead(game))
    return evolve(answer, rolls=tuple(rolls))


def _strike_number(state: Game | Battle, action: Action) -> int | None:
    battle = battle_in(state)
    option = option_of(battle, action) if battle is not None and isinstance(action, Strike) else None
    return None if option is None else option.strike_number


def _legal(state: Game | Battle, action: Action, rulings: Sequence[Ruling]) -> Check:
    return Check(verdict="legal", action=action, text=written(action, state.the_box), rulings=tuple(rulings))


def _undecided(state: Game | Battle, action: Action, unknown: UnknownContent) -> Check:
    ways = [evolve(action, with_=way) for way in unknown.ways] if isinstance(action, Muster | Reinforce) else []
    return Check(
        verdict="cannot-tell",
        action=action,
        text=written(action, state.the_box),
        rulings=(),
        missing=(unknown.legion,),
        why=unknown.fault.message,
        ways=tuple([written(way, state.the_box) for way in ways]),
    )


def still_owed(state: Game | Battle) -> tuple[Ruling, ...]:
    """What must be done before the phase may end; empty if that depends on unknown characters."""
    try:
        return tuple(owed(state))
    except CannotTell:
        return ()


def _instead(state: Game | Battle) -> Sequence[Action]:
    try:
        return legal_actions(state)
    except CannotTell:
        return ()


def _refused(state: Game | Battle, action: Action, rulings: Sequence[Ruling], instead: Sequence[Action]) -> Check:
    return Check(
        verdict="illegal",
        action=action,
        text=written(action, state.the_box),
        rulings=tuple(rulings),
        legal=tuple([written(other, state.the_box) for other in instead]),
        owed=tuple([ruling for ruling in still_owed(state) if ruling not in rulings]),
    )


@frozen(kw_only=True)
class Happened(Part):
    """An action that was recorded, with its dice.

    :param rulings: its events.
    """

    action: Action | None = None
    text: str
    rulings: tuple[Ruling, ...]

    @classmethod
    def of(cls, action: Action, after: Game | Battle, events: Sequence[HasRuling]) -> "Happened":
        """An action with its events."""
        rulings = tuple([event.ruling for event in events])
        return cls(action=action, text=written(action, after.the_box), rulings=rulings)


@frozen(kw_only=True, repr=False)
class Played(Answer):
    """What happened in a game that is being recorded.

    :param verdict: ``illegal`` if the last action was refused; those before it are recorded.
    :param taken_back: the rows of actions that were taken back.
    :param played: the actions recorded, in order, including implied ones.
    :param refused: the short text of the refused action; ``rulings`` say why.
    :param untried: what was typed after an action that was refused or could not be read.
    :param fault: why an action could not be read or judged.
    :param actions: the number of actions in the record.
    :param assumptions: claims about a strike that turned out wrong.
    :param remarks: what a moderator should see: dice that were named and not rolled here, phases that ended by
        themselves.
    :param next: who chooses next, and what.
    :param legal: the short texts of the legal actions; ``kinds`` has the kind of each.
    :param battleland: the battle as a map in text, where a player should look at it.
    """

    kind: ClassVar[str] = "play"
    verdict: Verdict = field(default="legal", metadata=ALWAYS)
    taken_back: tuple[str, ...] = ()
    played: tuple[Happened, ...] = field(default=(), metadata=ALWAYS)
    refused: str | None = None
    rulings: tuple[Ruling, ...] | None = None
    untried: tuple[str, ...] = ()
    fault: Fault | None = field(default=None, metadata=HIDDEN)
    actions: int
    assumptions: tuple[Assumption, ...] = ()
    remarks: tuple[str, ...] = ()
    next: Next
    legal: tuple[str, ...] = field(default=(), metadata=ALWAYS)
    kinds: tuple[str, ...] = field(default=(), metadata=HIDDEN)
    battleland: str = field(default="", metadata=HIDDEN)

    def blocks(self) -> Iterator[Block]:
        """What happened, the battle's map, who chooses next, and what is legal."""
        yield from happened(self)
        yield from (str(assumption) for assumption in self.assumptions)
        yield from (Prose(remark) for remark in self.remarks)
        if self.battleland:
            yield from ("", self.battleland, "")
        yield from choice(self.next)
        yield from by_kind(zip(self.kinds, self.legal, strict=True))
