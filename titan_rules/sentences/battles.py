"""Battles in free sentences: who stands where, whose they are, and what one of them does."""

from collections.abc import Iterator, Sequence

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from ..kernel.wording import listed
from .said import TO, Item

_PLACING = frozenset({"in", "on", "at", "is", "inside", "upon"})


@define
class Piece:
    """A character of the battle.

    :param at: the index of the item that names it.
    :param cue: who owns it, as far as was said.
    :param part: 1 if it was named behind a word between two sides.
    """

    name: CharacterName
    at: int
    cue: str | None
    part: int
    hex: str | None = None
    hits: int = 0
    power: int | None = None

    def __str__(self) -> str:
        name = self.name if self.power is None else f"{self.name}-{self.power}"
        hits = f" {self.hits} hit{'s' if self.hits > 1 else ''}" if self.hits else ""
        return f"{name} {self.hex or 'off'}{hits}"


@define
class Told:
    """What was said of a battle.

    :ivar named: the pieces or free hexes meant by an item, by its index.
    :ivar goals: the indices of hexes to which somebody goes or carries.
    """

    items: Sequence[Item]
    pieces: list[Piece] = field(factory=list)
    named: dict[int, Piece | str] = field(factory=dict)
    goals: list[int] = field(factory=list)

    def of_kind(self, kind: str) -> list[int]:
        """The indices of the items of a kind."""
        return [i for i, item in enumerate(self.items) if item.kind == kind]

    def first(self, kind: str) -> Item | None:
        """The first item of a kind."""
        return next((item for item in self.items if item.kind == kind), None)

    def at_hex(self, label: str) -> Piece | None:
        """The piece in a hex."""
        return next((piece for piece in self.pieces if piece.hex == label), None)

    def meant(self, i: int) -> Piece | None:
        """The piece that an item names."""
        one = self.named.get(i)
        return self.at_hex(one) if isinstance(one, str) else one


def translate(items: Sequence[Item]) -> tuple[str, str] | None:
    """A battle and an action in it, in our notation; None if the sentence does not say both."""
    told = Told(items)
    _place(told)
    terrain = next((item for item in reversed(items) if item.kind == "terrain"), None)
    turns = {item.value for item in items if item.kind == "turn"}
    if not told.pieces or len(turns) > 1 or _refuses(items):
        return None
    action = _joined(told) or _struck(told) or _moved(told)
    if action is None:
        return None
    actor, enemy, text = action
    if any(piece.hex is None for piece in told.pieces if piece is not actor):
        return None
    if terrain is None and (enemy is None or turns):
        return None
    return _line(told, f"{terrain.value}" if terrain is not None else "", actor, enemy), text


def translate_fact(items: Sequence[Item]) -> tuple[str, str] | None:
    """*May a Ranger rangestrike an Archangel?*: two characters without hexes, near enough in the Plains."""
    names = [str(item.value) for item in items if item.kind == "character"]
    verbs = [item.value for item in items if item.kind == "verb"]
    kinds = {item.kind for item in items}
    if (
        len(names) != 2
        or len(verbs) != 1
        or verbs[0] not in ("strike", "shoot")
        or kinds & {"number", "hazard", "turn"}
    ):
        return None
    terrain = next((str(item.value) for item in items if item.kind == "terrain"), "Plains")
    shoots = verbs[0] == "shoot"
    there = "D5" if shoots else "D4"
    number = next((f" at {item.value}" for item in items if item.kind in ("need", "roll")), "")
    return f"{terrain}: {names[0]} D3 / {names[1]} {there}", f"D3 {'shoots' if shoots else 'strikes'} {there}{number}"


def _refuses(items: Sequence[Item]) -> bool:
    """Whether something is not done, which no frame here says."""
    return any(item.kind == "verb" and item.value == "decline" and item.low not in ("no", "nor") for item in items)


# --- who stands where ------------------------------------------------------------------------------------------------


def _place(told: Told) -> None:
    """Find the pieces, their hexes and hits, and the hexes to which somebody goes."""
    items = told.items
    _find_goals(told)
    cue: str | None = None
    part = 0
    held: list[str | None] = []  # whose the open brackets are
    hex_first = _hex_first(items)
    for i, item in enumerate(items):
        if item.kind == "owner":
            cue = str(item.value)
            if items[i - 1].low in (":", "=") and i > 1 and items[i - 2].kind == "character" and told.pieces:
                told.pieces[-1].cue, cue = cue, None  # D2=Gargoyle:mine
        elif item.low == "(":
            held.append(cue if i and (items[i - 1].kind == "owner" or items[i - 1].low in (":", "=")) else None)
        elif item.low == ")" and held:
            held.pop()
            cue = None
        elif item.kind == "between" or (item.kind == "verb" and item.value in ("strike", "shoot") and told.pieces):
            part, cue = 1, None
        elif item.kind == "end":
            cue = None
        elif item.kind == "character":
            inside = next((one for one in reversed(held) if one is not None), None)
            _name(told, i, cue or inside, part, hex_first)
            cue = None if item.count == 1 and _next_kind(items, i) != "character" else cue
        elif item.kind == "hex" and i not in told.named and i not in told.goals:
            told.named[i] = str(item.value)
        elif item.kind in ("hits", "left", "power") and told.pieces:
            _wound(told, i)


