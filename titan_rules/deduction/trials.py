"""Supposes contents of Legions in positions, and tries an action with every possible content."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from operator import is_
from typing import TypeAlias

from attrs import frozen

from ..actions import intents as act
from ..box import Box
from ..box.characters import TITAN
from ..kernel.errors import CannotTell, Fault, IllegalAction, TitanError, faults_of
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.replaying import Divergence, RecordLine, Step, judge
from ..kernel.rulings import HasRuling, Ruling
from ..play import ended_by_itself, violations
from ..position.battle import Battle, BattleSide, Combatant
from ..position.game import Game, Legion, Player
from ..replays.report import TitanReferee
from ..rules.objections import UnknownContent
from ..text.parsing import action_of
from .facts import Looked, Names, Observation
from .history import alphabet, has_spoken
from .multisets import Alphabet, Packed, common, parts
from .posterior import Observer

Contents = Mapping[str, Names]  # what Legions hold, by marker


def deciding(game: Game, action: act.Action) -> tuple[str, ...]:
    """The markers of the Legions whose contents decide whether an action is legal, or its outcome."""
    engagement, battle = game.engagement, game.battle
    match action:
        case act.Split() | act.Move() | act.Muster():
            return (action.legion,)
        case act.Summon():
            return (action.origin,)
        case _ if engagement is None:
            return ()
        case act.Maneuver() | act.EndManeuver() if battle is not None:
            return (battle.of(battle.side).legion,) if battle.turn == 1 else ()
        case act.Concede() | act.AttemptConcession() | act.AcceptConcession() if battle is not None:
            return (engagement.attacker if action.by == engagement.attacking else engagement.defender,)
        case act.Propose() | act.Accept():
            return (engagement.attacker, engagement.defender)
        case act.Flee() | act.Stand() | act.NoMore() | act.Concede() | act.Fight() | act.Reinforce():
            return (engagement.defender,)
    return ()


def needed(action: act.Action) -> Names:
    """The characters that an action requires of its Legion."""
    match action:
        case act.Muster() | act.Reinforce():
            return action.with_
        case act.Split():
            return action.characters or ()
        case act.Summon():
            return (action.character,)
        case act.Move():
            return action.reveal
    return ()


def judged(game: Game, action: act.Action, contents: Contents, color: str) -> list[Ruling]:
    """Why an action is illegal with these contents; empty if it is legal.

    :param color: the observer; other players' Legions that are not given are unknown.
    :raises CannotTell: it depends on another Legion.
    """
    others = [legion.legion for player, legion in game.legions() if player.color != color]
    supposed = suppose(hide(game, others), contents)
    return [] if ended_by_itself(supposed, action) is not None else violations(supposed, action)


def hide(game: Game, markers: Iterable[str]) -> Game:
    """The game with the contents of Legions unknown, except for their height and certain characters."""
    hidden = set(markers)

    def seen(legion: Legion) -> Legion:
        if legion.legion not in hidden or not legion.characters:
            return legion
        return evolve(legion, characters=None, height=legion.size)

    return _with_legions(game, seen)


def suppose(game: Game, contents: Contents) -> Game:
    """The game with these contents, including characters that have not entered a battle.

    A defender without a Lord is asked whether it flees, if it still can (ENG-3).
    """

    def given(legion: Legion) -> Legion:
        if legion.legion not in contents:
            return legion
        return evolve(legion, characters=contents[legion.legion], height=None)

    engagement, battle = game.engagement, game.battle
    if engagement is not None and engagement.defender in contents and not has_spoken(engagement):
        stage = "negotiation" if game.the_box.lords(contents[engagement.defender]) else "flight"
        game = evolve(game, engagement=evolve(engagement, stage=stage))
    if battle is not None and contents:
        game = evolve(game, battle=_entering(battle, contents))
    return _with_legions(game, given)


def _entering(battle: Battle, contents: Contents) -> Battle:
    """A battle with the rest of the Legions' contents still to enter."""

    def side(old: BattleSide) -> BattleSide:
        names = contents.get(old.legion or "")
        if names is None:
            return old
        inside = tuple([c for c in old.characters if c.hex is not None])
        waiting = Counter(names) - Counter([c.name for c in inside])
        return evolve(old, characters=(*inside, *[Combatant(name) for name in sorted(waiting.elements())]))

    return evolve(battle, attacker=side(battle.attacker), defender=side(battle.defender))


