"""Colossus's saves: the saved position as a game.

Their XML is read safely: bounded size, no document types, entities or external resources.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from typing import Any
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler

from attrs import define, field
from defusedxml import DefusedXmlException
from defusedxml.sax import parseString

from ..box import Box, box
from ..box.characters import TITAN
from ..box.current_box import current, use_box
from ..box.loading import known_as
from ..box.names import CharacterName, EntrySide, Marker
from ..kernel.dice import SIDES
from ..kernel.errors import DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.names import shortened
from ..kernel.wording import several
from ..position.documents import FORMAT
from ..position.game import Game, Legion, Phase, Player
from .saved import Save, SavedItem

# --- its XML ---------------------------------------------------------------------------------------------------------

DEEPEST = 32
"""The deepest nesting that is read; the deepest known save has five levels."""

MOST_ELEMENTS = 500_000
"""The most elements that are read; the largest known save has 2,000."""


NOTHING = ("", "null", "-1")
"""What an attribute holds that says nothing."""

TEXT = ""
"""The key of an element's own text."""


@define
class Node(SavedItem):
    """An element: its name, attributes, child elements and line."""

    attributes: dict[str, str]
    children: list["Node"] = field(factory=list)

    def all(self, name: str) -> list["Node"]:
        """The child elements of a name."""
        return [child for child in self.children if child.name == name]

    def only(self, name: str) -> "Node":
        """The only child element of a name."""
        named = self.all(name)
        if len(named) != 1:
            raise self.fault("not-a-save", f"a save has one <{name}>, this has {len(named)}")
        return named[0]

    def says(self, key: str) -> bool:
        """Whether an attribute is there, and says something."""
        return self.attributes.get(key) not in (None, *NOTHING)

    def text(self, key: str) -> str:
        """An attribute."""
        value = self.attributes.get(key)
        if value is None:
            raise self.fault("missing-attribute", f"<{self.name}> lacks the attribute {key!r}")
        return value

    def number(self, key: str) -> int:
        """A non-negative integer attribute; with :data:`TEXT` as key, the element's own text."""
        text = self.attributes.get(TEXT, "") if key == TEXT else self.text(key)
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            what = f"{key!r} of <{self.name}>" if key else f"<{self.name}>"
            raise self.fault("bad-value", f"{what}: expected a whole number, got {shortened(text)!r}")
        return int(text)

    def truth(self, key: str) -> bool:
        """An attribute that is ``true`` or ``false``; without it, false."""
        value = self.attributes.get(key, "false")
        if value not in ("true", "false"):
            raise self.fault("bad-value", f"{key!r} of <{self.name}>: expected true or false, got {shortened(value)!r}")
        return value == "true"


class _Builder(ContentHandler):
    """Builds the elements, keeping the text of those without child elements."""

    def __init__(self) -> None:
        super().__init__()
        self.root: Node | None = None
        self._open: list[Node] = []
        self._count = 0
        self._locator: Any = None

    def setDocumentLocator(self, locator: Any) -> None:  # noqa: N802 (the name that SAX gives it)
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802
        node = Node(name, self._locator.getLineNumber(), dict(attrs.items()))
        self._count += 1
        if len(self._open) >= DEEPEST or self._count > MOST_ELEMENTS:
            raise node.fault("too-large", f"the XML is nested more than {DEEPEST} deep or has too many elements")
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.root = node
        self._open.append(node)

    def characters(self, content: str) -> None:
        if self._open and content.strip():
            kept = self._open[-1].attributes
            kept[TEXT] = kept.get(TEXT, "") + content.strip()

    def endElement(self, name: str) -> None:  # noqa: N802
        self._open.pop()


def read_xml(raw: bytes) -> Node:
    """The root of an XML document.

    :raises DocumentError: it is not XML, or uses what no save needs; the fault names the line.
    """
    if not raw.strip():
        raise DocumentError([Fault("empty", "the input is empty")])
    builder = _Builder()
    try:
        parseString(raw, builder, forbid_dtd=True)
    except SAXParseException as e:
        message = f"not XML: {e.getMessage()} at column {(e.getColumnNumber() or 0) + 1}"
        raise DocumentError([Fault("not-xml", message, line=e.getLineNumber())]) from None
    except DefusedXmlException:
        message = "the XML has a document type or entities; a save has none, and they are not read"
        raise DocumentError([Fault("unsafe-xml", message)]) from None
    except (ValueError, LookupError) as e:
        raise DocumentError([Fault("not-xml", f"not XML: {shortened(str(e))}")]) from None
    if builder.root is None:
        raise DocumentError([Fault("not-xml", "not XML: there is no element")])
    return builder.root


