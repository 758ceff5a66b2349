"""Questions as people type them: a position and actions in it, in several texts or in one.

What is made of them are positions and actions. A text that is not read whole is refused: the word is named, with what
was read and with the line that says it in full.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from attrs import frozen

from ..kernel.errors import ActionError, DocumentError, Fault, TitanError, UnknownName
from ..kernel.evolving import evolve
from ..kernel.names import shortened
from ..position.battle import Battle
from ..position.game import Game
from .actions import do_of, read
from .completing import Scene
from .forms import FORMS, TABLE
from .hints import counted, nearest_legal
from .lexicon import LAND_LETTERS, Deed, Kind
from .mentions import Mention, Mentions, Slot, What, mentions_of
from .moments import Meant, State, at_the_phase, first_state, meanings
from .parsing import is_fought, reading_of, split_actions
from .positions import Line, read_line, read_words
from .positions import line as line_of
from .reader import Misread
from .refusal import Unread
from .words import Word, refused_unknown, words
from .writing import written

Reader: TypeAlias = Callable[[str, bool], Line]
"""Reads the text of a position; the second argument says that an action is asked about."""


@frozen
class Question:
    """A position, and what is asked about it.

    :param first: the readings of the first action, in the moments in which it can be meant.
    :param rest: the texts of the actions that follow it.
    """

    line: Line
    first: tuple[Meant, ...]
    rest: tuple[str, ...] = ()


NO_POSITION = "no-position"
"""The fault code of a text in which no position is understood: it may ask about the rules."""


class NotRead(ActionError):
    """A question that is not read whole.

    :ivar so_far: what was read.
    :ivar in_full: the texts that say it in full, to be typed; empty if too little was read.
    :ivar forms: with nothing read, the nearest forms.
    """

    def __init__(
        self,
        fault: Fault,
        text: str,
        place: tuple[int, int],
        so_far: str,
        in_full: tuple[str, ...],
        forms: Sequence[str],
    ) -> None:
        super().__init__(fault, text, place)
        self.so_far, self.in_full, self.forms = so_far, in_full, tuple(forms)


def read_question(texts: Sequence[str], reader: Reader = read_line) -> Question:
    """The position and the actions of some texts: the position first, or everything in one.

    :raises NotRead: a word has no use, or something is missing.
    :raises DocumentError: the position is impossible.
    """
    said = [text for text in texts if text.strip()]
    try:
        return _read(said, reader)
    except ActionError as e:
        raise _half_read(said, e, reader) from None


def _read(said: Sequence[str], reader: Reader) -> Question:
    if len(said) > 1:
        return question_in(_position(said, reader), "; ".join(said[1:]))
    text = said[0] if said else ""
    error: TitanError | None = None
    for end, start in _cuts(text):
        try:
            question = question_in(reader(text[:end], True), text[start:])
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
    """The position in the first of some texts.

    :raises ActionError: a word has no meaning.
    :raises DocumentError: the position is impossible.
    """
    text = said[0]
    try:
        return reader(text, True)
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
    """Name the first word that has no meaning.

    :raises ActionError: there is one.
    """
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
    if rest and len(first) > 1 and first[1].legal:
        ways = " or ".join(written(meant.action) for meant in first[:MOST_WAYS])
        fault = Fault("ambiguous-action", "this can mean several actions", hint=f"say which: {ways}")
        raise ActionError(fault, parts[0], (0, len(parts[0])))
    return Question(line, first, rest)


def meanings_in(line: Line, text: str) -> tuple[Meant, ...]:
    """Every reading of one action in a position, the legal ones first.

    :raises ActionError: it is not read.
    """
    state = first_state(line)

    def moment(do: str, said: Mentions) -> State:
        return at_the_phase(line, state, do, said)

    reading, scene = reading_of(text, Scene(state, sides=line.owners, unsaid=line.unsaid), moment)
    assert scene.position is not None, "it was read in a position"
    try:
        return tuple(meanings(line, scene.position, reading))
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
MOST_WAYS = 6


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

    :raises Unread: a word has no use, or something is missing.
    """
    found = words(text)
    said = mentions_of(found, is_fought(found, None))
    placing = [mention for mention in said.mentions if _places(mention, said)]
    if not placing:
        raise Unread(None, "no position is understood in it", "give position and action", NO_POSITION)
    _is_plain(said, placing)
    line = read_words([*_words_of_position(found, said, placing)], asked=True)
    line = evolve(line, position=reader(line_of(line.position), True).position)
    state = first_state(line)
    fought = is_fought(found, state)
    if fought != is_fought(found, None):
        raise Unread(None, "is it about a battle, or about the Masterboard?")
    for slot in (Slot.TERRAIN, Slot.TURN, Slot.PHASE, Slot.PHASE_OWNER, Slot.ROLL, Slot.SCORE):
        said.slots.pop(slot, None)  # they stand in the position now
    where = {mention: mention.hexes[0] if mention.hexes else "" for mention in placing}
    scene = Scene(state, where, line.owners, line.unsaid)
    do = do_of(said, scene, fought=fought)
    state = at_the_phase(line, state, do, said)
    reading = read(said, Scene(state, where, line.owners, line.unsaid), fought=fought)
    return Question(line, tuple(meanings(line, state, reading)))


