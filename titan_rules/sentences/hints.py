"""The legal action that a few words hint at: *Bk02 recruits*, *rd01 to the desert*, *red*."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from attrs import fields

from ..actions import grammar
from ..actions.intents import Action, Muster, Reinforce, Strike
from ..box.current_box import current
from ..box.vocabulary import LITTLE, ORDINALS, any_of, words_of
from ..kernel.errors import ActionError, CannotTell, Fault
from ..kernel.evolving import evolve
from ..play import is_legal, legal_actions, next_choice
from ..play.planning import fought
from ..position.battle import Battle
from ..position.game import Game
from . import parse
from .said import Item, said

MOST = 6
"""At most so many actions are offered."""
_VAGUE = any_of(
    "take takes taking choose chooses pick picks want wants go goes do does get gets have has my our his her"
    " die dice first"
)
"""Words that suit any action."""
_SILENT = frozenset({"mark", "end", "word", "has", "stack"})
_DIE = re.compile(r"\brolls? (?:the |a |my )?(?:die|dice)\b", re.IGNORECASE)
_OPEN = "a choice is open"
_FIGHTING = frozenset({"strike", "fight", "engage"})
"""Verbs of whoever goes where an enemy stands, or fights there."""


class Several(ActionError):
    """Several actions can be meant.

    :param offered: these actions, in the order in which they are listed.
    """

    def __init__(self, message: str, text: str, offered: Sequence[Action], position: Game | Battle) -> None:
        self.offered = tuple(offered)
        hint = f"say which: {_listed(offered, position, ' or ')}"
        super().__init__(Fault("ambiguous-action", message, hint=hint), text, (0, len(text)))


def meant_now(text: str, position: Game | Battle) -> Action:
    """The action that a text means, or the one legal action that its words fit.

    :raises ActionError: none or several are meant.
    """
    text = _DIE.sub("roll", text)
    try:
        action = parse(text, position)
        own = getattr(action, "by", "").lower() in ("i", "we")
        action = evolve(action, by=next_choice(position).by) if own else action
        legal = () if _may_be(position, action) else legal_actions(position)
        open_to = [one for one in legal if _completes(one, action)]
        if len(open_to) > 1:
            raise Several(_OPEN, text, open_to, position)
        fits = [] if action.do in {one.do for one in legal} else _plainest([*_hinted(text, position)], text)
        fits = open_to or fits
        return fits[0] if legal and len(fits) == 1 else action
    except ActionError as e:
        if e.fault.message == _OPEN:
            raise
        fits = [*_hinted(text, position)]
        if e.fault.code == "ambiguous-action":
            ways = grammar.ways(text, position)
            able = [action for action in ways if is_legal(position, action)]
            fits = [action for action in able if action in fits] or able or fits or [ways[0]]
        if not fits:
            told = _of_the_legion(text, position) if e.fault.message.endswith("is not understood") else None
            if told is None:
                raise
            raise ActionError(told, text, (0, len(text))) from e
        fits = _plainest(fits, text)
        if len(fits) == 1:
            return fits[0]
        raise Several("this can mean several actions", text, fits, position) from e


def chosen(text: str, offered: Sequence[Action], position: Game | Battle) -> Action | None:
    """The one of several actions that a text picks: *the second*, `2`, *lion*, *left*; None if it picks none."""
    place = _PLACE.fullmatch(text.casefold().strip(" .!"))
    word = "" if place is None else place["nth"]
    if word and not word.isdecimal():
        n = len(offered) if word == "last" else ORDINALS.get(word) or int(word[0])
        return offered[n - 1] if n <= len(offered) else None
    items = said([_ONE.sub("", text).strip()])
    wanted = [item for item in items if item.kind not in _SILENT and item.low not in _VAGUE | LITTLE]
    fits = [one for one in offered if _has_all(wanted, one, position, counted=False)] if wanted else []
    if not fits and word:
        fits = [*offered[int(word) - 1 : int(word)]]
    with_them = {item.value for item in wanted if item.kind == "character"}
    by_them: list[Action] = [one for one in fits if isinstance(one, Muster | Reinforce) and with_them <= {*one.with_}]
    fits = by_them if len(by_them) == 1 else fits
    return fits[0] if len(fits) == 1 else None


_PLACE = re.compile(
    rf"(?:the |number |no\.? ?|option |#)*(?P<nth>[1-6]|1st|2nd|3rd|[4-6]th|last|{'|'.join(ORDINALS)})"
    r"(?: (?:one|way|of them))?"
)
"""Where in a list something stands."""
_ONE = re.compile(r"\b(?:the|ones?|from)\b", re.IGNORECASE)


def _completes(one: Action, action: Action) -> bool:
    """Whether a legal action says all that an illegal one does, and more."""
    kind = type(action)
    if type(one) is not kind:
        return False
    return all(getattr(action, f.name) in (f.default, getattr(one, f.name)) for f in fields(kind))


def _may_be(position: Game | Battle, action: Action) -> bool:
    """Whether an action is legal, or may be."""
    try:
        return is_legal(position, action)
    except CannotTell:
        return True


def _listed(actions: Sequence[Action], position: Game | Battle, between: str) -> str:
    texts = [grammar.written(action, position.the_box) for action in actions]
    return between.join(texts[:MOST]) + (f"{between}..." if len(texts) > MOST else "")


def _of_the_legion(text: str, position: Game | Battle) -> Fault | None:
    """That nothing fits, with what the Legion that a text names may do; None if it names none that may do anything."""
    markers = {item.value for item in said([text]) if item.kind == "marker"}
    able = [action for action in legal_actions(position) if getattr(action, "legion", None) in markers]
    if not able:
        return None
    hint = f"legal now: {_listed(able, position, '; ')}"
    return Fault("bad-notation", f"no legal action of {' or '.join(sorted(map(str, markers)))} matches this", hint=hint)


def _hinted(text: str, position: Game | Battle) -> Iterator[Action]:
    """The legal actions that have everything that a text says."""
    items = said([_SEQUENCE.sub("", text)])
    wanted = [item for item in items if item.kind not in _SILENT and item.low not in _VAGUE | LITTLE]
    if all(item.kind == "side" for item in wanted):
        return  # a fragment, and no action
    choice = next_choice(position)
    legal = legal_actions(position)
    mine = [action for action in legal if getattr(action, "by", choice.by) == choice.by]
    for actions in (mine, legal):
        fits = [action for action in actions if _has_all(wanted, action, position)]
        yield from fits
        if fits:
            return


_SEQUENCE = re.compile(r"\b(?:first|next|now|please)\b", re.IGNORECASE)
"""Words that would be read as numbers, or say nothing of an action."""


def _has_all(wanted: Sequence[Item], action: Action, position: Game | Battle, *, counted: bool = True) -> bool:
    """Whether an action has everything that is said.

    :param counted: as often as it is said.
    """
    spoken = f"{grammar.sentence(action, position)} . {grammar.written(action, position.the_box)}"
    having = {(item.kind, item.value): item.count for item in said([spoken])}
    if isinstance(action, Strike) and any(item.kind == "verb" for item in wanted):
        battle = fought(position)
        there = None if battle is None else battle.at(action.origin)
        actor = {action.origin, there[1].name if there is not None else None}
        subject = takewhile(lambda item: item.kind != "verb", wanted)
        if any(item.kind in ("character", "hex") and item.value not in actor for item in subject):
            return False  # *the Titan strikes* is no strike at the Titan
    lows = {word.lower for word in words_of(spoken)} | {action.do}
    to = getattr(action, "to", None) or getattr(action, "land", None)
    enemies = frozenset[tuple[str, object]]()
    if isinstance(to, int):
        having |= {("terrain", current().terrain_of(to)): 1, ("number", to): 1}
        enemies = _enemies_in(to, position) if isinstance(position, Game) else enemies
    return all(
        having.get((item.kind, item.value), 0) in ((item.count,) if counted else range(1, 100))
        or (item.kind, item.value) in enemies
        or item.low in lows
        or item.value == action.do
        for item in wanted
    )


def _enemies_in(land: int, game: Game) -> frozenset[tuple[str, object]]:
    """What may be said of the enemies that stand in a land."""
    there = [(player, legion) for player, legion in game.legions() if legion.land == land]
    there = [(player, legion) for player, legion in there if player.color != game.active]
    names = {("character", name) for _, legion in there for name in legion.characters or ()}
    owners = {(kind, player.color) for player, _ in there for kind in ("owner", "color")}
    return frozenset(
        names | owners | {("marker", legion.legion) for _, legion in there} | {("verb", verb) for verb in _FIGHTING}
        if there
        else ()
    )


def _plainest(actions: Sequence[Action], text: str) -> list[Action]:
    """Those that leave most unsaid: *red* is the colour, without a first Legion's marker; *Lion* is mustered."""
    named = {item.value for item in said([text]) if item.kind == "character"}
    if not actions:
        return []
    mustered = [one for one in actions if isinstance(one, Muster | Reinforce) and one.character in named]
    actions = mustered or actions
    unsaid = [sum(getattr(one, f.name) == f.default for f in fields(type(one))) for one in actions]
    return [one for one, n in zip(actions, unsaid, strict=True) if n == max(unsaid)]
