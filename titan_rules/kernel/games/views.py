"""What may be asked of any game: whether an action is legal, what is, the odds, a record replayed, a rule explained."""

import typing
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from ..blocks import Block
from ..errors import CannotTell, DocumentError, Fault, IllegalAction, TitanError
from ..evolving import evolve
from ..fields import ALWAYS, HIDDEN, is_union
from ..fields import key as written_as
from ..jsontext import JSON, pointer
from ..judging import Refusal
from ..keeping import happened
from ..names import nearest
from ..odds import Chance
from ..replaying import Divergence, Line, line_of, play, read_line, seal_of
from ..rulesets import OptionValue
from ..rulings import Ruling, Told
from ..schema import DIALECT, keys_of, reference_to, schema_with
from .fields import field_faults
from .game import Ending, Game, Next, plain
from .outcomes import ChoiceNeeded, DiceMissing, Open, Outcome
from .words import NOTHING, split

P = TypeVar("P")

ALTERNATIVES = 10
"""A refusal names at most so many legal actions."""

MOST_ROLLS = 50_000
"""More equally likely rolls are not counted one by one."""

NEGATIVE = ("illegal", "diverges", "incomplete")
"""The verdicts of answers that end a command with exit code 1."""


@frozen(kw_only=True)
class Checked:
    """An action, judged.

    :param verdict: ``legal``, ``illegal``, or ``open`` where something must be chosen first.
    :param do: its word.
    :param action: as it is written.
    :param dice: how many dice it still needs.
    :param instead: what would have been legal, at most ten actions, those of the same kind first.
    :param unseen_events: what the position does not show and would change the answer.
    :param final: the position after it.
    """

    verdict: str
    do: str
    action: str
    dice: int | None = None
    stopped: Open | None = None
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)
    instead: tuple[str, ...] | None = None
    next: Next | None = None
    game_over: Ending | None = None
    unseen_events: tuple[str, ...] = ()
    final: Any = None


@frozen(kw_only=True)
class Asked:
    """What a question about something that may happen gives."""

    verdict: str
    stopped: Open | None = None
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)
    final: Any = None


@frozen
class Possible:
    """An action that is legal now.

    :param dice: how many dice it needs.
    :param open: what must still be chosen.
    """

    do: str
    action: str
    dice: int | None = None
    open: str | None = None


@frozen(kw_only=True)
class Legal:
    """What is legal now, and whose choice it is."""

    next: Next
    legal: tuple[Possible, ...] = field(metadata=ALWAYS)
    game_over: Ending | None = None


@frozen(kw_only=True)
class Result:
    """One outcome of dice.

    :param dice: the faces that give it, where one die is rolled.
    :param changes: each fact that changes, with what it was and what it is.
    """

    chance: Mapping[str, Any]
    dice: tuple[int, ...] = ()
    changes: tuple[str, ...] = field(default=(), metadata=ALWAYS)


@frozen(kw_only=True)
class Odds:
    """What the dice of an action may bring, exactly."""

    verdict: str
    do: str
    action: str
    dice: int | None = None
    chances: Mapping[str, Any] = field(factory=dict)
    outcomes: tuple[Result, ...] = ()
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)
    instead: tuple[str, ...] | None = None
    unseen_events: tuple[str, ...] = ()


@frozen(kw_only=True)
class Done:
    """One action of a record, carried out."""

    step: int
    do: str
    action: str
    comment: str | None = None
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)
    state: Mapping[str, Any] | None = None
    seal: str | None = None


@frozen
class DoneNow:
    """An action that was played and recorded, with its dice."""

    text: str = field(metadata=written_as("action"))
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Played:
    """What came of actions played in a kept game, to the first that was refused.

    :param taken_back: the rows of actions that were taken back.
    :param refused: the action that was refused, with what would have been legal instead.
    :param untried: what was typed behind an action that was refused or could not be read.
    :param actions: how many are recorded now.
    :param fault: why an action could not be read or judged.
    """

    taken_back: tuple[str, ...] = ()
    played: tuple[DoneNow, ...] = field(metadata=ALWAYS)
    verdict: str
    refused: str | None = None
    instead: tuple[str, ...] | None = None
    untried: tuple[str, ...] = ()
    actions: int
    next: Next | None = None
    game_over: Ending | None = None
    rulings: tuple[Ruling, ...] = ()
    fault: Fault | None = field(default=None, metadata=HIDDEN)

    def blocks(self) -> Iterator[Block]:
        """What happened, and whose choice is next."""
        yield from happened(self)
        if self.instead:
            yield from ("legal instead:", *(f"  {text}" for text in self.instead))
        yield f"Next: {self.next}." if self.game_over is None else f"The game is over: {self.game_over}."