def _is_plain(said: Mentions, placing: Sequence[Mention]) -> None:
    """A strike without a target, behind two who stand there: *gorgon b3 ogre b1 shoot?*

    :raises Unread: either could do it to the other.
    """
    deed = next((deed for deed in said.deeds if deed.value in (Deed.STRIKE, Deed.SHOOT)), None)
    if deed is None or deed.subject not in placing or said.mentions[-1] is not deed:
        return
    if len([mention for mention in placing if mention.clause == deed.clause]) > 1:
        raise Unread(deed.word.token, "has no target: who strikes whom?")


def _places(mention: Mention, said: Mentions) -> bool:
    """Whether a mention says where somebody stands, or who is in a Legion that musters."""
    if mention.what is not What.SOMEBODY:
        return False
    if mention.hexes or mention.off:
        return True
    if not said.deeds:
        return mention.link is None
    [deed, *more] = said.deeds
    return deed.value is Deed.MUSTER and not more and said.mentions.index(mention) < said.mentions.index(deed)


def _words_of_position(found: Sequence[Word], said: Mentions, placing: Sequence[Mention]) -> Iterator[Word]:
    """The words that describe the position."""
    for slot in (Slot.TERRAIN, Slot.TURN, Slot.PHASE):
        if slot in said.spans:
            first, last = said.spans[slot]
            if slot is Slot.PHASE and Slot.PHASE_OWNER in said.slots:
                yield Word(found[first].token, Kind.OWNER, said.slots[Slot.PHASE_OWNER])
            yield from found[first:last]
            yield Word(found[first].token, Kind.COMMA)
    for mention in said.mentions:
        token = found[mention.first].token
        if mention.what is What.PARTED:
            yield found[mention.first]
        elif mention in placing:
            owner = mention.owner or mention.likely_owner
            if owner is not None:
                yield Word(token, Kind.OWNER, owner)
            yield from found[mention.first : mention.last]
            yield Word(token, Kind.COMMA)


# --- what is not read ------------------------------------------------------------------------------------------------

MOST_LEFT_OUT = 4
MOST_TRIED = 12  # words, each left out in turn
LONGEST_TYPED = 400  # characters of a question that is written out for its player


def _half_read(said: Sequence[str], error: ActionError, reader: Reader) -> NotRead:
    """A refusal with what is read without the words that have no use."""
    text = " ".join(said)
    at = _text_of(said, error)
    token = error.text[slice(*error.place)].strip()
    number = len(error.text[: error.place[0]].split()) + 1 + sum(len(before.split()) for before in said[:at])
    message = f'not read: "{shortened(token, 40)}" (word {number})' if token and token != text else error.fault.message
    nearest = _nearest([*said], error, reader) if len(text) <= LONGEST_TYPED else None
    if nearest is None:
        forms = nearest_forms(text)
        hint = error.fault.hint or "as in: " + "; ".join(forms)
        return NotRead(
            Fault(error.fault.code, _with_reason(message, error), hint=hint), text, error.place, "", (), forms
        )
    if not any(word.kind in (Kind.UNKNOWN, Kind.INSTEAD) for word in words(token)):
        message = _with_reason(message, error)  # a known word: why it has no place here
    in_full = (_in_full(nearest[0]), nearest[1])
    typed = f'titan check "{in_full[0]}" "{in_full[1]}"'
    hint = f"read so far: {in_full[0]}; {in_full[1]}\nas typed in full: {typed}"
    return NotRead(Fault("not-read", message, hint=hint), text, error.place, "; ".join(in_full), in_full, ())


