"""One action of a record, tried with the contents that are possible of the Legions on which it depends."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

from attrs import frozen

from ..actions import intents as act
from ..actions.grammar import action_of
from ..actions.intents import Action
from ..box import Box
from ..box.characters import TITAN
from ..kernel.errors import CannotTell, DocumentError, Fault, TitanError
from ..kernel.evolving import evolve
from ..kernel.replaying import Line, Step, play
from ..position.game import STARTING_HEIGHT, Game
from ..replays.referee import TitanReferee
from ..rules.engagement.meeting import UnknownContent
from .facts import Fact, Looked, Names
from .history import alphabet
from .multisets import Alphabet, Packed
from .posterior import NOBODY, Observer
from .supposing import Contents, deciding, suppose

MOST_TRIED = 5_000
"""At most this many contents, of all Legions that an action depends on, are tried."""

ENDS = (
    act.Flee | act.Accept | act.Concede | act.AttemptConcession | act.AcceptConcession | act.EndManeuver | act.Withdraw
)
"""Actions whose outcome depends on what a Legion holds that is lost; of any other it is the same with each content."""

Tried: TypeAlias = tuple[Contents, Contents, Step[Game]]
"""A step that was judged with contents, all of which were tried, and with some beside them that make no difference."""


@frozen
class Trial:
    """An action of a record in a position with Legions of unknown content.

    :param known: knows what the record says of Legions.
    :param facts: all that it says.
    :param claimed: what the action says of them, if it is legal.
    """

    known: Observer
    facts: tuple[Fact, ...]
    game: Game
    line: Line
    action: Action
    claimed: Sequence[Fact]

    @property
    def _by_value(self) -> Box | None:
        """The box, where what a Legion holds matters by its value only."""
        return self.game.the_box if isinstance(self.action, ENDS) else None

    def outcomes(self) -> Iterator[Tried]:
        """The action, judged with the contents that the Legions may have on which it depends.

        :raises CannotTell: there are too many.
        """
        known, game, action = self.known, self.game, self.action
        unsaid = isinstance(action, act.Split) and action.characters is None
        always = deciding(game, action) if unsaid or game.battle is not None else ()
        markers = [m for m in always if m in known.legions() and (unsaid or is_open(known, m))]
        options = [_options(known, marker, self.claimed, self._by_value) for marker in markers]
        tried = 0
        for names in product(*options):
            supposed = dict(zip(markers, names, strict=True))
            for one in self._completed(supposed, {}):
                yield one
                tried += 1
                if tried > MOST_TRIED:
                    message = f"{action} depends on too many contents of Legions"
                    raise CannotTell(Fault("unknown-content", message, line=self.line.number))

    def _completed(self, supposed: Contents, beside: Contents) -> Iterator[Tried]:
        """A line, judged with some contents, and with those of further Legions on which it then depends."""
        known, game, step = self.known, self.game, self._judged({**supposed, **beside})
        missing = _missing(step, game, self.action)
        if missing is None or missing in supposed or missing in beside or missing not in known.legions():
            yield supposed, beside, step
            return
        owner = known.owner(missing)
        if not _follows(game, known, owner, supposed):
            for names in _options(
                known, missing, self.claimed, game.the_box if isinstance(self.action, ENDS) else None
            ):
                again = {**supposed, missing: names}
                yield from self._completed(again, beside)
            return
        options = _options(self._given(owner, {**supposed, **beside}), missing, (), game.the_box)
        if not _is_engaged(game, missing):
            again = {**beside, missing: options[0]}
            yield from self._completed(supposed, again)
            return
        for names in options:
            again = {**supposed, missing: names}
            yield from self._completed(again, beside)

    def _judged(self, supposed: Contents) -> Step[Game]:
        """The action, judged with some contents; somebody leaves who can, and some Lord is revealed."""
        there = suppose(self.game, supposed)
        for said in said_in(there, self.action):
            step = played(self.line, said, there)
            if not step.refusal:
                return evolve(step, action=self.action)
        if passes_up(self.action) and (step.refusal or step.fault is not None) and supposed != {}:
            return evolve(step, refusal=(), fault=None, error=None, state=there)
        return step

    def _given(self, owner: str, supposed: Contents) -> Observer:
        """Somebody who knows what some of a player's Legions hold, too."""
        facts = [fact for fact in self.facts if fact.owner == owner]
        for marker, names in supposed.items():
            if self.known.owner(marker) == owner:
                facts.append(Looked(step=0, rule="STOP-1", owner=owner, legion=marker, characters=names))
        return observer_of(self.known.alphabet, facts)