@frozen(kw_only=True)
class OtherReading:
    """A reading of a disputed rule that nobody has chosen and that gives another answer.

    :param differs: the parts that differ, as they would be.
    """

    option: str
    value: OptionValue
    rules: tuple[str, ...]
    about: str
    differs: Mapping[str, Any]


@frozen(kw_only=True)
class Replayed:
    """A record, replayed to its end or to the first action that is not legal or brings something unexpected."""

    verdict: str
    steps: int
    done: tuple[Done, ...] = field(metadata=ALWAYS)
    stopped_at: Any = field(default=None, metadata=ALWAYS)
    next: Next | None = None
    game_over: Ending | None = None
    facts: Mapping[str, Any]
    final: Any


def check(game: Game[P], position: P, action: Any) -> Checked:
    """Is this action legal, what happens, and if it is not legal, why?"""
    head: dict[str, Any] = {"do": game.actions.name(action), "action": game.text(action, position)}
    head |= {"unseen_events": game.notes(position, action)}
    try:
        judgement = game.judge(position, action)
    except ChoiceNeeded as e:
        return Checked(verdict="open", **head, stopped=e.open)
    if isinstance(judgement, Refusal):
        return Checked(verdict="illegal", **head, rulings=judgement.rulings, instead=_instead(game, position, action))
    if judgement.dice:
        return Checked(verdict="legal", **head, dice=judgement.dice, rulings=judgement.rulings)
    after, rulings = judgement.carry_out(())
    ending = game.over(after)
    following = game.turn(after) if ending is None else None
    return Checked(verdict="legal", **head, rulings=tuple(rulings), next=following, game_over=ending, final=after)


def ask(game: Game[P], position: P, question: Any) -> Any:
    """The answer to one of the game's own questions, read as actions are."""
    faults = [*field_faults(question, game.known(position))]
    if faults:
        raise DocumentError(faults)
    try:
        outcome = game.questions.apply(position, question)
    except ChoiceNeeded as e:
        return Asked(verdict="open", stopped=e.open)
    except IllegalAction as e:
        return Asked(verdict="illegal", rulings=e.rulings)
    return (
        Asked(verdict="legal", rulings=outcome.rulings, final=outcome.position)
        if isinstance(outcome, Outcome)
        else outcome
    )


def possible(game: Game[P], position: P) -> Iterator[tuple[Any, Possible]]:
    """The actions that the game proposes and :meth:`~Game.judge` accepts; those where something is open, too."""
    for action in game.propose(position) if game.over(position) is None else ():
        head = (game.actions.name(action), game.text(action, position))
        try:
            judgement = game.judge(position, action)
        except ChoiceNeeded as e:
            yield action, Possible(*head, None, e.open.question)
            continue
        except CannotTell as e:
            yield action, Possible(*head, None, str(e))
            continue
        if not isinstance(judgement, Refusal):
            yield action, Possible(*head, judgement.dice or None)


@frozen(kw_only=True)
class Glance:
    """A position at a glance, and on one line."""

    facts: Mapping[str, Any]
    next: Next
    game_over: Ending | None = None
    line: str | None = None


def glance(game: Game[P], position: P) -> Glance:
    """The position at a glance, and on one line."""
    ending = game.over(position)
    return Glance(facts=game.facts(position), next=game.turn(position), game_over=ending, line=game.line(position))


def legal(game: Game[P], position: P) -> Legal:
    """What may be done now, and whose choice is it?"""
    return Legal(
        next=game.turn(position), legal=tuple(p for _, p in possible(game, position)), game_over=game.over(position)
    )


def _instead(game: Game[P], position: P, action: Any) -> tuple[str, ...]:
    options = list(possible(game, position))
    same = [p.action for a, p in options if type(a) is type(action)]
    others = [p.action for a, p in options if type(a) is not type(action)]
    return tuple(dict.fromkeys([*same[: ALTERNATIVES - min(3, len(others))], *others]))[:ALTERNATIVES]


