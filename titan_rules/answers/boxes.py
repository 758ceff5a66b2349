"""What ``box list`` and ``box show`` answer."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import field, frozen

from ..box import STANDARD, Box, box
from ..box.characters import Character
from ..box.loading import shipped
from ..kernel.answers import Answer, Part, copied
from ..kernel.blocks import Block, Listed, column
from ..kernel.wording import nouns


@frozen(kw_only=True)
class BoxInShort(Part):
    """A box in short.

    :param least, most: the number of players.
    """

    name: str = field(metadata=column(""))
    least: int = field(metadata=column("", lambda one: f"{one.least}-{one.most}"))
    most: int
    about: str = field(metadata=column(""))


@frozen(kw_only=True, repr=False)
class BoxList(Answer):
    """The boxes included."""

    kind: ClassVar[str] = "box-list"
    boxes: tuple[BoxInShort, ...]

    def blocks(self) -> Iterator[Block]:
        """One line for each box."""
        yield Listed(self.boxes)


@frozen(kw_only=True)
class CharacterInBox(Part):
    """A character.

    :param marks: F: flies, R: rangestrikes, M: magic missiles, S: can be summoned.
    :param differs: it differs from the standard box.
    """

    name: str = field(metadata=column("character"))
    rank: str = field(metadata=column("rank", rank=1))
    power: int = field(metadata=column("", lambda one: f"{one.power}-{one.skill}", right=True))
    skill: int
    marks: str = field(metadata=column(""))
    native_to: tuple[str, ...] = field(metadata=column("native to", lambda one: ", ".join(one.native_to), rank=3))
    count: int = field(metadata=column("counters", right=True, rank=2))
    differs: bool = field(metadata=column("", lambda one: "*" * one.differs, rank=-1))


@frozen(kw_only=True)
class MusterInBox(Part):
    """A character that a terrain musters, and its musterers; none if no musterer is needed."""

    muster: str
    by: tuple[str, ...]


@frozen(kw_only=True)
class TerrainInBox(Part):
    """A terrain and its mustering table.

    :param lands: the number of its lands on the Masterboard.
    :param hazards: the hazards of its Battleland's hexes and hexsides.
    :param differs: its table differs from the standard box.
    """

    name: str
    lands: int
    hazards: tuple[str, ...]
    musters: tuple[MusterInBox, ...]
    differs: bool

    def __str__(self) -> str:
        star = "*" if self.differs else " "
        musters = [f"{one.muster} ({' or '.join(one.by) or 'any Legion'})" for one in self.musters]
        return f"{star} {self.name}, {self.lands} {nouns('land', self.lands)}: {'; '.join(musters)}"


@frozen(kw_only=True, repr=False)
class BoxContents(Answer):
    """What is in a box.

    :param starting: the characters every player starts with.
    :param gone: the standard characters missing from it.
    """

    kind: ClassVar[str] = "box-contents"
    name: str
    about: str
    least: int
    most: int
    lands: int
    towers: tuple[int, ...]
    starting: tuple[str, ...]
    titan_power: int
    titan_step: int
    teleport_score: int
    characters: tuple[CharacterInBox, ...]
    gone: tuple[str, ...]
    terrains: tuple[TerrainInBox, ...]

    def blocks(self) -> Iterator[Block]:
        """The whole box; a star marks a difference from the standard one."""
        yield f"{self.name}: {self.about}"
        towers = ", ".join(map(str, self.towers))
        yield f"{self.least} to {self.most} players, {self.lands} lands, Towers {towers}"
        yield f"Each begins with {', '.join(self.starting)}"
        growth = f"one more for each {self.titan_step} points, and teleports from {self.teleport_score} points on"
        yield f"A Titan has Power-factor {self.titan_power}, {growth}"
        yield ""
        yield "Characters (* differs from standard; F flies, R rangestrikes, M magic missiles, S can be summoned)"
        yield from (Listed(self.characters), "")
        if self.gone:
            yield from (f"Not in this box: {', '.join(self.gone)}", "")
        yield from ("Mustering", *map(str, self.terrains))


def box_list() -> BoxList:
    """The boxes included."""
    boxes = [(one, *one.players) for one in map(box, shipped())]
    return BoxList(boxes=tuple([copied(BoxInShort, one, least=least, most=most) for one, least, most in boxes]))


def box_contents(the_box: Box) -> BoxContents:
    """The contents of a box, and its differences from the standard one."""
    least, most = the_box.players
    return copied(
        BoxContents,
        the_box,
        least=least,
        most=most,
        lands=len(the_box.masterboard.lands),
        starting=the_box.starting_characters,
        characters=tuple([_character(one) for one in the_box.characters.values()]),
        gone=tuple([name for name in STANDARD.characters if name not in the_box.characters]),
        terrains=tuple([_terrain(the_box, name) for name in the_box.terrains]),
    )


def _character(c: Character) -> CharacterInBox:
    marks = {"F": c.flies, "R": c.rangestrikes and not c.magic_missile, "M": c.magic_missile, "S": c.summonable}
    return copied(
        CharacterInBox,
        c,
        marks="".join(letter for letter, has in marks.items() if has),
        native_to=tuple(sorted(c.natives)),
        differs=c != STANDARD.characters.get(c.name),
    )


def _terrain(the_box: Box, name: str) -> TerrainInBox:
    table, hexes, standard = the_box.terrains[name].table, the_box.battlelands[name].hexes, STANDARD.terrains.get(name)
    return TerrainInBox(
        name=name,
        lands=sum(one.terrain == name for one in the_box.masterboard.lands.values()),
        hazards=tuple(sorted({h.hazard for h in hexes} | {side for h in hexes for side in h.down if side})),
        musters=tuple(
            [MusterInBox(muster=one.muster, by=tuple([f"{count} {who}" for who, count in one.needs])) for one in table]
        ),
        differs=standard is None or standard.table != table,
    )
