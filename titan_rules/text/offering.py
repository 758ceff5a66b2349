"""What a refusal offers to type: the question without the words that have no use, or a half-filled form.

What is missing in a half-filled form is three dots.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeAlias, TypeVar, get_args

from ..actions.intents import Muster
from ..box.current_box import current
from ..kernel.errors import ActionError, TitanError
from ..kernel.evolving import evolve
from ..kernel.names import names_like
from ..position.battle import ROLES, Battle, BattlePhase
from ..position.game import Game
from .actions import Request, do_of, half_filled, request_of
from .completing import Scene
from .forms import FORMS, TABLE, USUAL
from .hints import counted, hinted
from .lexer import Token, TokenKind
from .lexicon import Deed, Kind
from .mentions import Mention, Mentions, Slot, What, mentions_of
from .moments import Meant, Question, at_the_phase, scene_of
from .parsing import is_fought, split_actions
from .placing import placing, words_of_position
from .positions import Line
from .positions import line as line_of
from .reader import OPPOSITE
from .refusal import Unread
from .words import Word, words
from .writing import MISSING, written, written_so_far

Tried: TypeAlias = Callable[[Sequence[str]], Question | ActionError | None]
"""Reads some texts; None: what they say is impossible."""
Reader: TypeAlias = Callable[[str], Line]
"""Reads the text of a position in which an action is asked about."""

MOST_LEFT_OUT = 4
MOST_TRIED = 12  # words, each left out in turn


def offered(said: Sequence[str], error: ActionError, tried: Tried, reader: Reader) -> tuple[str, str] | None:
    """The position and the action to type instead of some texts, with three dots for what is missing.

    A name takes the place of a slip of it, and words that say nothing are left out; else the only legal action is
    meant that has everything that was said, or the form is filled with what was read. Nothing that says who, where,
    what or how many is ever left out.

    :param error: which word is not read.
    :returns: None if nothing was read.
    """
    place = min(text_of(said, error), 1)
    said, read = _without_words([*said], error, tried)
    if read is None and MISSING not in " ".join(said):
        read = (in_order(said, tried) if place == 0 else None) or _only_legal(said, reader)
    if read is not None:
        return typed(read) if isinstance(read, Question) else read
    form = _form_so_far(said, reader)
    if MISSING not in " ".join(form):  # together, they are not read
        form[place if said[1:] else 1] += f" {MISSING}"
    return (form[0], form[1]) if form != [MISSING, MISSING] else None


def in_order(said: Sequence[str], tried: Tried) -> Question | None:
    """The question with its position written in the usual order, if everything in it is kept."""
    position = words(said[0]) if said[1:] else []
    if not position or any(word.kind is Kind.UNKNOWN for word in position):
        return None
    fought = is_fought(position, None) or any(word.kind is Kind.HEX for word in position)
    try:
        text = _position_so_far(mentions_of(position, fought), fought)
    except TitanError:
        return None
    question = tried([text, *said[1:]]) if MISSING not in text else None
    lost = counted([word for word in position if word.kind in _SAY]) - counted(words(text))
    return question if isinstance(question, Question) and not lost else None


_SAY = (
    Kind.NAME, Kind.TERRAIN, Kind.HEX, Kind.MARKER, Kind.LAND, Kind.NUMBER, Kind.DEED, Kind.PHASE_NAME, Kind.ALREADY,
    Kind.FLAG, Kind.POINTS, Kind.SCORE,
)  # fmt: skip
"""Words that a position must keep."""


def typed(question: Question) -> tuple[str, str]:
    """The texts that say a question in full, with the moment that was said even if it is the usual one."""
    position, meant, unsaid = question.line.position, question.first[0], question.line.unsaid
    if isinstance(position, Game) and isinstance(meant.state, Game):
        players = meant.state.players if isinstance(meant.action, Muster) else position.players
        position = evolve(position, phase=meant.state.phase, active=meant.state.active, players=players)
    text = line_of(position)
    timed = not {"turn", "phase", "side"} <= unsaid
    if isinstance(position, Battle) and timed and "turn" not in text and "'s " not in text:
        text = f"turn {position.turn}, {position.side}'s {position.phase}, {text}"
    return text, "; ".join([written(meant.action), *question.rest])


_LITTLE = (
    Kind.AT, Kind.TO, Kind.WITH, Kind.OF, Kind.FOR, Kind.BY, Kind.ASKED, Kind.DASH, Kind.SPACE, Kind.HERE, Kind.WANT,
    Kind.TIMES, Kind.HAVE, Kind.AND, Kind.COMMA, Kind.COLON, Kind.STOP, Kind.SLASH, Kind.ALREADY, Kind.SIDE,
)  # fmt: skip
"""Words without which everybody, every place, number and deed is still said."""


def _without_words(
    said: list[str], error: ActionError, tried: Tried
) -> tuple[list[str], Question | tuple[str, str] | None]:
    """The texts with names instead of their slips, without words that say nothing; and what they ask, if it is read.

    Three dots stand for a word that stands where somebody or a terrain would.
    """
    for _ in range(MOST_LEFT_OUT):
        named = words(error.text[slice(*error.place)])
        if len(named) != 1 or named[0].kind not in (Kind.UNKNOWN, Kind.INSTEAD):
            break
        [first] = named
        text = first.token.text
        if first.token.kind is not TokenKind.WORD:
            return said, None  # a place, or a number
        name = next(iter(names_like(text, (*current().character_names.names, *current().terrain_names.names))), "")
        by = name if name[:1].lower() == text[0].lower() else ""
        if not by and first.kind is Kind.UNKNOWN and _is_of_a_name(error):
            return _everywhere(said, text, MISSING), _with_dots(said, error, text, tried)
        said = _everywhere(said, text, by)
        question = tried(said)
        if not isinstance(question, ActionError):
            return said, question
        error = question
    found = words(error.text)
    goals = [] if said[1:] else [n - 1 for n, word in enumerate(found) if word.kind in (Kind.LAND, Kind.NUMBER)]
    little = [word for n, word in enumerate(found) if word.kind in _LITTLE and n not in goals]
    again = [] if said[1:] else [word for n, word in enumerate(found) if word.kind is Kind.PERSON or (
        word.kind is Kind.NAME and word.value in [each.value for each in found[:n]])]  # fmt: skip
    for some, fits in ((little, _is_parted), (again, _keeps)):
        some.sort(key=lambda word: max(error.place[0] - word.token.start, word.token.end - error.place[1], 0))
        for word in some[:MOST_TRIED]:
            read = tried(_without(said, error, word.token))
            if isinstance(read, Question) and fits(said, read):
                return said, read
    return said, None


_OF_FACTS = (
    Kind.NAME, Kind.TERRAIN, Kind.HEX, Kind.MARKER, Kind.LAND, Kind.NUMBER, Kind.DEED, Kind.PHASE_NAME, Kind.BACK,
    Kind.OWNER, Kind.COLOUR, Kind.HOW, Kind.UNKNOWN,
)  # fmt: skip


def _keeps(said: Sequence[str], question: Question) -> bool:
    """Whether all who are named in some texts, all places, numbers, owners and deeds are in a question."""
    return _facts(said) <= _facts(typed(question)) and _is_parted(said, question)


def _facts(texts: Sequence[str]) -> set[object]:
    """What texts name; a number of several dice is each of them, and a way to teleport that somebody teleports."""
    facts: set[object] = set()
    for word in [word for text in texts for word in words(text) if word.kind in _OF_FACTS]:
        if word.kind is Kind.NUMBER and len(word.token.text) > 3 and word.token.text.isdecimal():
            facts |= {int(die) for die in word.token.text}
        else:
            facts.add(Deed.TELEPORT if word.kind is Kind.HOW else word.value or word.token.low)
    return facts - {*OPPOSITE, Deed.FIGHT, Deed.STAND}


_BEFORE_NAMES = (
    None, Kind.COMMA, Kind.COLON, Kind.STOP, Kind.SLASH, Kind.AND, Kind.NUMBER, Kind.DEED, Kind.AT, Kind.TO, Kind.WITH,
    Kind.FROM, Kind.OF, Kind.OVER, Kind.OWNER,
)  # fmt: skip
_BEHIND_NAMES = (None, Kind.COMMA, Kind.COLON, Kind.STOP, Kind.SLASH, Kind.AND, Kind.ASKED, Kind.AT, Kind.DEED)


def _is_of_a_name(error: ActionError) -> bool:
    """Whether an unknown word stands where a name would: before a hex that is no other's, or alone between marks."""
    found = words(error.text)
    place = next(n for n, word in enumerate(found) if word.token.start >= error.place[0])
    before, behind = ([word.kind for word in some] for some in (found[:place][::-1], found[place + 1 :]))
    if next((kind for kind in behind if kind is not Kind.AT), None) is Kind.HEX:
        return next((kind for kind in before if kind is not Kind.AT), None) is not Kind.NAME
    return next(iter(before), None) in _BEFORE_NAMES and next(iter(behind), None) in _BEHIND_NAMES


