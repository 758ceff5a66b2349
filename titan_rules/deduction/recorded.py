"""Questions about a recorded game: what an observer can know after a step, and what was possible then."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from math import prod
from os import PathLike
from typing import TypeAlias, get_args

from attrs import frozen

from ..actions.intents import Action, Split
from ..answers.deduction import Content, Deduction, LegionDeduction, Possibility, Prior
from ..kernel.arguments import PATH, expect, wrong
from ..kernel.errors import CannotTell, Fault
from ..kernel.odds import Chance
from ..kernel.replaying import RecordLine, play
from ..kernel.rulings import Ruling
from ..play.aftermath import late_reinforcements
from ..position.game import Game
from ..replays.record import RecordedGame, opened
from ..replays.report import TitanReferee
from ..rules.engagement.summoning import donors
from ..text.writing import written
from . import facts as seen
from . import trials
from .belief_propagation import NoHistory
from .facts import Names, Observation, listed
from .history import alphabet, beginning, facts_of
from .hypotheses import Branch, Follower
from .multisets import Packed, size
from .posterior import NOBODY, Observer

PossibleGame: TypeAlias = tuple[Game, tuple[Observation, ...]]
"""One way in which a record can have come about: the position after it, and the facts seen of the Legions."""


Shares: TypeAlias = Sequence[tuple[Fraction, Observer]]
"""An observer for each way in which a record can have come about, with the way's probability."""

MOST_REASONS = 3  # at most this many different reasons are given if each content has its own


def deduce(
    record: str | PathLike[str] | RecordedGame,
    color: str = NOBODY,
    *,
    step: int | None = None,
    legion: str | None = None,
    prior: Prior = "counters",
) -> Deduction:
    """What a player or a spectator can know of the other players' Legions in a recorded game.

    :param record: a recorded game, or the path of one: JSON Lines or a score sheet, gzip or not.
    :param color: the observer: a colour, its player's name, or ``nobody`` for a spectator.
    :param step: after this many actions; None: after the last.
    :param legion: only this one, by its marker.
    :param prior: which splits are equally likely; only weights depend on it.
    :raises DocumentError: the record's header is bad.
    :raises OSError: the file cannot be read.
    :raises CannotTell: there is no such step, colour or Legion, or an action is not legal.
    :raises UnknownName: not a colour, or not a Legion Marker.
    """
    expect(PATH | RecordedGame, record=record)
    expect(str, color=color)
    expect(int | None, step=step)
    expect(str | None, legion=legion)
    if prior not in get_args(Prior):
        raise wrong("prior", f"one of {', '.join(get_args(Prior))}", prior)
    if not isinstance(record, RecordedGame):
        with opened(record) as lines:
            return deduce(lines, color, step=step, legion=legion, prior=prior)
    recording = recorded(record.lines(), record.game(), step)
    markers = recording.game.the_box.markers
    viewer = NOBODY if color.casefold() == NOBODY else recording.game.color_of(color)
    return recording.deduce(viewer, prior, None if legion is None else markers.canonical(legion))


@frozen
class Recording:
    """A recorded game up to a step.

    :param step: the number of the last action.
    :param ways: how it can have come about; more than one only while it is open who lost the Titan.
    :param told: the record says who left in every split, so players know what their own Legions hold.
    """

    step: int
    ways: tuple[PossibleGame, ...]
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
        self._must_play(color)
        kinds = alphabet(self.game.the_box)
        shares = list[tuple[Fraction, Observer]]()
        for _, facts in self.ways:
            observer, chance = Observer(kinds, color, prior), Fraction(1)
            observer.take(facts)
            if len(self.ways) > 1:
                chance = Observer(kinds, prior=prior, told=True).likelihood(facts)
            shares.append((chance, observer))
        total = sum([chance for chance, _ in shares])
        return [(chance / total, observer) for chance, observer in shares]

    def observer(self, color: str = NOBODY, prior: Prior = "counters") -> Observer:
        """The observer of a game that can have come about in one way only.

        :param color: a colour of the game, or ``nobody``.
        :raises CannotTell: nobody plays that colour, or there are several ways.
        """
        if len(self.ways) > 1:
            message = f"up to step {self.step} the record does not say whether a Legion held its player's Titan"
            raise CannotTell(Fault("unknown-content", message, hint="ask about a later step"))
        ((_, observer),) = self.observers(color, prior)
        return observer

    def deduce(self, color: str = NOBODY, prior: Prior = "counters", legion: str | None = None) -> Deduction:
        """What an observer can know of the other players' Legions that exist in every way.

        :raises CannotTell: nobody plays that colour, or there is no such Legion of another player.
        """
        shares = self.observers(color, prior)
        empty = self._empty()
        certain = [m for m in shares[0][1].legions() if all(m in observer.legions() for _, observer in shares)]
        markers = [marker for marker in certain if marker not in empty]
        if legion is not None and legion not in markers:
            raise CannotTell(self._no_legion(legion, color))
        legions = tuple([mixed(shares, marker) for marker in markers if legion in (None, marker)])
        return Deduction(color=color, step=self.step, prior=prior, legions=legions)

    def _empty(self) -> set[str]:
        """Markers of Legions that have lost everybody: they wait on the board while the winner chooses (D-3)."""
        return {legion.legion for _, legion in self.game.legions() if not legion.size}

    def _must_play(self, color: str) -> None:
        if color != NOBODY and all(player.color != color for player in self.game.players):
            raise CannotTell(Fault("usage", f"nobody plays {color} in this game"))

    def _no_legion(self, legion: str, color: str) -> Fault:
        holders = [holder for game, _ in self.ways if (holder := game.find(legion)) is not None]
        if any(player.color == color for player, _ in holders):
            return Fault("unknown-legion", f"{legion} is {color}'s own: {color} knows what it holds")
        certain = " for certain" if holders else ""
        return Fault("unknown-legion", f"there is no Legion {legion} on the board{certain} after step {self.step}")

    def could(self, action: Action, color: str = NOBODY, prior: Prior = "counters") -> Possibility:
        """Whether an action of a game is possible next, as far as an observer can know.

        :raises CannotTell: nobody plays that colour.
        """
        self._must_play(color)
        knows = color if self.told else NOBODY
        chance, rulings = Fraction(0), tuple[Ruling, ...]()
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