def observer_of(kinds: Alphabet, facts: Iterable[Fact]) -> Observer:
    """Somebody who knows the whole record, and no more.

    :raises Contradiction, NoHistory: the facts agree with no history.
    """
    known = Observer(kinds, NOBODY, told=True)
    known.take(facts)
    known.settle()
    return known


def read(line: Line, game: Game) -> Action:
    """The action of a line.

    :raises CannotTell: it cannot be read.
    """
    try:
        return action_of(dict(line.data), game)
    except TitanError as e:
        fault = e.faults[0] if isinstance(e, DocumentError) else getattr(e, "fault", Fault("error", str(e)))
        raise CannotTell(evolve(fault, line=line.number)) from None


def played(line: Line, action: Action, game: Game) -> Step[Game]:
    """An action of a record, judged in a position."""
    said = evolve(line, data=action.to_json(), expect={})
    (step,) = play([said], TitanReferee(), game, check_seals=False)
    return evolve(step, line=line, action=action)


def said_in(game: Game, action: Action) -> Iterator[Action]:
    """The actions that one may stand for which leaves open who leaves, or which Lord it reveals."""
    holder = game.find(action.legion) if isinstance(action, act.Split | act.Move) and action.legion else None
    content = () if holder is None else holder[1].characters or ()
    if isinstance(action, act.Split) and action.characters is None:
        leaving = _anybody(game, tuple(sorted(content)), action.count or 0)
        yield action if leaving is None else _leaving(action, leaving)
        return
    yield action
    if isinstance(action, act.Move) and not action.reveal:
        for lord in dict.fromkeys(game.the_box.lords(content)):
            yield evolve(action, reveal=(lord,))


def _leaving(split: act.Split, characters: Names) -> act.Split:
    return evolve(split, characters=characters, count=None)


def _anybody(game: Game, content: Names, count: int) -> Names | None:
    """Some characters that may leave a Legion; None if nobody may."""
    kinds = alphabet(game.the_box)
    found = Observer(kinds).parts_of(kinds.pack(content), count, halves=len(content) == STARTING_HEIGHT)
    return kinds.unpack(found[0][0]) if found else None


def passes_up(action: Action) -> bool:
    """Whether an action only declares that nothing is done, which nobody needs a right for."""
    return isinstance(action, act.NoSummon | act.NoReinforce) or action == act.Acquire()


def _missing(step: Step[Game], game: Game, action: Action) -> str | None:
    """The Legion on whose content it depends whether a line is legal, or what comes of it."""
    if isinstance(step.error, UnknownContent):
        return step.error.legion
    if step.fault is None or step.fault.code != "unknown-content":
        return None
    return next(iter(deciding(game, action)), None)


def _follows(game: Game, known: Observer, owner: str, supposed: Contents) -> bool:
    """Whether it does not matter how a player's characters are spread over its Legions, once some are supposed: all of
    them leave the board together, and what they are worth together is known."""
    slain = () if game.engagement is None else game.engagement.slain_titans
    return owner in slain or any(known.owner(marker) == owner for marker in supposed)


def is_open(known: Observer, marker: str) -> bool:
    """Whether a Legion may hold one thing or another."""
    return len(known.contents(marker)) > 1


def agreeing(known: Observer, marker: str, claimed: Iterable[Fact]) -> list[Packed]:
    """The contents of a Legion with which all is true that an action claims of it, the likeliest first."""
    weights = known.contents(marker)
    about = [fact for fact in claimed if fact.legion == marker]
    return sorted([x for x in weights if all(known.agrees(fact, x) for fact in about)], key=lambda x: -weights[x])


def _options(known: Observer, marker: str, claimed: Iterable[Fact], box: Box | None) -> list[Names]:
    """What a Legion may hold, all that an action claims of it being true.

    :param box: where what it holds matters by its value only: of each value one.
    """
    contents = [known.alphabet.unpack(packed) for packed in agreeing(known, marker, claimed)]
    return contents if box is None else list({worth(box, names): names for names in reversed(contents)}.values())


def _is_engaged(game: Game, marker: str) -> bool:
    """Whether a Legion stands in a land with another player's, so that what it is worth goes elsewhere (D-3)."""
    holder = game.find(marker)
    return holder is not None and any(player.color != holder[0].color for player, _ in game.at(holder[1].land))


def worth(box: Box, names: Names) -> object:
    """What matters of a Legion that is lost."""
    values = [box.points(name) for name in names]
    back = tuple([name for name in names if box.characters[name].returns])
    return sum(values), sum(value // 2 for value in values), TITAN in names, back
