"""Colossus's saves: the position that one holds, as a game."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Set
from typing import TypeVar

from attrs import frozen

from ..box import Box, box
from ..box.characters import TITAN
from ..box.loading import known_as
from ..box.masterboard import BOTTOM
from ..box.names import CharacterName, EntrySide, LandNo, Marker
from ..box.reading import current, reading
from ..kernel.errors import DocumentError, UnknownName
from ..kernel.evolving import evolve
from ..kernel.names import shortened
from ..position.documents import FORMAT
from ..position.game import Game, Legion, Phase, Player
from .xml_nodes import TEXT, Node, read_xml, whole

N = TypeVar("N", bound=str)

ROOT = "ColossusSnapshot"
RULESET = "colossus"
PHASES: Mapping[int, Phase] = {1: "commencement", 2: "movement", 3: "engagement", 4: "enlistment"}
ENTRY_SIDES: Mapping[int, EntrySide] = {1: "right", 3: "bottom", 5: "left"}
KNOWN = frozenset({"Variant", "TurnNumber", "CurrentPlayer", "CurrentPhase", "Caretaker", "Player", "History", "Redo"})
NOTHING = "null"


@frozen
class ImportedPosition:
    """A position made from a save.

    :param remarks: what the save does not tell, a sentence each.
    """

    game: Game
    remarks: tuple[str, ...]


def import_snapshot(raw: bytes) -> ImportedPosition:
    """The position that a save holds.

    :param raw: its XML.
    :raises DocumentError: it is no such save, or its position is impossible; faults name the line where they can.
    """
    root = read_xml(raw)
    if root.name != ROOT:
        raise root.fault("not-a-save", f"a save of Colossus begins with <{ROOT}>, not <{shortened(root.name)}>")
    with reading(_box(root)):
        return _position(root)


def _box(root: Node) -> Box:
    """The box of the variant that a save is of."""
    found = "standard"
    for variant in root.all("Variant"):
        name = known_as().get(variant.text("name"))
        if name is None:
            raise variant.fault("other-variant", f"no box is known for the variant {shortened(variant.text('name'))!r}")
        found = name
    return box(found)


def _position(root: Node) -> ImportedPosition:
    draft = FORMAT.draft(_game(root))
    try:
        game = draft.believed()
    except DocumentError as e:
        impossible = [evolve(f, message=f"the saved position is impossible: {f.message}") for f in e.faults]
        raise DocumentError(impossible) from None
    return ImportedPosition(game, tuple(_remarks(root, game)))


def _remarks(root: Node, game: Game) -> Iterator[str]:
    for node in root.children:
        if node.name not in KNOWN:
            yield f"line {node.line}: this reader does not know <{node.name}>, and leaves it out"
    if game.roll == 6 and game.phase == "movement":
        yield f"the save does not tell whether a Legion of {game.active} has teleported this turn"


def _only(root: Node, name: str) -> Node:
    found = root.all(name)
    if len(found) != 1:
        raise root.fault("not-a-save", f"a save has one <{name}>, this has {len(found)}")
    return found[0]


def _number(root: Node, name: str) -> int:
    node = _only(root, name)
    return whole(node, node.attributes.get(TEXT, ""), f"<{name}>")


def _game(root: Node) -> Game:
    turn, number = _number(root, "TurnNumber"), _number(root, "CurrentPhase")
    phase = PHASES.get(number)
    if phase is None:
        raise _only(root, "CurrentPhase").fault("bad-value", f"a turn has the phases 1 to 4, not {number}")
    nodes, index = root.all("Player"), _number(root, "CurrentPlayer")
    if index >= len(nodes):
        raise _only(root, "CurrentPlayer").fault("bad-value", f"there is no player {index} of {len(nodes)}")
    mover = nodes[index]
    splits = _splits(root, turn) if phase in ("commencement", "movement") else {}
    held = {
        _known(node, current().markers.canonical, node.text("name")): node
        for player in nodes
        for node in player.all("Legion")
    }
    enemies = {node.number("currentHex") for p in nodes if p is not mover for node in p.all("Legion")}
    players = tuple([_player(node, set(held), splits, enemies if node is mover else set(), turn) for node in nodes])
    stock, dead = _piles(_only(root, "Caretaker"))
    return Game(
        ruleset=RULESET,
        turn=turn,
        phase=phase,
        active=_known(mover, current().markers.color, mover.text("color")),
        roll=_roll(root, mover) if phase != "commencement" else None,
        players=players,
        caretaker=stock,
        dead=dead,
        returning=_returning(players, stock),
    )


def _known(node: Node, canonical: Callable[[str], N], text: str) -> N:
    """A name of the game; a wrong one is a fault of the node's line."""
    try:
        return canonical(text)
    except UnknownName as e:
        raise node.fault(e.fault.code, e.fault.message, e.fault.hint) from None


