"""Points (SCORE-1, 2, ENG-3), characters acquired for them (ACQUIRE-1), where the slain go (SCORE-4)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from attrs import frozen

from ...actions.events import Event
from ...box import Box
from ...box.names import CharacterName
from ...digest.rulesets import Ruleset
from ...kernel.evolving import evolve
from ...kernel.judging import unopposed, until_stopped
from ...kernel.rulings import Facts, Ruling, consequence, illegal
from ...kernel.wording import article, listed, plural
from ...position.changes import added
from ...position.game import MAX_HEIGHT, Game


def value(box: Box, names: Iterable[CharacterName], score: int) -> int:
    """The characters' total value in points; ``score`` is their owner's (SCORE-1).

    >>> from titan_rules.box import STANDARD
    >>> value(STANDARD, ["Lion", "Lion"], 0)
    30
    """
    return sum([box.points(name, score) for name in names])


def halves_of_flight(box: Box, names: Iterable[CharacterName], rules: Ruleset) -> tuple[int, ...]:
    """The halves that add up to a fled Legion's points: of each character's value, or of the sum (ENG-3).

    >>> from titan_rules.box import STANDARD
    >>> from titan_rules.digest.rulesets import ruleset
    >>> halves_of_flight(STANDARD, ["Lion", "Lion"], ruleset("standard"))
    (7, 7)
    """
    if rules.flee_rounding == "total":
        return (value(box, names, 0) // 2,)
    return tuple([box.points(name) // 2 for name in names])


def multiples_reached(box: Box, before: int, after: int) -> tuple[int, ...]:
    """The multiples of 100, or of the box's step, that a score reaches or passes (ACQUIRE-1).

    >>> from titan_rules.box import STANDARD
    >>> multiples_reached(STANDARD, 80, 210), multiples_reached(STANDARD, 100, 199)
    ((100, 200), ())
    """
    step = box.acquire_step
    return tuple(n * step for n in range(before // step + 1, after // step + 1))


@frozen
class Offer:
    """What the winner can choose from; ``reached``: the multiples that its score has reached (ACQUIRE-1)."""

    box: Box
    terrain: str
    reached: tuple[int, ...]
    height: int
    stock: Mapping[CharacterName, int]
    rules: Ruleset

    @property
    def names(self) -> tuple[CharacterName, ...]:
        """Everything that can be acquired in the land, the most expensive first."""
        here = [a for a in self.box.acquirable if not a.terrains or self.terrain in a.terrains]
        return tuple([a.character for a in sorted(here, key=lambda a: -a.points)])

    def brings(self, multiple: int, choice: Sequence[CharacterName], name: CharacterName) -> bool:
        """Whether one multiple allows a chosen character, given the whole choice (option ``archangel``).

        If the most expensive one replaces the others, the caretaker must have one left beyond those chosen.
        """
        fitting = [
            a
            for a in self.box.acquirable
            if multiple % a.points == 0 and (not a.terrains or self.terrain in a.terrains)
        ]
        mine = next((a.points for a in fitting if a.character == name), None)
        if mine is None or self.rules.archangel != "replaces_angel":
            return mine is not None
        return not any(a.points > mine and self.stock.get(a.character, 0) > choice.count(a.character) for a in fitting)

    def choices(self) -> list[tuple[CharacterName, ...]]:
        """Every legal choice, the empty one last."""
        most = min(len(self.reached), MAX_HEIGHT - self.height)
        every = [some for count in range(most, 0, -1) for some in combinations_with_replacement(self.names, count)]
        return [*[choice for choice in every if unopposed(self.against(choice))], ()]

    def against(self, choice: Sequence[CharacterName]) -> Iterator[Ruling]:
        """Objections to a choice: too many, too high, not in stock, not for these points."""
        return until_stopped(self._against_counts(choice), self._mismatch(choice))

    def used_by(self, choice: Sequence[CharacterName]) -> tuple[int, ...]:
        """The multiples that a legal choice uses up: those that are good for the fewest characters first."""
        worth = sorted(self.reached, key=lambda m: [m % a.points == 0 for a in self.box.acquirable].count(True))
        return _dealt([[m for m in worth if self.brings(m, choice, name)] for name in choice]) or ()

    def _against_counts(self, choice: Sequence[CharacterName]) -> Iterator[Ruling]:
        if other := sorted(set(choice) - set(self.names)):
            able = listed([plural(name) for name in reversed(self.names)])
            sentence = "{names} cannot be acquired, only {able}"
            yield illegal("ACQUIRE-1", sentence, names=listed(map(plural, other)), able=able)
        if len(choice) > len(self.reached):
            sentence = "{count:character} for {multiples:multiple} of {points} reached ({reached})"
            facts: Facts = {"count": len(choice), "multiples": len(self.reached), "points": self.box.acquire_step}
            yield illegal("ACQUIRE-1", sentence, **facts, reached=listed(self.reached, ","))
        if self.height + len(choice) > MAX_HEIGHT:
            sentence = "height {height} and {count} more makes more than 7"
            yield illegal("ACQUIRE-1", sentence, height=self.height, count=len(choice))
        for name in reversed(self.names):
            left = self.stock.get(name, 0)
            if choice.count(name) > left:
                yield illegal("ACQUIRE-1", f"the caretaker has {{left:{name}}} left", name=name, left=left)

    def _mismatch(self, choice: Sequence[CharacterName]) -> Iterator[Ruling]:
        """Check that the multiples can be dealt out to the characters, one each."""
        able = {name: [m for m in self.reached if self.brings(m, choice, name)] for name in dict.fromkeys(choice)}
        unfit = [name for name in sorted(able, key=self.names.index) if choice.count(name) > len(able[name])]
        for name in unfit[:1]:
            yield self._unfit(name, choice.count(name), len(able[name]))
        if not unfit and _dealt([able[name] for name in choice]) is None:
            sentence = "{names} need more multiples than {reached}"
            yield illegal("ACQUIRE-1", sentence, names=listed(choice, ","), reached=listed(self.reached, ","))

    def _unfit(self, name: CharacterName, wanted: int, able: int) -> Ruling:
        points = next(a.points for a in self.box.acquirable if a.character == name)
        why = f"{article(name)} needs a multiple of {points}"
        if points == self.box.acquire_step:
            above = min((a.points for a in self.box.acquirable if a.points > points), default=points)
            dearest = next(a.character for a in self.box.acquirable if a.points == above)
            why = f"a multiple of {above} brings the {dearest} instead, while the caretaker has one"
        sentence = f"{{wanted:{name}}} for {{able:fitting multiple}} among {{reached}}: {{why}}"
        facts: Facts = {"wanted": wanted, "name": name, "able": able, "why": why}
        return illegal("ACQUIRE-1", sentence, **facts, reached=listed(self.reached, ","))


def _dealt(wanted: Sequence[Sequence[int]], used: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """A different multiple for each from its list, the first that fit; None if there are too few."""
    if not wanted:
        return used
    each = (_dealt(wanted[1:], (*used, multiple)) for multiple in wanted[0] if multiple not in used)
    return next((dealt for dealt in each if dealt is not None), None)


# --- removed characters ----------------------------------------------------------------------------------------------


def remove(game: Game, names: Iterable[CharacterName]) -> Game:
    """Remove characters: Creatures to the dead pile, others aside until they return (SCORE-4).

    A slain Titan goes to neither, since it belongs to its player.
    """
    gone, characters = list(names), game.the_box.characters
    dead = [name for name in gone if not characters[name].returns and not characters[name].is_titan]
    aside = [name for name in gone if characters[name].returns]
    if dead:
        game = evolve(game, dead=added(game.dead, dead))
    if aside:
        game = evolve(game, returning=added(game.returning, aside))
    return game


def bring_back(game: Game, step: str = "2.5.6.10") -> tuple[Game, list[Event]]:
    """Return removed Lords and Demi-Lords to the caretaker; ``step``: of the sequence of play (SCORE-4)."""
    if not game.returning:
        return game, []
    names = [name for name, count in game.returning.items() for _ in range(count)]
    ruling = consequence(
        "SCORE-4", "{names} back to the caretaker", step=step, names=listed(names, ","), characters=names
    )
    return evolve(game, caretaker=added(game.caretaker, names), returning={}), [Event(ruling)]
