"""Is there any history that makes a record legal that does not say who left in its splits; and if not, where does the
last one die?

The record is followed in one history that agrees with it. Where that one is refused, what the action claims is added to
what is known: if no history agrees with it, the last has died; else one that does is taken up. So few histories are
ever tried, and none is missed: what agrees with the facts is known exactly.
"""

from collections.abc import Iterable, Mapping, Sequence

from ..actions.intents import Split
from ..answers.audit import Audit, Leaving
from ..answers.replay_report import Problem
from ..box.names import CharacterName
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.replaying import Line, Step
from ..kernel.rulings import Ruling
from ..position.game import Game
from . import unsaid
from .facts import Fact, Parted
from .history import alphabet, beginning
from .messages import NoHistory
from .multisets import Alphabet
from .posterior import NOBODY, Contradiction, Observer

Names = tuple[CharacterName, ...]
Choices = Mapping[int, Names]
"""Who leaves in the splits that do not say so, by step."""


def audit(lines: Iterable[Line], start: Game) -> Audit:
    """Follow a record as long as there is a history that makes it legal.

    :param start: the position that its header begins with.
    :raises CannotTell: it depends on what a Legion held that left the board unseen.
    """
    return _Auditor(tuple(lines), start).run()


def followed(lines: Iterable[Line], start: Game) -> tuple[Game, tuple[Fact, ...]]:
    """The position after a record in one history that agrees with it, and the facts that the record tells.

    :param start: the position that its header begins with.
    :raises CannotTell: no history agrees with it, or see :func:`audit`.
    """
    auditor = _Auditor(tuple(lines), start)
    stopped = auditor.run().stopped_at
    if stopped is not None:
        why = stopped.rulings[0].text if stopped.rulings else "what is expected does not hold"
        message = f"step {stopped.step} is not legal in any history: {why}"
        hint = f"ask about an earlier one: --step {stopped.step - 1}"
        raise CannotTell(Fault("illegal", message, line=stopped.line, hint=hint))
    return auditor.position, auditor.facts


class _Auditor:
    def __init__(self, lines: Sequence[Line], start: Game) -> None:
        self._lines = lines
        self._games = [start]
        """The positions before each step, in the history that is followed, and the last."""
        self._facts: list[Fact] = list(beginning(start))
        self._kinds = alphabet(start.the_box)
        self._known = self._observer(self._facts)
        self._choices: dict[int, Names] = {}
        self._unseen: Fact | None = None

    @property
    def position(self) -> Game:
        """The position after the last step, in the history that is followed."""
        return self._games[-1]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the record has told so far."""
        return tuple(self._facts)

    def run(self) -> Audit:
        while len(self._games) <= len(self._lines):
            stopped = self._next()
            if stopped is not None:
                return self._result(stopped)
        return self._result(None)

    def _result(self, stopped: Problem | None) -> Audit:
        steps = len(self._games) - 1
        history = [Leaving(step=step, characters=names) for step, names in self._choices.items() if step <= steps]
        return Audit(
            verdict="legal" if stopped is None else "diverges" if stopped.diverges else "illegal",
            steps=steps,
            unknown=len(history),
            stopped_at=stopped,
            history=tuple(sorted(history, key=lambda leaving: leaving.step)),
        )

    def _next(self) -> Problem | None:
        """Carry out the next line; where it fails for good, and why."""
        number, before = len(self._games), self._games[-1]
        line = self._lines[number - 1]
        step = self._judged(number, before, line)
        if step.fault is not None:
            raise CannotTell(step.fault)
        if step.refusal:
            return self._refused(before, step)
        expected = unsaid.expected(number, step.state, line.expect)
        facts = [*unsaid.told(before, step), *expected]
        for fact in unsaid.unseen_end(before, step):
            if len(self._known.contents(fact.legion)) > 1:
                self._unseen = fact
        try:
            self._known.take(facts)
            self._known.settle()
        except (Contradiction, NoHistory):
            return self._dead(step, facts)
        if not unsaid.holding(step.state, expected):
            self._take_up(facts)
            step = self._judged(number, self._games[-1], line)
        self._facts += facts
        if step.divergences:
            self._if_seen(step)
            return evolve(_problem(step), diverges=step.divergences)
        self._games.append(step.state)
        return None

    def _judged(self, number: int, before: Game, line: Line) -> Step[Game]:
        """A step in the history that is followed; where that has not said yet who leaves, anybody does."""
        split = unsaid.unsaid(line, before)
        if split is not None:
            if number not in self._choices:
                self._choices[number] = _anybody(before, split)
            line = unsaid.said(line, split, self._choices[number])
        line = evolve(line, expect={key: value for key, value in line.expect.items() if key != "legion"})
        step = unsaid.played(line, before)
        if step.refusal and unsaid.passes_up(step.action) and self._anything_unknown():
            step = evolve(step, refusal=())
        for spoken in unsaid.naming_a_lord(before, step):
            named = unsaid.played(spoken, before)
            if not named.refusal:
                step = evolve(named, action=step.action)
                break
        return evolve(step, number=number, line=self._lines[number - 1])

    def _anything_unknown(self) -> bool:
        """Whether others may have what nobody has in the history that is followed."""
        return any(len(self._known.contents(marker)) > 1 for marker in self._known.legions())

    def _refused(self, before: Game, step: Step[Game]) -> Problem | None:
        """Take up another history, if one agrees with what the refused action claims."""
        said = unsaid.unsaid(step.line, before) is None
        claimed = unsaid.claimed(step.number, before, step.action) if said else ()
        try:
            self._observer([*self._about(claimed), *claimed])
        except (Contradiction, NoHistory):
            return self._dead(step, claimed)
        if not self._take_up(claimed):
            self._if_seen(step)
            return _problem(step, step.refusal)
        again = self._judged(step.number, self._games[-1], step.line)
        if again.refusal:
            self._if_seen(again)
            return _problem(step, again.refusal)
        return None

    def _dead(self, step: Step[Game], claimed: Iterable[Fact]) -> Problem:
        """No history agrees with what an action claims: its claims, and what stands against them."""
        found: list[Ruling] = []
        known = self._observer(self._about(claimed))
        for fact in claimed:
            try:
                known.take([fact])
                known.settle()
            except (Contradiction, NoHistory):
                known = self._observer(self._about(claimed))
                sentence = "no history is left: " + fact.ruling().text.partition(": ")[2]
                found.append(Ruling(fact.rule, "illegal", sentence))
                found += [reason.ruling() for reason in known.why(fact.legion)]
                break
        return _problem(step, (*found, *step.refusal))

    def _if_seen(self, step: Step[Game]) -> None:
        """A history that fails proves nothing if others may have scored otherwise."""
        if self._unseen is not None:
            legion, left = self._unseen.legion, self._unseen.step
            message = (
                f"step {step.number} is not legal in the history that was tried, but others may have scored otherwise:"
                f" the record does not say what {legion} held when it left the board at step {left}"
            )
            hint = f'write what was seen, as "expect": {{"legion": {{"{legion}": […]}}}}, at the Engagement'
            raise CannotTell(Fault("unknown-content", message, line=step.line.number, hint=hint))

    # --- histories ---------------------------------------------------------------------------------------------------

    def _observer(self, facts: Iterable[Fact]) -> Observer:
        observer = Observer(self._kinds, NOBODY, told=True)
        for fact in facts:
            observer.take([fact])
        observer.settle()
        return observer

    def _about(self, new: Iterable[Fact]) -> list[Fact]:
        """All facts about the players that new ones are about: each player's Legions are a matter of their own."""
        owners = {fact.owner for fact in new}
        return [fact for fact in self._facts if fact.owner in owners]

    def _take_up(self, new: Sequence[Fact]) -> bool:
        """Follow a history that agrees with new facts, too; False if the present one does.

        :raises CannotTell: a step that was legal is not in that history, for a reason that the facts do not hold.
        """
        choices = _agreeing(self._kinds, [*self._about(new), *new], self._choices)
        changed = [step for step, names in choices.items() if self._choices[step] != names]
        if not changed:
            return False
        self._choices = dict(choices)
        first, last = min(changed), len(self._games)
        del self._games[first:]
        for number in range(first, last):
            step = self._judged(number, self._games[-1], self._lines[number - 1])
            if not step.good:
                self._if_seen(step)
                message = f"whether step {number} is legal depends on more than what the record tells of Legions"
                raise CannotTell(Fault("unknown-content", message, line=step.line.number))
            self._games.append(step.state)
        return True


