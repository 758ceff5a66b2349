"""Positions as the page shows them: their look, their faults, and what is legal in them."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from titan_rules.actions.intents import Action, Maneuver, Move, Strike
from titan_rules.answers.checking import still_owed
from titan_rules.box.current_box import use_box
from titan_rules.box.value import Box, named
from titan_rules.draw import battle as battles
from titan_rules.draw import game as games
from titan_rules.draw.page import facts, kit
from titan_rules.kernel.answers import Part, copied
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.documents import Draft
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import ALWAYS
from titan_rules.kernel.jsontext import JSON, compact, loads
from titan_rules.kernel.rulings import Ruling
from titan_rules.play import legal_actions, next_choice
from titan_rules.play.choosing import Next
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game, battle_in
from titan_rules.position.muster import Muster
from titan_rules.rules.masterboard.setup import starting_game
from titan_rules.text.parsing import action_of, sentence, written
from titan_rules.text.positions import line, unchecked

Position: TypeAlias = Game | Battle

POSITIONS = ("game", "battle")
SHAPE = "a battle looks like this: Plains: Ogre D3 / Lion D4 3 hits"

# --- questions and answers -------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Draw:
    """A position to be drawn, with its faults, the next choice and what is legal."""

    position: JSON


@frozen(kw_only=True)
class New:
    """An empty battle, or a new game whose Towers come from a seed.

    :param box: the name of a shipped box, the file name of one that the page holds, or a box document.
    :param colors: a colour for each player, or none for any: then they take what is left, the lowest Tower first.
    :param seed: anything; equal seeds give equal Towers.
    """

    kind: Literal["game", "battle"] = "game"
    box: JSON = "standard"
    players: tuple[str, ...] = ("Ann", "Ben")
    colors: tuple[str, ...] = ()
    ruleset: str = "standard"
    options: Mapping[str, str | bool] = field(factory=dict)
    seed: int | str = 1


@frozen(kw_only=True)
class Boxed:
    """A box whose drawings are asked for."""

    box: JSON


@frozen(kw_only=True)
class LegalAction(Part):
    """A legal action: its short text, its sentence, and itself."""

    text: str
    says: str
    action: Action


@frozen(kw_only=True)
class Choice(Next):
    """Whose choice is next, also in a sentence."""

    says: str


@frozen(kw_only=True)
class Possible(Part):
    """The possible part of a position.

    :param position: the remaining document.
    :param without: pointers to what is left out, in the given document.
    """

    position: JSON
    without: tuple[str, ...]


@frozen(kw_only=True)
class Drawn(Part):
    """A position as drawn, with its faults, the next choice and what is legal.

    :param line: the position on one line, or its document if it cannot be written so.
    :param facts: see :mod:`titan_rules.draw.page`.
    :param owed: what must be done before the phase may end.
    :param missing: what must be known to list what is legal.
    :param partial: of an impossible position, the part that ``legal`` and ``owed`` are about.
    """

    position: JSON
    line: str
    facts: Mapping[str, JSON]
    faults: tuple[Fault, ...] = field(default=(), metadata=ALWAYS)
    legal: tuple[LegalAction, ...] = field(default=(), metadata=ALWAYS)
    owed: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)
    next: Choice
    missing: str | None = field(default=None, metadata=ALWAYS)
    partial: Possible | None = field(default=None, metadata=ALWAYS)


@frozen
class BoxDrawn(Part):
    """The drawings of a box's pieces and maps; an element is ``[tag, attributes, *children]``."""

    geometry: Mapping[str, JSON]
    drawings: JSON
    templates: Mapping[str, JSON]


def draw(asked: Draw) -> Drawn:
    """A position, possible or not."""
    return judged(asked.position)


def new(asked: New) -> Drawn:
    """An empty battle, or a new game."""
    made = named(asked.box)
    if asked.kind == "battle":
        return judged(empty_battle(made))
    dice = Dice(asked.seed)
    return drawn(starting_game(asked.players, dice, asked.colors, asked.ruleset, asked.options, made))


