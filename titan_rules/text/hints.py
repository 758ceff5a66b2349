"""The legal action that a few words hint at, at the prompt of a game: *Bk02 lion*, *rd01 to the desert*, *red*."""

from collections import Counter
from collections.abc import Sequence

from attrs import fields, frozen

from ..actions.intents import Action, Engage, Muster, Reinforce
from ..box.current_box import current, use_box
from ..kernel.errors import ActionError
from ..kernel.evolving import evolve
from ..play import legal_actions, next_choice
from ..position.battle import Battle
from ..position.game import Game
from .forms import TABLE
from .lexer import tokens
from .lexicon import ABOUT_ODDS, ASKING, ODDS, Deed, Kind
from .moments import completed, may_be_legal
from .parsing import ambiguous, parse, people_of, ways
from .words import Word, words
from .writing import sentence, written

_SILENT = (
    Kind.AT, Kind.TO, Kind.FROM, Kind.WITH, Kind.OF, Kind.FOR, Kind.BY, Kind.AND, Kind.COMMA, Kind.COLON, Kind.STOP,
    Kind.ASKED, Kind.DASH, Kind.SLASH, Kind.LEGION, Kind.SPACE, Kind.PERSON, Kind.HERE, Kind.WANT, Kind.TIMES,
    Kind.HAVE,
)  # fmt: skip
"""Words that suit any action."""
_OF_REST = (
    Kind.CARRY, Kind.REST, Kind.OVER, Kind.AT, Kind.PERSON, Kind.ALL, Kind.HITS, Kind.AND, Kind.COMMA, Kind.STOP,
)  # fmt: skip
"""Words around the rest of a strike's hits: *and carries it over*."""
_PRONOUNS = ("one", "ones")
_OPEN = "a choice is open"


class Several(ActionError):
    """Several actions can be meant.

    :param offered: these actions, in the order in which they are listed.
    """

    def __init__(self, message: str, text: str, offered: Sequence[Action], position: Game | Battle) -> None:
        self.offered = tuple(offered)
        super().__init__(ambiguous(message, offered, position), text, (0, len(text)))


def is_question(text: str) -> bool:
    """Whether a text asks, and so does nothing."""
    found = tokens(text)
    return bool(found) and (found[0].low in ASKING or found[-1].text == "?")


def odds_asked(text: str) -> str | None:
    """The strike whose odds a text asks for, empty if it asks for those of every strike; None if it asks for none.

    >>> odds_asked("what are the odds that c3 hits d3?"), odds_asked("odds"), odds_asked("c3 hits d3")
    ('c3 hits d3', '', None)
    """
    found = tokens(text)
    if not any(token.low in ODDS for token in found):
        return None
    return " ".join(token.text for token in found if token.low not in ODDS | ABOUT_ODDS)


@frozen
class Rest:
    """Who takes the hits that a strike leaves over.

    :param who: a hex or a character.
    :param start: where the text begins to say so; ``alone``: it says nothing before.
    """

    who: str
    start: int
    alone: bool


def rest_in(text: str) -> Rest | None:
    """Who takes a strike's excess hits, if a text ends with that and does not say how many.

    >>> rest_in("c3 strikes d3, the rest to the Centaur")
    Rest(who='Centaur', start=13, alone=False)
    """
    found = words(text)
    while found and found[-1].kind is Kind.STOP:
        found.pop()
    first = len(found) - 2
    if first < 1 or found[-1].kind not in (Kind.NAME, Kind.HEX) or found[-2].kind is not Kind.TO:
        return None
    while first and (found[first - 1].kind in _OF_REST or found[first - 1].value is Deed.MOVE):
        first -= 1
    if not any(word.kind in (Kind.CARRY, Kind.REST) for word in found[first:-2]):
        return None
    return Rest(str(found[-1].value), found[first].token.start, first == 0)


def meant_now(text: str, position: Game | Battle) -> Action:
    """The action that a text means, or the one legal action that its words fit.

    :raises ActionError: none or several are meant.
    """
    try:
        action = parse(text, position)
    except ActionError as e:
        return _fitting(text, position, e)
    own = getattr(action, "by", "").lower() in ("i", "we")
    action = evolve(action, by=next_choice(position).by) if own else action
    legal = completed(position, action)
    if len(legal) > 1:
        raise Several(_OPEN, text, legal, position)
    return legal[0] if legal else action


def _fitting(text: str, position: Game | Battle, error: ActionError) -> Action:
    """The only legal action that has all that a text says, which is no action by itself."""
    fits = hinted(text, position)
    if error.fault.code == "ambiguous-action":
        able = [action for action in ways(text, position) if may_be_legal(position, action)]
        fits = [action for action in able if action in fits] or able or fits
    if not fits:
        raise error
    fits = _plainest(fits, text)
    if len(fits) > 1:
        raise Several("this can mean several actions", text, fits, position) from error
    return fits[0]


