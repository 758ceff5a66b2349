"""What a refusal offers to type: the question without the words that have no use, or a half-filled form.

What is missing in a half-filled form is three dots.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from typing import TypeAlias, TypeVar, get_args

from ..actions.intents import Muster
from ..box.current_box import current
from ..kernel.errors import ActionError, TitanError
from ..kernel.evolving import evolve
from ..kernel.names import names_like
from ..position.battle import Battle, BattlePhase
from ..position.game import Game
from .actions import Request, do_of, half_filled, request_of
from .completing import Scene
from .forms import FORMS, TABLE, USUAL
from .hints import counted, nearest_legal
from .lexicon import Deed, Kind
from .mentions import Mention, Mentions, Slot, What, mentions_of
from .moments import Meant, Question, at_the_phase, scene_of
from .parsing import is_fought
from .positions import Line
from .positions import line as line_of
from .refusal import Unread
from .words import Word, words
from .writing import MISSING, sentence, written, written_so_far

Tried: TypeAlias = Callable[[Sequence[str]], Question | ActionError | None]
"""Reads some texts; None: what they say is impossible."""
Reader: TypeAlias = Callable[[str, bool], Line]
"""Reads the text of a position; the second argument says that an action is asked about."""

MOST_LEFT_OUT = 4
MOST_TRIED = 12  # words, each left out in turn


def _names(question: Question, names: Set[object]) -> bool:
    """Whether a question's action is about all these characters, or there is none of them."""
    meant = question.first[0]
    return names <= {word.value for word in words(sentence(meant.action, meant.state))}


def _typed(question: Question) -> tuple[str, str]:
    """The texts that say a question in full, with the moment that was said even if it is the usual one."""
    position, meant, unsaid = question.line.position, question.first[0], question.line.unsaid
    if isinstance(position, Game) and isinstance(meant.state, Game):
        players = meant.state.players if isinstance(meant.action, Muster) else position.players
        position = evolve(position, phase=meant.state.phase, active=meant.state.active, players=players)
    text = line_of(position)
    timed = not {"turn", "phase", "side"} <= unsaid
    if isinstance(position, Battle) and timed and "turn" not in text and "'s " not in text:
        text = f"turn {position.turn}, {position.side}'s {position.phase}, {text}"
    return text, written(meant.action)


def offered(said: Sequence[str], error: ActionError | None, tried: Tried, reader: Reader) -> tuple[str, str] | None:
    """The position and the action to type instead of some texts, with three dots for what is missing.

    The words of no meaning are left out, then the one word without which most is kept; else the form is filled with
    what was read, or the nearest legal action is meant.

    :param error: which word is not read; None: the position is impossible as it is read.
    :returns: None if nothing was read.
    """
    typed, names = " ".join(said), {word.value for text in said[1:] for word in words(text) if word.kind is Kind.NAME}
    fewer = _without_words([*said], error, tried) if error is not None else ()
    full = [_typed(each) for each in fewer if isinstance(each, Question) and _names(each, names)]
    position, action = _form_so_far(said, reader)
    if MISSING not in position + action:
        if isinstance(so_far := tried((position, action)), Question):
            full.append(_typed(so_far))
        else:
            action = MISSING
    facts, counts = _facts(typed), counted(words(typed))
    lost = {form: facts - _facts(" ".join(form)) for form in full}
    full = [form for form in full if not any(isinstance(fact, int) for fact in lost[form])]
    if full and (error is not None or not all(lost.values())):
        return min(full, key=lambda form: (len(lost[form]), -(counts & counted(words(" ".join(form)))).total()))
    if MISSING not in position + action:
        position += f" {MISSING}"  # something that was said is lost
    form = (position, action)
    return _nearest_legal(said, reader) or (form if form != (MISSING, MISSING) else None)


_OF_FACTS = (
    Kind.NAME, Kind.TERRAIN, Kind.HEX, Kind.MARKER, Kind.LAND, Kind.NUMBER, Kind.DEED, Kind.PHASE_NAME, Kind.BACK,
)  # fmt: skip