def box(asked: Boxed) -> BoxDrawn:
    """The drawings of a box."""
    with use_box(named(asked.box)):
        return BoxDrawn(*kit())


# --- positions -------------------------------------------------------------------------------------------------------


def read(data: JSON) -> Position:
    """The position of a document.

    :raises DocumentError: it is impossible.
    """
    position: Position = FORMAT.read(data, POSITIONS)
    return position


def document_of(text: str) -> JSON:
    """The document in a text: JSON, or a position as one types it; it may still have faults.

    :raises DocumentError: there is none.
    """
    text = text.strip()
    if text[:1] in ("{", "["):
        return loads(text)
    position = unchecked(text)
    if isinstance(position, Muster):
        raise DocumentError([Fault("no-position", "this is one Legion, not a battle", hint=SHAPE)])
    return FORMAT.to_json(position)


def judged(given: JSON) -> Drawn:
    """What the page shows of a position that may not be possible."""
    data = document_of(given) if isinstance(given, str) else given
    built: Position | None = None
    try:
        parsed: Draft[Position] = FORMAT.parse(data, POSITIONS)
        built = parsed.unchecked
        return drawn(parsed.believed())
    except DocumentError as error:
        faults, part = error.faults, possible_part(data)
        if built is None and part is None:
            raise
    seen = part[0] if built is None and part is not None else built
    assert seen is not None, "a position is built, or a part of it"
    with use_box(seen.the_box):
        shown = Drawn(
            position=data,
            line=_as_given(given, data) if built is None else _line_of_faulty(data, built),
            facts=facts(seen),
            faults=tuple(faults),
            next=Choice(by=None, role=None, decides="nothing", step="", says="This position is not possible"),
        )
        if part is None:
            return shown
        left = drawn(part[0])
        partial = Possible(position=left.position, without=part[1])
        return evolve(shown, legal=left.legal, owed=left.owed, partial=partial)


def drawn(position: Position) -> Drawn:
    """Everything that the page shows at once about a possible position."""
    missing, actions = None, list[Action]()
    with use_box(position.the_box):
        try:
            actions = legal_actions(position)
        except CannotTell as error:
            missing = error.fault.message
        battle = battle_in(position)
        if battle is None:
            assert isinstance(position, Game), "a battle is in itself"
            says = games.what_happens(position)
        else:
            says = battles.what_happens(battle)
        return Drawn(
            position=FORMAT.to_json(position),
            line=line(position),
            facts=facts(position),
            legal=tuple([listed(action, position) for action in actions]),
            owed=still_owed(position),
            next=copied(Choice, next_choice(position), says=says),
            missing=missing,
        )


def _as_given(given: JSON, data: JSON) -> str:
    """A position that names what there is not: as it was typed, or its document."""
    typed = isinstance(given, str) and given.lstrip()[:1] not in ("{", "[")
    return " ".join(str(given).split()) if typed else compact(data)


def _line_of_faulty(data: JSON, shown: Position) -> str:
    """An impossible position on one line if that reads back as the same, else as its document."""
    try:
        words = line(shown)
        again = FORMAT.parse(document_of(words), POSITIONS).unchecked
        if line(again) == words and _pieces(again) == _pieces(shown):
            return words
    except DocumentError:
        pass
    return compact(data)


def _pieces(position: Position) -> dict[str, JSON]:
    """The visible facts of a position, except the players' free markers, which a line leaves out."""
    return {key: value for key, value in facts(position).items() if not key.startswith("P/")}


def listed(action: Action, position: Position) -> LegalAction:
    """A legal action in short."""
    return LegalAction(text=written(action), says=sentence(action, position), action=action)


def listed_orders(orders: JSON, position: Position) -> tuple[LegalAction, ...]:
    """Orders as a record has them, to be carried out from a position on.

    :raises DocumentError: they are not a list of actions.
    """
    if not isinstance(orders, list):
        raise DocumentError([Fault("wrong-type", "expected a list of actions", "/orders")])
    return tuple([listed(action_of(order, position), position) for order in orders])


