"""A record that does not say who left in its splits, followed with Legions of unknown content.

Nobody guesses who left: a Legion is known whole, or it has a height and what is certain to be in it. A line is judged
with every content that the Legions it depends on may have; what it tells of them are facts, and an observer who takes
them knows what is left. Where a Legion is lost that nobody has seen, two things depend on what it held: the scores,
which are kept side by side, and whether it held the Titan, which makes two branches until the record shows which.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from attrs import field, frozen

from ..actions import intents as act
from ..actions.grammar import action_of
from ..actions.intents import Action
from ..box import Box
from ..box.characters import TITAN
from ..kernel.errors import CannotTell, DocumentError, Fault, TitanError, UnknownName
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.replaying import Divergence, Line, Step, play
from ..kernel.rulings import Ruling, Told
from ..position.battle import ROLES
from ..position.game import STARTING_HEIGHT, Game
from ..replays.referee import TitanReferee
from ..rules.engagement.meeting import UnknownContent
from .facts import Fact, Gone, Looked, Names, OneOf, Parted, Reduced, TitanOrNot
from .history import alphabet, beginning, changes, claims, shown
from .messages import NoHistory
from .multisets import Alphabet, Packed
from .posterior import NOBODY, Contradiction, Observer
from .supposing import Contents, as_known, deciding, hide, suppose

MOST_TRIED = 5_000
"""At most this many contents, of all Legions that an action depends on, are tried."""

MOST_SCORES = 100
"""At most this many positions that differ in their scores are followed side by side."""

MOST_WAYS = 50
"""At most about this many ways that lead to one position are kept apart."""

_ENDS = (
    act.Flee | act.Accept | act.Concede | act.AttemptConcession | act.AcceptConcession | act.EndManeuver | act.Withdraw
)
"""Actions whose outcome depends on what a Legion holds that is lost; of any other it is the same with each content."""


@frozen(kw_only=True)
class Lost:
    """A Legion that was lost unseen: what it may have held, given what has followed.

    :param among: how many contents were possible when it was lost.
    """

    step: int
    owner: str
    legion: str
    contents: frozenset[Names]
    among: int

    def fact(self) -> OneOf:
        """What is known by now of what it held."""
        held = tuple(sorted(self.contents))
        return OneOf(step=self.step, rule="SCORE-1", owner=self.owner, legion=self.legion, contents=held)


Way: TypeAlias = tuple[Lost, ...]
"""The Legions lost unseen, one after the other."""


@frozen
class Scored:
    """A position that agrees with the record; others differ from it in scores, and what became of the slain.

    :param ways: the Legions lost unseen, with contents that lead to it: each way by itself.
    :param events: what happened in the last action.
    :param supposed: contents that were supposed are hidden again in it, which may be better known.
    """

    game: Game
    ways: tuple[Way, ...] = ((),)
    events: tuple[Told, ...] = field(default=(), eq=False, repr=False)
    supposed: bool = False


@frozen
class Branch:
    """One way in which the record can have come about.

    :param positions: those that agree with it.
    :param facts: what it tells of Legions.
    :param known: has learned the facts.
    """

    positions: tuple[Scored, ...]
    facts: tuple[Fact, ...] = field(repr=False)
    known: Observer = field(repr=False)

    @property
    def game(self) -> Game:
        """The position, with Legions of unknown content."""
        return self.positions[0].game

    def evidence(self) -> tuple[Fact, ...]:
        """The facts, with what the scores say of the Legions that were lost unseen."""
        found = list(self.facts)
        ways = [way for position in self.positions for way in position.ways]
        for lost in zip(*ways, strict=False):
            held = evolve(lost[0], contents=frozenset().union(*[one.contents for one in lost]))
            same = all((one.step, one.legion) == (held.step, held.legion) for one in lost)
            if same and len(held.contents) < held.among:
                found.insert(_place_of(found, held), held.fact())
        return tuple(found)


def _place_of(facts: Sequence[Fact], lost: Lost) -> int:
    """Where the facts say that a Legion is lost."""
    for i, fact in enumerate(facts):
        if (fact.step, fact.legion) == (lost.step, lost.legion) and isinstance(fact, Gone | Reduced):
            return i
    raise LookupError(lost.legion)


@frozen
class Stop:
    """Why the record does not go on.

    :param number: of the action.
    :param rulings: that forbid the action in every history; none where something else that was expected does not hold.
    """

    number: int
    line: Line
    rulings: tuple[Ruling, ...] = ()
    divergences: tuple[Divergence, ...] = ()


Tried: TypeAlias = tuple[Contents, Contents, Step[Game]]
"""A step that was judged with contents, all of which were tried, and with some beside them that make no difference."""


class Follower:
    """Follows a record, line by line.

    :ivar branches: the ways in which it can have come about; never none.
    :ivar steps: how many actions were carried out.
    :ivar unsaid: the steps of splits that do not say who left.
    """

    def __init__(self, start: Game) -> None:
        facts = tuple(beginning(start))
        self._kinds = alphabet(start.the_box)
        known = observer_of(self._kinds, facts)
        self.branches: tuple[Branch, ...] = (Branch((Scored(as_known(start, known)),), facts, known),)
        self.steps = 0
        self.unsaid: list[int] = []
        self._uncounted: Lost | None = None
        self._stop: Stop | None = None

    def take(self, line: Line) -> Stop | None:
        """Carry out a line in every branch; why it goes on in none.

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
        if any(isinstance(x, Parted) and x.step == number and x.characters is None for x in after[0].facts):
            self.unsaid.append(number)
        return None

    def _next(self, number: int, branch: Branch, line: Line) -> Iterator[Branch]:
        """The branches that a line leads to from one."""
        found: dict[tuple[Fact, ...], list[Scored]] = {}
        for position in branch.positions:
            for facts, scored in self._after(number, branch, position, line):
                found.setdefault(facts, []).append(scored)
        for facts, positions in found.items():
            known = branch.known if len(found) == 1 else observer_of(self._kinds, branch.facts)
            try:
                known.take(facts)
                known.settle()
            except (Contradiction, NoHistory):
                self._contradicted(number, line, branch, facts)
                continue
            if facts or any(x.supposed for x in positions):
                positions = [evolve(x, game=as_known(x.game, known), supposed=False) for x in positions]
            merged = self._merged(positions)
            yield Branch(merged, (*branch.facts, *facts), known)

    def _after(
        self, number: int, branch: Branch, position: Scored, line: Line
    ) -> Iterator[tuple[tuple[Fact, ...], Scored]]:
        """What a line tells in one position, and the positions that it leads to."""
        known, expected, contents = branch.known, _named(line.expect), line.expect.get("legion")
        if line.afterthought:
            game = position.game
            if self._holds(number, line, game, position.events, expected):
                yield tuple(_expected(number, game, contents)), position
            return
        for supposed, _beside, step in self._outcomes(number, position.game, branch, line):
            if self._holds(number, line, step.state, step.events, expected):
                game = hide(step.state, _hidden(step.action, position.game, supposed))
                lost = tuple(_lost(number, position.game, game, step.action, supposed, known))
                facts = (*_told(number, position.game, step, game, lost, known), *_expected(number, game, contents))
                ways = tuple([(*way, *lost) for way in position.ways])
                yield facts, Scored(game, ways, step.events, game is not step.state)

    def _merged(self, positions: Iterable[Scored]) -> tuple[Scored, ...]:
        """The positions that differ in what may matter; where they do not, with all ways that lead to them."""
        found: dict[object, list[Scored]] = {}
        for position in positions:
            found.setdefault(_what_counts(position.game), []).append(position)
        if len(found) > MOST_SCORES:
            self._uncounted = next(iter(found.values()))[0].ways[0][-1]
        merged = [evolve(same[0], ways=_gathered(way for one in same for way in one.ways)) for same in found.values()]
        return tuple(merged[:MOST_SCORES])

    # --- one line, in one position -----------------------------------------------------------------------------------

    def _outcomes(self, number: int, game: Game, branch: Branch, line: Line) -> Iterator[Tried]:
        """What comes of a line, with the first content for which it is legal, or each that may make a difference."""
        action = _read(line, game)
        claimed = _claimed(number, game, action)
        blocked = [fact for fact in claimed if not _agreeing(branch.known, fact.legion, claimed)]
        refused: Step[Game] | None = None
        legal = False
        for tried in self._tried(branch, game, line, action, claimed) if not blocked else ():
            step = tried[-1]
            if step.fault is not None:
                raise CannotTell(step.fault)
            if step.refusal:
                refused = refused or step
                continue
            legal = True
            yield tried
            if not isinstance(action, _ENDS):
                return
        if not legal:
            refused = refused or _played(line, action, game)
            reasons = self._reasons(branch, blocked[0]) if blocked else ()
            self._stop = self._stop or Stop(number, line, (*reasons, *refused.refusal))

    def _tried(
        self, branch: Branch, game: Game, line: Line, action: Action, claimed: Sequence[Fact]
    ) -> Iterator[Tried]:
        """A line, judged with the contents that the Legions may have on which it depends.

        :raises CannotTell: there are too many.
        """
        known, unsaid = branch.known, isinstance(action, act.Split) and action.characters is None
        always = deciding(game, action) if unsaid or game.battle is not None else ()
        markers = [m for m in always if m in known.legions() and (unsaid or _is_open(known, m))]
        box = game.the_box if isinstance(action, _ENDS) else None
        options = [_options(known, marker, claimed, box) for marker in markers]
        tried = 0
        for names in product(*options):
            supposed = dict(zip(markers, names, strict=True))
            for one in self._completed(branch, game, line, action, claimed, supposed, {}):
                yield one
                tried += 1
                if tried > MOST_TRIED:
                    message = f"{action} depends on too many contents of Legions"
                    raise CannotTell(Fault("unknown-content", message, line=line.number))

    def _completed(
        self,
        branch: Branch,
        game: Game,
        line: Line,
        action: Action,
        claimed: Sequence[Fact],
        supposed: Contents,
        beside: Contents,
    ) -> Iterator[Tried]:
        """A line, judged with some contents, and with those of further Legions on which it then depends."""
        known, step = branch.known, self._supposed(game, line, action, {**supposed, **beside})
        missing = _missing(step, game, action)
        if missing is None or missing in supposed or missing in beside or missing not in known.legions():
            yield supposed, beside, step
            return
        owner = known.owner(missing)
        if not _follows(game, known, owner, supposed):
            for names in _options(known, missing, claimed, game.the_box if isinstance(action, _ENDS) else None):
                again = {**supposed, missing: names}
                yield from self._completed(branch, game, line, action, claimed, again, beside)
            return
        options = _options(self._given(branch, owner, {**supposed, **beside}), missing, (), game.the_box)
        if not _is_engaged(game, missing):
            again = {**beside, missing: options[0]}
            yield from self._completed(branch, game, line, action, claimed, supposed, again)
            return
        for names in options:
            again = {**supposed, missing: names}
            yield from self._completed(branch, game, line, action, claimed, again, beside)

    def _supposed(self, game: Game, line: Line, action: Action, supposed: Contents) -> Step[Game]:
        """A line, judged with some contents; somebody leaves who can, and some Lord is revealed."""
        there = suppose(game, supposed)
        for said in _said(there, action):
            step = _played(line, said, there)
            if not step.refusal:
                return evolve(step, action=action)
        if _passes_up(action) and (step.refusal or step.fault is not None) and supposed != {}:
            return evolve(step, refusal=(), fault=None, error=None, state=there)
        return step

    def _given(self, branch: Branch, owner: str, supposed: Contents) -> Observer:
        """Somebody who knows what some of a player's Legions hold, too."""
        facts = [fact for fact in branch.facts if fact.owner == owner]
        for marker, names in supposed.items():
            if branch.known.owner(marker) == owner:
                facts.append(Looked(step=0, rule="STOP-1", owner=owner, legion=marker, characters=names))
        return observer_of(self._kinds, facts)

    # --- why not -----------------------------------------------------------------------------------------------------

    def _holds(self, number: int, line: Line, game: Game, events: Sequence[Told], expected: Mapping[str, JSON]) -> bool:
        """Whether all that a line expects holds, the contents of Legions aside."""
        try:
            differing = TitanReferee[Game]().divergences(game, events, expected) if expected else []
        except DocumentError as e:
            raise CannotTell(evolve(e.faults[0], line=line.number)) from None
        if differing and (self._stop is None or not self._stop.divergences):
            self._stop = Stop(number, line, divergences=tuple(differing))
        return not differing

    def _contradicted(self, number: int, line: Line, branch: Branch, facts: Sequence[Fact]) -> None:
        """Facts that agree with no history: the first of them, and what is against it."""
        known = observer_of(self._kinds, branch.facts)
        for fact in facts:
            try:
                known.take([fact])
                known.settle()
            except (Contradiction, NoHistory):
                self._stop = self._stop or Stop(number, line, self._reasons(branch, fact))
                return

    def _reasons(self, branch: Branch, fact: Fact) -> tuple[Ruling, ...]:
        """That no history agrees with a fact, and what is against it."""
        sentence = "no history is left: " + fact.ruling().text.partition(": ")[2]
        known = observer_of(self._kinds, branch.facts)
        against = known.why(fact.legion) if fact.legion in known.legions() else ()
        return (Ruling(fact.rule, "illegal", sentence), *[reason.ruling() for reason in against])


