"""Questions about a recorded game: what an observer can know after a step, and what was possible then."""

from collections.abc import Iterable
from fractions import Fraction
from os import PathLike, fspath
from os.path import dirname
from typing import TypeAlias

from attrs import frozen

from ..actions.grammar import written
from ..actions.intents import Action, Split
from ..answers.deduction import Deduction, Possibility, Prior
from ..box.loading import beside
from ..kernel.errors import CannotTell, Fault
from ..kernel.lines import rows_in, unpacked
from ..kernel.odds import Chance
from ..kernel.replaying import Line, play
from ..kernel.rulings import Ruling
from ..play.aftermath import late_reinforcements
from ..position.game import Game
from ..replays.record import Record
from ..replays.report import TitanReferee
from ..rules.engagement.summoning import donors
from . import supposing
from .deducing import Shares, legion_deduction, mixed
from .facts import Fact, Gone
from .following import Follower
from .history import alphabet, beginning, facts_of
from .possibility import could, ruled_out
from .posterior import NOBODY, Observer

Way: TypeAlias = tuple[Game, tuple[Fact, ...]]
"""One way in which a record can have come about: the position after it, and the facts seen of the Legions."""


def deduce(
    record: str | PathLike[str] | Record,
    color: str = NOBODY,
    *,
    step: int | None = None,
    legion: str | None = None,
    prior: Prior = "counters",
) -> Deduction:
    """What a player, or somebody who only watches, can know of the other players' Legions in a recorded game.

    :param record: a recorded game, or the path of one: JSON Lines or a score sheet, gzip or not.
    :param color: who has watched: a colour, or ``nobody``.
    :param step: after this many actions; None: after the last.
    :param legion: only this one, by its marker.
    :param prior: which splits are equally likely; only weights depend on it.
    :raises DocumentError: the record's header is bad. :raises OSError: the file cannot be read.
    :raises CannotTell: there is no such step, colour or Legion, or an action is not legal.
    :raises UnknownName: that is no colour or no Legion Marker.
    """
    if not isinstance(record, Record):
        with open(fspath(record), "rb") as stream, beside(dirname(fspath(record))):
            return deduce(Record(rows_in(unpacked(stream))), color, step=step, legion=legion, prior=prior)
    recording = recorded(record.lines(), record.start(), step)
    markers = recording.game.the_box.markers
    viewer = NOBODY if color.casefold() == NOBODY else markers.colors.canonical(color)
    return recording.deduce(viewer, prior, None if legion is None else markers.canonical(legion))


@frozen
class Recording:
    """A recorded game up to a step.

    :param step: the number of the last action.
    :param ways: in which it can have come about: more than one only while it is open who lost the Titan.
    :param told: the record says who left in every split, so players know what their own Legions hold.
    """

    step: int
    ways: tuple[Way, ...]
    told: bool = True

    @property
    def game(self) -> Game:
        """The position after the step, in the first way."""
        return self.ways[0][0]

    def observers(self, color: str = NOBODY, prior: Prior = "counters") -> Shares:
        """An observer for each way, with the way's probability.

        :param color: a colour of the game, or ``nobody``.
        :raises CannotTell: nobody plays that colour.
        """
        if color != NOBODY and all(player.color != color for player in self.game.players):
            raise CannotTell(Fault("usage", f"nobody plays {color} in this game"))
        kinds = alphabet(self.game.the_box)
        observers = [Observer(kinds, color, prior) for _ in self.ways]
        for observer, (_, facts) in zip(observers, self.ways, strict=True):
            observer.take(facts)
        if len(self.ways) == 1:
            return [(Fraction(1, 1), observers[0])]
        chances = [Observer(kinds, NOBODY, prior, told=True).likelihood(facts) for _, facts in self.ways]
        return [(chance / sum(chances), one) for chance, one in zip(chances, observers, strict=True)]

    def observer(self, color: str = NOBODY, prior: Prior = "counters") -> Observer:
        """The observer of a game that can have come about in one way only.

        :param color: a colour of the game, or ``nobody``.
        :raises CannotTell: nobody plays that colour, or there are several ways.
        """
        if len(self.ways) > 1:
            message = f"whether a Legion held its player's Titan is not said until step {self.step}"
            raise CannotTell(Fault("unknown-content", message, hint="ask about a later step"))
        ((_, observer),) = self.observers(color, prior)
        return observer

    def deduce(self, color: str = NOBODY, prior: Prior = "counters", legion: str | None = None) -> Deduction:
        """What an observer can know of the other players' Legions that exist in every way.

        :raises CannotTell: nobody plays that colour, or there is no such Legion of another player.
        """
        shares = self.observers(color, prior)
        markers = [m for m in shares[0][1].legions() if all(m in observer.legions() for _, observer in shares)]
        if legion is not None and legion not in markers:
            raise CannotTell(self._no_legion(legion, color))
        legions = tuple([mixed(shares, marker) for marker in markers if legion in (None, marker)])
        return Deduction(color=color, step=self.step, prior=prior, legions=legions)

    def _no_legion(self, legion: str, color: str) -> Fault:
        if any(game.find(legion) is None for game, _ in self.ways):
            perhaps = " for certain" if any(game.find(legion) for game, _ in self.ways) else ""
            return Fault("unknown-legion", f"there is no Legion {legion} on the board{perhaps} after step {self.step}")
        return Fault("unknown-legion", f"{legion} is {color}'s own: {color} knows what it holds")

    def could(self, action: Action, color: str = NOBODY, prior: Prior = "counters") -> Possibility:
        """Whether an action of a game is possible next, as far as an observer can know.

        :raises CannotTell: nobody plays that colour.
        """
        knows = color if self.told else NOBODY
        self.observers(color, prior)
        chance, rulings = Fraction(0, 1), tuple[Ruling, ...]()
        for (share, observer), way in zip(self.observers(knows, prior), self.ways, strict=True):
            here, why = _could(action, knows, observer, way)
            rulings = why if not rulings or (here.numerator and not chance.numerator) else rulings
            chance += share * here
        return Possibility(
            color=color,
            step=self.step,
            action=action,
            text=written(action, self.game.the_box),
            prior=prior,
            verdict="possible" if chance.numerator else "not possible",
            weight=Chance(chance),
            rulings=rulings,
        )


