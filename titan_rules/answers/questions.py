"""Questions as people type them, judged: the verdict on an action in a position, by the engine alone.

An action is legal if any of its ways is. Ambiguous readings are listed, assumptions reported.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..actions import intents as act
from ..actions.events import Event, Slain, Struck
from ..kernel.dice import DiceSource
from ..kernel.errors import ActionError, CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.rulings import Assumption
from ..kernel.wording import several
from ..play import next_choice
from ..position.battle import Battle
from ..position.game import Game
from ..rules.engagement.meeting import engaged_lands
from ..text.actions import Claim
from ..text.forms import forms_of
from ..text.moments import Meant, Question, State, any_roll, assumed
from ..text.parsing import understood
from ..text.positions import Line, read_line
from ..text.questions import LineReader, meanings_in, question_in, read_question, ways_of
from ..text.writing import written
from .checking import Check, Judged, check_each_roll, judge


def ask(*texts: str, dice: DiceSource | None = None, read: LineReader = read_line) -> tuple[Check, State | None]:
    """Judge a position and actions in it, as typed.

    :param texts: the position first, then the actions; or everything in one text.
    :param dice: rolls missing dice; None: the answer says how many are needed.
    :param read: reads the position.
    :returns: the answer, and the position after the actions; None if one is illegal or ambiguous.
    :raises DocumentError: the position is impossible.
    :raises ActionError: a word has no use, or something is missing.
    """
    judged = judge_texts(texts, dice, read)
    return judged.answer, judged.after


def judge_texts(texts: Sequence[str], dice: DiceSource | None = None, read: LineReader = read_line) -> Judged[State]:
    """As :func:`ask`, with the actions that are meant and the position in which they are."""
    judged = judge_question(read_question(texts, read), dice)
    denied = next((note.text for note in judged.answer.assumptions if note.denied), None)
    if denied is not None:
        text = " ".join(texts)
        raise ActionError(Fault("claim-denied", denied, hint="ask without it"), text, (0, len(text)))
    return judged


def judge_text(line: Line, text: str, dice: DiceSource | None = None) -> Judged[State]:
    """Judge typed actions in a position.

    :param line: the position and what it leaves open; for a document, ``Line(position)``.
    :raises ActionError: the text is not read.
    :raises CannotTell: it depends on what is unknown.
    """
    return judge_question(question_in(line, text), dice)


def judge_question(question: Question, dice: DiceSource | None = None) -> Judged[State]:
    """Judge a question that was read.

    :raises ActionError: an action that follows the first is not read.
    :raises CannotTell: it depends on what is unknown.
    """
    line = question.line
    readings: Sequence[Meant] = question.first
    assumptions = [*line.assumptions, *assumed(line, readings[0], readings)]
    done: Judged[State] | None = None
    state: Any = None  # a Game or a Battle, as the actions are
    for n in range(len(question.rest) + 1):
        waits = False
        if done is not None:
            waits = _waits(question.rest[n - 1], done.actions[-1], state)
            state = evolve(state, phase="enlistment") if waits else state
            readings = meanings_in(Line(state), question.rest[n - 1])
        best = readings[0]
        _refuse_withdrawal(best)
        ways = ways_of(readings)
        last = n == len(question.rest) or len(ways) > 1
        if done is None:
            done = _judge_first(readings, dice, last=last)
        else:
            done = done.then(best.state, best.action, dice, best.claims, last=last)
        if waits and done.after is not None:
            before = evolve(state, phase="movement")
            assumptions.append(Assumption("the muster waits for the Enlistment Phase (MUSTER-6)"))
            done = evolve(done, answer=evolve(done.answer, next=next_choice(before)), after=before)
        if len(ways) > 1:
            listed = tuple([written(way, best.state.the_box) for way in ways])
            done = evolve(done, answer=evolve(done.answer, ways=listed), after=None)
        if done.after is None:
            break
        if done.answer.dice is not None and not last:  # what follows it cannot be judged
            raise CannotTell(Fault("dice-missing", f"{best.action.do} needs {several(done.answer.dice, 'die')}"))
        state = done.after
    assert done is not None, "a question has an action"
    if not done.answer.ways:
        assumptions += claims_denied(best.claims, done.events, done.answer.strike_number)
    return evolve(done, answer=evolve(done.answer, assumptions=tuple(assumptions)))


def _judge_first(readings: Sequence[Meant], dice: DiceSource | None, *, last: bool) -> Judged[State]:
    """Judge the first action; a move that no Movement Roll allows, where none is said, with each of them."""
    state, action = readings[0].state, readings[0].action
    judged: Judged[State] = judge(state, action, dice, readings[0].claims, last=last)
    if not any_roll(readings) or judged.answer.verdict != "illegal" or readings[0].claims:
        return judged
    assert isinstance(state, Game), "somebody rolls"
    assert isinstance(action, act.Move), "the roll is for a move"
    before = evolve(state, roll=None)
    return evolve(judge(before, action), answer=check_each_roll(before, action))


def _refuse_withdrawal(meant: Meant) -> None:
    """A player withdraws from a game, not from a battle."""
    if isinstance(meant.action, act.Withdraw) and isinstance(meant.state, Battle):
        text = written(meant.action)
        fault = Fault("bad-notation", "a player withdraws from a game, not from a battle", hint=forms_of("concede"))
        raise ActionError(fault, text, (0, len(text)))


def _waits(part: str, move: act.Action, after: State) -> bool:
    """Whether an action is the muster of a Legion that has just moved, written with its move (MUSTER-6)."""
    if not isinstance(after, Game) or after.phase != "movement" or not isinstance(move, act.Move):
        return False
    try:
        musters = isinstance(understood(part, after)[0][0], act.Muster)
    except ActionError:
        return False
    return musters and move.to not in engaged_lands(after)


def claims_denied(claims: Iterable[Claim], events: Iterable[Event], number: int | None = None) -> Iterator[Assumption]:
    """Claims about a strike that turned out wrong.

    :param number: its Strike-number, if its dice are still to be rolled.
    """
    said: dict[str, Any] = {claim.what: claim.value for claim in claims}
    happened = list(events)
    struck = next((event for event in happened if isinstance(event, Struck)), None)
    number = number if struck is None else struck.strike_number
    if number is not None and said.get("number", number) != number:
        yield Assumption(f"you said Strike-number {said['number']}, but {number} is needed", denied=True)
    if struck is None:
        return
    if said.get("hits", struck.hits) != struck.hits:
        yield Assumption(f"you said {several(said['hits'], 'hit')}, but the dice give {struck.hits}", denied=True)
    if "slain" in said and not any(isinstance(event, Slain) and event.hex == struck.to for event in happened):
        yield Assumption(f"you said slain, but the {struck.target} lives", denied=True)