def legion_deduction(observer: Observer, marker: str) -> LegionDeduction:
    """What an observer can know of one Legion now.

    :raises KeyError: there is no such Legion, or it is the observer's own.
    """
    return mixed([(Fraction(1), observer)], marker)


def mixed(shares: Shares, marker: str) -> LegionDeduction:
    """What can be known of a Legion that exists in every way in which the record can have come about."""
    chances: dict[Packed, Fraction] = {}
    for share, observer in shares:
        weights = observer.contents(marker)
        total = sum(weights.values())
        for packed, weight in weights.items():
            chance = Fraction(share.numerator * weight, share.denominator * total)
            chances[packed] = chances[packed] + chance if packed in chances else chance
    kinds = shares[0][1].alphabet
    contents = [(kinds.unpack(packed), chance) for packed, chance in chances.items()]
    contents.sort(key=lambda content: (-content[1], content[0]))
    held, bounds = {name for names, _ in contents for name in names}, dict[str, tuple[int, int]]()
    for name in kinds.names:
        if name in held:
            counts = [kinds.count(packed, name) for packed in chances]
            bounds[name] = (min(counts), max(counts))
    facts = dict.fromkeys(fact for _, observer in shares for fact in observer.why(marker))
    return LegionDeduction(
        legion=marker,
        height=size(next(iter(chances))),
        certain=tuple([name for name, (least, _) in bounds.items() for _ in range(least)]),
        contents=tuple([Content(characters=names, weight=Chance(chance)) for names, chance in contents]),
        range=bounds,
        rulings=tuple([fact.ruling for fact in sorted(facts, key=lambda fact: fact.step)]),
    )


# --- what was possible -----------------------------------------------------------------------------------------------


def _could(action: Action, color: str, observer: Observer, way: PossibleGame) -> tuple[Fraction, tuple[Ruling, ...]]:
    """The probability of the contents that make an action legal, and the reasons."""
    game, facts = way
    legions = [legion_deduction(observer, m) for m in trials.deciding(game, action) if m in observer.legions()]
    chance, against = Fraction(0), list[tuple[Ruling, ...]]()
    for contents in product(*[legion.contents for legion in legions]):  # of different players
        held = {legion.legion: content.characters for legion, content in zip(legions, contents, strict=True)}
        reasons = tuple(trials.judged(game, action, held, color))
        if reasons:
            against.append(reasons)
        else:
            chance += prod([content.weight.exact for content in contents])
    if chance.numerator:
        rulings = tuple([ruling for legion in legions for ruling in legion.rulings])
    else:
        rulings = against[0]
        if any(list(map(str, reasons)) != list(map(str, rulings)) for reasons in against):
            rulings = tuple({str(reasons[0]): reasons[0] for reasons in against}.values())[:MOST_REASONS]
    needed = trials.needed(action)
    if legions and needed and not legions[0].chance(needed).exact:
        rulings = (_ruled_out(observer, facts, legions[0].legion, needed), *rulings, *legions[0].rulings)
    return chance, rulings