def chosen(text: str, offered: Sequence[Action], position: Game | Battle) -> Action | None:
    """The one of several actions that a text picks: *the second*, `2`, *lion*, *left*; None if it picks none."""
    said = _wanted(text, position)
    if len(said) > 1 and said[-1].token.low in _PRONOUNS:
        said = said[:-1]
    number = said[0].value if len(said) == 1 and said[0].kind in (Kind.NUMBER, Kind.ORDINAL) else None
    fits = [action for action in offered if said and _has_all(said, action, position)]
    if len(fits) != 1 and isinstance(number, int):
        fits = [*offered[number - 1 : number]] if number else []
    return fits[0] if len(fits) == 1 else None


def _wanted(text: str, position: Game | Battle) -> list[Word]:
    """The words of a text that tell one action from another."""
    with use_box(position.the_box):
        return [word for word in words(text, people_of(position)) if word.kind not in _SILENT]


def hinted(text: str, position: Game | Battle) -> list[Action]:
    """The legal actions that have everything that a text says; those of whoever is to choose come first."""
    wanted = _wanted(text, position)
    if all(word.kind is Kind.SIDE for word in wanted) or any(word.kind is Kind.UNKNOWN for word in wanted):
        return []  # a fragment and no action, or a word that nothing can have
    choice, legal = next_choice(position), legal_actions(position)
    fits = [action for action in legal if _has_all(wanted, action, position)]
    return [action for action in fits if getattr(action, "by", choice.by) == choice.by] or fits


def _has_all(wanted: Sequence[Word], action: Action, position: Game | Battle) -> bool:
    """Whether an action has everything that is said, as often as it is said."""
    with use_box(position.the_box):
        spoken = words(sentence(action, position))
    if not counted(_subject(wanted)) <= counted(_subject(spoken)):
        return False
    return not counted(wanted) - _having(action, position)


def _having(action: Action, position: Game | Battle) -> Counter[object]:
    """What can be said of an action, as often as it can."""
    with use_box(position.the_box):
        having = Counter[object]()
        for said in (words(sentence(action, position)), words(written(action, position.the_box))):
            having |= counted(said)
        if isinstance(action, Engage) and isinstance(position, Game):
            having |= Counter({(Kind.ORDINAL, 1): 1, **_met(position, action.land)})
        land = getattr(action, "to", None) or getattr(action, "land", None)
        if isinstance(land, int):
            having |= Counter({(Kind.TERRAIN, current().terrain_of(land)): 1, land: 1})
        having |= Counter(dict.fromkeys(TABLE[action.do].deeds, 1))
        having |= Counter({word.value: 1 for word in words(action.do.replace("-", " "))})
        return having


def _subject(said: Sequence[Word]) -> Sequence[Word]:
    """Who acts: the names before what is done; nobody if nothing is done."""
    deed = next((n for n, word in enumerate(said) if word.kind is Kind.DEED), 0)
    return [word for word in said[:deed] if word.kind is Kind.NAME]


def _met(game: Game, land: int) -> Counter[object]:
    """The names of the characters that are known of the Legions in a land."""
    there = [legion for _, legion in game.legions() if legion.land == land]
    return Counter((Kind.NAME, name) for legion in there for name in legion.characters or ())


def counted(said: Sequence[Word]) -> Counter[object]:
    """What is said, and how often: numbers and lands, deeds, and names by their count."""
    found = Counter[object]()
    count = 1
    for n, word in enumerate(said):
        after = said[n + 1].kind if n + 1 < len(said) else None
        if word.kind is Kind.NUMBER and after is Kind.NAME:
            count = min(word.number, 99)
        elif word.kind is Kind.ORDINAL:
            found[(Kind.ORDINAL, word.value)] += 1
        elif word.kind in (Kind.NUMBER, Kind.LAND):
            found[word.value] += 1
        elif word.kind is Kind.OWNER:
            found[(Kind.COLOUR, word.value)] += 1
        elif isinstance(word.value, Deed):
            found[word.value] = 1
        else:
            found[(word.kind, word.value)] += count if word.kind is Kind.NAME else 1
            count = 1
    return found


def _plainest(actions: Sequence[Action], text: str) -> list[Action]:
    """Those that leave most unsaid: *red* is the colour, without a first Legion's marker; *Lion* is mustered."""
    named = {word.value for word in words(text) if word.kind is Kind.NAME}
    mustered = [action for action in actions if isinstance(action, Muster | Reinforce) and action.character in named]
    chosen_from = mustered or actions
    unsaid = [sum(getattr(action, f.name) == f.default for f in fields(type(action))) for action in chosen_from]
    return [action for action, n in zip(chosen_from, unsaid, strict=True) if n == max(unsaid)]