def odds(game: Game[P], position: P, action: Any) -> Odds:
    """What may the dice of an action bring, with what chance?

    :raises CannotTell: they are too many, or something is open.
    """
    head: dict[str, Any] = {"do": game.actions.name(action), "action": game.text(action, position)}
    head |= {"unseen_events": game.notes(position, action)}
    judgement = game.judge(position, action)
    if isinstance(judgement, Refusal):
        return Odds(verdict="illegal", **head, rulings=judgement.rulings, instead=_instead(game, position, action))
    every = judgement.sides**judgement.dice
    if every > MOST_ROLLS:
        raise CannotTell(Fault("too-many-dice", f"{judgement.dice} dice give {every} rolls, more than {MOST_ROLLS}"))
    before, counts, marks = _facts(game, position), dict[tuple[str, ...], list[Any]](), dict[str, int]()
    for roll in product(range(1, judgement.sides + 1), repeat=judgement.dice):
        after, _ = judgement.carry_out(roll)
        counts.setdefault(tuple(_changes(before, _facts(game, after))), []).append(roll)
        for name, holds in game.chances(position, action, after).items():
            marks[name] = marks.get(name, 0) + holds
    return Odds(
        verdict="legal", **head, dice=judgement.dice,
        chances={name: Chance(Fraction(ways, every)).to_json() for name, ways in marks.items()},
        outcomes=tuple(
            Result(
                chance=Chance(Fraction(len(rolls), every)).to_json(), changes=changes,
                dice=tuple(roll[0] for roll in rolls) if judgement.dice == 1 else (),
            )
            for changes, rolls in sorted(counts.items(), key=lambda item: -len(item[1]))
        ),
        rulings=judgement.rulings,
    )  # fmt: skip


def _facts(game: Game[P], position: P) -> dict[str, Any]:
    facts: dict[str, Any] = plain({**game.facts(position), "game over": game.over(position)})
    return facts


