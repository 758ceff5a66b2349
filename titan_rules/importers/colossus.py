"""Colossus's saves: the saved position as a game."""

from collections import Counter
from collections.abc import Iterator, Mapping, Set

from ..box import Box, box
from ..box.characters import TITAN
from ..box.current_box import current, reading
from ..box.loading import known_as
from ..box.names import CharacterName, EntrySide, Marker
from ..kernel.errors import DocumentError
from ..kernel.evolving import evolve
from ..kernel.names import shortened
from ..position.documents import FORMAT
from ..position.game import Game, Legion, Phase, Player
from .saved import Save
from .xml_nodes import TEXT, Node, read_xml

ROOT = "ColossusSnapshot"
RULESET = "colossus"
PHASES: Mapping[int, Phase] = {1: "commencement", 2: "movement", 3: "engagement", 4: "enlistment"}
KNOWN = frozenset({"Variant", "TurnNumber", "CurrentPlayer", "CurrentPhase", "Caretaker", "Player", "History", "Redo"})
NOTHING = "null"


def import_snapshot(raw: bytes) -> Save:
    """The position in a save.

    :param raw: its XML.
    :raises DocumentError: it is no such save, or its position is impossible; faults name the line if they can.
    """
    root = read_xml(raw)
    if root.name != ROOT:
        raise root.fault("not-a-save", f"a save of Colossus begins with <{ROOT}>, not <{shortened(root.name)}>")
    with reading(_box(root)):
        draft = FORMAT.draft(_game(root))
        try:
            game = draft.believed()
        except DocumentError as e:
            impossible = [evolve(f, message=f"the saved position is impossible: {f.message}") for f in e.faults]
            raise DocumentError(impossible) from None
        return Save(game, remarks=tuple(_remarks(root, game)))


def _box(root: Node) -> Box:
    """The box of the save's variant."""
    name: str | None = "standard"
    for variant in root.all("Variant"):
        name = known_as().get(variant.text("name"))
        if name is None:
            raise variant.fault("other-variant", f"no box is known for the variant {shortened(variant.text('name'))!r}")
    return box(name or "")


def _remarks(root: Node, game: Game) -> Iterator[str]:
    for node in root.children:
        if node.name not in KNOWN:
            yield f"line {node.line}: this reader does not know <{node.name}>, and leaves it out"
    if game.roll == 6 and game.phase == "movement":
        yield f"the save does not tell whether a Legion of {game.active} has teleported this turn"


def _game(root: Node) -> Game:
    turn, number = root.only("TurnNumber").number(TEXT), root.only("CurrentPhase").number(TEXT)
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
    """The Legions split off this turn, each with the Legion it was split from."""
    nodes = [node for history in root.all("History") for node in history.all("Split") if node.number("turn") == turn]
    return {node.marker("childId"): node.marker("parentId") for node in nodes}


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
        mulliganed=turn == 1 and node.attributes.get("mulligansLeft") == "0",
    )


def _free_markers(node: Node, used: Set[str]) -> tuple[Marker, ...]:
    """The player's own markers and those taken over (D-5), without those in use."""
    markers, letters = current().markers, node.text("colorsElim")
    taken = [node.canonical(markers.canonical, f"{letters[i : i + 2]}01") for i in range(0, len(letters), 2)]
    colors = dict.fromkeys([node.color("color"), *map(markers.color_of, taken)])
    return tuple([m for color in colors for m in markers.of(color) if m not in used])


def _legion(node: Node, splits: Mapping[Marker, Marker], enemies: Set[int]) -> Legion:
    name, land, moved = node.marker("name"), node.land("currentHex"), node.truth("moved")
    side: EntrySide | None = node.entry_side("entrySide", land) if moved and land in enemies else None
    return Legion(
        legion=name,
        land=land,
        characters=tuple([inner.character("name") for inner in node.all("Creature")]),
        moved=moved,
        entry_side=side,
        split_from=splits.get(name),
        came_from=node.land("startingHex") if moved else None,
        mustered=None if node.text("recruitName") == NOTHING else node.character("recruitName"),
    )


def _piles(caretaker: Node) -> tuple[dict[CharacterName, int], dict[CharacterName, int]]:
    """The caretaker's stock and the dead pile."""
    stock, dead = {}, {}
    for node in caretaker.all("Creature"):
        name = node.character("name")
        if name != TITAN:
            stock[name] = node.number("remaining")
            if node.number("dead"):
                dead[name] = node.number("dead")
    return stock, dead


def _returning(players: tuple[Player, ...], stock: Mapping[CharacterName, int]) -> dict[CharacterName, int]:
    """Removed Lords and Demi-Lords not yet back with the caretaker: what the box holds less the rest."""
    held = Counter(name for player in players for legion in player.legions for name in legion.characters or ())
    left = {
        name: c.count - stock[name] - held[name]
        for name, c in current().characters.items()
        if c.returns and name in stock
    }
    return {name: count for name, count in left.items() if count > 0}