def _in_full(read_position: Line) -> str:
    """The line of a position, with the moment that was said even if it is the usual one."""
    position, text = read_position.position, line_of(read_position.position)
    said = {"turn", "phase", "side"} - read_position.unsaid
    if not isinstance(position, Battle) or not said or "turn" in text or "'s " in text:
        return text
    return f"turn {position.turn}, {position.side}'s {position.phase}, {text}"


def _with_reason(message: str, error: ActionError) -> str:
    return message if error.fault.message in message else f"{message}: {error.fault.message}"


def _text_of(said: Sequence[str], error: ActionError) -> int:
    """Which of the texts an error is in."""
    return next((n for n, text in enumerate(said) if error.text in text), 0)


def _nearest(said: list[str], error: ActionError, reader: Reader) -> tuple[Line, str] | None:
    """The position, and the action, that are read with the fewest words left out, or the nearest legal action.

    The words of no meaning go first, then the one word without which most is kept.
    """
    for _ in range(MOST_LEFT_OUT):
        named = words(error.text[slice(*error.place)])
        if not any(word.kind in (Kind.UNKNOWN, Kind.INSTEAD) for word in named):
            break
        said = _without(said, error, error.place)
        question = _tried(said, reader)
        if isinstance(question, Question):
            return question.line, written(question.first[0].action)
        if question is None:
            return None
        error = question
    tried = [_tried(_without(said, error, place), reader) for place in _places_near(error)]
    found = [(each.line, written(each.first[0].action)) for each in tried if isinstance(each, Question)]
    typed = counted(words(" ".join(said)))
    shares = [(typed & counted(words(f"{line_of(line.position)} {action}"))).total() for line, action in found]
    return found[shares.index(max(shares))] if found else _nearest_legal(said, reader)


def _without(said: Sequence[str], error: ActionError, place: tuple[int, int]) -> list[str]:
    """The texts without a place in the one that an error is in."""
    at, (first, last) = _text_of(said, error), place
    start = max(said[at].find(error.text), 0)
    left = said[at][: start + first] + said[at][start + last :]
    return [text for text in [*said[:at], left, *said[at + 1 :]] if text.strip()]


def _tried(said: Sequence[str], reader: Reader) -> Question | ActionError | None:
    """The question in some texts, or its refusal; None: it is impossible."""
    try:
        question = _read(said, reader)
        return question if question.first else None
    except ActionError as e:
        return e
    except TitanError:
        return None


def _places_near(error: ActionError) -> list[tuple[int, int]]:
    """The places of the words that are nearest to the one that is named, itself first."""
    places = [(word.token.start, word.token.end) for word in words(error.text)]
    return sorted(places, key=lambda place: max(error.place[0] - place[0], place[1] - error.place[1], 0))[:MOST_TRIED]


def _nearest_legal(said: Sequence[str], reader: Reader) -> tuple[Line, str] | None:
    """The legal action with most of what is said of the deed, where the position is read."""
    if not said:
        return None
    text = "; ".join(said[1:])
    deeds = {word.value for word in words(text) if word.kind is Kind.DEED}
    kinds = [do for do, form in TABLE.items() if deeds & form.deeds]
    try:
        line = reader(said[0], True)
        state = at_the_phase(line, first_state(line), kinds[0], Mentions()) if kinds else first_state(line)
        action = nearest_legal(text, state, kinds)
        return (line, written(action)) if action is not None and meanings_in(line, written(action)) else None
    except TitanError:
        return None


def nearest_forms(text: str, most: int = 3) -> list[str]:
    """The forms that share most with a text: the deed, then the kinds of its words.

    >>> nearest_forms("can my ogre flee")[0]
    'flee'
    """
    found = words(text)
    deeds = {word.value for word in found if word.kind is Kind.DEED}
    kinds = {word.kind for word in found}

    def share(do: str) -> tuple[int, int]:
        mine = words(FORMS[do][0])
        return len(deeds & {*TABLE[do].deeds}), len(kinds & {word.kind for word in mine})

    return [FORMS[do][0] for do in sorted(FORMS, key=share, reverse=True)[:most]]
