"""What ``box list`` and ``box show`` answer."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..box import STANDARD, Box, box
from ..box.characters import Character
from ..box.loading import shipped
from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block
from ..kernel.wording import nouns


@frozen(kw_only=True)
class BoxInShort(Part):
    """A box in short.

    :param least, most: the number of players.
    """

    name: str
    least: int
    most: int
    about: str


@frozen(kw_only=True, repr=False)
class BoxList(Answer):
    """The boxes that are included."""

    kind: ClassVar[str] = "box-list"
    boxes: tuple[BoxInShort, ...]

    def blocks(self) -> Iterator[Block]:
        """One line for each box."""
        yield from (f"{box.name:14} {box.least}-{box.most:<3} {box.about}" for box in self.boxes)


@frozen(kw_only=True)
class CharacterInBox(Part):
    """A character.

    :param marks: F: flies, R: rangestrikes, M: magic missiles, S: can be summoned.
    :param differs: it differs from the standard box.
    """

    name: str
    rank: str
    power: int
    skill: int
    marks: str
    native_to: tuple[str, ...]
    count: int
    differs: bool

    def __str__(self) -> str:
        star = "*" if self.differs else " "
        natives = f"  native to {', '.join(self.native_to)}" if self.native_to else ""
        shown = f"{self.power:>2}-{self.skill} {self.marks:3} {self.rank:9} {self.count:>3}"
        return f"{star} {self.name:20} {shown}{natives}".rstrip()


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

    :param starting: the characters with which every player starts.
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
        yield from map(str, self.characters)
        yield ""
        if self.gone:
            yield from (f"Not in this box: {', '.join(self.gone)}", "")
        yield from ("Mustering", *map(str, self.terrains))


def box_list() -> BoxList:
    """The boxes that are included."""
    return BoxList(boxes=tuple([_in_short(box(name)) for name in shipped()]))


def _in_short(one: Box) -> BoxInShort:
    least, most = one.players
    return BoxInShort(name=one.name, least=least, most=most, about=one.about)


def box_contents(the_box: Box) -> BoxContents:
    """The contents of a box, and its differences from the standard one."""
    least, most = the_box.players
    return BoxContents(
        name=the_box.name,
        about=the_box.about,
        least=least,
        most=most,
        lands=len(the_box.masterboard.lands),
        towers=the_box.towers,
        starting=the_box.starting_characters,
        titan_power=the_box.titan_power,
        titan_step=the_box.titan_step,
        teleport_score=the_box.teleport_score,
        characters=tuple([_character(c) for c in the_box.characters.values()]),
        gone=tuple([name for name in STANDARD.characters if name not in the_box.characters]),
        terrains=tuple(_terrains(the_box)),
    )


def _character(c: Character) -> CharacterInBox:
    marks = (("F", c.flies), ("R", c.rangestrikes and not c.magic_missile), ("M", c.magic_missile), ("S", c.summonable))
    return CharacterInBox(
        name=c.name,
        rank=c.rank,
        power=c.power,
        skill=c.skill,
        marks="".join(letter for letter, has in marks if has),
        native_to=tuple(sorted(c.natives)),
        count=c.count,
        differs=c != STANDARD.characters.get(c.name),
    )


def _terrains(the_box: Box) -> Iterator[TerrainInBox]:
    for name, terrain in the_box.terrains.items():
        land = the_box.battlelands[name]
        present = {h.hazard for h in land.hexes} | {side for h in land.hexes for side in h.down if side}
        standard = STANDARD.terrains.get(name)
        yield TerrainInBox(
            name=name,
            lands=sum(one.terrain == name for one in the_box.masterboard.lands.values()),
            hazards=tuple(sorted(present)),
            musters=tuple(
                [
                    MusterInBox(muster=entry.muster, by=tuple([f"{count} {who}" for who, count in entry.needs]))
                    for entry in terrain.table
                ]
            ),
            differs=standard is None or standard.table != terrain.table,
        )