# --- the position ----------------------------------------------------------------------------------------------------

ROOT = "ColossusSnapshot"
RULESET = "colossus"
PHASES: Mapping[int, Phase] = {1: "commencement", 2: "movement", 3: "engagement", 4: "enlistment"}
KNOWN = frozenset({"Variant", "TurnNumber", "CurrentPlayer", "CurrentPhase", "Caretaker", "Player", "History", "Redo"})


def import_snapshot(raw: bytes) -> Save:
    """The position in a save.

    :param raw: its XML.
    :raises DocumentError: it is not such a save, or its position is impossible; faults name the line if known.
    """
    root = read_xml(raw)
    if root.name != ROOT:
        raise root.fault("not-a-save", f"a save of Colossus begins with <{ROOT}>, not <{shortened(root.name)}>")
    with use_box(_box(root)):
        draft = FORMAT.draft(_game(root))
        try:
            game = draft.believed()
        except DocumentError as e:
            first, *others = e.faults
            more = f", and {several(len(others), 'more fault')}" if others else ""
            message = f"the saved position is impossible: {first.message}{more}"
            raise DocumentError([evolve(first, message=message)]) from None
        return Save(game, remarks=tuple(_remarks(root, game)))


def _box(root: Node) -> Box:
    name: str | None = "standard"
    for variant in root.all("Variant"):
        given = variant.attributes.get("name") or variant.text("file").removesuffix("Var.xml")
        name = known_as().get(given)
        if name is None:
            raise variant.fault("other-variant", f"no box is known for the variant {shortened(given)!r}")
    return box(name or "")


def _remarks(root: Node, game: Game) -> Iterator[str]:
    for node in root.children:
        if node.name == "Battle":
            yield f"line {node.line}: a battle is fought, which is left out: the game stands before it is resolved"
        elif node.name not in KNOWN:
            yield f"line {node.line}: this reader does not know <{node.name}>, and leaves it out"
    for redo in root.all("Redo"):
        if redo.children:
            yield f"line {redo.line}: what was done in this phase since (<Redo>) is left out: the game stands before it"
    told = any("teleported" in node.attributes for node in root.all("Player"))
    if game.roll == 6 and game.phase == "movement" and not told:
        yield f"the save does not tell whether a Legion of {game.active} has teleported this turn"


def _game(root: Node) -> Game:
    turn, number = root.only("TurnNumber").number(TEXT), root.only("CurrentPhase").number(TEXT)
    if turn < 1:
        raise root.only("TurnNumber").fault("bad-value", f"the turns begin with 1, not with {turn}")
    if number not in PHASES:
        raise root.only("CurrentPhase").fault("bad-value", f"a turn has the phases 1 to 4, not {number}")
    phase, nodes, index = PHASES[number], root.all("Player"), root.only("CurrentPlayer").number(TEXT)
    if index >= len(nodes):
        raise root.only("CurrentPlayer").fault("bad-value", f"there is no player {index} of {len(nodes)}")
    mover = nodes[index]
    splits = _splits(root, turn) if phase in ("commencement", "movement") else {}
    used = {node.marker("name") for player in nodes for node in player.all("Legion")}
    enemies = {node.number("currentHex") for p in nodes if p is not mover for node in p.all("Legion")}
    players = tuple([_player(node, used, splits, enemies if node is mover else set(), turn) for node in nodes])
    stock, dead = _piles(root.only("Caretaker"))
    return Game(
        ruleset=RULESET,
        turn=turn,
        phase=phase,
        active=mover.color("color"),
        roll=_roll(root, mover) if phase != "commencement" else None,
        players=players,
        caretaker=stock,
        dead=dead,
        returning=_returning(players, stock),
    )


