"""A Legion that may muster, in words: ``Jungle: 2 Gargoyle, Ogre``, ``105: 2 Lion``, ``3 ogres in hills``."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from ..box.current_box import current
from .draft import MARKS, Behind, Draft, Reader, listed, settle_place
from .lexicon import Kind
from .words import Word

HELD = (Kind.OWNER, Kind.PERSON, Kind.LEGION)
"""Whose Legion it is, which may be said."""


class MusterReader(Reader):
    """Reads the words of a question about a muster into a draft."""

    shape = "as in: Jungle: 2 Gargoyle, Ogre"
    behind: ClassVar[Behind] = {
        Kind.AT: (Kind.TERRAIN, Kind.LAND, Kind.NUMBER, Kind.SPACE, Kind.LEGION),
        Kind.SPACE: (Kind.LAND, Kind.NUMBER, Kind.COLON, *MARKS, None),
        Kind.WITH: (Kind.NAME, Kind.NUMBER),
        Kind.HAVE: (Kind.NAME, Kind.NUMBER),
        Kind.OF: (Kind.NAME, Kind.NUMBER),
    }

    def __init__(self, draft: Draft, words: list[Word]) -> None:
        super().__init__(draft, words)
        self.names: list[Word] = []
        """The words that say who is in the Legion."""
        self.owned: set[object] = set()

    def read(self) -> None:
        """Read every word.

        :raises DocumentError: a word has no use, or it is not said who or where the Legion is.
        """
        self.heading()
        self.read_words(_READ)
        self.draft.data["characters"] = listed(self.draft, self.names)
        if not self.draft.data["characters"]:
            self.draft.fail("who is in the Legion?", self.words[0].token, hint=self.shape)
        if settle_place(self.draft, self.shape) is None:
            self.draft.fail("where is the Legion?", self.words[0].token, self.words[-1].token, hint=self.shape)

    def _number(self, word: Word) -> None:
        """A land, or how many of a kind there are."""
        if self.kind(-2) in (Kind.AT, Kind.SPACE, Kind.TERRAIN):
            self.draft.number(word)
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
        if word.value in ("mine", "theirs"):
            self.draft.owners[str(word.value)] = next(iter(current().markers.letters))  # as positions.as_game has it


_READ: Mapping[Kind, Callable[[MusterReader, Word], None]] = {
    **dict.fromkeys(MusterReader.behind, MusterReader.link),
    **dict.fromkeys(HELD, MusterReader._held),
    **dict.fromkeys((Kind.NAME, Kind.UNKNOWN, Kind.TIMES, Kind.NOTHING), MusterReader._who),
    Kind.NUMBER: MusterReader._number,
    Kind.LAND: MusterReader.land,
    Kind.TERRAIN: MusterReader.terrain,
}
"""How a word is read, by its kind."""
