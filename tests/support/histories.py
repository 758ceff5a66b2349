"""All histories, one by one: what deduction must agree with; made-up stories; records that do not say who left."""

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

from titan_rules.box.names import CharacterName
from titan_rules.deduction.facts import (
    Began,
    Combined,
    Gone,
    Joined,
    Left,
    Looked,
    LordOrNot,
    Observation,
    Parted,
    Shown,
)
from titan_rules.deduction.multisets import Alphabet

LORDS = (CharacterName("Angel"), CharacterName("Titan"))
CREATURES = tuple(map(CharacterName, ("Centaur", "Lion", "Ogre", "Troll")))
KINDS = Alphabet([*LORDS, *CREATURES, CharacterName("Warlock")], LORDS, CREATURES)

Names = tuple[str, ...]
Rows = list[dict[str, Any]]
World = tuple[tuple[str, Names], ...]
"""What each Legion holds, in one history."""


def plus(names: Names, more: Iterable[str]) -> Names:
    return tuple(sorted([*names, *more]))


def minus(names: Names, less: Iterable[str]) -> Names | None:
    """None: they are not all there."""
    left = list(names)
    for name in less:
        if name not in left:
            return None
        left.remove(name)
    return tuple(left)


class Enumeration:
    """Every history with its probability, kept apart, for one player's Legions.

    :param prior: ``counters`` or ``splits``.
    """

    def __init__(self, prior: str) -> None:
        self._prior = prior
        self.worlds: dict[World, Fraction] = {(): Fraction(1)}

    def take(self, fact: Observation) -> None:
        after: dict[World, Fraction] = {}
        for world, weight in self.worlds.items():
            for legions, chance in self._next(dict(world), fact):
                key = tuple(sorted(legions.items()))
                after[key] = after.get(key, Fraction(0)) + weight * chance
        self.worlds = after

    def contents(self, legion: str) -> dict[Names, Fraction]:
        found: dict[Names, Fraction] = {}
        for world, weight in self.worlds.items():
            names = dict(world)[legion]
            found[names] = found.get(names, Fraction(0)) + weight
        total = sum(found.values())
        return {names: weight / total for names, weight in found.items()}

    def _next(self, legions: dict[str, Names], fact: Observation) -> list[tuple[dict[str, Names], Fraction]]:
        one = Fraction(1)
        if isinstance(fact, Began):
            return [({**legions, fact.legion: tuple(sorted(fact.characters))}, one)]
        names = legions[fact.legion]
        if isinstance(fact, Parted):
            return [
                ({**legions, fact.legion: stay, fact.into: leave}, chance)
                for stay, leave, chance in self._splits(names, fact)
            ]
        if isinstance(fact, Joined):
            return [({**legions, fact.legion: plus(names, fact.characters)}, one)]
        if isinstance(fact, Left):
            rest = minus(names, fact.characters)
            return [] if rest is None else [({**legions, fact.legion: rest}, one)]
        if isinstance(fact, Combined):
            whole = plus(legions[fact.into], names)
            return [({**{m: x for m, x in legions.items() if m != fact.legion}, fact.into: whole}, one)]
        if isinstance(fact, Gone):
            return [({m: x for m, x in legions.items() if m != fact.legion}, one)]
        if isinstance(fact, Shown):
            agrees = minus(names, fact.characters) is not None
        elif isinstance(fact, LordOrNot):
            agrees = any(name in LORDS for name in names) == fact.lord
        else:
            assert isinstance(fact, Looked)
            agrees = names == tuple(sorted(fact.characters))
        return [(legions, one)] if agrees else []

    def _splits(self, names: Names, fact: Parted) -> list[tuple[Names, Names, Fraction]]:
        picked = []
        for places in combinations(range(len(names)), fact.count):
            leave = tuple(names[i] for i in places)
            stay = tuple(names[i] for i in range(len(names)) if i not in places)
            if not fact.halves or (is_half(leave) and is_half(stay)):
                picked.append((stay, leave))
        if self._prior == "splits":
            picked = sorted(set(picked))
        return [(stay, leave, Fraction(1, len(picked))) for stay, leave in picked]


def is_half(names: Names) -> bool:
    return sum(name in LORDS for name in names) == 1 and sum(name in CREATURES for name in names) == 3


