"""One action of a record, tried with every possible content of the Legions it depends on."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

from attrs import frozen

from ..actions import intents as act
from ..actions.grammar import action_of
from ..box import Box
from ..box.characters import TITAN
from ..kernel.errors import CannotTell, Fault, TitanError, faults_of
from ..kernel.evolving import evolve
from ..kernel.replaying import Line, Step, judge
from ..position.game import STARTING_HEIGHT, Game
from ..replays.report import TitanReferee
from ..rules.engagement.meeting import UnknownContent
from .facts import Fact, Looked, Names
from .history import alphabet
from .multisets import Alphabet, Packed
from .posterior import NOBODY, Observer
from .supposing import Contents, deciding, suppose

MOST_TRIED = 5_000
"""At most this many contents are tried, over all Legions that an action depends on."""

ENDS = (
    act.Flee | act.Accept | act.Concede | act.AttemptConcession | act.AcceptConcession | act.EndManeuver | act.Withdraw
)
"""Actions in which a Legion may be lost."""

Tried: TypeAlias = tuple[Contents, Step[Game]]
"""A step, with the relevant contents it was judged with."""


@frozen
class Trial:
    """An action of a record in a position with Legions of unknown content.

    :param known: an observer who knows what the record says of Legions.
    :param claimed: what the action says of them, if it is legal.
    """

    known: Observer
    game: Game
    line: Line
    action: act.Action
    claimed: Sequence[Fact]

    def outcomes(self) -> Iterator[Tried]:
        """The action, judged with every possible content of the Legions it depends on.

        :raises CannotTell: there are too many.
        """
        known, game, action = self.known, self.game, self.action
        unsaid = isinstance(action, act.Split) and action.characters is None
        always = deciding(game, action) if unsaid or game.battle is not None else ()
        markers = [m for m in always if m in known.legions() and (unsaid or is_open(known, m))]
        tried = 0
        for names in product(*[self._options(known, marker) for marker in markers]):
            for outcome in self._completed(dict(zip(markers, names, strict=True)), {}):
                yield outcome
                tried += 1
                if tried > MOST_TRIED:
                    message = f"{action} depends on too many contents of Legions"
                    raise CannotTell(Fault("unknown-content", message, line=self.line.number))

    def _completed(self, supposed: Contents, beside: Contents) -> Iterator[Tried]:
        """The action, judged with these contents, and with those of any further Legions it turns out to depend on.

        If a player's Legions leave the board together, only their joint value matters, which is known; so one arbitrary
        choice, kept in ``beside``, is enough for them.
        """
        known, all_supposed = self.known, {**supposed, **beside}
        step = self._judged(all_supposed)
        missing = _missing(step, self.game, self.action)
        if missing is None or missing in all_supposed or missing not in known.legions():
            yield supposed, step
            return
        owner, engagement = known.owner(missing), self.game.engagement
        together = {m: names for m, names in all_supposed.items() if known.owner(m) == owner}
        follows = together or (engagement is not None and owner in engagement.slain_titans)
        if follows:
            known = known.twin()
            looks = [Looked(step=0, rule="STOP-1", owner=owner, legion=m, characters=together[m]) for m in together]
            known.take(looks)
        options = self._options(known, missing)
        if follows and not _is_engaged(self.game, missing):
            yield from self._completed(supposed, {**beside, missing: options[0]})
            return
        for names in options:
            yield from self._completed({**supposed, missing: names}, beside)

    def _judged(self, supposed: Contents) -> Step[Game]:
        """The action, judged with these contents; an unspecified split or Lord is filled in with any that is legal."""
        there = suppose(self.game, supposed)
        for said in said_in(there, self.action):
            step = played(self.line, said, there)
            if not step.refusal:
                return evolve(step, action=self.action)
        if passes_up(self.action) and not step.judged and supposed:
            return evolve(step, refusal=(), fault=None, error=None, state=there)
        return step

    def _options(self, known: Observer, marker: str) -> list[Names]:
        """What a Legion may hold if the action's claims hold; one content for each value if nothing else matters."""
        contents = [known.alphabet.unpack(packed) for packed in agreeing(known, marker, self.claimed)]
        if not ends(self.game, self.action):
            return contents
        return list({worth(self.game.the_box, names): names for names in reversed(contents)}.values())