def _ruled_out(observer: Observer, facts: Sequence[Observation], legion: str, needed: Names) -> Ruling:
    """The fact that rules out the needed characters for a Legion or the one it was split from.

    :param observer: has learned the facts.
    :param facts: everything seen up to now.
    """
    kind = max(needed, key=needed.count)
    kinds, wanted = observer.alphabet, observer.alphabet.pack(needed)
    most, ever, turned, able = 0, 0, None, False
    for fact, contents in _followed(observer, facts, legion):
        now = any(kinds.holds(packed, wanted) for packed in contents)
        if able and not now:
            turned = fact
        able = now
        most = max(kinds.count(packed, kind) for packed in contents)
        ever = max(ever, most)
    facts_of_case = {"legion": legion, "needed": listed(needed)}
    if turned is None:
        never = f"more than {listed((kind,) * ever)}" if ever else "any"
        never = "all of them" if ever >= needed.count(kind) else never
        sentence = "{legion} cannot hold {needed}: it has never held {never}"
        return Ruling("SPLIT-2", "illegal", sentence, {**facts_of_case, "never": never})
    at_most = f"at most {listed((kind,) * most)}" if most else f"no {kind}"
    if most >= needed.count(kind):
        at_most = "only some of them"
    sentence = "{legion} cannot hold {needed}: since step {step} it holds {most}"
    if isinstance(turned, seen.Parted):
        sentence = "{legion} cannot hold {needed}: the split at step {step} left {most}"
    elif isinstance(turned, seen.Looked):
        sentence = "{legion} cannot hold {needed}: it was seen whole at step {step}, with {most}"
    return Ruling(turned.rule, "illegal", sentence, {**facts_of_case, "most": at_most, "step": turned.step})


def _followed(
    observer: Observer, facts: Sequence[Observation], legion: str
) -> Iterator[tuple[Observation, Iterable[int]]]:
    """A Legion's possible contents after each fact about its player; before it was split off, those of its origin."""
    owner, births, marker = observer.owner(legion), list[tuple[int, str]](), legion
    for i in range(len(facts) - 1, -1, -1):
        fact = facts[i]
        if isinstance(fact, seen.Parted) and fact.owner == owner and fact.into == marker:
            births.append((i, marker))
            marker = fact.legion
    again = observer.afresh()
    for i, fact in enumerate(facts):
        again.take([fact])
        while births and births[-1][0] <= i:
            marker = births.pop()[1]
        if fact.owner == owner and again.sees(fact):
            try:
                yield fact, again.contents(marker)
            except (KeyError, NoHistory):
                continue


# --- reading the record ----------------------------------------------------------------------------------------------


def recorded(lines: Iterable[RecordLine], start: Game, step: int | None = None) -> Recording:
    """A recorded game up to a step.

    :param start: the position that its header begins with.
    :param step: the number of its last action; None: the last one in the record.
    :raises CannotTell: there are fewer actions, one of them is not legal, or the record begins with unknown contents.
    """
    for _, legion in start.legions():
        if legion.characters is None:
            message = f"nothing can be deduced: the record begins with only the height of {legion.legion}"
            raise CannotTell(Fault("unknown-content", message))
    lines = tuple(lines if step is None else islice(lines, step))
    if step is not None and len(lines) < step:
        raise CannotTell(Fault("usage", f"the game has {len(lines)} actions, there is no step {step}"))
    game, facts = start, [*beginning(start)]
    for played in play(lines, TitanReferee(), start, check_seals=False):
        if not played.judged:
            if isinstance(played.action, Split) and played.action.characters is None:
                return Recording(len(lines), _untold(lines, start), told=False)
            if played.fault is not None:
                raise CannotTell(played.fault)
            why = f"step {played.number} is not legal: {played.refusal[0]}"
            hint = f"ask about an earlier one: --step {played.number - 1}"
            raise CannotTell(Fault("illegal", why, line=played.line.number, hint=hint))
        facts += facts_of(played.number, game, played.action, played.state, played.events)
        game = played.state
    return Recording(len(lines), ((game, tuple(facts)),))


def _untold(lines: Iterable[RecordLine], start: Game) -> tuple[PossibleGame, ...]:
    """The possible positions after a record that does not say who left, and the facts it reveals.

    :raises CannotTell: no history agrees with it, or it depends on the content of a Legion lost unseen.
    """
    follower = Follower(start)
    for line in lines:
        if (stop := follower.take(line)) is not None:
            why = stop.rulings[0].text if stop.rulings else "what is expected does not hold"
            message = f"step {stop.step} is not legal in any history: {why}"
            hint = f"ask about an earlier one: --step {stop.step - 1}"
            raise CannotTell(Fault("illegal", message, line=stop.line, hint=hint))
    return ways_of(follower)


def ways_of(follower: Follower) -> tuple[PossibleGame, ...]:
    """The possible positions after what was followed, each with the facts it reveals."""
    return tuple([(x.game, (*x.evidence(), *_doomed(x, follower.steps))) for x in follower.branches])


def _doomed(branch: Branch, step: int) -> Iterable[Observation]:
    """Legions of a player whose Titan is slain, if it is open whether they are off the board yet: they stay while the
    winner may summon or take a reinforcement, which depends on contents (D-3, SCORE-5).

    A Legion that lost everybody is gone already, though its marker waits on the board with the others.
    """
    game, engagement = branch.game, branch.game.engagement
    if engagement is None:
        return
    choices = {"summons": donors(game, engagement), "reinforcement": late_reinforcements(game)}
    if choices.get(engagement.stage, True):
        return
    for player, legion in game.legions():
        if player.color in engagement.slain_titans and legion.legion in branch.known.legions():
            yield seen.Gone(step=step, rule="D-3", owner=player.color, legion=legion.legion)