def _changes(before: Any, after: Any, at: str = "") -> Iterator[str]:
    """The facts in which two positions differ, in words."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            if before.get(key) != after.get(key):
                yield from _changes(before.get(key), after.get(key), f"{at} {key}".strip())
    else:
        yield f"{at.replace('_', ' ')} {_shown(before)} to {_shown(after)}"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items()) or "nothing"
    if isinstance(value, list):
        return ", ".join(map(_shown, value)) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


# --- records ----------------------------------------------------------------------------------------------------------


@frozen
class Referee(Generic[P]):
    """A game's side of the replay driver.

    Of objects that a line expects, only the keys that are named count.
    """

    game: Game[P]

    def read(self, data: Mapping[str, JSON], state: P) -> Any:
        """An action from its JSON or its words."""
        text = data.get("text")
        return self.game.read_action(split(text) if isinstance(text, str) else dict(data), state)

    def apply(self, state: P, action: Any) -> tuple[P, Sequence[Ruling]]:
        """The next position, and what happened."""
        return self.game.apply(state, action)[1:]

    def divergences(self, state: P, events: Sequence[Told], expect: Mapping[str, JSON]) -> list[Divergence]:
        """The expectations that do not hold."""
        known = plain(self.game.facts(state))
        for fact in expect.keys() - known.keys():
            message = f"there is no fact {fact!r} to expect"
            raise DocumentError([Fault("unknown-key", message, pointer("expect", fact), hint=nearest(fact, known))])
        return [differs for fact, wanted in expect.items() for differs in _differing(fact, wanted, known[fact])]

    def snapshot(self, state: P) -> JSON:
        """The position as JSON."""
        return self.game.format.to_json(state)


def _differing(fact: str, wanted: Any, holds: Any) -> Iterator[Divergence]:
    if isinstance(wanted, dict) and isinstance(holds, dict):
        for key, value in wanted.items():
            yield from _differing(f"{fact}/{key}", value, holds.get(key))
    elif wanted != holds:
        yield Divergence(fact, wanted, holds)


def _lines(rows: Iterable[tuple[int, JSON]]) -> Iterator[Line]:
    """The lines of a record, as JSON or as words, without remarks of their own; a bad one carries its fault."""
    for number, data in rows:
        if is_remark(data):
            continue
        try:
            if type(data) is str and not data.lstrip().startswith("{"):
                text, _, comment = data.partition("#")
                yield Line(number, {"text": text.strip()}, comment.strip() or None)
            else:
                yield read_line(number, data) if type(data) is str else line_of(number, data)
        except DocumentError as e:
            yield Line(number, {}, fault=e.faults[0])


def is_remark(data: JSON) -> bool:
    """Whether a line of a score sheet has no action."""
    return type(data) is str and not data.partition("#")[0].strip()


def replay(game: Game[P], start: P, rows: Iterable[tuple[int, JSON]], states: bool = False) -> Replayed:
    """Carry out actions one by one: each ruling, to the first that is illegal.

    :param rows: the lines of a record, each with its number.
    :param states: show the position after each action.
    :raises DocumentError: a line is no action.
    """
    position, done, verdict, stopped = start, list[Done](), "legal", dict[str, Any]()
    for step in play(_lines(rows), Referee(game), start):
        place: dict[str, Any] = {"step": step.number, "line": step.line.number}
        place |= {} if step.action is None else {"do": game.actions.name(step.action)}
        match step.error:
            case IllegalAction(rulings=rulings):
                verdict, stopped = "illegal", {"rulings": rulings, "instead": _instead(game, position, step.action)}
            case ChoiceNeeded():
                verdict, stopped = "incomplete", plain(step.error.open)
            case DiceMissing():
                verdict, stopped = "incomplete", {"dice": step.error.count}
            case _ if step.fault is not None:
                raise DocumentError([step.fault]) from step.error
            case _:
                state: dict[str, Any] = {}
                if states:
                    state = {"state": game.facts(step.state), "seal": seal_of(Referee(game).snapshot(step.state))}
                rulings = tuple([told.ruling for told in step.events])
                done.append(Done(step=step.number, do=place["do"], action=game.text(step.action, position),
                                 comment=step.line.comment, rulings=rulings, **state))  # fmt: skip
                position = step.state
                if step.divergences:
                    verdict, stopped = "diverges", {"divergences": list(step.divergences)}
        if stopped:
            stopped = {**place, **stopped}
            break
    ending = game.over(position)
    return Replayed(
        verdict=verdict, steps=len(done), done=tuple(done), stopped_at=stopped or None,
        next=game.turn(position) if ending is None else None, game_over=ending, facts=game.facts(position),
        final=position,
    )  # fmt: skip


# --- answers as JSON --------------------------------------------------------------------------------------------------

MOST_CHANGES = 10
"""At most so many changes of the final position are told of another reading."""

DERIVED = ("rulings", "final", "instead", "state", "seal", "line")
"""The keys that follow from the rest of an answer: two readings that differ only in these do not differ."""


def answer(game: Game[P], kind: str, ask: Callable[[P], Any], document: Any) -> dict[str, Any]:
    """An answer as JSON, with the readings of disputed rules that nobody has chosen and that give another answer.

    :param kind: what is asked.
    :param ask: asks it of a document.
    :raises TitanError: whatever asking raises.
    """
    answered = ask(document)
    told = plain(answered, game.format)
    others = list(_other_readings(game, ask, document, answered, told))
    return {"format": game.format.id, "kind": kind, **told, **({"other_readings": plain(others)} if others else {})}


def _other_readings(
    game: Game[P], ask: Callable[[P], Any], document: Any, answered: Any, told: dict[str, Any]
) -> Iterator[OtherReading]:
    start = document.start if hasattr(document, "actions") else document
    presets = {getattr(document, "ruleset", None), getattr(start, "ruleset", None)}
    if start is None or not presets <= {None, next(iter(game.rulesets.presets))}:
        return
    chosen = {**start.options, **document.options}
    for option in game.rulesets.options.values():
        for value in option.values[1:] if option.name not in chosen else ():
            try:
                other = ask(evolve(document, options={**document.options, option.name: value}))
            except TitanError as e:
                other = {"error": str(e)}
            differs = _differing_readings(game, answered, told, other)
            if differs:
                yield OtherReading(
                    option=option.name, value=value, rules=tuple(option.rules), about=option.about, differs=differs
                )


def _differing_readings(game: Game[P], answered: Any, told: dict[str, Any], other: Any) -> dict[str, Any]:
    """What another reading changes: parts of the answer, or else of the final position, or else rulings."""
    others = plain(other, game.format)
    differs = _differences(_bare(told), _bare(others))
    one, two = (getattr(each, "final", None) for each in (answered, other))
    if not differs and one is not None and two is not None:
        changes = list(_changes(_facts(game, one), _facts(game, two)))
        changes = changes or list(_changes(*(plain(evolve(end, options={}), game.format) for end in (one, two))))
        differs = {"changes": changes[:MOST_CHANGES]} if changes else {}
    if not differs and _texts(others) != _texts(told):
        differs = {"rulings": [text for text in _texts(others) if text not in _texts(told)]}
    return differs


def _texts(told: dict[str, Any]) -> list[str]:
    """The sentences of an answer's rulings, and of what is open in it."""
    rulings = [*told.get("rulings", ()), *(told.get("stopped") or {}).get("rulings", ())]
    return [f"{ruling['text']} ({ruling['rule']})" for ruling in rulings]


