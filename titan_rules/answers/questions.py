"""Questions as people type them: a position and an action, in one text or several, in our notation or in sentences.

An action is legal if any reading of it is. Ambiguous readings are listed, assumptions reported.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from ..actions import intents as act
from ..actions.events import Event, Slain, Struck
from ..actions.grammar import Claim, forms_of, split_actions, understood, written
from ..box.current_box import current
from ..box.vocabulary import is_hex, words_of
from ..kernel.dice import DiceSource
from ..kernel.errors import ActionError, CannotTell, DocumentError, Fault, TitanError
from ..kernel.evolving import evolve
from ..kernel.names import shortened
from ..kernel.rulings import Assumption, Ruling, illegal
from ..kernel.wording import several
from ..play import next_choice
from ..position.battle import Battle
from ..position.game import Game
from ..position.line import Line, read_line
from ..position.muster import Muster
from ..rules.engagement.meeting import engaged_lands
from ..sentences import Reader, heard, in_words, plain, position_in
from ..sentences.facts import Fact
from ..sentences.said import ALL
from ..text.rule_finder import find_rules
from .checking import Check, Judged, judge
from .meanings import Meant, State, assumed, meanings

SENTENCE = 4  # an unreadable text of this many words gets a hint of the rules that it may be about


Way: TypeAlias = Callable[[Sequence[str], DiceSource | None, Reader], Judged[State] | None]
"""A way to read the texts; None or an error if it does not apply."""


def ask(*texts: str, dice: DiceSource | None = None, read: Reader = read_line) -> tuple[Check, State | None]:
    """Judge a position and actions in it, as typed.

    :param texts: the position first, then the actions; or everything in one text.
    :param dice: rolls missing dice; None: the answer says how many are needed.
    :param read: reads the position.
    :returns: the answer, and the position after the actions; None if one is illegal or ambiguous.
    :raises DocumentError: no position can be read.
    :raises ActionError: no action can be read.
    """
    judged = judge_texts(texts, dice, read)
    return judged.answer, judged.after


_SPLIT = re.compile(r"\b[A-Z][a-z]\d\d? ?/(?= ?[A-Z][a-z]\d)")
"""A Legion and the one that leaves it: *Rd01/Rd02 Ang Ogr Cen Gar*."""


def judge_texts(texts: Sequence[str], dice: DiceSource | None = None, read: Reader = read_line) -> Judged[State]:
    """As :func:`ask`, with the actions that are meant and the position in which they are."""
    said = [text for text in texts if text.strip()]
    free = not said or not set("/|") & set(_SPLIT.sub("", said[0]) if len(said) == 1 else said[0])
    if free and len(said) > 1:
        free = not any(is_hex(word.text) for text in said for word in words_of(text)) and not _is_formal(said)
    error: TitanError | None = None
    ways: tuple[Way, ...] = (_in_sentences, _in_notation) if free else (_in_notation, _in_sentences)
    for way in (*ways, _in_place):
        try:
            if (judged := way(said, dice, read)) is not None:
                return judged
        except (DocumentError, ActionError) as e:
            if error is None and not free and _is_formal(said):
                raise
            error = error or e
    assert error is not None, "the notation raises what it cannot read"
    raise error


def _is_formal(said: Sequence[str]) -> bool:
    """Whether all is in our notation: a game with markers, whose action is, too, or a Legion and what it musters."""
    try:
        line = read_line(said[0], True)
        if isinstance(line.position, Muster):
            return len(said) > 1 and all(meanings(line, text, in_words=False) for text in said[1:])
    except TitanError:
        return False
    return any(current().vocabulary.is_marker(word.text) for word in words_of(said[0]))


_DOUBTS = re.compile(r"\b(?:right|wrong|correct|correctly|rules|true)\b", re.IGNORECASE)
"""Words that ask whether a claim holds; without them, a false claim is only noted."""


def _in_sentences(said: Sequence[str], dice: DiceSource | None, read: Reader) -> Judged[State] | None:
    """Judge free sentences; None if they are not understood.

    :raises DocumentError: they describe an impossible position.
    """
    sentence = heard(said, read)
    if sentence.fact is not None:
        return _of_fact(sentence.fact, said)
    question = sentence.question
    if question is None:
        return None
    action, line = question.action, read(question.position, True)
    try:
        if question.hits is not None:  # the dice themselves are not given
            number = judge_text(line, action.partition(" carrying ")[0]).answer.dice or 0
            hits = number if question.hits == ALL else question.hits
            action = " ".join([action, "with", *["6"] * hits, *["1"] * (number - hits)])
        judged = judge_text(line, action, dice)
    except TitanError:
        return None
    judged = _with_its_number(judged, line, action, dice)
    answer = judged.answer
    denied = next((one.text for one in answer.assumptions if one.denied), None)
    if denied is not None and answer.verdict == "legal" and _DOUBTS.search(" ".join(said)):
        answer = evolve(answer, verdict="illegal", rulings=(illegal("STRIKE-3", denied), *answer.rulings))
        judged = evolve(judged, after=None)
    claimed, scored = sentence.points, [one for one in answer.rulings if "points" in one.facts]
    if claimed is not None and answer.verdict == "legal" and scored and scored[0].facts["points"] != claimed:
        return _of_fact(Fact(scored[0].rule, False, f"{scored[0].text}, not {claimed}"), said)
    return evolve(judged, answer=_read_as(answer, f'"{in_words(question.position)}", "{action}"'))


def _with_its_number(judged: Judged[State], line: Line, action: str, dice: DiceSource | None) -> Judged[State]:
    """A strike whose Strike-number is told: legal if that is right, or may be taken with a penalty."""
    denied = next((one.text for one in judged.answer.assumptions if one.denied), "")
    if " needing " not in action or judged.answer.verdict != "legal" or not denied.startswith("said: Strike-number"):
        return judged
    with_penalty = judge_text(line, action.replace(" needing ", " at "), dice)
    if with_penalty.answer.verdict == "legal":
        return with_penalty
    rulings = illegal("STRIKE-3", denied), *judged.answer.rulings, *with_penalty.answer.rulings
    return evolve(judged, answer=evolve(judged.answer, verdict="illegal", rulings=rulings), after=None)


def _in_place(said: Sequence[str], dice: DiceSource | None, read: Reader) -> Judged[State] | None:
    """Judge actions in our notation in a position given as a sentence; None if that is not understood."""
    position = position_in(said[0]) if len(said) > 1 else None
    if position is None:
        return None
    try:
        judged = _in_notation([position, *said[1:]], dice, read)
    except TitanError:
        return None
    return evolve(judged, answer=_read_as(judged.answer, f'"{position}"'))


def _read_as(answer: Check, said: str) -> Check:
    return evolve(answer, assumptions=(Assumption(f"read as {said}"), *answer.assumptions))


_SUBJECTS = frozenset({"i", "we", "he", "she", "they", "his", "her", "i'm", "i've", "i'd", "have", "has", "had"})


def _in_notation(said: Sequence[str], dice: DiceSource | None, read: Reader) -> Judged[State]:
    """Judge a position and actions in our notation; a single text is split at a punctuation mark."""
    if len(said) > 1:
        action = plain("; ".join(said[1:]))
        return judge_text(read(said[0], True), action, dice)
    text = said[0] if said else ""
    sentence = not set("/|") & set(text) and any(word.lower in _SUBJECTS for word in words_of(text))
    for position, action in () if sentence else _parts(text):  # the notation would skip words of a sentence
        try:
            line = read(position, True)
            for part in split_actions(action):
                meanings(line, part)
        except TitanError:
            continue
        return judge_text(line, action, dice)
    near = [rule.id for rule in find_rules(text)] if len(text.split()) >= SENTENCE else []
    hint = "give position and action" + (f", or see titan rules {' '.join(near)}" if near else "")
    raise DocumentError([Fault("bad-position", "no position is understood in it", hint=hint)])


_BREAKS = (". ", "; ", "? ", "! ", "\n", ", ", ": ", " - ", " | ")
MOST_BREAKS = 16


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Ways to split a text into position and action at its punctuation marks, the last first."""
    ends = {i + len(mark) for mark in _BREAKS for i in range(len(text)) if text.startswith(mark, i)}
    for place in sorted(ends, reverse=True)[:MOST_BREAKS]:
        left, right = text[:place].rstrip(" .;?!,:-|\n"), text[place:].strip()
        if left and right and (" / " not in right or "/" in left):  # both sides of a battle are in its position
            yield left, plain(right)


