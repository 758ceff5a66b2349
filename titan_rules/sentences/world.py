"""The small world of a battle that is told: who stands where, whose they are, and what they do.

A noun group means somebody who is known, or somebody new; where it can mean two, nothing is understood.
"""

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from .frames import Noun
from .sides import IMPLIED, OUTRIGHT, STRUCK, Owned, Piece, Relation, Sides, Unclear

STRIKES, GOES = ("strike", "shoot"), ("goes", "enter")
ENDS, JOINS = ("end-strikes", "end-maneuver"), ("reinforce", "summon")


@define(eq=False)
class Deed:
    """Something done, or asked about.

    :param striker: a hex where whoever acts is told to stand only later; ``struck`` likewise.
    :param vague: a player is said to do it, or nobody.
    :param by: that player.
    :param placed: it has all its goals: *Ogre D4 enters*, *enters D4*.
    :param over: it is told as done: *has struck already*.
    :param tentative: it only parts two sides if anything else is asked: *Ogre D3 - Lion D4*.
    :ivar said: its dice, hits and carries.
    """

    kind: str
    actors: list[Piece]
    targets: list[Piece] = field(factory=list)
    goals: list[str] = field(factory=list)
    striker: str | None = None
    struck: str | None = None
    vague: bool = False
    by: str | None = None
    tentative: bool = False
    placed: bool = False
    back: bool = False
    over: bool = False
    origin: str | None = None
    sentence: int = 0
    said: dict[str, Any] = field(factory=dict)


