"""The exact posterior: what an observer can know, as facts arrive one by one."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from ..answers.deduction import Prior
from ..box.characters import TITAN
from ..kernel.errors import CannotTell, Fault
from . import belief_propagation
from . import facts as seen
from .belief_propagation import NoHistory, Table, Variable, Weights, lineage
from .facts import Names, Observation
from .multisets import Alphabet, Packed, parts

PRIORS: tuple[Prior, ...] = ("counters", "splits")

NOBODY = "nobody"  # an observer who plays no colour


class Contradiction(NoHistory):
    """No history agrees with a fact and all that came before it.

    :param fact: the first such fact.
    """

    def __init__(self, fact: Observation) -> None:
        self.fact = fact
        super().__init__(str(fact.ruling))


class Tangle(CannotTell):
    """Two Legions were recombined that are not parts of one split (MOVE-9): their joint content is not tracked.

    :param fact: the fact that says so.
    """

    def __init__(self, fact: seen.Combined) -> None:
        message = f"the joint content of {fact.legion} and {fact.into} is not tracked: they are not parts of one split"
        super().__init__(Fault("unknown-content", f"{message} (step {fact.step}, MOVE-9)"))


class Observer:
    """What a player or spectator can know of the other players' Legions.

    An impossible fact raises Contradiction, maybe only when contents are asked for, and a recombination that is not
    tracked Tangle. A Legion that is missing or the observer's own raises KeyError.

    :param color: the observer's colour, or :data:`NOBODY`; its own Legions are left out.
    :param prior: which splits are equally likely.
    :param told: it knows what the record says about every split.
    :param kept: it forgets no split, so that :meth:`history` can reconstruct them.
    """

    def __init__(
        self,
        alphabet: Alphabet,
        color: str = NOBODY,
        prior: Prior = "counters",
        *,
        told: bool = False,
        kept: bool = False,
    ) -> None:
        self.alphabet = alphabet
        self.color = color
        self.prior = prior
        self._told, self._kept = told, kept
        self._legions: dict[tuple[str, str], Variable] = {}
        self._touched: list[Variable] = []
        self._splits: list[tuple[int, Variable]] = []
        self._learned: list[Observation] = []

    def afresh(self) -> "Observer":
        """A new observer of the same kind who knows nothing yet."""
        return Observer(self.alphabet, self.color, self.prior, told=self._told, kept=self._kept)

    def twin(self) -> "Observer":
        """Another observer who has learned the same."""
        twin = self.afresh()
        twin.take(self._learned)
        return twin

    def sees(self, fact: Observation) -> bool:
        """Whether a fact tells the observer anything that is tracked."""
        if fact.owner == self.color:
            return False
        return not isinstance(fact, seen.Looked) or fact.by is None or self.color in fact.by

    def take(self, facts: Iterable[Observation]) -> None:
        """Learn facts, in order."""
        for fact in facts:
            if self.sees(fact):
                self._learned.append(fact)
                try:
                    self._learn(fact)
                except NoHistory:
                    raise Contradiction(fact) from None

    def conclude(self, facts: Iterable[Observation]) -> None:
        """Learn facts, and draw all conclusions from each."""
        for fact in facts:
            self.take([fact])
            try:
                self.settle()
            except NoHistory:
                raise Contradiction(fact) from None

    def likelihood(self, facts: Iterable[Observation]) -> Fraction:
        """Learn facts; return their probability, each given what was known before it."""
        chance = Fraction(1)
        for fact in facts:
            if isinstance(fact, seen.Shown | seen.Looked | seen.LordOrNot | seen.TitanOrNot | seen.OneOf):
                weights = self.contents(fact.legion)
                agreeing = sum(weight for packed, weight in weights.items() if self.agrees(fact, packed))
                chance *= Fraction(agreeing, sum(weights.values()))
            self.take([fact])
        self.settle()
        return chance

    def legions(self) -> tuple[str, ...]:
        """The sorted markers of the Legions on the board, without the observer's own."""
        return tuple(sorted(legion for _, legion in self._legions))

    def contents(self, legion: str) -> Weights:
        """What a Legion may hold, packed, with weights up to a common factor."""
        self.settle()
        return self._legions[self._at(legion)].contents()

    def owner(self, legion: str) -> str:
        """The owner's colour."""
        return self._at(legion)[0]

    def why(self, legion: str) -> tuple[Observation, ...]:
        """The facts that determine what a Legion may hold, by step."""
        facts = {id(fact): fact for fact in lineage(self._legions[self._at(legion)])}
        return tuple(sorted(facts.values(), key=lambda fact: fact.step))

    def history(self) -> dict[int, Names]:
        """Who left in each split, by step, in one history that agrees with all that was seen."""
        self.settle()
        chosen: dict[Variable, Packed] = {}
        for _, leave in self._splits:
            if leave not in chosen:
                chosen |= belief_propagation.one_history(leave)
        return {step: self.alphabet.unpack(chosen[leave]) for step, leave in self._splits}

    def parts_of(self, whole: Packed, count: int, halves: bool) -> Sequence[tuple[Packed, int]]:
        """Every part of ``count`` characters that may leave a Legion, each with the ways to pick its counters.

        :param halves: each part has exactly one Lord and three Creatures (SPLIT-1).
        """
        any_parts = parts(whole, count)
        if not halves:
            return any_parts
        return [(part, ways) for part, ways in any_parts if self._is_half(part) and self._is_half(whole - part)]

    def agrees(self, fact: Observation, content: Packed) -> bool:
        """Whether one fact about a Legion allows a content."""
        alphabet = self.alphabet
        match fact:
            case seen.Looked():
                return content == alphabet.pack(fact.characters)
            case seen.Shown():
                return alphabet.holds(content, alphabet.pack(fact.characters))
            case seen.LordOrNot():
                return (alphabet.lords(content) > 0) == fact.lord
            case seen.TitanOrNot():
                return (alphabet.count(content, TITAN) > 0) == fact.titan
            case seen.OneOf():
                return alphabet.unpack(content) in fact.contents
        return True

    def settle(self) -> None:
        """Draw all conclusions from the facts learned."""
        touched, settled = list(self._touched), set[Variable]()
        self._touched.clear()
        for content in touched:
            if content not in settled:
                here = belief_propagation.settle(content)
                settled.update(here)
                for one in here:
                    if one.factors and one.known:
                        self._close(one, [one.only()], lineage(one))

    # --- facts, one by one -------------------------------------------------------------------------------------------

    def _at(self, legion: str) -> tuple[str, str]:
        for at in self._legions:
            if at[1] == legion:
                return at
        raise KeyError(legion)

    def _learn(self, fact: Observation) -> None:
        at, alphabet = (fact.owner, fact.legion), self.alphabet
        if isinstance(fact, seen.Began):
            self._legions[at] = Variable.root([alphabet.pack(fact.characters)], [fact], self._kept)
            return
        content = self._legions[at]
        match fact:
            case seen.Parted():
                self.settle()
                content = self._legions[at]
                stay, leave = belief_propagation.split(content, self._ways(content, fact), fact)
                self._legions[at], self._legions[fact.owner, fact.into] = stay, leave
                self._touched.append(stay)
                if self._kept:
                    self._splits.append((fact.step, leave))
            case seen.Joined():
                content.change += alphabet.pack(fact.characters)
                content.log.append(fact)
            case seen.Combined():
                self.settle()
                whole = belief_propagation.combine(self._legions.pop(at), self._legions[fact.owner, fact.into])
                if whole is None:
                    raise Tangle(fact)
                whole.log.append(fact)
                self._legions[fact.owner, fact.into] = whole
                self._touched.append(whole)
            case seen.Gone():
                self._close(content)
                del self._legions[at]
            case _:
                self._sift(content, fact)
        match fact:
            case seen.Left():
                content.change -= alphabet.pack(fact.characters)
            case seen.Looked() | seen.Reduced():
                self._close(content, [alphabet.pack(fact.characters)], [fact])

    def _sift(self, content: Variable, fact: Observation) -> None:
        content.log.append(fact)
        kept = [born for born in content.possible if self.agrees(fact, born + content.change)]
        if len(kept) != len(content.possible):
            content.sift(kept)
            self._touched.append(content)

    def _close(self, content: Variable, now: Iterable[Packed] = (), log: Iterable[Observation] = ()) -> None:
        """Disconnect a Legion's content from the others, which keep what it implied.

        :param now: what the Legion holds from now on, by the facts of the log.
        """
        known = Variable.root(now, log, self._kept)
        for at, held in self._legions.items():
            if held is content:
                self._legions[at] = known
        if content in self._touched:
            self._touched += [one for one in belief_propagation.relatives(content) if one.here]
        content.log = [fact for fact in content.log if not isinstance(fact, seen.Joined)]
        belief_propagation.detach(content)

    def _ways(self, whole: Variable, fact: seen.Parted) -> Table:
        """Every way the split can go, for every possible content."""
        change, given = whole.change, None
        if self._told and fact.characters is not None:
            given = self.alphabet.pack(fact.characters)
        options = {born: self.parts_of(born + change, fact.count, fact.halves) for born in whole.possible}
        even = lcm(*[len(options[born]) for born in options if options[born]])
        return {
            (born, born + change - part, part): even // len(ways) if self.prior == "splits" else weight
            for born, ways in options.items()
            for part, weight in ways
            if given is None or part == given
        }

    def _is_half(self, part: Packed) -> bool:
        return self.alphabet.lords(part) == 1 and self.alphabet.creatures(part) == 3