def _facts(text: str) -> set[object]:
    """The names, places, numbers and deeds in a text; a number of several dice is each of them."""
    facts: set[object] = set()
    for word in words(text):
        if word.kind in _OF_FACTS and word.value not in (Deed.FIGHT, Deed.STAND):
            dice = word.kind is Kind.NUMBER and len(word.token.text) > 3 and word.token.text.isdecimal()
            facts |= {int(die) for die in word.token.text} if dice else {word.value or word.kind}
    return facts


def _without_words(said: list[str], error: ActionError, tried: Tried) -> Iterator[Question | ActionError | None]:
    """The question with the name that a slip is like, or with fewer words."""
    for _ in range(MOST_LEFT_OUT):
        named = words(error.text[slice(*error.place)])
        if not any(word.kind in (Kind.UNKNOWN, Kind.INSTEAD) for word in named):
            break
        like = names_like(named[0].token.text, current().character_names.names) if len(named) == 1 else ()
        said = _replaced(said, error, error.place, *like)
        question = tried(said)
        if not isinstance(question, ActionError):
            yield question
            return
        error = question
    places = [(word.token.start, word.token.end) for word in words(error.text)]
    places.sort(key=lambda place: max(error.place[0] - place[0], place[1] - error.place[1], 0))
    for place in places[:MOST_TRIED]:
        yield tried(_replaced(said, error, place))


def text_of(said: Sequence[str], error: ActionError) -> int:
    """Which of the texts an error is in."""
    return next((n for n, text in enumerate(said) if error.text in text), 0)


def _replaced(said: Sequence[str], error: ActionError, place: tuple[int, int], by: str = "") -> list[str]:
    """The texts with something else, or nothing, in a place of the one that an error is in."""
    at, (first, last) = text_of(said, error), place
    start = max(said[at].find(error.text), 0)
    text = said[at][: start + first] + by + said[at][start + last :]
    return [each for each in [*said[:at], text, *said[at + 1 :]] if each.strip()]


def _nearest_legal(said: Sequence[str], reader: Reader) -> tuple[str, str] | None:
    """The legal action with most of what is said of the deed, where the position is read."""
    text = "; ".join(said[1:])
    deeds = {word.value for word in words(text) if word.kind is Kind.DEED}
    kinds = [do for do, form in TABLE.items() if deeds & form.deeds]
    try:
        line = reader(said[0], True)
        scene = at_the_phase(scene_of(line), kinds[0], Mentions()) if kinds else scene_of(line)
        action = None if scene.position is None else nearest_legal(text, scene.position, kinds)
    except (TitanError, IndexError):
        return None
    if action is None or scene.position is None:
        return None
    return _typed(Question(line, (Meant(scene.position, action),)))


# --- a form, as far as it is read ------------------------------------------------------------------------------------


def _form_so_far(said: Sequence[str], reader: Reader) -> tuple[str, str]:
    """The position and the action, as far as they are said."""
    position, action = words(said[0]) if said else [], [word for text in said[1:] for word in words(text)]
    fought = is_fought([*position, *action], None) or any(word.kind is Kind.HEX for word in position)
    line: Line | None = None
    try:
        line = reader(said[0], True)
        text = line_of(line.position)
    except (TitanError, IndexError):
        text = _position_so_far(_as_far_as_read(position, lambda some: mentions_of(some, fought)), fought)
        if MISSING not in text:
            try:
                line = reader(text, True)
            except TitanError:
                text += f" {MISSING}"
    scene = scene_of(line) if line is not None else Scene()
    fought = is_fought([*position, *action], scene.position)

    def request(some: Sequence[Word]) -> Request:
        mentions = mentions_of(some, fought)
        where = {} if said[1:] else {each: each.hexes[0] for each in mentions.mentions if each.hexes}
        there = evolve(scene, where=where)
        return request_of(do_of(mentions, there, fought=fought), mentions, there)

    asked = _as_far_as_read(action if said[1:] else position, request)
    return text, MISSING if asked is None else written_so_far(asked.do, half_filled(asked))


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
    return roll + (" ".join(_on_the_board(said)) or MISSING)


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