def _find_goals(told: Told) -> None:
    goes, strikes, verb = False, False, None
    items = told.items
    for i, item in enumerate(items):
        if item.kind == "verb":
            verb = item
            strikes = item.value in ("strike", "shoot") or (strikes and item.value != "carry")
            goes = item.value in ("move", "enter", "carry", "teleport") or (goes and item.value == "end")
        elif item.kind in ("end", "between"):
            goes = strikes = False
        elif item.kind == "hex" and not strikes:
            before = [x for x in items[max(0, i - 4) : i] if x.low not in ("(", ")", "=", ",", ":")]
            last = before[-1] if before else None
            arrow = last is not None and last.low in ("-", ">") and len(before) > 1 and i > 0
            placed = last is not None and last.kind == "character"
            enters = goes and verb is not None and verb.value == "enter" and verb.low != "placed"
            if (
                enters
                or arrow
                or (last is not None and last.low in TO)
                or (goes and not placed and _no_piece_waits(before))
            ):
                told.goals.append(i)


def _no_piece_waits(before: Sequence[Item]) -> bool:
    return not any(item.low in _PLACING for item in before[-1:]) or not any(x.kind == "character" for x in before)


def _hex_first(items: Sequence[Item]) -> bool:
    """Whether hexes are written before their characters: *(D3) OGR*."""
    pairs = [(x.kind, i) for i, x in enumerate(items) if x.kind in ("hex", "character")]
    if len(pairs) < 2 or pairs[0][0] != "hex" or pairs[1][0] != "character":
        return False
    return all(x.kind in ("mark", "word") for x in items[pairs[0][1] + 1 : pairs[1][1]])


def _next_kind(items: Sequence[Item], i: int) -> str:
    return next((x.kind for x in items[i + 1 :] if x.low not in (",", "and")), "")


def _name(told: Told, i: int, cue: str | None, part: int, hex_first: bool) -> None:
    """Take a character's name for a new piece, or for one that was named before."""
    item = told.items[i]
    labels = list(_hexes_near(told, i, hex_first))
    same = [piece for piece in told.pieces if piece.name == item.value]
    if same and (not labels or any(piece.hex in labels for piece in same)):
        told.named[i] = next((piece for piece in same if piece.hex in labels), same[-1] if cue == "theirs" else same[0])
        return
    if same and any(told.at_hex(label) is not None for label in labels):
        told.named[i] = same[0]  # the Hydra on C4, where a Lion stands: it strikes there
        return
    if same and same[0].hex is None:
        same[0].hex = labels[0]
        told.named[i] = same[0]
        return
    for label in labels or [""]:
        piece = Piece(CharacterName(item.value), i, cue, part, label or None)
        told.pieces.append(piece)
        told.named[i] = piece


def _hexes_near(told: Told, i: int, hex_first: bool) -> Iterator[str]:
    """The hexes in which the characters of an item stand."""
    items, wanted = told.items, told.items[i].count
    if hex_first:
        for j in range(i - 1, -1, -1):
            if items[j].kind == "hex":
                if j not in told.goals:
                    told.named[j] = str(items[j].value)
                    yield str(items[j].value)
                return
            if items[j].kind not in ("mark", "word", "owner"):
                break
    for j in range(i + 1, len(items)):
        item = items[j]
        if item.kind == "hex" and j not in told.goals:
            told.named[j] = str(item.value)
            yield str(item.value)
            wanted -= 1
            if not wanted:
                return
        elif (
            item.kind in ("character", "between", "end")
            or item.kind == "hex"
            or (item.kind == "verb" and item.value != "stand")
            or (item.low in TO and items[j - 1].kind != "verb")
        ):
            return


def _wound(told: Told, i: int) -> None:
    """Give hits or a Power-factor to the piece named last; hits said behind the dice are a claim."""
    item = told.items[i]
    if item.kind == "hits" and any(x.kind == "dice" for x in told.items[:i]):
        return
    near = [told.meant(j) for j in range(i - 1, -1, -1) if told.meant(j) is not None]
    piece = near[0] if near else None
    if piece is None:
        return
    if item.kind == "power":
        piece.power = item.value if piece.name == TITAN else None
    elif item.kind == "hits":
        piece.hits = item.value
    else:
        piece.hits = max(0, current().base_power[piece.name] - item.value)


