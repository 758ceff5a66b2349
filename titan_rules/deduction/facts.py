"""What is seen of a game's Legions, step by step: all that deduction goes by.

A fact says what happened to one Legion, at which step, and by which rule it is known. Facts are public, but for
:class:`Looked`, which only those who looked know, and for which characters leave in a :class:`Parted`.
"""

from typing import TypeAlias

from attrs import field, frozen

from ..box.names import CharacterName
from ..kernel.names import in_numbers
from ..kernel.rulings import Ruling

Names: TypeAlias = tuple[CharacterName, ...]


def listed(names: Names) -> str:
    """Characters in words, those of one kind together.

    >>> listed(("Troll", "Ogre", "Troll")), listed(())
    ('2 × Troll, Ogre', 'nothing')
    """
    return in_numbers(names) or "nothing"


@frozen(kw_only=True)
class Fact:
    """Something that happened to a Legion.

    :param step: the number of the action in the record; 0: before the first.
    :param rule: the id of the rule by which it is known.
    :param owner: the colour of the player that holds the Legion.
    :param legion: its marker.
    """

    step: int
    rule: str
    owner: str
    legion: str

    def ruling(self) -> Ruling:
        """The fact as a ruling, for people."""
        facts = {"step": self.step, "legion": self.legion, **self._facts()}
        return Ruling(self.rule, "consequence", f"step {{step}}: {self._sentence()}", facts)

    def _sentence(self) -> str:
        raise NotImplementedError

    def _facts(self) -> dict[str, object]:
        return {}


@frozen(kw_only=True)
class _WithCharacters(Fact):
    characters: Names

    def _facts(self) -> dict[str, object]:
        return {"characters": listed(self.characters)}


@frozen(kw_only=True)
class Began(_WithCharacters):
    """A Legion is there when the record begins, and everybody knows what it holds (SETUP-4)."""

    def _sentence(self) -> str:
        return "{legion} begins with {characters}"


@frozen(kw_only=True)
class Parted(Fact):
    """Characters leave a Legion under a new marker, unseen (SPLIT-1, SPLIT-2).

    :param into: the new Legion's marker.
    :param count: how many leave.
    :param stay: how many stay.
    :param halves: each part has exactly one Lord and three Creatures (SPLIT-1).
    :param characters: who left, where that is known.
    """

    into: str
    count: int
    stay: int
    halves: bool = False
    characters: Names | None = None

    def _sentence(self) -> str:
        if self.halves:
            return "{legion} splits, {count} leave as {into}, one Lord and three Creatures in each half"
        return "{legion} splits, {count} leave as {into} and {stay} stay"

    def _facts(self) -> dict[str, object]:
        return {"into": self.into, "count": self.count, "stay": self.stay}


@frozen(kw_only=True)
class Joined(_WithCharacters):
    """Characters join a Legion for everybody to see (MUSTER-2, ACQUIRE-1, SUMMON-2 and the like)."""

    def _sentence(self) -> str:
        return "{characters} joined {legion}"


@frozen(kw_only=True)
class Left(_WithCharacters):
    """Characters leave a Legion for everybody to see, so that they were in it (SUMMON-2, ENG-7)."""

    def _sentence(self) -> str:
        return "{characters} left {legion}"


@frozen(kw_only=True)
class Shown(_WithCharacters):
    """At least these characters are in a Legion: it has shown them (MUSTER-2, TELE-2, ENG-7)."""

    def _sentence(self) -> str:
        return "{legion} showed {characters}"


@frozen(kw_only=True)
class LordOrNot(Fact):
    """A Legion holds at least one Lord, or none: what it did, or was asked, shows it (ENG-3, TELE-2).

    :param lord: whether it holds one.
    """

    lord: bool

    def _sentence(self) -> str:
        if self.rule != "ENG-3":
            return "{legion} teleported, so that it holds a Lord"
        if self.lord:
            return "{legion} was not asked whether it flees, so that it holds a Lord"
        return "{legion} could have fled, so that it holds no Lord"


@frozen(kw_only=True)
class TitanOrNot(Fact):
    """A Legion that is lost holds its player's Titan, or not: a player that lives has exactly one (D-1).

    :param titan: whether it holds it.
    """

    titan: bool

    def _sentence(self) -> str:
        if self.titan:
            return "{legion} was lost and its player is out, so that it held the Titan"
        return "{legion} was lost and its player lives, so that it held no Titan"


@frozen(kw_only=True)
class OneOf(Fact):
    """A Legion that is lost held one of these contents: with any other, what follows would not be legal (SCORE-1).

    :param contents: those that are left.
    """

    contents: tuple[Names, ...]

    def _sentence(self) -> str:
        return "{legion} was worth what agrees with the scores that follow: one of {count} contents"

    def _facts(self) -> dict[str, object]:
        return {"count": len(self.contents)}


@frozen(kw_only=True)
class Looked(_WithCharacters):
    """The whole content of a Legion is seen (ENG-2, BATTLE-1).

    :param by: the colours of those who looked; None: everybody.
    """

    by: tuple[str, ...] | None = field(default=None)

    def _sentence(self) -> str:
        return "{legion} was seen whole: {characters}"


@frozen(kw_only=True)
class Reduced(_WithCharacters):
    """A Legion held at least these characters, and from now on holds no others (BATTLE-5: the rest was left off)."""

    def _sentence(self) -> str:
        return "{legion} entered the battle with {characters}"


@frozen(kw_only=True)
class Combined(Fact):
    """Two parts of a split are put together again (MOVE-9).

    :param into: the marker that stays.
    """

    into: str

    def _sentence(self) -> str:
        return "{legion} was put together with {into}"

    def _facts(self) -> dict[str, object]:
        return {"into": self.into}


@frozen(kw_only=True)
class Gone(Fact):
    """A Legion is no more. What it held, if anybody saw it, stands in a fact before."""

    def _sentence(self) -> str:
        return "{legion} is gone"