def _of_fact(fact: Fact, said: Sequence[str]) -> Judged[State]:
    """The answer to a statement: legal if it is true."""
    verdict: Literal["legal", "illegal"] = "legal" if fact.holds else "illegal"
    text = shortened(" ".join(said), 80)
    return Judged(Check(verdict=verdict, text=text, rulings=(Ruling(fact.rule, verdict, fact.sentence),)))


# --- in a position ---------------------------------------------------------------------------------------------------


def judge_text(line: Line, text: str, dice: DiceSource | None = None) -> Judged[State]:
    """Judge typed actions in a position.

    :param line: the position and what it leaves open; for a document, ``Line(position)``.
    :raises ActionError: the text is not understood.
    :raises CannotTell: it depends on what is unknown.
    """
    assumptions, done = list(line.assumptions), None
    state: Any = None  # a Game or a Battle, as the actions are
    parts = split_actions(text, line.position if isinstance(line.position, Game) else None)
    for n, part in enumerate(parts, 1):
        waits = done is not None and _waits(part, done.actions[-1], state)
        moment = line if done is None else Line(evolve(state, phase="enlistment") if waits else state)
        readings = meanings(moment, part)
        best = readings[0]
        if isinstance(best.action, act.Withdraw) and isinstance(best.state, Battle):
            fault = Fault("bad-notation", "a player withdraws from a game, not from a battle", hint=forms_of("concede"))
            raise ActionError(fault, part, (0, len(part)))
        assumptions += [Assumption(f'read as "{best.notation}"')] if best.notation is not None else []
        ways = dict.fromkeys(one.action for one in readings if one.legal and _same(one, best)) if best.legal else {}
        last = n == len(parts) or len(ways) > 1
        if done is None:
            assumptions += assumed(line, best, readings)
            done = judge(best.state, best.action, dice, best.claims, last=last)
        else:
            done = done.then(best.state if waits else state, best.action, dice, best.claims, last=last)
        if waits and done.after is not None:
            assumptions.append(Assumption("the muster waits for the Enlistment Phase (MUSTER-6)"))
            done = evolve(done, answer=evolve(done.answer, next=next_choice(state)), after=state)
        if len(ways) > 1:
            listed = tuple([written(way, best.state.the_box) for way in ways])
            done = evolve(done, answer=evolve(done.answer, ways=listed), after=None)
        if done.after is None:
            break
        if done.answer.dice is not None and not last:  # what follows it cannot be judged
            raise CannotTell(Fault("dice-missing", f"{best.action.do} needs {done.answer.dice} dice"))
        state = done.after
    assert done is not None, "a text has a part"
    if not done.answer.ways:
        assumptions += claims_denied(best.claims, done.events, done.answer.strike_number)
    return evolve(done, answer=evolve(done.answer, assumptions=tuple(assumptions)))