def _splits(root: Node, turn: int) -> dict[Marker, Marker]:
    """The Legions split off this turn, each with the Legion it was split from: as the history has it, or, of those
    who still stand together, as they say themselves.
    """
    legions = {node.marker("name"): node for player in root.all("Player") for node in player.all("Legion")}
    beside = {
        name: node.marker("parent")
        for name, node in legions.items()
        if node.says("parent")
        and node.marker("parent") in legions
        and node.land("currentHex") == legions[node.marker("parent")].land("currentHex")
    }
    nodes = [node for history in root.all("History") for node in history.all("Split") if node.number("turn") == turn]
    return beside | {node.marker("childId"): node.marker("parentId") for node in nodes}


def _roll(root: Node, mover: Node) -> int | None:
    """The mover's roll: its own attribute, or the last one of all, if that is the mover's."""
    if mover.attributes.get("movementRoll", "0") != "0":
        return _die(mover, "movementRoll")
    rolls = [node for history in root.all("History") for node in history.all("MovementRoll")]
    if not rolls or rolls[-1].text("playerName") != mover.text("name"):
        return None
    return _die(rolls[-1], "roll")


def _die(node: Node, key: str) -> int:
    die = node.number(key)
    if not 1 <= die <= SIDES:
        raise node.fault("bad-value", f"a die shows 1 to {SIDES}, not {die}")
    return die


def _player(node: Node, used: Set[str], splits: Mapping[Marker, Marker], enemies: Set[int], turn: int) -> Player:
    """A player; ``splits`` are this turn's, ``enemies`` the lands in which its Legions would be engaged."""
    out = node.truth("dead")
    return Player(
        color=node.color("color"),
        name=node.text("name"),
        tower=node.land("startingTower"),
        score=node.number("score"),
        markers=() if out else _free_markers(node, used),
        legions=tuple([_legion(legion, splits, enemies) for legion in node.all("Legion")]),
        out=out,
        summoned=node.truth("summoned"),
        teleported=node.truth("teleported"),
        mulliganed=turn == 1 and node.attributes.get("mulligansLeft") == "0",
    )


def _free_markers(node: Node, used: Set[str]) -> tuple[Marker, ...]:
    """The player's own markers and those taken over (D-5), without those in use."""
    markers, letters = current().markers, node.attributes.get("colorsElim", "").replace(",", "").replace(" ", "")
    taken = [node.canonical(markers.canonical, f"{letters[i : i + 2]}01") for i in range(0, len(letters), 2)]
    colors = dict.fromkeys([node.color("color"), *map(markers.color_of, taken)])
    return tuple([m for color in colors for m in markers.of(color) if m not in used])


def _legion(node: Node, splits: Mapping[Marker, Marker], enemies: Set[int]) -> Legion:
    name, land, moved = node.marker("name"), node.land("currentHex"), node.truth("moved")
    engaged = moved and land in enemies and node.says("entrySide")
    side: EntrySide | None = node.entry_side("entrySide", land) if engaged else None
    return Legion(
        legion=name,
        land=land,
        characters=tuple([inner.character("name") for inner in node.all("Creature")]),
        moved=moved,
        entry_side=side,
        split_from=splits.get(name),
        came_from=node.land("startingHex") if moved and node.says("startingHex") else None,
        mustered=node.character("recruitName") if node.says("recruitName") else None,
    )


def _piles(caretaker: Node) -> tuple[dict[CharacterName, int], dict[CharacterName, int]]:
    stock, dead = {}, {}
    for node in caretaker.all("Creature"):
        name = node.character("name")
        if name != TITAN:
            stock[name] = node.number("remaining")
            if node.number("dead"):
                dead[name] = node.number("dead")
    return stock, dead


def _returning(players: tuple[Player, ...], stock: Mapping[CharacterName, int]) -> dict[CharacterName, int]:
    """Removed Lords and Demi-Lords not yet back with the caretaker: the box's counters less all others."""
    held = Counter(name for player in players for legion in player.legions for name in legion.characters or ())
    left = {
        name: c.count - stock[name] - held[name]
        for name, c in current().characters.items()
        if c.returns and name in stock
    }
    return {name: count for name, count in left.items() if count > 0}