@define(eq=False)
class World:
    """What was said of a battle, so far.

    :param possessives: how owners were said: *his*, *her*.
    :ivar scores: by a Titan, by an owner, or by None.
    :ivar entry: the side from which the attacker comes.
    :ivar topic: whom the last clause is about; ``subject``: the one whose verb or goal may follow.
    """

    first_person: bool
    possessives: frozenset[str] = frozenset()
    pieces: list[Piece] = field(factory=list)
    events: list[Deed] = field(factory=list)
    sides: Sides = field(factory=Sides)
    scores: dict[Owned | None, int] = field(factory=dict)
    hazards: dict[str, str] = field(factory=dict)
    loose: list[str] = field(factory=list)
    roles: set[str] = field(factory=set)
    entry: str | None = None
    done: bool = False
    sentence: int = 0
    part: int = 0
    heading: str | None = None
    speaker: str | None = None
    topic: list[Piece] = field(factory=list)
    subject: Piece | None = None
    opened: bool = False
    last: Piece | None = None

    # --- whose -------------------------------------------------------------------------------------------------------

    def settle(self, weakest: int) -> None:
        """Work out the sides, also from who strikes whom."""
        rules: list[Relation] = []
        for event in self.events:
            for group in (event.actors, event.targets):
                rules += [(STRUCK, group[0], one, False) for one in group[1:]]
            rules += [(STRUCK, actor, target, True) for actor in event.actors for target in event.targets]
        self.sides.settle(self.pieces, rules, weakest)

    def foes(self, one: Piece, two: Piece) -> bool:
        """Whether one may be the other's enemy."""
        return one is not two and self.sides.foes(one, two) is not False

    def of(self, owner: str) -> list[Piece]:
        """Those on the side of an owner."""
        return [piece for piece in self.pieces if self.sides.foes(piece, owner) is False]

    def owned(self, piece: Piece, owner: str, strength: int = OUTRIGHT) -> None:
        """A piece is somebody's."""
        piece.cues = (*piece.cues, owner)
        self.sides.tell(strength, owner, piece, False)

    def owner(self, noun: Noun) -> str | None:
        """Whose a noun group says it is, or what stands above it."""
        owner = next((one for one in reversed(noun.owners) if one != "own"), None)
        if owner == "theirs" and not self.first_person and self.speaker is not None:
            return self.speaker  # Red says that his Ogre
        if owner is None and "own" in noun.owners:
            return None
        if owner == "mine" and self.heading not in (None, "mine", "theirs"):
            self.sides.tell(OUTRIGHT, "mine", self.heading, False)  # Red: "my Ogre"
            self.heading = None
        return owner or self.heading

    # --- who ---------------------------------------------------------------------------------------------------------

    def at(self, label: str) -> Piece | None:
        """Who stands in a hex."""
        return next((piece for piece in self.pieces if piece.hex == label), None)

    def there(self, noun: Noun) -> str:
        """The hex that is said, and what is said to be in it."""
        if noun.hazard is not None:
            self.hazards[noun.hexes[0]] = noun.hazard
        return noun.hexes[0]

    def meant(self, noun: Noun, actor: Piece | None = None) -> list[Piece]:
        """Whom a noun group or a pronoun means; somebody new, if nobody is known by it.

        :param actor: to whom it is done what is done.
        """
        if noun.letter == "H":
            return only([piece for piece in self.pieces if piece.hex == self.there(noun)])
        if noun.letter in "OY":
            return only([piece for piece in self.pieces if noun.owners[0] in piece.cues])
        if noun.name is None:
            other = {"he": {"her"}, "she": {"his"}}.get(noun.low, set()) & self.possessives
            return self._pronoun("t" if other and noun.letter == "h" else noun.letter, actor)  # his Ogre: she is mine
        if len(noun.hexes) > 1 and noun.count == 1 and not noun.many:
            raise Unclear  # his Troll (D3 or C4)
        if 1 < noun.count != len(noun.hexes) > 0:
            raise Unclear
        owner = self.owner(noun)
        known = [p for p in self.pieces if p.name == noun.name and not (owner and self.sides.foes(p, owner))]
        others = [p for p in known if p not in self.topic]
        if noun.hexes:
            pieces = [self._standing(noun, label, known) for label in noun.hexes]
        elif noun.another:
            pieces = others if len(others) == 1 else [self.new(noun) for _ in range(noun.count)]
        elif not known:
            pieces = [self.new(noun) for _ in range(noun.count)]
        elif noun.count > len(known):
            raise Unclear
        elif noun.many:
            pieces = known
        else:
            pieces = only([p for p in known if p in self.topic] or known)
        self.told_of(pieces, noun, owner)
        return pieces

    def all(self, nouns: Sequence[Noun], actor: Piece | None = None) -> list[Piece]:
        """Those whom several noun groups mean; whose the first is said to be holds for all: *my Ogre and Lion*."""
        if len(nouns) == 1:
            return self.meant(nouns[0], actor)
        heading, pieces = self.heading, dict[Piece, None]()
        for noun in nouns:
            pieces |= dict.fromkeys(self.meant(noun, actor))
            self.heading = self.owner(noun) or self.heading
        self.heading = heading
        return list(pieces)

    def people(self, nouns: Sequence[Noun]) -> list[Piece]:
        """Who acts, as far as it is said: *I* and *he* may be players."""
        try:
            return self.all(nouns)
        except Unclear:
            if all(noun.name is None and noun.letter in "ihtOY" for noun in nouns):
                return []
            raise

    def anybody(self, kind: str) -> list[Piece]:
        """Who acts, if nobody says it: the subject, mine, who did something, or who was named first."""
        mine = self.of("mine")
        if self.subject is not None and (kind in GOES or self.subject in mine or not mine):
            return [self.subject]
        if mine:
            return [piece for piece in self.topic if piece in mine] or only(mine)
        doing = [piece for event in self.events for piece in event.actors][-1:]
        return doing or only(self.pieces[:1])

    def new(self, noun: Noun, label: str | None = None) -> Piece:
        """Somebody new; a word between two sides parts those before from those behind."""
        piece = Piece(CharacterName(str(noun.name)), label, part=(self.sentence, self.part))
        for other in self.pieces:
            if other.part[0] == self.sentence and other.part[1] != self.part:
                self.sides.tell(IMPLIED, other, piece, True)
        self.pieces.append(piece)
        return piece

    def told_of(self, pieces: list[Piece], noun: Noun, owner: str | None) -> None:
        """What a noun group tells of those it means."""
        for piece in pieces:
            self._noted(piece, noun)
            if owner is not None and owner not in piece.cues:
                outright = owner in noun.owners or owner == self.speaker
                self.owned(piece, owner, OUTRIGHT if outright else IMPLIED)
        for piece in pieces[1:]:
            self.sides.tell(OUTRIGHT, pieces[0], piece, False)
        if self.topic and self.topic[0] not in pieces:
            if "own" in noun.owners:
                self.sides.tell(OUTRIGHT if owner is None else IMPLIED, self.topic[0], pieces[0], False)
            if noun.beside:
                self.sides.tell(IMPLIED, self.topic[0], pieces[0], True)
        self.last = pieces[-1]

    def _standing(self, noun: Noun, label: str, known: list[Piece]) -> Piece:
        self.there(noun)
        there = self.at(label)
        if there is not None:
            return only([piece for piece in known if piece is there])[0]
        homeless = [piece for piece in known if piece.hex is None]
        if not homeless or noun.another:
            return self.new(noun, label)
        homeless[0].hex = label
        return homeless[0]

    def _noted(self, piece: Piece, noun: Noun) -> None:
        for label, item in noun.notes:
            if label not in (None, piece.hex):
                continue
            match item.kind:
                case "hits" | "had" | "number":
                    piece.hits = item.value
                case "left":
                    piece.hits = max(0, current().base_power[piece.name] - item.value)
                case "power":
                    piece.power = item.value if piece.name == TITAN else None
                case "score":
                    self.scores[piece] = item.value
                case "verb" if self.strike is not None and {"dice", "scored"} & self.strike.said.keys():
                    self.strike.said["dead"] = True  # it rolls 6 6 5 4: dead Ogre?
                case "verb":
                    piece.hits = current().base_power[piece.name]  # my dead Ogre
                case _:
                    piece.struck, piece.moved = item.value == "struck", item.value == "moved"

    def _pronoun(self, letter: str, actor: Piece | None) -> list[Piece]:
        mine = self.of("mine")
        if letter in "im":
            return self.topic if len(self.topic) == 1 and self.topic[0] in mine else only(mine)
        if letter == "a":
            all_ = self.topic if actor is None else [p for p in self.pieces if self.sides.foes(p, actor)]
            return all_ if len(all_) > 1 else only([])
        if actor is not None:
            foes = [p for p in self.pieces if self.sides.foes(p, actor)]
            return only(foes or [p for p in self.pieces if p is not actor and self.sides.foes(p, actor) is None])
        if letter == "j":
            return only([p for p in self.pieces if self.sides.foes(p, "mine")] or self.pieces[1:])
        theirs = [piece for piece in self.pieces if "theirs" in piece.cues]
        if letter == "h" and theirs and self.first_person and not set(self.topic) & set(mine):
            return only(theirs)  # my Ogre, his Lion: he strikes
        if letter == "t" and len(self.topic) == 1 and self.events and self.events[-1].actors == self.topic:
            return self.topic  # his Ogre strikes my Lion, then it goes
        return only(mine if len(mine) == 1 else self.topic or self.pieces)

    # --- events ------------------------------------------------------------------------------------------------------

    @property
    def here(self) -> Deed | None:
        """The last event, if this sentence told it."""
        return self.events[-1] if self.events and self.events[-1].sentence == self.sentence else None

    @property
    def strike(self) -> Deed | None:
        """The last strike."""
        return next((event for event in reversed(self.events) if event.kind in STRIKES), None)

    def does(self, event: Deed) -> Deed:
        """Add an event."""
        event.sentence = self.sentence
        self.events.append(event)
        self.topic, self.opened = event.actors or self.topic, False
        return event


def only(pieces: Sequence[Piece]) -> list[Piece]:
    """The only one.

    :raises Unclear: there is none, or there are several.
    """
    if len(pieces) != 1:
        raise Unclear
    return list(pieces)


def player(noun: Noun) -> str:
    """Whom a pronoun or an owner means as a player."""
    return "mine" if noun.letter in "im" else "theirs" if noun.letter in "hj" else noun.owners[0]