def observer_of(kinds: Alphabet, facts: Iterable[Fact]) -> Observer:
    """Somebody who knows the whole record, and no more.

    :raises Contradiction, NoHistory: the facts agree with no history.
    """
    known = Observer(kinds, NOBODY, told=True)
    known.take(facts)
    known.settle()
    return known


# --- an action, said in full -----------------------------------------------------------------------------------------


def _read(line: Line, game: Game) -> Action:
    try:
        return action_of(dict(line.data), game)
    except TitanError as e:
        fault = e.faults[0] if isinstance(e, DocumentError) else getattr(e, "fault", Fault("error", str(e)))
        raise CannotTell(evolve(fault, line=line.number)) from None


def _played(line: Line, action: Action, game: Game) -> Step[Game]:
    """An action of a record, judged in a position."""
    said = evolve(line, data=action.to_json(), expect={})
    (step,) = play([said], TitanReferee(), game, check_seals=False)
    return evolve(step, line=line, action=action)


def _said(game: Game, action: Action) -> Iterator[Action]:
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


def replayed(lines: Iterable[Line], start: Game, choices: Mapping[int, Names]) -> bool:
    """Whether a record is legal to its end if these leave in the splits that do not say who.

    :param choices: by step.
    """
    game, number = start, 0
    events: tuple[Told, ...] = ()
    for line in lines:
        if not line.afterthought:
            number += 1
            action = _read(line, game)
            if isinstance(action, act.Split) and action.characters is None:
                action = _leaving(action, choices[number])
            steps = [_played(line, said, game) for said in _said(game, action)]
            step = next((step for step in steps if not step.refusal), steps[0])
            if step.fault is not None or (step.refusal and not _passes_up(action)):
                return False
            game, events = step.state, step.events
        if line.expect and TitanReferee[Game]().divergences(game, events, _named(line.expect)):
            return False
    return True


