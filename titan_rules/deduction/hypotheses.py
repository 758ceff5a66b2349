"""Follows a record that does not say who left in its splits, with Legions of unknown content.

Nothing is guessed: a Legion is known whole, or by its height and its certain characters. Each line is judged with
every possible content of the Legions it depends on; what it reveals becomes facts for an observer. A Legion lost
unseen leaves two things open: the scores, which are kept side by side, and whether it held the Titan, which makes two
branches until the record shows which.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import field, frozen

from ..actions import intents as act
from ..answers.replay_report import Problem
from ..box.characters import TITAN
from ..kernel.errors import CannotTell, DocumentError, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.replaying import Divergence, RecordLine, Step
from ..kernel.rulings import HasRuling, Ruling
from ..position.battle import ROLES
from ..position.game import Game
from ..replays.report import TitanReferee
from . import facts as seen
from .facts import Names, Observation
from .history import alphabet, beginning, changes, claims, shown
from .posterior import Contradiction, Observer
from .trials import Contents, Trial, agreeing, as_known, ends, hide, is_open, named, observer_of, played, read, worth

MOST_SCORES = 100  # at most this many positions with different scores are followed side by side

MOST_WAYS = 50  # at most about this many ways to reach one position are kept apart


@frozen(kw_only=True, eq=False)
class Lost:
    """A Legion that was lost unseen, and what it may have held given all that followed.

    :param among: how many contents were possible when it was lost.
    """

    step: int
    owner: str
    legion: str
    contents: frozenset[Names]
    among: int

    def fact(self) -> Observation:
        """What is known of its content by now."""
        held = tuple(sorted(self.contents))
        return seen.OneOf(step=self.step, rule="SCORE-1", owner=self.owner, legion=self.legion, contents=held)


Way: TypeAlias = tuple[Lost, ...]  # Legions lost unseen, in order


@frozen(eq=False)
class ConsistentGame:
    """A position that agrees with the record; its siblings differ in scores and in what became of the slain.

    :param ways: the Legions lost unseen, with contents that lead here, one entry for each way.
    :param events: what happened in the last action.
    :param supposed: it contained supposed contents, now hidden again, and may be better known.
    """

    game: Game
    ways: tuple[Way, ...] = ((),)
    events: tuple[HasRuling, ...] = field(default=(), repr=False)
    supposed: bool = False


@frozen(eq=False)
class Branch:
    """One way in which the record can have come about.

    :param positions: those that agree with it.
    :param facts: what it reveals about Legions.
    :param known: an observer who has learned the facts.
    """

    positions: tuple[ConsistentGame, ...]
    facts: tuple[Observation, ...] = field(repr=False)
    known: Observer = field(repr=False)

    @property
    def game(self) -> Game:
        """The position, with Legions of unknown content."""
        return self.positions[0].game

    def evidence(self) -> tuple[Observation, ...]:
        """The facts, plus what the scores reveal of the Legions lost unseen."""
        facts = list(self.facts)
        for lost in zip(*[way for position in self.positions for way in position.ways], strict=False):
            held = evolve(lost[0], contents=frozenset().union(*[one.contents for one in lost]))
            same = all((one.step, one.legion) == (held.step, held.legion) for one in lost)
            if same and len(held.contents) < held.among:
                ends = seen.Gone | seen.Reduced
                places = [i for i, x in enumerate(facts) if isinstance(x, ends) and x.step == held.step]
                facts.insert(next(i for i in places if facts[i].legion == held.legion), held.fact())
        return tuple(facts)

    def evidences(self) -> Iterator[tuple[Observation, ...]]:
        """The facts, with the contents of lost Legions that lead to each position in each way."""
        for position in self.positions:
            for way in position.ways:
                yield evolve(self, positions=(evolve(position, ways=(way,)),)).evidence()


class Follower:
    """Follows a record, line by line.

    :param start: the position in which it begins.
    :ivar branches: the ways in which it can have come about; never empty.
    :ivar steps: how many actions were carried out.
    :ivar unsaid: the steps of splits that do not say who left.
    """

    _stop: Problem | None
    """Why no branch can go on, once one has failed at a line."""

    def __init__(self, start: Game) -> None:
        facts = tuple(beginning(start))
        self._kinds = alphabet(start.the_box)
        known = observer_of(self._kinds, facts)
        self.branches: tuple[Branch, ...] = (Branch((ConsistentGame(as_known(known)(start)),), facts, known),)
        self.steps = 0
        self.unsaid: list[int] = []
        self._uncounted: Lost | None = None

    def take(self, line: RecordLine) -> Problem | None:
        """Carry out a line in every branch; None, or why no branch can go on.

        :raises CannotTell: the line cannot be read, or it depends on more than is followed.
        """
        if line.fault is not None:
            raise CannotTell(line.fault)
        self._stop = None
        number = self.steps + (0 if line.afterthought else 1)
        after = [follower for branch in self.branches for follower in self._next(number, branch, line)]
        if not after:
            if self._uncounted is not None:
                raise _depends(number, line, self._uncounted)
            assert self._stop is not None
            return self._stop
        self.branches, self.steps = tuple(after), number
        if any(isinstance(x, seen.Parted) and x.step == number and x.characters is None for x in after[0].facts):
            self.unsaid.append(number)
        return None

    def _next(self, number: int, branch: Branch, line: RecordLine) -> Iterator[Branch]:
        action = None if line.afterthought else read(line, branch.game)
        outcomes: dict[tuple[Observation, ...], list[ConsistentGame]] = {}
        for position in branch.positions:
            for facts, after in self._after(number, branch, position, line, action):
                outcomes.setdefault(facts, []).append(after)
        for facts, positions in outcomes.items():
            known = branch.known if len(outcomes) == 1 else branch.known.twin()
            try:
                known.conclude(facts)
            except Contradiction as e:
                self._stop = self._stop or problem(number, line, self._reasons(branch, e.fact))
                continue
            if facts or any(x.supposed for x in positions):
                put_in = as_known(known)
                positions = [evolve(x, game=put_in(x.game), supposed=False) for x in positions]
            yield Branch(self._merged(positions), (*branch.facts, *facts), known)

    def _after(
        self, number: int, branch: Branch, position: ConsistentGame, line: RecordLine, action: act.Action | None
    ) -> Iterator[tuple[tuple[Observation, ...], ConsistentGame]]:
        """What a line reveals in one position, and the positions it leads to."""
        before, known, expected = position.game, branch.known, named(line.expect)
        if action is None:
            if self._holds(number, line, before, position.events, expected):
                yield tuple(claimed_contents(number, before, line)), position
            return
        for supposed, step in self._outcomes(number, before, branch, line, action):
            if self._holds(number, line, step.state, step.events, expected):
                game = _standing(hide(step.state, _hidden(action, before, supposed)), action)
                lost = tuple(_lost(number, before, game, action, supposed, known))
                facts = (*_told(number, before, step, game, lost, known), *claimed_contents(number, game, line))
                ways = tuple([(*way, *lost) for way in position.ways]) if lost else position.ways
                yield facts, ConsistentGame(game, ways, step.events, game is not step.state)

    def _merged(self, positions: Iterable[ConsistentGame]) -> tuple[ConsistentGame, ...]:
        """Merge positions that do not differ in anything that matters, keeping the ways that lead to them."""
        groups: dict[object, list[ConsistentGame]] = {}
        for position in positions:
            scores = tuple([player.score for player in position.game.players])
            groups.setdefault((scores, _beside_scores(position.game)), []).append(position)
        if len(groups) > MOST_SCORES:
            self._uncounted = next(iter(groups.values()))[0].ways[0][-1]
        merged = [
            x[0] if len(x) == 1 else evolve(x[0], ways=_gathered(way for one in x for way in one.ways))
            for x in groups.values()
        ]
        return tuple(merged[:MOST_SCORES])

    # --- one line, in one position -----------------------------------------------------------------------------------

    def _outcomes(
        self, number: int, game: Game, branch: Branch, line: RecordLine, action: act.Action
    ) -> Iterator[tuple[Contents, Step[Game]]]:
        """Outcomes of a line, for the first content that makes it legal or for each that may make a difference."""
        claimed = _claimed(number, game, action)
        blocked = [fact for fact in claimed if not agreeing(branch.known, fact.legion, claimed)]
        legal = False
        for supposed, step in Trial(branch.known, game, line, action, claimed).outcomes():
            if step.fault is not None:
                raise CannotTell(step.fault)
            if not step.refusal:
                legal = True
                yield supposed, step
                if not ends(game, action):
                    return
        if not legal and self._stop is None:
            reasons = self._reasons(branch, blocked[0]) if blocked else ()
            self._stop = problem(number, line, (*reasons, *played(line, action, game).refusal))

    # --- why not -----------------------------------------------------------------------------------------------------

    def _holds(
        self, number: int, line: RecordLine, game: Game, events: Sequence[HasRuling], expected: Mapping[str, JSON]
    ) -> bool:
        """Whether a line's expectations hold, except those about Legions' contents."""
        try:
            differing = TitanReferee[Game]().divergences(game, events, expected) if expected else []
        except DocumentError as e:
            raise CannotTell(evolve(e.faults[0], line=line.number)) from None
        if differing and (self._stop is None or not self._stop.diverges):
            self._stop = problem(number, line, diverges=tuple(differing))
        return not differing

    def _reasons(self, branch: Branch, fact: Observation) -> tuple[Ruling, ...]:
        """Why no history agrees with a fact, and what contradicts it."""
        sentence = "no history is left: " + fact.ruling.text.partition(": ")[2]
        known = observer_of(self._kinds, branch.facts)
        against = known.why(fact.legion) if fact.legion in known.legions() else ()
        return (Ruling(fact.rule, "illegal", sentence), *[reason.ruling for reason in against])


def _standing(game: Game, action: act.Action) -> Game:
    """The game in which a defender has said to stand, whatever its Legion holds; for a Lord that changes nothing."""
    if game.engagement is None or not isinstance(action, act.Stand):
        return game
    return evolve(game, engagement=evolve(game.engagement, stage="negotiation", stood=True))


# --- positions side by side ------------------------------------------------------------------------------------------


def _beside_scores(game: Game) -> object:
    """What distinguishes positions of one branch besides scores, as far as it matters later: not who was slain."""
    battle, players = game.battle, tuple([(player.out, player.markers) for player in game.players])
    left = () if battle is None else [worth(game.the_box, tuple(sorted(battle.of(role).left_off))) for role in ROLES]
    return players, game.phase, game.active, game.turn, game.engagement, game.caretaker, game.returning, tuple(left)


def _gathered(ways: Iterable[Way]) -> tuple[Way, ...]:
    """The ways in fewer entries: two merge if only one Legion differs, or if there are too many."""
    kept: list[Way] = []
    for way in ways:
        for i, other in enumerate(kept):
            pairs = list(zip(way, other, strict=False))
            differing = [one for one, two in pairs if one.contents != two.contents]
            if len(differing) < 2 or i == MOST_WAYS:
                kept[i] = tuple([evolve(two, contents=one.contents | two.contents) for one, two in pairs])
                break
        else:
            kept.append(way)
    return tuple(kept)


# --- what a line shows -----------------------------------------------------------------------------------------------


def _hidden(action: act.Action, before: Game, supposed: Iterable[str]) -> set[str]:
    """The Legions whose content stays unknown after an action, whichever content it was judged with."""
    hidden = {*supposed, *[legion.legion for _, legion in before.legions() if legion.characters is None]}
    if isinstance(action, act.Split) and action.characters is None:
        hidden |= {action.legion, action.into}
    return hidden


def _lost(
    number: int, before: Game, after: Game, action: act.Action, supposed: Contents, known: Observer
) -> Iterator[Lost]:
    """The Legions of unknown content that an action takes from the board, or leaves partly off it."""
    for marker, names in supposed.items():
        owner, box = known.owner(marker), before.the_box
        left = after.player(owner).legion(marker)
        if left is None or not left.size or _entering(before, action) == marker:
            contents = [known.alphabet.unpack(x) for x in agreeing(known, marker)]
            same = frozenset([x for x in contents if worth(box, x) == worth(box, names)])
            yield Lost(step=number, owner=owner, legion=marker, contents=same, among=len(contents))


def _told(
    number: int, before: Game, step: Step[Game], after: Game, lost: Iterable[Lost], known: Observer
) -> Iterator[Observation]:
    """What an action carried out shows of Legions, and what follows for lost ones."""
    action = step.action
    yield from claims(number, before, action, step.events)
    out = set[str]()
    for one in lost:
        titan = {TITAN in names for names in map(known.alphabet.unpack, known.contents(one.legion))}
        if len(titan) == 2 and one.owner not in out:
            held = TITAN in next(iter(one.contents))
            out |= {one.owner} if held else set()
            yield seen.TitanOrNot(step=number, rule="D-1", owner=one.owner, legion=one.legion, titan=held)
    entering, battle = _entering(before, action), before.battle
    if battle is not None and entering in known.legions() and is_open(known, entering):
        inside = tuple(sorted(c.name for c in battle.of(battle.side).characters if c.hex is not None))
        owner = known.owner(entering)
        yield seen.Reduced(step=number, rule="BATTLE-5", owner=owner, legion=entering, characters=inside)
    for fact in changes(number, before, action, after):
        if not isinstance(fact, seen.Gone) or fact.legion in known.legions():
            yield fact


def _claimed(number: int, game: Game, action: act.Action) -> list[Observation]:
    """What an action claims about Legions, before it is known to be legal."""
    claimed = claims(number, game, action)
    if isinstance(action, act.Split) and action.characters is not None:
        claimed += shown(number, "SPLIT-2", game, action.legion, action.characters)
    elif isinstance(action, act.Summon):
        rule = "SUMMON-2" if game.battle is None else "SUMMON-1"
        claimed += shown(number, rule, game, action.origin, (action.character,))
    return claimed


def _entering(before: Game, action: act.Action) -> str:
    """The Legion whose first Maneuver Phase an action ends: characters not yet entered are left off (BATTLE-5)."""
    battle = before.battle
    if battle is None or not isinstance(action, act.EndManeuver) or battle.turn != 1:
        return ""
    return battle.of(battle.side).legion or ""


def claimed_contents(number: int, game: Game, line: RecordLine) -> Iterator[Observation]:
    """What the record says Legions hold after a step; it need not name every character.

    :raises CannotTell: it names a Legion or a character that there is not.
    """
    box, contents = game.the_box, line.expect.get("legion")
    for marker, names in contents.items() if isinstance(contents, dict) else ():
        try:
            holder = game.find(box.markers.canonical(marker))
            held = tuple(sorted(map(box.character_names.canonical, names if isinstance(names, list) else ())))
        except UnknownName as e:
            raise CannotTell(evolve(e.fault, line=line.number)) from None
        if holder is not None:
            owner, legion = holder[0].color, holder[1].legion
            yield seen.Looked(step=number, rule="STOP-1", owner=owner, legion=legion, characters=held)


def problem(
    number: int, line: RecordLine, rulings: tuple[Ruling, ...] = (), diverges: tuple[Divergence, ...] | None = None
) -> Problem:
    """Why the record cannot go on: what forbids an action in every history, or the expectations that fail."""
    return Problem(step=number, line=line.number, action=dict(line.data), rulings=rulings, diverges=diverges)


def _depends(number: int, line: RecordLine, lost: Lost) -> CannotTell:
    message = (
        f"step {number} is not legal with the scores that were followed, but other scores may be possible:"
        f" the record does not say what {lost.legion} held when it left the board at step {lost.step}"
    )
    hint = f'write what was seen, as "expect": {{"legion": {{"{lost.legion}": […]}}}}, at the Engagement'
    return CannotTell(Fault("unknown-content", message, line=line.number, hint=hint))