class Story:
    """A made-up history of one player's Legions, told fact by fact as it happens.

    :ivar truth: what each Legion really holds.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._step = 0
        self._markers = [f"Bk{n:02}" for n in range(12, 0, -1)]
        self.truth: dict[str, Names] = {}
        self._turn: list[str] = []
        start = ("Angel", "Centaur", "Centaur", "Lion", "Ogre", "Ogre", "Titan", "Troll")
        self.facts: list[Observation] = []
        if rng.random() < 0.5:
            self._begin(start)
            self._split("Bk01", 4, halves=True)
        else:
            self._begin(tuple(rng.choices((*LORDS, *CREATURES, "Warlock"), k=rng.randint(4, 7))))

    def _tell(self, kind: type[Observation], legion: str, **more: object) -> None:
        self._step += 1
        self.facts.append(kind(step=self._step, rule="SPLIT-2", owner="Black", legion=legion, **more))

    def _begin(self, names: Names) -> None:
        marker = self._markers.pop()
        self.truth[marker] = tuple(sorted(names))
        self._tell(Began, marker, characters=self.truth[marker])

    def _split(self, marker: str, count: int, halves: bool = False) -> None:
        whole, into = self.truth[marker], self._markers.pop()
        while True:
            leave = tuple(sorted(self._rng.sample(whole, count)))
            stay = minus(whole, leave)
            assert stay is not None
            if not halves or (is_half(leave) and is_half(stay)):
                break
        self.truth[marker], self.truth[into] = stay, leave
        self._tell(Parted, marker, into=into, count=count, stay=len(stay), halves=halves)

    def go_on(self) -> None:
        """One more thing happens."""
        kinds = [self._some_split, self._some_split, self._join, self._show, self._leave, self._look, self._lord]
        self._rng.choice([*kinds, self._come_and_go, self._end])()

    def _any(self) -> str:
        return self._rng.choice(sorted(self.truth))

    def _some_split(self) -> None:
        marker = self._any()
        height = len(self.truth[marker])
        if height >= 4 and len(self.truth) < 5:
            self._split(marker, self._rng.randint(2, height - 2))

    def _come_and_go(self) -> None:
        """A Legion is split into two or three, a part shows something, and two parts, or all, are together again."""
        marker = self._any()
        before = set(self.truth)
        if len(self.truth[marker]) < 4 or len(self.truth) > 4:
            return
        self._split(marker, 2)
        for again in sorted(({*self.truth} - before) | {marker}):
            if len(self.truth[again]) >= 4:
                self._split(again, 2)
                break
        parts = sorted(({*self.truth} - before) | {marker})
        if self._rng.random() < 0.4:
            shown = self._rng.choice(parts)
            self._tell(Shown, shown, characters=(self._rng.choice(self.truth[shown]),))
        self._rng.shuffle(parts)
        while len(parts) > 1:
            goes, stays = parts.pop(), parts[0]
            self._tell(Combined, goes, into=stays)
            self.truth[stays] = plus(self.truth[stays], self.truth.pop(goes))
            self._markers.append(goes)
            if self._rng.random() < 0.4:
                break

    def _join(self) -> None:
        marker = self._any()
        if len(self.truth[marker]) < 7:
            name = self._rng.choice((*LORDS, *CREATURES))
            self.truth[marker] = plus(self.truth[marker], [name])
            self._tell(Joined, marker, characters=(name,))

    def _show(self) -> None:
        marker = self._any()
        names = self.truth[marker]
        if names:
            self._tell(
                Shown, marker, characters=tuple(self._rng.sample(names, self._rng.randint(1, min(3, len(names)))))
            )

    def _leave(self) -> None:
        marker = self._any()
        if len(self.truth[marker]) > 2:
            name = self._rng.choice(self.truth[marker])
            self.truth[marker] = minus(self.truth[marker], [name]) or ()
            self._tell(Left, marker, characters=(name,))

    def _look(self) -> None:
        if self._rng.random() < 0.5:
            marker = self._any()
            self._tell(Looked, marker, characters=self.truth[marker])

    def _lord(self) -> None:
        marker = self._any()
        self._tell(LordOrNot, marker, lord=any(name in LORDS for name in self.truth[marker]))

    def _end(self) -> None:
        if len(self.truth) > 2:
            marker = self._any()
            if self._rng.random() < 0.7:
                self._tell(Looked, marker, characters=self.truth[marker])
            self._tell(Gone, marker)
            del self.truth[marker]


def unsaid(rows: Rows) -> Rows:
    """A record without who left in its splits, and without what Legions hold at any time."""
    found = []
    for row in rows:
        row = dict(row)
        if row.get("do") == "split":
            row["count"] = len(row.pop("characters"))
        if "expect" in row:
            row["expect"] = {key: value for key, value in row["expect"].items() if key != "legion"}
        found.append(row)
    return found