def _waits(part: str, move: act.Action, after: State) -> bool:
    """Whether an action is the muster of a Legion that has just moved, written with its move (MUSTER-6)."""
    if not isinstance(after, Game) or after.phase != "movement" or not isinstance(move, act.Move):
        return False
    try:
        musters = isinstance(understood(part, after)[0][0], act.Muster)
    except ActionError:
        return False
    return musters and move.to not in engaged_lands(after)


def _same(one: Meant, best: Meant) -> bool:
    """Whether two readings differ only in what the text leaves open."""
    return one.state == best.state and one.rank[:-1] == best.rank[:-1]


def claims_denied(claims: Iterable[Claim], events: Iterable[Event], number: int | None = None) -> Iterator[Assumption]:
    """Claims about a strike that turned out wrong.

    :param number: its Strike-number, if its dice are still to be rolled.
    """
    said: dict[str, Any] = {claim.what: claim.value for claim in claims}
    happened = list(events)
    struck = next((event for event in happened if isinstance(event, Struck)), None)
    number = number if struck is None else struck.strike_number
    if number is not None and said.get("number", number) != number:
        yield Assumption(f"said: Strike-number {said['number']}; {number} is needed", denied=True)
    if struck is None:
        return
    if said.get("hits", struck.hits) != struck.hits:
        yield Assumption(f"said: {several(said['hits'], 'hit')}; the dice give {struck.hits}", denied=True)
    if "slain" in said and not any(isinstance(event, Slain) and event.hex == struck.to for event in happened):
        yield Assumption(f"said: slain; the {struck.target} lives", denied=True)