def _land(node: Node, key: str) -> LandNo:
    land = node.number(key)
    if land not in current().masterboard.lands:
        raise node.fault("unknown-land", f"there is no land {land}")
    return LandNo(land)


def _splits(root: Node, turn: int) -> dict[Marker, Marker]:
    """The Legions split off this turn, with those they were split from."""
    found: dict[Marker, Marker] = {}
    for history in root.all("History"):
        for node in history.children:
            if node.name == "Split" and node.number("turn") == turn:
                parts = [_known(node, current().markers.canonical, node.text(key)) for key in ("childId", "parentId")]
                found[parts[0]] = parts[1]
    return found


def _roll(root: Node, mover: Node) -> int | None:
    """The last Movement Roll, if it is the mover's."""
    rolls = [node for history in root.all("History") for node in history.all("MovementRoll")]
    if not rolls or rolls[-1].text("playerName") != mover.text("name"):
        return None
    die = rolls[-1].number("roll")
    if not 1 <= die <= 6:
        raise rolls[-1].fault("bad-value", f"a die shows 1 to 6, not {die}")
    return die


def _player(node: Node, used: Set[str], splits: Mapping[Marker, Marker], enemies: Set[int], turn: int) -> Player:
    """A player; ``splits`` are those of this turn, ``enemies`` the lands in which a Legion of it would be engaged."""
    color = _known(node, current().markers.color, node.text("color"))
    out = node.truth("dead")
    mulligans = node.attributes.get("mulligansLeft")
    return Player(
        color=color,
        name=node.text("name"),
        tower=_land(node, "startingTower"),
        score=node.number("score"),
        markers=() if out else _free_markers(node, color, used),
        legions=tuple([_legion(legion, splits, enemies) for legion in node.all("Legion")]),
        out=out,
        summoned=node.truth("summoned"),
        mulliganed=turn == 1 and mulligans == "0",
    )


def _free_markers(node: Node, color: str, used: Set[str]) -> tuple[Marker, ...]:
    """Its own and those it has taken over (D-5), without those in use."""
    letters = node.text("colorsElim")
    taken = [letters[i : i + 2] for i in range(0, len(letters), 2)]
    colors = [
        color,
        *(current().markers.color_of(_known(node, current().markers.canonical, f"{pair}01")) for pair in taken),
    ]
    return tuple([m for c in dict.fromkeys(colors) for m in current().markers.of(c) if m not in used])


def _legion(node: Node, splits: Mapping[Marker, Marker], enemies: Set[int]) -> Legion:
    name, land = _known(node, current().markers.canonical, node.text("name")), _land(node, "currentHex")
    moved = node.truth("moved")
    mustered = node.text("recruitName")
    side: EntrySide | None = None
    if moved and land in enemies:
        side = BOTTOM if current().masterboard.lands[land].from_bottom else ENTRY_SIDES.get(node.number("entrySide"))
    return Legion(
        legion=name,
        land=land,
        characters=tuple(
            [_known(inner, current().character_names.canonical, inner.text("name")) for inner in node.all("Creature")]
        ),
        moved=moved,
        entry_side=side,
        split_from=splits.get(name),
        came_from=_land(node, "startingHex") if moved else None,
        mustered=None if mustered == NOTHING else _known(node, current().character_names.canonical, mustered),
    )


def _piles(caretaker: Node) -> tuple[dict[CharacterName, int], dict[CharacterName, int]]:
    """The caretaker's stock and the dead pile."""
    stock, dead = {}, {}
    for node in caretaker.all("Creature"):
        name = _known(node, current().character_names.canonical, node.text("name"))
        if name != TITAN:
            stock[name] = node.number("remaining")
            if node.number("dead"):
                dead[name] = node.number("dead")
    return stock, dead


def _returning(players: tuple[Player, ...], stock: Mapping[CharacterName, int]) -> dict[CharacterName, int]:
    """Removed Lords and Demi-Lords that are not back with the caretaker yet: what the box holds less the rest."""
    held = Counter(name for player in players for legion in player.legions for name in legion.characters or ())
    left = {
        name: c.count - stock[name] - held[name]
        for name, c in current().characters.items()
        if c.returns and name in stock
    }
    return {name: count for name, count in left.items() if count > 0}