def as_known(known: Observer) -> Callable[[Game], Game]:
    """Puts into games what an observer knows: all characters of Legions known whole, of others the certain ones.

    If it is open whether the defender holds a Lord, the flight stage is skipped (ENG-3). In a battle, an arbitrary
    possible content represents a Legion that is not known until it has entered.
    """
    contents, unpack = {marker: known.contents(marker) for marker in known.legions()}, known.alphabet.unpack
    certain = {marker: unpack(common(possible)) for marker, possible in contents.items()}

    def seen(legion: Legion) -> Legion:
        marker = legion.legion
        if marker not in contents:
            return legion
        if len(contents[marker]) == 1:
            whole = legion.characters is not None and tuple(sorted(legion.characters)) == certain[marker]
            return legion if whole else evolve(legion, characters=certain[marker], height=None)
        same = legion.characters is None and legion.revealed == certain[marker] and not legion.seen
        return (
            legion if same else evolve(legion, characters=None, height=legion.size, revealed=certain[marker], seen={})
        )

    def put_in(game: Game) -> Game:
        engagement, battle = game.engagement, game.battle
        if engagement is not None and engagement.defender in contents and not has_spoken(engagement):
            flees = not any(known.alphabet.lords(packed) for packed in contents[engagement.defender])
            game = evolve(game, engagement=evolve(engagement, stage="flight" if flees else "negotiation"))
        if battle is not None:
            markers = (battle.attacker.legion or "", battle.defender.legion or "")
            unknown = {m: unpack(min(contents[m])) for m in markers if len(contents.get(m, ())) > 1}
            game = evolve(game, battle=_entering(battle, unknown))
        return _with_legions(game, seen)

    return put_in


def _with_legions(game: Game, change: Callable[[Legion], Legion]) -> Game:
    """The game with Legions changed; the same object if nothing changes."""
    players = tuple([_with_changed(player, tuple(map(change, player.legions))) for player in game.players])
    return game if all(map(is_, players, game.players)) else evolve(game, players=players)


def _with_changed(player: Player, legions: tuple[Legion, ...]) -> Player:
    return player if all(map(is_, legions, player.legions)) else evolve(player, legions=legions)


# --- trying one action -----------------------------------------------------------------------------------------------

MOST_TRIED = 5_000  # at most this many contents are tried, over all Legions that an action depends on

ENDS = (
    act.Flee | act.Accept | act.Concede | act.AttemptConcession | act.AcceptConcession | act.EndManeuver | act.Withdraw
)
"""Actions in which a Legion may be lost."""

Tried: TypeAlias = tuple[Contents, Step[Game]]  # A step, with the relevant contents it was judged with


@frozen
class Trial:
    """An action of a record in a position with Legions of unknown content.

    :param known: an observer who knows what the record says of Legions.
    :param claimed: what the action says about them, if it is legal.
    """

    known: Observer
    game: Game
    line: RecordLine
    action: act.Action
    claimed: Sequence[Observation]

    def outcomes(self) -> Iterator[Tried]:
        """The action, judged with every possible content of the Legions it depends on.

        :raises CannotTell: there are too many.
        """
        known, game, action = self.known, self.game, self.action
        # A battle has some content already, and who musters is shown by itself, off a stock that counts them twice.
        always = deciding(game, action) if game.battle is not None or isinstance(action, act.Muster) else ()
        markers = [m for m in always if m in known.legions() and is_open(known, m)]
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

        If a player's Legions leave the board together, only their joint value matters, which is known; one arbitrary
        choice, kept in ``beside``, represents them. An engaged one counts apart, so it comes first.
        """
        known, all_supposed = self.known, {**supposed, **beside}
        step = self._judged(all_supposed)
        missing = _missing(step)
        if missing is None or missing in all_supposed or missing not in known.legions():
            yield supposed, step
            return
        owner, engagement = known.owner(missing), self.game.engagement
        together = {m: names for m, names in all_supposed.items() if known.owner(m) == owner}
        follows = together or (engagement is not None and owner in engagement.slain_titans)
        if follows:
            others = [m for m in known.legions() if known.owner(m) == owner and is_open(known, m)]
            apart = [m for m in others if m not in all_supposed and _is_engaged(self.game, m)]
            missing = apart[0] if apart else missing
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
        step = played(self.line, self.action, there)
        if passes_up(self.action) and step.refusal and supposed:
            return evolve(step, refusal=(), error=None, state=there)
        return step

    def _options(self, known: Observer, marker: str) -> list[Names]:
        """What a Legion may hold if the action's claims hold; one content for each value if nothing else matters."""
        contents = [known.alphabet.unpack(packed) for packed in agreeing(known, marker, self.claimed)]
        if not ends(self.game, self.action):
            return contents
        return list({worth(self.game.the_box, names): names for names in contents}.values())