def _with_dots(said: list[str], error: ActionError, text: str, tried: Tried) -> tuple[str, str] | None:
    """The form that is read if a word of the position is the name of a terrain or somebody, with dots in its place."""
    if text_of(said, error) or not said[1:]:
        return None
    known = {word.value for each in said for word in words(each)}
    for names in (current().terrain_names.names, current().character_names.names):
        sample = next(name for name in reversed(names) if name not in known)
        question = tried(_everywhere(said, text, sample))
        position, action = typed(question) if isinstance(question, Question) else ("", "")
        if sample in position:
            return position.replace(sample, MISSING), action
    return None


def _is_parted(said: Sequence[str], question: Question) -> bool:
    """Whether there are two sides where two are said."""
    position = question.line.position
    if not isinstance(position, Battle) or not any(word.kind is Kind.SLASH for text in said for word in words(text)):
        return True
    return all(position.of(role).characters for role in ROLES)


def text_of(said: Sequence[str], error: ActionError) -> int:
    """Which of the texts an error is in."""
    return next((n for n, text in enumerate(said) if error.text in text), 0)


def _everywhere(said: Sequence[str], text: str, by: str) -> list[str]:
    """The texts with something else, or nothing, instead of a word."""
    texts = [re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", by, each) for each in said]
    return [each for each in texts if each.strip()]


def _without(said: Sequence[str], error: ActionError, token: Token) -> list[str]:
    """The texts without a word of the one that an error is in."""
    at = text_of(said, error)
    start = max(said[at].find(error.text), 0)
    text = said[at][: start + token.start] + said[at][start + token.end :]
    return [each for each in [*said[:at], text, *said[at + 1 :]] if each.strip()]


def _only_legal(said: Sequence[str], reader: Reader) -> Question | None:
    """The only legal action that has everything that is said, where the position is read."""
    text = "; ".join(said[1:])
    if len(split_actions(text)) > 1:
        return None
    deeds = {word.value for word in words(text) if word.kind is Kind.DEED}
    do = next((do for do, form in TABLE.items() if deeds & form.deeds), None)
    if do is None:
        return None
    try:
        line = reader(said[0])
        state = at_the_phase(scene_of(line), do, Mentions()).position
        fits = [] if state is None else hinted(text, state)
    except TitanError:
        return None
    return Question(line, (Meant(state, fits[0]),)) if state is not None and len(fits) == 1 else None


# --- a form, as far as it is read ------------------------------------------------------------------------------------


def _form_so_far(said: Sequence[str], reader: Reader) -> list[str]:
    """The position and the action, as far as they are said."""
    position, *actions = [_named(words(text)) for text in said or [""]]
    action = [word for text in actions for word in text]
    fought = is_fought([*position, *action], None) or any(word.kind is Kind.HEX for word in position)

    def described(some: Sequence[Word]) -> Mentions:
        mentions = mentions_of(some, fought)
        if said[1:]:
            return mentions
        mustering = _mustering(mentions)
        if not fought and mustering.of(What.SOMEBODY):
            return mustering
        return mentions_of([*words_of_position(some, mentions, placing(mentions))], fought)

    line = _whole(said[0], reader) if said and MISSING not in said[0] else None
    if line is not None:
        text = line_of(line.position)
    else:
        text = _position_so_far(_as_far_as_read(position, described), fought)
        line = _whole(text, reader) if MISSING not in text else None
        text += "" if line is not None or MISSING in text else f" {MISSING}"
    scene = scene_of(line) if line is not None else Scene()
    fought = is_fought([*position, *action], scene.position)

    def request(some: Sequence[Word]) -> Request:
        mentions = mentions_of(some, fought)
        if not said[1:] and len(mentions.deeds) > 1:  # what came before has been done
            mentions.mentions = mentions.mentions[mentions.mentions.index(mentions.deeds[-1]) :]
        where = {} if said[1:] else {each: each.hexes[0] for each in mentions.mentions if each.hexes}
        there = evolve(scene, where=where)
        return request_of(do_of(mentions, there, fought=fought), mentions, there)

    asked = _as_far_as_read(action if said[1:] else position, request)
    done = MISSING if asked is None else written_so_far(asked.do, half_filled(asked))
    return [text, done]


def _mustering(said: Mentions) -> Mentions:
    """A Legion that musters, in one text: what is said of it before the deed, or at all if there is none."""
    last = next((n for n, each in enumerate(said.mentions) if each.value is Deed.MUSTER), None)
    before = said.mentions[:last] if last is not None or not said.deeds else []
    return Mentions(said.slots, [each for each in before if each.what is not What.DEED and each.link is not Kind.TO])


def _whole(text: str, reader: Reader) -> Line | None:
    """The position of a text that is read, and says where its Legion is."""
    with suppress(TitanError):
        line = reader(text)
        return line if "land" not in line.unsaid else None
    return None


def _named(said: Sequence[Word]) -> list[Word]:
    """Words in which three dots are the name of somebody."""
    return [Word(word.token, Kind.NAME, MISSING) if word.token.text == MISSING else word for word in said]


T = TypeVar("T")


def _as_far_as_read(found: Sequence[Word], reads: Callable[[Sequence[Word]], T]) -> T | None:
    """What some words give without those that are refused; None: it is refused as a whole."""
    left = [word for word in found if word.kind is not Kind.UNKNOWN]
    while left:
        try:
            return reads(left)
        except Unread as e:
            fewer = [word for word in left if word.token is not e.token]
            if len(fewer) == len(left):
                return None
            left = fewer
        except TitanError:
            return None
    return None


def _position_so_far(said: Mentions | None, fought: bool) -> str:
    """The line of a position, with three dots for what is missing."""
    if said is None:
        return MISSING
    terrain = said.slots.get(Slot.TERRAIN)
    if fought:
        moment = [f"turn {said.slots[Slot.TURN]}"] if Slot.TURN in said.slots else []
        if said.slots.get(Slot.PHASE) in get_args(BattlePhase):
            moment.append(f"{said.slots.get(Slot.PHASE_OWNER, MISSING)}'s {said.slots[Slot.PHASE]}")
        sides = [", ".join(map(_piece, side)) or MISSING for side in _sides(said)]
        return f"{', '.join([*moment, str(terrain or MISSING)])}: {' / '.join(sides)}"
    counted_names = [_piece(each) for each in said.of(What.SOMEBODY)]
    if terrain is not None and not said.of(What.LEGION, What.NUMBER):
        return f"{terrain}: {', '.join(counted_names) or MISSING}"
    roll = f"roll {said.slots[Slot.ROLL]}, " if Slot.ROLL in said.slots else ""
    where = f" in the {terrain}" if terrain is not None else ""
    return roll + (" ".join(_on_the_board(said)) or MISSING) + where


def _on_the_board(said: Mentions) -> Iterator[str]:
    """Each Legion with its land, what is in it and how high it is."""
    legions: list[list[Mention]] = [[]]
    for mention in said.of(What.LEGION, What.NUMBER, What.PLACE, What.SOMEBODY, What.HEIGHT):
        if mention.what is What.LEGION:
            legions.append([])
        legions[-1].append(mention)
    first, *rest = legions
    for legion in [[*rest[0], *first], *rest[1:]] if rest else [first]:
        yield from map(_part, sorted(legion, key=lambda mention: _ORDER.index(mention.what)))


_ORDER = (What.LEGION, What.PLACE, What.NUMBER, What.HEIGHT, What.SOMEBODY)


def _part(mention: Mention) -> str:
    if mention.what is What.LEGION and mention.value is None:
        owner = {"mine": "my", "theirs": "his", "None": "my"}.get(str(mention.owner), f"{mention.owner}'s")
        return f"{owner} Legion in"
    if mention.what is What.HEIGHT:
        return f"height {mention.value}"
    return _piece(mention) if mention.what is What.SOMEBODY else str(mention.value)


def _sides(said: Mentions) -> list[list[Mention]]:
    """Who fights on which side, by a slash or by owners; those of whom no owner is said are of a side, too."""
    sides: list[list[Mention]] = [[], []]
    pieces = [mention for mention in said.of(What.SOMEBODY) if mention.hexes or mention.off]
    owners = list(dict.fromkeys(mention.owner or mention.likely_owner for mention in pieces))
    for number, mention in enumerate(pieces):
        side = owners.index(mention.owner or mention.likely_owner)
        if len(owners) == 1 and len(pieces) == 2:
            side = number
        parted = any(each.what is What.PARTED for each in said.mentions[: said.mentions.index(mention)])
        sides[min(1, max(side, parted))].append(mention)
    return sides


def _piece(mention: Mention) -> str:
    hits = f" {mention.hits} hits" if mention.hits else ""
    count = f"{mention.count} " if mention.count != 1 else ""
    return count + " ".join([str(mention.value), *mention.hexes, *(["off"] if mention.off else [])]) + hits


def nearest_forms(text: str, most: int = 3) -> list[str]:
    """The forms that share most with a text: the deed, then the kinds of its words.

    >>> nearest_forms("can my ogre flee")[0]
    'flee'
    """
    found = words(text)
    deeds = {word.value for word in found if word.kind is Kind.DEED}
    kinds = {word.kind for word in found}

    def share(do: str) -> tuple[int, bool, int]:
        mine = words(FORMS[do][0])
        return len(deeds & TABLE[do].deeds), do in USUAL, len(kinds & {word.kind for word in mine})

    return [FORMS[do][0] for do in sorted(FORMS, key=share, reverse=True)[:most]]
