"""Questions as people type them: a position and actions in it, in several texts or in one.

What is made of them are positions and actions. A text that is not read whole is refused: the word is named, with what
was read and with the line that says it in full.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import TypeAlias, get_args

from ..actions.intents import Action
from ..kernel.errors import ActionError, DocumentError, Fault, TitanError, UnknownName
from ..kernel.evolving import evolve
from ..kernel.names import NEAREST, shortened
from ..position.battle import BattlePhase
from ..position.game import Game
from .forms import FORMS, TABLE, USUAL, actions_of, forms_of
from .hints import is_question
from .lexicon import LAND_LETTERS, Deed, Kind
from .mentions import Mention, Mentions, Slot, What, mentions_of
from .moments import Meant, Question, meanings, reading_at_its_moment, scene_of
from .offering import Reader, in_order, nearest_forms, offered, text_of, typed
from .parsing import ambiguous, is_fought, reading_of, split_actions
from .placing import placing, words_of_position
from .positions import Line, read_line, read_words
from .positions import line as line_of
from .reader import Misread
from .refusal import Unread
from .words import Word, refused_unknown, words
from .writing import MISSING

NO_POSITION = "no-position"
"""The fault code of a text in which no position is understood: it may ask about the rules."""
NO_ACTION = "no-action"
"""The fault code of a text that is a position and nothing else."""

LineReader: TypeAlias = Callable[[str, bool], Line]
"""Reads the text of a position; the second argument says that an action is asked about."""


class NotRead(ActionError):
    """A question that is not read whole.

    :param form: what is to be typed, with three dots for what is missing; empty if too little was read.
    :param forms: the nearest forms, where it is not said what is done.
    :ivar so_far: what was read.
    :ivar in_full: the texts that say it in full, to be typed; empty if something is missing.
    """

    def __init__(
        self, fault: Fault, text: str, place: tuple[int, int], form: Sequence[str], forms: Sequence[str]
    ) -> None:
        super().__init__(fault, text, place)
        self.form, self.forms = tuple(form), tuple(forms)
        self.so_far = "; ".join(form)
        self.in_full = () if MISSING in self.so_far else self.form


def read_question(texts: Sequence[str], reader: LineReader = read_line) -> Question:
    """The position and the actions of some texts: the position first, or everything in one.

    :param reader: reads a position in which an action is asked about.
    :raises NotRead: a word has no use, or something is missing.
    :raises DocumentError: the position is impossible.
    """
    said = [text for text in texts if text.strip()]
    once = cache(lambda text: reader(text, True))  # a refusal tries its texts with a word less in one of them
    try:
        return _read(said, once)
    except ActionError as e:
        error = _nothing_done(said[0], once) if len(said) == 1 else None
        raise error if isinstance(error, NotRead) else _half_read(said, error or e, once) from None
    except DocumentError as e:
        question = in_order(said, partial(_tried, reader=once)) if _is_short(said) else None
        if question is None:
            raise
        form, fault = typed(question), e.faults[0]
        hint = _to_type(form, fault.hint or "", ())
        raise NotRead(Fault("not-read", fault.message, hint=hint), said[0], (0, len(said[0])), form, ()) from None


def _read(said: Sequence[str], reader: Reader) -> Question:
    if len(said) > 1:
        return question_in(_position(said, reader), "; ".join(said[1:]))
    text = said[0] if said else ""
    error: TitanError | None = None
    for end, start in _cuts(text):
        try:
            question = question_in(reader(text[:end]), text[start:])
            if _holds_the_legion(question):
                return question
        except ActionError as e:
            error = error or _moved(e, text, start)
        except DocumentError:
            continue
    try:
        return _woven(text, reader)
    except Unread as e:
        place = (e.token.start, e.token.end) if e.token is not None else (len(text), len(text))
        fault = e.fault if error is not None else evolve(e.fault, code=NO_POSITION)
        raise ActionError(fault, text, place) from None
    except (DocumentError, UnknownName) as e:
        if isinstance(error, ActionError):
            raise error from None
        raise ActionError(e.faults[0], text, (0, len(text))) from None


def _position(said: Sequence[str], reader: Reader) -> Line:
    """The position in the first of some texts."""
    text = said[0]
    try:
        return reader(text)
    except DocumentError as e:
        if len(said) > MOST_APART:
            raise DocumentError([evolve(fault, hint=QUOTES_MISSING) for fault in e.faults]) from None
        unknown = [word.token for word in words(text) if word.kind is Kind.UNKNOWN]
        named = next((token for token in unknown if token.text in str(e)), None)
        if named is None:
            _refuse_unknown(text)
        place = e.place if isinstance(e, Misread) else (named.start, named.end) if named is not None else None
        if place is None:
            raise
        raise ActionError(e.faults[0], text, place) from None


def _refuse_unknown(text: str) -> None:
    """Name the first word that has no meaning."""
    refusal = refused_unknown(words(text))
    if refusal is not None and refusal.token is not None and refusal.token.text not in LAND_LETTERS.values():
        raise ActionError(refusal.fault, text, (refusal.token.start, refusal.token.end))


def _holds_the_legion(question: Question) -> bool:
    """Whether the Legion that acts is one that the same text describes."""
    state, marker = question.first[0].state, getattr(question.first[0].action, "legion", None)
    return not isinstance(state, Game) or marker is None or state.find(marker) is not None


def _moved(error: ActionError, text: str, start: int) -> ActionError:
    """An error in a part of a text, with its place in the whole."""
    first, last = error.place
    return ActionError(error.fault, text, (start + first, start + last))


def question_in(line: Line, text: str) -> Question:
    """Actions that are asked about in a position.

    :raises ActionError: they are not read.
    """
    parts = split_actions(text, line.position if isinstance(line.position, Game) else None)
    first, rest = meanings_in(line, parts[0]), parts[1:]
    for part in rest:
        _refuse_unknown(part)
    if rest and "land" in line.unsaid:  # what follows may depend on it
        raise ActionError(Fault("bad-notation", "where is the Legion?"), rest[0], (0, len(rest[0])))
    if rest and len(several := ways_of(first)) > 1:
        fault = ambiguous("this can mean several actions", several, first[0].state)
        raise ActionError(fault, parts[0], (0, len(parts[0])))
    return Question(line, first, rest)


def ways_of(readings: Sequence[Meant]) -> list[Action]:
    """The legal actions that one text can mean at one moment, each once."""
    legal = [meant.action for meant in readings if meant.legal and meant.state == readings[0].state]
    return list(dict.fromkeys(legal))


def meanings_in(line: Line, text: str) -> tuple[Meant, ...]:
    """Every reading of one action in a position, the legal ones first.

    :raises ActionError: it is not read.
    """
    read = reading_of(text, scene_of(line))
    try:
        return meanings(*read)
    except Unread as e:
        place = (0, len(text)) if e.token is None else (e.token.start, e.token.end)
        raise ActionError(Fault("bad-notation", str(e)), text, place) from None


# --- one text --------------------------------------------------------------------------------------------------------

_CUTS = (Kind.STOP, Kind.ASKED, Kind.COLON, Kind.COMMA, Kind.BAR, Kind.DASH)
_OF_A_LIST = (Kind.NAME, Kind.NUMBER, Kind.ALL)
MOST_CUTS = 4
MOST_APART = 4
"""More texts than this are words that were typed without quotes."""
QUOTES_MISSING = "put the position in quotes, and each action"


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    """Where a text may part into position and action: at the marks before its deed, the last first.

    A comma before a name may part a list, and so is no place to part.
    """
    found = words(text)
    deed = next((n for n, word in enumerate(found) if word.kind is Kind.DEED), None)
    marks = [n for n, word in enumerate(found[:deed]) if word.kind in _CUTS and word.token.text not in "()[]"]
    for n in marks[: -MOST_CUTS - 1 : -1] if deed is not None or _goes_somewhere(found) else ():
        after, token = found[n + 1 : n + 2], found[n].token
        listed = found[n].kind is Kind.COMMA and after and after[0].kind in _OF_A_LIST and not after[0].lead
        if after and not listed and text[: token.start].strip():
            yield token.start, token.end


def _goes_somewhere(found: Sequence[Word]) -> bool:
    """Whether a text without a deed goes to a place: *Bk02 to 110*, *C4 to C2*."""
    pairs = pairwise(found)
    return any(word.kind in (Kind.TO, Kind.DASH) and after.kind in _GOALS for word, after in pairs)


_GOALS = (Kind.HEX, Kind.LAND, Kind.NUMBER)


def _woven(text: str, reader: Reader) -> Question:
    """A text whose deed names those who stand there: *my Ogre on D3 hits his Lion on D4 in the Plains*.

    :param reader: reads the position once more, written in full: under the readings and in the box that apply.
    """
    found = words(text)
    said = mentions_of(found, is_fought(found, None))
    placed = placing(said)
    if not placed:
        raise Unread(None, "no position is understood in it", "give position and action", NO_POSITION)
    _is_plain(said, placed)
    line = read_words([*words_of_position(found, said, placed)])
    line = evolve(line, position=reader(line_of(line.position)).position)
    scene = scene_of(line)
    fought = is_fought(found, scene.position)
    if fought != is_fought(found, None):
        raise Unread(None, "is it about a battle, or about the Masterboard?")
    for slot in (Slot.TERRAIN, Slot.TURN, Slot.PHASE, Slot.PHASE_OWNER, Slot.ROLL, Slot.SCORE):
        said.slots.pop(slot, None)  # they stand in the position now
    where = {mention: mention.hexes[0] if mention.hexes else "" for mention in placed if mention.what is What.SOMEBODY}
    question = Question(line, meanings(*reading_at_its_moment(said, evolve(scene, where=where), fought=fought)))
    if not _holds_the_legion(question):
        raise Unread(None, "the Legion that acts is not described")
    return question


def _is_plain(said: Mentions, placed: Sequence[Mention]) -> None:
    """A strike without a target, behind two who stand there: *gorgon b3 ogre b1 shoot?*"""
    deed = next((deed for deed in said.deeds if deed.value in (Deed.STRIKE, Deed.SHOOT)), None)
    if deed is None or deed.subject not in placed or said.mentions[-1] is not deed:
        return
    if len([mention for mention in placed if mention.clause == deed.clause]) > 1:
        raise Unread(deed.word.token, "has no target: who strikes whom?")


# --- what is not read ------------------------------------------------------------------------------------------------

LONGEST_TYPED = 400  # characters of a question that is written out for its player


def _tried(said: Sequence[str], reader: Reader) -> Question | ActionError | None:
    """What some texts ask, or their refusal; None: it is impossible."""
    try:
        return _read(said, reader)
    except ActionError as e:
        return e
    except TitanError:
        return None


def _offered(said: Sequence[str], error: ActionError, reader: Reader) -> tuple[str, str] | None:
    """What is to be typed instead, if it is not too long."""
    return offered(said, error, partial(_tried, reader=reader), reader) if _is_short(said) else None


def _is_short(said: Sequence[str]) -> bool:
    """Whether a question may be written out for its player, which takes several readings."""
    return sum(map(len, said)) <= LONGEST_TYPED


def _nothing_done(text: str, reader: Reader) -> ActionError | None:
    """The refusal of a position without an action, with what could be done, or of a faulty one; None: it is none."""
    if is_question(text):
        return None
    try:
        line = _position([text], reader) if _has_the_form_of_a_position(text) else reader(text)
    except ActionError as e:
        return e
    except TitanError:
        return None
    scene = scene_of(line)
    usual = [do for do in USUAL if (TABLE[do].when[0] in get_args(BattlePhase)) == (scene.battle is not None)]
    kinds = usual if "phase" in line.unsaid else actions_of(scene.phase)
    hint = f"to be filled in: titan check {_in_quotes(text)} {_in_quotes(MISSING)}\n{forms_of(*kinds)}"
    forms = [FORMS[do][0] for do in kinds]
    return NotRead(Fault(NO_ACTION, "what is done?", hint=hint), text, (len(text), len(text)), (text, MISSING), forms)


def _has_the_form_of_a_position(text: str) -> bool:
    """Whether a terrain, a land, a moment or a player stands before a colon, and nothing is done."""
    found = words(text)
    head = found[: next((n for n, word in enumerate(found) if word.kind is Kind.COLON), 0)]
    acts = any(word.kind is Kind.DEED for word in found)
    return not acts and any(word.kind in _OF_POSITIONS for word in head)


_OF_POSITIONS = (Kind.TERRAIN, Kind.LAND, Kind.TURN, Kind.PHASE_NAME, Kind.COLOUR)


def _half_read(said: Sequence[str], error: ActionError, reader: Reader) -> NotRead:
    """A refusal with the line to type, or a form that is filled as far as it was read."""
    token = error.text[slice(*error.place)].strip()
    before = [*said[: text_of(said, error)], error.text[: error.place[0]]]
    shown = f'not read: "{shortened(token, 40)}" (word {len(" ".join(before).split()) + 1})'
    message = shown if token not in ("", " ".join(said)) else error.fault.message
    several = error.fault.code == "ambiguous-action"
    form = None if several else _offered(said, error, reader)
    known = not any(word.kind in (Kind.UNKNOWN, Kind.INSTEAD) for word in words(token))
    if (known or form is None) and error.fault.message not in message:
        message += f": {error.fault.message}"  # why a known word has no place here
    if form is None or (error.fault.code == NO_POSITION and _asks_about_the_rules(said[0], form)):
        forms = nearest_forms(" ".join(said))
        hint = error.fault.hint or "as in: " + "; ".join(forms)
        return NotRead(Fault(error.fault.code, message, hint=hint), error.text, error.place, (), forms)
    forms = nearest_forms(" ".join(said)) if form[1] == MISSING else []
    hint = _to_type(form, error.fault.hint or "", forms)
    return NotRead(Fault("not-read", message, hint=hint), error.text, error.place, form, forms)


def _asks_about_the_rules(text: str, form: tuple[str, str]) -> bool:
    """Whether a text that is not read whole is no action, and no position in which something is done."""
    position, action = form
    if MISSING not in position:
        return MISSING in action and is_question(text) and not any(word.kind is Kind.HEX for word in words(text))
    return position != MISSING or MISSING in action or is_question(text)


def _to_type(form: tuple[str, str], hint: str, forms: Sequence[str]) -> str:
    """What was read, or which name may be meant, and what to type."""
    so_far = "; ".join(each for each in form if each != MISSING)
    asked = "to be filled in" if MISSING in " ".join(form) else "as typed in full"
    lines = [hint if hint.startswith(NEAREST) else f"read so far: {so_far}"]
    lines.append(f"{asked}: titan check {' '.join(map(_in_quotes, form))}")
    return "\n".join([*lines, *(["as in: " + "; ".join(forms)] if forms else [])])


def _in_quotes(text: str) -> str:
    return f'"{text}"'