def _named(expect: Mapping[str, JSON]) -> dict[str, JSON]:
    """What is expected, the contents of Legions aside."""
    return {fact: value for fact, value in expect.items() if fact != "legion"}


def _passes_up(action: Action) -> bool:
    """Whether an action only declares that nothing is done, which nobody needs a right for."""
    return isinstance(action, act.NoSummon | act.NoReinforce) or action == act.Acquire()


def _missing(step: Step[Game], game: Game, action: Action) -> str | None:
    """The Legion on whose content it depends whether a line is legal, or what comes of it."""
    if isinstance(step.error, UnknownContent):
        return step.error.legion
    if step.fault is None or step.fault.code != "unknown-content":
        return None
    return next(iter(deciding(game, action)), None)


# --- contents that are possible --------------------------------------------------------------------------------------


def _follows(game: Game, known: Observer, owner: str, supposed: Contents) -> bool:
    """Whether it does not matter how a player's characters are spread over its Legions, once some are supposed: all of
    them leave the board together, and what they are worth together is known."""
    slain = () if game.engagement is None else game.engagement.slain_titans
    return owner in slain or any(known.owner(marker) == owner for marker in supposed)


def _is_open(known: Observer, marker: str) -> bool:
    return len(known.contents(marker)) > 1


def _agreeing(known: Observer, marker: str, claimed: Iterable[Fact]) -> list[Packed]:
    """The contents of a Legion with which all is true that an action claims of it, the likeliest first."""
    weights = known.contents(marker)
    about = [fact for fact in claimed if fact.legion == marker]
    return sorted([x for x in weights if all(known.agrees(fact, x) for fact in about)], key=lambda x: -weights[x])