def _could(action: Action, color: str, observer: Observer, way: Way) -> tuple[Fraction, tuple[Ruling, ...]]:
    game, facts = way
    markers = [marker for marker in supposing.deciding(game, action) if marker in observer.legions()]
    legions, needed = [legion_deduction(observer, marker) for marker in markers], supposing.needed(action)
    chance, rulings = could(legions, lambda contents: supposing.judged(game, action, contents, color))
    if legions and needed and not legions[0].chance(needed).exact:
        rulings = (ruled_out(observer, facts, markers[0], needed), *rulings, *legions[0].rulings)
    return chance, rulings


def recorded(lines: Iterable[Line], start: Game, step: int | None = None) -> Recording:
    """A recorded game up to a step.

    :param start: the position that its header begins with.
    :param step: the number of its last action; None: the last one in the record.
    :raises CannotTell: there are fewer actions, one of them is not legal, or the record begins with unknown contents.
    """
    for _, legion in start.legions():
        if legion.characters is None:
            message = f"the record begins with a Legion of unknown content, {legion.legion}"
            raise CannotTell(Fault("unknown-content", message))
    lines = tuple(lines)
    if step is not None and len(lines) < step:
        raise CannotTell(Fault("usage", f"the game has {len(lines)} actions, there is no step {step}"))
    lines, game = lines[:step], start
    facts = [*beginning(start)]
    for played in play(lines, TitanReferee(), start, check_seals=False):
        if not played.judged:
            if isinstance(played.action, Split) and played.action.characters is None:
                return Recording(len(lines), followed(lines, start), told=False)
            if played.fault is not None:
                raise CannotTell(played.fault)
            why = f"step {played.number} is not legal: {played.refusal[0]}"
            hint = f"ask about an earlier one: --step {played.number - 1}"
            raise CannotTell(Fault("illegal", why, line=played.line.number, hint=hint))
        facts += facts_of(played.number, game, played.action, played.state, played.events)
        game = played.state
    return Recording(len(lines), ((game, tuple(facts)),))


def followed(lines: Iterable[Line], start: Game) -> tuple[Way, ...]:
    """The possible positions after a record that does not say who left, and the facts it reveals.

    :raises CannotTell: no history agrees with it, or it depends on the content of a Legion lost unseen.
    """
    follower = Follower(start)
    for line in lines:
        stop = follower.take(line)
        if stop is not None:
            why = stop.rulings[0].text if stop.rulings else "what is expected does not hold"
            message = f"step {stop.number} is not legal in any history: {why}"
            hint = f"ask about an earlier one: --step {stop.number - 1}"
            raise CannotTell(Fault("illegal", message, line=stop.line.number, hint=hint))
    return tuple([(x.game, (*x.evidence(), *_doomed(x.game, follower.steps))) for x in follower.branches])


def _doomed(game: Game, step: int) -> Iterable[Fact]:
    """Legions of a player whose Titan is slain, if it is open whether they are off the board yet: they stay while the
    winner may summon or take a reinforcement, which depends on contents (D-3, SCORE-5).
    """
    engagement = game.engagement
    open_for_certain = engagement is None or (
        bool(donors(game, engagement)) if engagement.stage == "summons" else bool(late_reinforcements(game))
    )
    if engagement is None or open_for_certain or engagement.stage not in ("summons", "reinforcement"):
        return
    for player, legion in game.legions():
        if player.color in engagement.slain_titans:
            yield Gone(step=step, rule="D-3", owner=player.color, legion=legion.legion)
