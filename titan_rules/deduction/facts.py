"""What observers see of a game's Legions, step by step. Deduction uses nothing else.

A fact says what happened to one Legion, at which step, and by which rule it is known. Facts are public, except
:class:`Looked`, which only those who looked know, and the characters that leave in a :class:`Parted`.
"""

from functools import cached_property
from typing import ClassVar, TypeAlias

from attrs import frozen

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
class Observation:
    """Something that happened to a Legion.

    :param step: the number of the action in the record; 0: before the first.
    :param rule: the id of the rule by which it is known.
    :param owner: the colour of its player.
    :param legion: its marker.
    """

    step: int
    rule: str
    owner: str
    legion: str

    _sentence = ""
    """What happened, with ``{name}`` for what :data:`_fields` names."""

    _fields: ClassVar[tuple[str, ...]] = ()

    @cached_property
    def ruling(self) -> Ruling:
        """The fact as a ruling, for people."""
        values = {name: getattr(self, name) for name in ("step", "legion", *self._fields)}
        facts = {name: listed(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return Ruling(self.rule, "consequence", f"step {{step}}: {self._sentence}", facts)


@frozen(kw_only=True)
class _WithCharacters(Observation):
    characters: Names

    _fields = ("characters",)


@frozen(kw_only=True)
class Began(_WithCharacters):
    """A Legion exists when the record begins, and everybody knows its content (SETUP-4)."""

    _sentence = "{legion} begins with {characters}"


@frozen(kw_only=True)
class Parted(Observation):
    """Characters leave a Legion under a new marker, unseen (SPLIT-1, SPLIT-2).

    :param into: the new Legion's marker.
    :param count: how many leave.
    :param stay: how many stay.
    :param halves: each part has exactly one Lord and three Creatures (SPLIT-1).
    :param characters: who left; None: unknown.
    """

    into: str
    count: int
    stay: int
    halves: bool = False
    characters: Names | None = None

    @property
    def _sentence(self) -> str:  # type: ignore[override]
        if self.halves:
            return "{legion} splits, {count} leave as {into}, one Lord and three Creatures in each half"
        return "{legion} splits, {count} leave as {into} and {stay} stay"

    _fields = ("into", "count", "stay")


@frozen(kw_only=True)
class Joined(_WithCharacters):
    """Characters join a Legion in public (MUSTER-2, ACQUIRE-1, SUMMON-2 and the like)."""

    _sentence = "{characters} joined {legion}"


@frozen(kw_only=True)
class Shown(_WithCharacters):
    """A Legion has shown these characters; it may hold more (MUSTER-2, TELE-2, ENG-7)."""

    _sentence = "{legion} showed {characters}"


@frozen(kw_only=True)
class Left(Shown):
    """Characters leave a Legion in public, so it held them (SUMMON-2, ENG-7)."""

    _sentence = "{characters} left {legion}"


@frozen(kw_only=True)
class Reduced(Shown):
    """A Legion held at least these characters, and now holds only these (BATTLE-5: the rest was left off)."""

    _sentence = "{legion} entered the battle with {characters}"


@frozen(kw_only=True)
class Looked(_WithCharacters):
    """The whole content of a Legion is seen (ENG-2, BATTLE-1).

    :param by: the colours of those who looked; None: everybody.
    """

    by: tuple[str, ...] | None = None

    _sentence = "{legion} was seen whole: {characters}"


@frozen(kw_only=True)
class LordOrNot(Observation):
    """A Legion's action, or not being asked about flight, shows whether it holds a Lord (ENG-3, TELE-2)."""

    lord: bool

    @property
    def _sentence(self) -> str:  # type: ignore[override]
        if self.rule != "ENG-3":
            return "{legion} teleported, so it holds a Lord"
        if self.lord:
            return "{legion} was not asked whether it flees, so it holds a Lord"
        return "{legion} could have fled, so it holds no Lord"


@frozen(kw_only=True)
class TitanOrNot(Observation):
    """A lost Legion held its player's Titan, or not: a living player has exactly one (D-1)."""

    titan: bool

    @property
    def _sentence(self) -> str:  # type: ignore[override]
        if self.titan:
            return "{legion} was lost and its player is out, so it held the Titan"
        return "{legion} was lost and its player lives, so it held no Titan"


@frozen(kw_only=True)
class OneOf(Observation):
    """A lost Legion held one of these contents: any other makes later steps illegal (SCORE-1)."""

    contents: tuple[Names, ...]

    _sentence = "{legion} was worth what the later scores require: one of {count} contents"

    _fields = ("count",)

    @property
    def count(self) -> int:
        """How many contents it may have held."""
        return len(self.contents)


@frozen(kw_only=True)
class Combined(Observation):
    """Two parts of a split are recombined under the marker that stays (MOVE-9)."""

    into: str

    _sentence = "{legion} was put together with {into}"

    _fields = ("into",)


@frozen(kw_only=True)
class Gone(Observation):
    """A Legion is gone. If anybody saw its content, an earlier fact says so."""

    _sentence = "{legion} is gone"