def arrow(action: Action, position: Position) -> tuple[str, ...] | None:
    """An arrow for an action: its kind, and two hexes or lands."""
    if isinstance(action, Move) and isinstance(position, Game):
        holding = position.find(action.legion)
        return None if holding is None else ("move", str(holding[1].land), str(action.to))
    if isinstance(action, Strike | Maneuver) and action.origin and action.to:
        return (action.do, action.origin, action.to)
    return None


def empty_battle(box: Box) -> JSON:
    """The document of an empty battle on the emptiest Battleland, between Black and Red where the box has them."""
    maps = {name: box.raw["terrains"][name].get("map", {}) for name in box.terrains}
    terrain = min(maps, key=lambda name: len(maps[name]))
    colors = box.markers.letters
    first, second = [color for color in dict.fromkeys(("Black", "Red", *colors)) if color in colors][:2]

    def nobody(color: str) -> dict[str, JSON]:
        return {"player": color, "legion": box.markers.of(color)[0], "score": 0, "characters": []}

    moment: dict[str, JSON] = {"turn": 2, "side": "attacker", "phase": "strike"}
    attacker = {**nobody(first), "entry_side": "bottom" if box.deploys(terrain) else "left"}
    head = {"format": FORMAT.id, "kind": "battle", "box": box.reference, "terrain": terrain}
    return {**head, **moment, "attacker": attacker, "defender": nobody(second)}


# --- the possible part of an impossible position ---------------------------------------------------------------------

Place: TypeAlias = tuple[Any, Any]
"""An object or a list of a document, and a key of it."""

ROUNDS = 8
"""How often parts are left out before giving up: one fault may hide another."""

TALLEST = 7
_LISTS = ("characters", "legions")
_OPTIONAL = ("caretaker", "donors", "dead", "returning", "roll", "pending", "options", "engagement", "battle")


def possible_part(data: JSON) -> tuple[Position, tuple[str, ...]] | None:
    """A document's position without its faulty pieces, and pointers to these; None if too little is left.

    A Legion with impossible characters becomes one of unknown characters; any other faulty piece is left out.
    """
    left, without = deepcopy(data), list[str]()
    places: dict[int, str] = {}  # the pointer of every object and list, as given
    _remember(left, "", places)
    for _ in range(ROUNDS):
        try:
            return read(left), tuple(without)
        except DocumentError as error:
            cuts = [_cut(left, fault) for fault in error.faults]
        pieces: dict[tuple[int, object], Place] = {}
        for cut in cuts:
            if cut is None:
                return None
            pieces[id(cut[0]), cut[1]] = cut
        for cut in sorted(pieces.values(), key=lambda place: str(place[1]).zfill(4), reverse=True):
            _leave_out(cut, places, without)
    return None


def _remember(value: JSON, pointer: str, places: dict[int, str]) -> None:
    places[id(value)] = pointer
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if isinstance(inner, dict | list):
            _remember(inner, f"{pointer}/{key}", places)


def _cut(data: JSON, fault: Fault) -> Place | None:
    """The container of the innermost piece with a fault, and the piece's key in it."""
    innermost: Place | None = None
    at, before = data, ""
    for part in fault.pointer.split("/")[1:]:
        key: Any = int(part) if isinstance(at, list) and part.isdecimal() else part
        if isinstance(at, list) and before in _LISTS and isinstance(key, int) and key < len(at):
            innermost = at, key
        elif at is data and isinstance(at, dict) and part in _OPTIONAL and part in at:
            innermost = at, part
        elif not isinstance(at, dict | list) or (isinstance(at, dict) and part not in at):
            break
        at, before = at[key], part
    return innermost


def _leave_out(place: Place, places: dict[int, str], without: list[str]) -> None:
    holder, key = place
    if not isinstance(holder, list):
        if key in holder:
            without.append(f"/{key}")
            del holder[key]
    elif key < len(holder):
        piece = holder[key]
        without.append(places.get(id(piece), ""))
        if isinstance(piece, dict) and piece.get("legion") and isinstance(piece.get("characters"), list):
            piece["height"] = min(max(len(piece["characters"]), 1), TALLEST)
            piece["characters"] = None
        else:
            del holder[key]