# --- what is done ----------------------------------------------------------------------------------------------------


def _joined(told: Told) -> tuple[Piece, Piece | None, str] | None:
    """A reinforcement or a summons: *reinf Lio*, *summons an Angel*."""
    verbs = [i for i in told.of_kind("verb") if told.items[i].value in ("reinforce", "summon")]
    if not verbs:
        return None
    piece = next((p for p in told.pieces if p.at > verbs[-1] and p.hex is None), None)
    defenders = [p for p in told.pieces if p is not piece]
    if piece is None or not defenders:
        return None
    told.pieces.remove(piece)
    verb = str(told.items[verbs[-1]].value)
    actor = next((p for p in defenders if p.part == (verb == "reinforce")), defenders[0])
    other = next((p for p in defenders if _enemies(actor, p)), None)
    actor.cue = actor.cue or ("defender" if verb == "reinforce" else "attacker")
    return actor, other, f"{verb} {piece.name}"


def _struck(told: Told) -> tuple[Piece, Piece | None, str] | None:
    """The strike that is asked about: its striker, its target, and the short text."""
    items = told.items
    verbs = [i for i in told.of_kind("verb") if items[i].value in ("strike", "shoot")]
    moves = [i for i in told.of_kind("verb") if items[i].value in ("move", "enter") and _goal_behind(told, i)]
    pairs = [pair for verb in verbs if (pair := _pair(told, verb)) is not None]
    if told.goals and (not pairs or not verbs or (moves and moves[-1] > verbs[-1])) and not told.of_kind("dice"):
        return None
    if not pairs and (verbs or told.of_kind("dice") or told.first("count") or _asks_for_strike(told)):
        pair = _pair(told, -1)
        pairs = [pair] if pair is not None else []
    if not pairs:
        return None
    striker, target = pairs[-1] if not told.of_kind("dice") else pairs[0]
    shoots = any(items[i].value == "shoot" for i in verbs)
    text = f"{striker.hex} {'shoots' if shoots else 'strikes'}{_back(told)} {target.hex}"
    need, count, dice = told.first("need"), told.first("count"), told.first("dice")
    if need is not None:
        text += f" at {need.value}"
    if dice is not None:
        text += " with " + " ".join(map(str, dice.value))
    elif count is not None:
        text += f" using {count.value}"
    carried = list(_carries(told))
    text += f" carrying {' '.join(carried)}" if carried else ""
    claims = [x for x in items[items.index(dice) + 1 :] if x.kind == "hits"] if dice is not None else []
    return striker, target, text + (f" = {claims[0].value} hits" if claims else "")


def _back(told: Told) -> str:
    again = any(x.low in ("back", "strikeback", "strikebacks") for x in told.items)
    return " back at" if again else ""


def _asks_for_strike(told: Told) -> bool:
    return any(x.low in ("target", "striker") for x in told.items)


def _goal_behind(told: Told, verb: int) -> bool:
    return any(goal > verb for goal in told.goals)


def _pair(told: Told, verb: int) -> tuple[Piece, Piece] | None:
    """Striker and target around a verb; -1: none was said, the first of one side strikes the first of the other."""
    if verb < 0:
        first = next((p for p in told.pieces if p.cue == "mine"), told.pieces[0])
        other = next((p for p in told.pieces if _enemies(first, p)), None)
        return None if other is None else (first, other)
    before = [piece for i in range(verb) if (piece := told.meant(i)) is not None]
    stop = next((i for i in range(verb + 1, len(told.items)) if told.items[i].kind in ("end", "dice")), len(told.items))
    after = [piece for i in range(verb + 1, stop) if (piece := told.meant(i)) is not None]
    words = [item.low for item in told.items[verb + 1 : verb + 3]]
    sentence = max((i for i in range(verb) if told.items[i].kind == "end"), default=-1)
    here = [piece for i in range(sentence + 1, verb) if (piece := told.meant(i)) is not None]
    if not after:
        if here and len(told.pieces) == 2 and told.items[verb].value == "shoot":
            return here[-1], next(p for p in told.pieces if p is not here[-1])
        return None
    if words and words[0] == "by" and (here or before):
        return after[0], (here or before)[-1]
    if here:
        return (here[-1], after[0]) if here[-1] is not after[0] else None
    if len(after) > 1:
        by = [j for j in range(verb + 1, stop) if told.items[j].low in ("with", "from")]
        if by and (striker := next((p for j in range(by[0], stop) if (p := told.meant(j)) is not None), None)):
            return (striker, after[0]) if striker is not after[0] else None
        return (after[0], after[1]) if after[0] is not after[1] else None
    striker = next((p for p in told.pieces if _enemies(p, after[0])), None)
    return None if striker is None else (striker, after[0])


