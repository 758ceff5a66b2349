"""A Legion that may muster, in words: ``Jungle: 2 Gargoyle, Ogre``, ``105: 2 Lion``, ``3 ogres in hills``."""

from typing import ClassVar

from ..box.current_box import current
from ..position.muster import Muster
from .lexicon import Kind
from .reader import BEFORE_LANDS, MARKS, Behind, Reader, listed
from .words import Word

HELD = (Kind.OWNER, Kind.PERSON, Kind.LEGION)
"""Whose Legion it is, which may be said."""


class MusterReader(Reader):
    """Reads the words of a question about a muster."""

    of = Muster
    shape = "as in: Jungle: 2 Gargoyle, Ogre"
    behind: ClassVar[Behind] = {
        Kind.AT: (Kind.TERRAIN, Kind.LAND, Kind.NUMBER, Kind.SPACE, Kind.LEGION),
        Kind.SPACE: (Kind.LAND, Kind.NUMBER, Kind.COLON, *MARKS, None),
        Kind.WITH: (Kind.NAME, Kind.NUMBER),
        Kind.HAVE: (Kind.NAME, Kind.NUMBER),
        Kind.OF: (Kind.NAME, Kind.NUMBER),
    }

    def __init__(self, text: str, said: list[Word], asked: bool) -> None:
        super().__init__(text, said, asked)
        self.names: list[Word] = []
        """The words that say who is in the Legion."""
        self.owned: set[Kind] = set()

    def settle(self) -> None:
        """Put who is in the Legion, and where it is.

        :raises DocumentError: that is not said.
        """
        self.position.values["characters"] = names = listed(self, self.names)
        if not names:
            self.fail("who is in the Legion?", self.words[0], hint=self.shape)
        self.position.places["characters"] = self.names[0].token, self.names[-1].token
        if self.settle_terrain() is None:
            self.fail("where is the Legion?", self.words[0], self.words[-1], hint=self.shape)

    def _number(self, word: Word) -> None:
        """A land, or how many of a kind there are."""
        if self.kind(-2) in BEFORE_LANDS:
            self.number_in(word)
            self.land(word)
        else:
            self.names.append(word)

    def _who(self, word: Word) -> None:
        self.names.append(word)

    def _held(self, word: Word) -> None:
        """*My*, *I*, *Legion*: one owner."""
        if word.kind in self.owned or (word.kind is not Kind.LEGION and self.owned - {Kind.LEGION}):
            self.unread(word)
        self.owned.add(word.kind)
        if word.kind is not Kind.LEGION:
            self.owners[str(word.value)] = next(iter(current().markers.letters))  # as positions.as_game has it


MusterReader.ways = {
    **dict.fromkeys(MusterReader.behind, MusterReader.link),
    **dict.fromkeys(HELD, MusterReader._held),
    **dict.fromkeys((Kind.NAME, Kind.UNKNOWN, Kind.TIMES, Kind.NOTHING), MusterReader._who),
    Kind.NUMBER: MusterReader._number,
    Kind.LAND: MusterReader.land,
    Kind.TERRAIN: MusterReader.terrain,
}