def _options(known: Observer, marker: str, claimed: Iterable[Fact], box: Box | None) -> list[Names]:
    """What a Legion may hold, all that an action claims of it being true.

    :param box: where what it holds matters by its value only: of each value one.
    """
    contents = [known.alphabet.unpack(packed) for packed in _agreeing(known, marker, claimed)]
    return contents if box is None else list({_worth(box, names): names for names in reversed(contents)}.values())


def _is_engaged(game: Game, marker: str) -> bool:
    """Whether a Legion stands in a land with another player's, so that what it is worth goes elsewhere (D-3)."""
    holder = game.find(marker)
    return holder is not None and any(player.color != holder[0].color for player, _ in game.at(holder[1].land))


def _worth(box: Box, names: Names) -> object:
    """What matters of a Legion that is lost."""
    values = [box.points(name) for name in names]
    back = tuple([name for name in names if box.characters[name].returns])
    return sum(values), sum(value // 2 for value in values), TITAN in names, back


def _hidden(action: Action, before: Game, supposed: Iterable[str]) -> set[str]:
    """The Legions whose content stays unknown after an action, whatever it was judged with."""
    hidden = {*supposed, *[legion.legion for _, legion in before.legions() if legion.characters is None]}
    if isinstance(action, act.Split) and action.characters is None:
        hidden |= {action.legion, action.into}
    return hidden


def _lost(
    number: int, before: Game, after: Game, action: Action, supposed: Contents, known: Observer
) -> Iterator[Lost]:
    """The Legions of unknown content that an action takes from the board, or of which it leaves some off."""
    for marker, names in supposed.items():
        owner, box = known.owner(marker), before.the_box
        left = after.player(owner).legion(marker)
        entering = _entering(before, action) == marker
        if left is None or not left.size or entering:
            contents = [known.alphabet.unpack(x) for x in _agreeing(known, marker, ())]
            same = frozenset([x for x in contents if _worth(box, x) == _worth(box, names)])
            yield Lost(step=number, owner=owner, legion=marker, contents=same, among=len(contents))


def _gathered(ways: Iterable[Way]) -> tuple[Way, ...]:
    """Ways with as few as say the same: two become one where only one Legion of them differs, or there are too many."""
    found: list[Way] = []
    for way in ways:
        for i, other in enumerate(found):
            differing = sum(one != two for one, two in zip(way, other, strict=False)) + abs(len(way) - len(other))
            if differing < 2 or (i == MOST_WAYS and len(way) == len(other)):
                found[i] = tuple(map(_either, other, way))
                break
        else:
            found.append(way)
    return tuple(found)


def _either(one: Lost, other: Lost) -> Lost:
    return evolve(one, contents=one.contents | other.contents)


def _what_counts(game: Game) -> object:
    """What positions of one branch may differ in that matters later: the slain themselves do not."""
    battle = game.battle
    left_off = [] if battle is None else [tuple(sorted(battle.of(role).left_off)) for role in ROLES]
    left = tuple([_worth(game.the_box, names) for names in left_off])
    scores = tuple([(player.color, player.score, player.out, player.markers) for player in game.players])
    return scores, game.phase, game.active, game.turn, game.engagement, game.caretaker, game.returning, left


# --- what a line tells -----------------------------------------------------------------------------------------------


def _told(
    number: int, before: Game, step: Step[Game], after: Game, lost: Iterable[Lost], known: Observer
) -> Iterator[Fact]:
    """What the record says of Legions in an action that was carried out, and what follows for those that are lost."""
    action = step.action
    yield from claims(number, before, action, step.events)
    found = list[str]()
    for one in lost:
        titan = [TITAN in names for names in map(known.alphabet.unpack, known.contents(one.legion))]
        if any(titan) and not all(titan) and one.owner not in found:
            held = TITAN in next(iter(one.contents))
            found += [one.owner] if held else []
            yield TitanOrNot(step=number, rule="D-1", owner=one.owner, legion=one.legion, titan=held)
    entering = _entering(before, action)
    if entering is not None and entering in known.legions() and _is_open(known, entering):
        battle = before.battle
        assert battle is not None
        inside = tuple(sorted(c.name for c in battle.of(battle.side).characters if c.hex is not None))
        yield Reduced(step=number, rule="BATTLE-5", owner=known.owner(entering), legion=entering, characters=inside)
    for fact in changes(number, before, action, after):
        if not isinstance(fact, Gone) or fact.legion in known.legions():
            yield fact


def _claimed(number: int, game: Game, action: Action) -> list[Fact]:
    """What an action says of Legions if it is legal, before it is known whether it is."""
    found = claims(number, game, action)
    if isinstance(action, act.Split) and action.characters is not None:
        found += shown(number, "SPLIT-2", game, action.legion, action.characters)
    elif isinstance(action, act.Summon):
        rule = "SUMMON-2" if game.battle is None else "SUMMON-1"
        found += shown(number, rule, game, action.origin, (action.character,))
    return found


def _entering(before: Game, action: Action) -> str | None:
    """The Legion whose first Maneuver Phase ends with an action: who has not entered by then is left off (BATTLE-5)."""
    battle = before.battle
    if battle is None or not isinstance(action, act.EndManeuver) or battle.turn != 1:
        return None
    return battle.of(battle.side).legion


def _expected(number: int, game: Game, contents: JSON) -> Iterator[Looked]:
    """What the record says that Legions hold after a step; here it need not name them all."""
    box = game.the_box
    for marker, names in contents.items() if isinstance(contents, dict) else ():
        try:
            holder = game.find(box.markers.canonical(marker))
            held = tuple(sorted(map(box.character_names.canonical, names if isinstance(names, list) else ())))
        except UnknownName as e:
            raise CannotTell(e.fault) from None
        if holder is not None:
            yield Looked(step=number, rule="STOP-1", owner=holder[0].color, legion=holder[1].legion, characters=held)


def _depends(number: int, line: Line, lost: Lost) -> CannotTell:
    message = (
        f"step {number} is not legal with the scores that were followed, but others may have scored otherwise:"
        f" the record does not say what {lost.legion} held when it left the board at step {lost.step}"
    )
    hint = f'write what was seen, as "expect": {{"legion": {{"{lost.legion}": […]}}}}, at the Engagement'
    return CannotTell(Fault("unknown-content", message, line=line.number, hint=hint))