def observer_of(kinds: Alphabet, facts: Iterable[Fact], *, kept: bool = False) -> Observer:
    """An observer who knows the whole record, and no more.

    :raises NoHistory: the facts agree with no history.
    """
    known = Observer(kinds, NOBODY, told=True, kept=kept)
    known.take(facts)
    known.settle()
    return known


def read(line: Line, game: Game) -> act.Action:
    """The action of a line.

    :raises CannotTell: it cannot be read.
    """
    try:
        return action_of(dict(line.data), game)
    except TitanError as e:
        raise CannotTell(evolve(faults_of(e)[0], line=line.number)) from None


def played(line: Line, action: act.Action, game: Game) -> Step[Game]:
    """An action of a record, judged in a position, ignoring expectations and seal."""
    return judge(0, evolve(line, expect={}, seal=None), TitanReferee(), game, action)


def said_in(game: Game, action: act.Action) -> Iterator[act.Action]:
    """Ways to fill in an action that does not say who leaves, or which Lord it reveals."""
    holder = game.find(action.legion) if isinstance(action, act.Split | act.Move) and action.legion else None
    content = () if holder is None else holder[1].characters or ()
    if isinstance(action, act.Split) and action.characters is None:
        kinds, count = alphabet(game.the_box), action.count or 0
        parts = Observer(kinds).parts_of(kinds.pack(content), count, halves=len(content) == STARTING_HEIGHT)
        yield evolve(action, characters=kinds.unpack(parts[0][0]), count=None) if parts else action
        return
    yield action
    if isinstance(action, act.Move) and not action.reveal:
        for lord in dict.fromkeys(game.the_box.lords(content)):
            yield evolve(action, reveal=(lord,))


def passes_up(action: act.Action) -> bool:
    """Whether an action only declines something, which needs no right to it."""
    return isinstance(action, act.NoSummon | act.NoReinforce) or action == act.Acquire()


def ends(game: Game, action: act.Action) -> bool:
    """Whether the outcome of an action may depend on the content of a lost Legion."""
    return isinstance(action, ENDS) or (game.engagement is not None and bool(game.engagement.slain_titans))


def _missing(step: Step[Game], game: Game, action: act.Action) -> str | None:
    """The Legion whose content decides whether a line is legal, or its outcome."""
    if isinstance(step.error, UnknownContent):
        return step.error.legion
    if step.fault is None or step.fault.code != "unknown-content":
        return None
    return next(iter(deciding(game, action)), None)


def is_open(known: Observer, marker: str) -> bool:
    """Whether a Legion has more than one possible content."""
    return len(known.contents(marker)) > 1


def agreeing(known: Observer, marker: str, claimed: Iterable[Fact] = ()) -> list[Packed]:
    """The contents of a Legion that agree with an action's claims, the likeliest first."""
    weights = known.contents(marker)
    about = [fact for fact in claimed if fact.legion == marker]
    return sorted([x for x in weights if all(known.agrees(fact, x) for fact in about)], key=lambda x: -weights[x])


def _is_engaged(game: Game, marker: str) -> bool:
    """Whether a Legion shares a land with another player's, so that its value goes elsewhere (D-3)."""
    holder = game.find(marker)
    return holder is not None and any(player.color != holder[0].color for player, _ in game.at(holder[1].land))


def worth(box: Box, names: Names) -> object:
    """What matters of a lost Legion: its points, half-points, Titan, and characters that return."""
    values = [box.points(name) for name in names]
    back = tuple([name for name in names if box.characters[name].returns])
    return sum(values), sum(value // 2 for value in values), TITAN in names, back