def _problem(step: Step[Game], rulings: Sequence[Ruling] = ()) -> Problem:
    return Problem(step=step.number, line=step.line.number, action=dict(step.line.data), rulings=tuple(rulings))


def _anybody(game: Game, split: Split) -> Names:
    """Some characters that may leave."""
    count = split.count or 0
    splitting = unsaid.splitting(game, split)
    if splitting is None:
        return ()
    content, halves = splitting
    kinds = alphabet(game.the_box)
    found = Observer(kinds).parts_of(kinds.pack(content), count, halves)
    return kinds.unpack(found[0][0]) if found else tuple(sorted(content))[:count]


def _agreeing(kinds: Alphabet, facts: Sequence[Fact], choices: Choices) -> Choices:
    """Choices for all unknown splits that agree with the facts; the given ones as far as they do, step by step."""
    found = dict(choices)
    for owner in dict.fromkeys(fact.owner for fact in facts):
        own = [fact for fact in facts if fact.owner == owner]
        steps = [fact.step for fact in own if isinstance(fact, Parted) and fact.step in choices]
        settled: dict[int, Names] = {}
        if _agrees(kinds, own, {step: choices[step] for step in steps}):
            continue
        for step in steps:
            settled[step] = _choice(kinds, own, settled, step, choices)
        found.update(settled)
    return found


def _choice(kinds: Alphabet, facts: Sequence[Fact], settled: Choices, step: int, choices: Choices) -> Names:
    """Who leaves in one split, so that a history is left: the given ones, if they can."""
    if _agrees(kinds, facts, {**settled, step: choices[step]}):
        return choices[step]
    split = next(fact for fact in facts if isinstance(fact, Parted) and fact.step == step)
    before = Observer(kinds, NOBODY, told=True)
    before.take([_decided(fact, settled) for fact in facts if fact.step < step])
    (whole,) = before.contents(split.legion)
    for part, _ in before.parts_of(whole, split.count, split.halves):
        names = kinds.unpack(part)
        if names != choices[step] and _agrees(kinds, facts, {**settled, step: names}):
            return names
    raise AssertionError(f"no history agrees with step {step}")


def _agrees(kinds: Alphabet, facts: Iterable[Fact], choices: Choices) -> bool:
    observer = Observer(kinds, NOBODY, told=True)
    try:
        observer.take([_decided(fact, choices) for fact in facts])
        observer.settle()
    except (Contradiction, NoHistory):
        return False
    return True


def _decided(fact: Fact, choices: Choices) -> Fact:
    if isinstance(fact, Parted) and fact.step in choices:
        return evolve(fact, characters=choices[fact.step])
    return fact