def _enemies(one: Piece, other: Piece) -> bool:
    if one is other:
        return False
    if one.cue is not None and other.cue is not None:
        return one.cue != other.cue
    return one.part != other.part or one.cue != other.cue


def _carries(told: Told) -> Iterator[str]:
    """Hits carried over: *carry 2 to E3*, *the other 2 to the Centaur*."""
    items = told.items
    for verb in [i for i in told.of_kind("verb") if items[i].value == "carry"]:
        hits = [x.value for x in items[verb + 1 : verb + 6] if x.kind in ("number", "hits")]
        hits = hits or [x.value for x in items[max(0, verb - 3) : verb] if x.kind in ("number", "hits")]
        places = [i for i in range(verb + 1, len(items)) if i in told.goals or told.meant(i) is not None]
        if hits and places:
            goal = items[places[0]].value if places[0] in told.goals else None
            piece = told.meant(places[0])
            label = goal or (piece.hex if piece is not None else None)
            if label is not None:
                yield f"{label}:{hits[0]}"


def _enters_over_first(told: Told) -> bool:
    """Whether somebody enters over a hex that was said before: *(D6) ANG enters*."""
    verbs = [i for i in told.of_kind("verb") if told.items[i].value == "enter"]
    free = [i for i in told.of_kind("hex") if verbs and i < verbs[-1] and told.meant(i) is None]
    told.goals += free[-1:]
    told.named = {i: one for i, one in told.named.items() if i not in told.goals}
    return bool(free)


def _moved(told: Told) -> tuple[Piece, Piece | None, str] | None:
    """The maneuver that is asked about."""
    if not told.goals and not _enters_over_first(told):
        return None
    goal = told.goals[-1]
    before = [(i, piece) for i in range(goal) if (piece := told.meant(i)) is not None]
    clause = max((i for i in range(goal) if told.items[i].kind == "end"), default=-1)
    here = [piece for i, piece in before if i > clause]
    here = [piece for piece in here if piece.cue != "theirs"] or here
    passed = any(told.items[i].low in ("over", "past", "through") for i in range(clause + 1, goal))
    mine = [piece for piece in told.pieces if piece.cue == "mine"]
    mover = (here[0] if passed else here[-1]) if here else (mine or told.pieces)[0]
    outside = [piece for piece in told.pieces if piece.hex is None]
    mover = outside[0] if len(outside) == 1 else mover
    label = str(told.items[goal].value)
    if mover.hex is None:
        return mover, None, f"{mover.name} enters {label}"
    return mover, None, f"{mover.hex} to {label}"


# --- in our notation -------------------------------------------------------------------------------------------------


def _line(told: Told, terrain: str, actor: Piece, enemy: Piece | None) -> str:
    """The battle as a line, the actor's side first unless it is said to defend."""
    ours: list[Piece] = []
    theirs: list[Piece] = []
    for piece in told.pieces:
        (ours if _with_actor(told, piece, actor, enemy) else theirs).append(piece)
    sides = [listed(list(map(str, side)), ",", none="") for side in (ours, theirs) if side]
    role = actor.cue or (
        None if enemy is None else {"attacker": "defender", "defender": "attacker"}.get(enemy.cue or "")
    )
    defends = any(x.kind == "owner" and x.value == "defender" for x in told.items) and actor.cue in (None, "mine")
    defends = role == "defender" or (defends and role != "attacker" and enemy is None)
    if defends:
        sides.reverse()
    turn = told.first("turn")
    when = "" if turn is None else f", turn {turn.value}"
    entry = told.first("side")
    when += f", {entry.value}" if entry is not None and actor.hex is None else ""
    if actor.hex is None and not theirs:
        when = f", turn 1{when}" if turn is None else when
        sides.insert(0 if defends else 1, "Ogre off" if defends else "")
    return f"{terrain}{when}: {' / '.join(sides)}" if terrain else " / ".join(sides)


def _with_actor(told: Told, piece: Piece, actor: Piece, enemy: Piece | None) -> bool:
    if piece is actor or piece is enemy:
        return piece is actor
    if piece.cue is not None and piece.cue == actor.cue:
        return True
    if enemy is not None and piece.cue is not None and piece.cue == enemy.cue:
        return False
    if piece.cue in ("mine", "theirs"):
        return piece.cue == "mine"
    if piece.cue is None and any(one.part for one in told.pieces):
        return piece.part == actor.part
    if piece.cue is not None or actor.cue is not None:
        return piece.cue is None and actor.cue == "mine" and piece.part == actor.part
    return piece.part == actor.part and (
        enemy is not None or len(told.pieces) > 2 or not any(p.part for p in told.pieces)
    )