def observer_of(kinds: Alphabet, facts: Iterable[Observation], *, kept: bool = False) -> Observer:
    """An observer who knows the whole record, and no more.

    :raises NoHistory: the facts agree with no history.
    """
    known = Observer(kinds, told=True, kept=kept)
    known.take(facts)
    known.settle()
    return known


def read(line: RecordLine, game: Game) -> act.Action:
    """The action of a line.

    :raises CannotTell: it cannot be read.
    """
    try:
        return action_of(dict(line.data), game)
    except TitanError as e:
        raise CannotTell(evolve(faults_of(e)[0], line=line.number)) from None


def played(line: RecordLine, action: act.Action, game: Game) -> Step[Game]:
    """An action of a record, judged in a position, ignoring expectations and seal."""
    return judge(0, evolve(line, expect={}, seal=None), Completing(), game, action)


class Completing(TitanReferee[Game]):
    """Judges actions that do not say who leaves, or which Lord they reveal: legal if any choice is legal."""

    def apply(self, state: Game, action: act.Action) -> tuple[Game, Sequence[HasRuling]]:
        """The next state and what happened, in the first way that is legal."""
        for said in _said_in(state, action):
            try:
                return super().apply(state, said)
            except IllegalAction as e:
                refused = e
        raise refused

    def divergences(self, state: Game, events: Sequence[HasRuling], expect: Mapping[str, JSON]) -> list[Divergence]:
        """Which expectations do not hold, except those about Legions' contents."""
        return super().divergences(state, events, named(expect))


def named(expect: Mapping[str, JSON]) -> dict[str, JSON]:
    """Expectations, except those about Legions' contents."""
    return {fact: value for fact, value in expect.items() if fact != "legion"}


def _said_in(game: Game, action: act.Action) -> Iterator[act.Action]:
    """Ways to fill in an action that does not say who leaves, or which Lord it reveals."""
    holder = game.find(action.legion) if isinstance(action, act.Split | act.Move) and action.legion else None
    content = () if holder is None else holder[1].characters or ()
    if isinstance(action, act.Split) and action.characters is None:
        kinds = alphabet(game.the_box)
        leaving = [kinds.unpack(part) for part, _ in parts(kinds.pack(content), action.count or 0)]
        yield from [evolve(action, characters=names, count=None) for names in leaving] or [action]
        return
    yield action
    if isinstance(action, act.Move) and not action.reveal:
        for lord in dict.fromkeys(game.the_box.lords(content)):
            yield evolve(action, reveal=(lord,))


def passes_up(action: act.Action) -> bool:
    """Whether an action only declines something, which is always legal."""
    return isinstance(action, act.NoSummon | act.NoReinforce) or action == act.Acquire()


def ends(game: Game, action: act.Action) -> bool:
    """Whether the outcome of an action may depend on the content of a lost Legion."""
    return isinstance(action, ENDS) or (game.engagement is not None and bool(game.engagement.slain_titans))


def _missing(step: Step[Game]) -> str | None:
    """The Legion whose content decides whether a line is legal, or its outcome."""
    return step.error.legion if isinstance(step.error, UnknownContent) else None


def is_open(known: Observer, marker: str) -> bool:
    """Whether a Legion has more than one possible content."""
    return len(known.contents(marker)) > 1


def agreeing(known: Observer, marker: str, claimed: Iterable[Observation] = ()) -> list[Packed]:
    """The contents of a Legion that agree with an action's claims."""
    about = [fact for fact in claimed if fact.legion == marker]
    return [x for x in known.contents(marker) if all(known.agrees(fact, x) for fact in about)]


def _is_engaged(game: Game, marker: str) -> bool:
    """Whether a Legion shares a land with another player's, so that its value goes elsewhere (D-3)."""
    holder = game.find(marker)
    return holder is not None and any(player.color != holder[0].color for player, _ in game.at(holder[1].land))


def worth(box: Box, names: Names) -> object:
    """What matters about a lost Legion: its points, half-points, Titan, and characters that return."""
    values = [box.points(name) for name in names]
    back = tuple([name for name in names if box.characters[name].returns])
    return sum(values), sum(value // 2 for value in values), TITAN in names, back