def _differences(told: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The parts of another answer that are not in this one."""
    parts: dict[str, Any] = {}
    for key, value in other.items():
        known = told.get(key, NOTHING)
        inner = _differences(known, value) if isinstance(value, dict) and isinstance(known, dict) else value
        if isinstance(inner, list) and isinstance(known, list) and all(isinstance(item, dict) for item in inner):
            inner = [item for item in inner if item not in known] or inner
        if (known is NOTHING or known != value) and inner != {}:
            parts[key] = inner
    return parts


def _bare(value: Any) -> Any:
    """An answer without what follows from the rest of it."""
    if isinstance(value, dict):
        return {key: _bare(inner) for key, inner in value.items() if key not in DERIVED}
    return [_bare(item) for item in value] if isinstance(value, list) else value


@frozen(kw_only=True)
class Reading:
    """A disputed rule's option: its values, and which of them each ruleset takes."""

    option: str
    values: tuple[OptionValue, ...]
    rulesets: Mapping[str, OptionValue]
    about: str


@frozen(kw_only=True)
class Explained:
    """A rule: its text, where it is written, and its readings.

    :param origin: what is known of where it comes from, besides its sources.
    """

    rule: str
    chapter: str
    text: str
    sources: str
    origin: Mapping[str, Any]
    where: tuple[str, ...]
    readings: tuple[Reading, ...]


def explain(game: Game[P], rule: str) -> Explained:
    """A rule in full.

    :raises UnknownName: there is none of that id.
    """
    rules = game.digest
    one = rules.rules[rules.names.canonical(rule)]
    presets = game.rulesets.presets
    return Explained(
        rule=one.id, chapter=one.chapter, text=one.text, sources=one.sources, origin=game.origin(one),
        where=tuple(f"{tag}: {text}" for tag, text in rules.sources_of(one).items()),
        readings=tuple(
            Reading(option=o.name, values=o.values, rulesets={name: presets[name][o.name] for name in presets},
                    about=o.about)
            for o in game.rulesets.options.values() if one.id in o.rules
        ),
    )  # fmt: skip


# --- schemas of answers -----------------------------------------------------------------------------------------------

ANSWERS: Mapping[str, Any] = {
    "check": Checked, "legal": Legal, "odds": Odds, "show": Glance, "replayed": Replayed, "played": Played,
    "explain": Explained,
}  # fmt: skip
"""The answers of every game, by their kinds; an action's own name answers as ``check`` or ``odds`` does."""


def answers(game: Game[Any]) -> dict[str, Any]:
    """The types of a game's answers, by their kinds."""
    return {**ANSWERS, **{word: game.questions.returns(word) for word in game.questions.kinds}}


def answer_schema(game: Game[Any], kind: str) -> dict[str, JSON]:
    """The JSON Schema of answers of a kind."""
    definitions: dict[str, JSON] = {}
    returned = answers(game)[kind]
    kinds = typing.get_args(returned) if is_union(returned) else (returned,)
    readings: JSON = {"type": "array", "items": reference_to(OtherReading, {}, definitions)}
    bodies = []
    for each in kinds:
        cls = Asked if issubclass(typing.get_origin(each) or each, Outcome | Generator) else each
        properties, required = keys_of(cls, definitions)
        header: dict[str, JSON] = {"format": {"const": game.format.id}, "kind": {"const": kind}}
        every: dict[str, JSON] = {**header, **properties, "other_readings": readings}
        bodies.append(schema_with(cls, every, [*header, *required]))
    return {"$schema": DIALECT, "title": f"{game.format.id} {kind}", "oneOf": bodies, "$defs": definitions}
