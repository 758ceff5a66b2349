"""Which words of one text describe its position: *my Ogre on D3 hits his Lion on D4 in the Plains*."""

from collections.abc import Iterator, Sequence

from .lexicon import Deed, Kind
from .mentions import Mention, Mentions, Slot, What
from .words import Word


def placing(said: Mentions) -> list[Mention]:
    """The mentions that say where somebody stands, or where a Legion is."""
    return [mention for mention in said.mentions if _places(mention, said)] or _start(said)


def _places(mention: Mention, said: Mentions) -> bool:
    """Whether a mention says where somebody stands, or who is in a Legion that musters."""
    if mention.what is not What.SOMEBODY:
        return False
    if mention.hexes or mention.off:
        return True
    if not said.deeds:
        return mention.link is None
    [deed, *more] = said.deeds
    return deed.value is Deed.MUSTER and not more and said.mentions.index(mention) < said.mentions.index(deed)


def _start(said: Mentions) -> list[Mention]:
    """Where a move starts, behind its Legion if that is named: *Bk03 20-24, roll 4*, *109 to 111*."""
    lands = said.of(What.NUMBER, What.PLACE)
    legions = [mention for mention in said.of(What.LEGION) if mention.link is None]
    goes = len(lands) == 2 and lands[1].link is Kind.TO and lands[0].link in (None, Kind.AT, Kind.FROM)
    moves = all(deed.value is Deed.MOVE for deed in said.deeds)
    return [*legions, lands[0]] if goes and moves and len(legions) < 2 else []


def words_of_position(found: Sequence[Word], said: Mentions, placed: Sequence[Mention]) -> Iterator[Word]:
    """The words that describe the position."""
    for slot in (Slot.TERRAIN, Slot.TURN, Slot.PHASE, Slot.ROLL):
        if slot in said.spans:
            first, last = said.spans[slot]
            if slot is Slot.PHASE and Slot.PHASE_OWNER in said.slots:
                yield Word(found[first].token, Kind.OWNER, said.slots[Slot.PHASE_OWNER])
            yield from found[first:last]
            yield Word(found[first].token, Kind.COMMA)
    for mention in said.mentions:
        token = found[mention.first].token
        if mention.what is What.PARTED:
            yield found[mention.first]
        elif mention in placed and mention.what in (What.NUMBER, What.PLACE):
            if placed[0] is mention:
                yield from (Word(token, Kind.OWNER, "mine"), Word(token, Kind.LEGION))
            yield from (Word(token, Kind.AT), *found[mention.first : mention.last], Word(token, Kind.COMMA))
        elif mention in placed:
            owner = mention.owner or mention.likely_owner
            if owner is not None:
                yield Word(token, Kind.OWNER, owner)
            yield from found[mention.first : mention.last]
            if mention.what is What.SOMEBODY:
                yield Word(token, Kind.COMMA)
