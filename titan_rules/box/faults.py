"""Everything that makes a box unplayable, each fault with its pointer (BOX-1)."""

import re
from collections.abc import Iterable, Iterator, Mapping

from ..kernel.errors import Fault
from ..kernel.jsontext import pointer
from ..kernel.names import nearest, shortened
from .battlelands import Effect
from .characters import TITAN
from .documents import BoxDocument
from .hexes import BIT, HEX_NUMBER, HEXES, NEIGHBOURS
from .masterboard import HEXSIDE, LandDocument, is_inverted
from .names import Markers
from .terrains import ANYONE, TerrainDocument

MOST_LANDS = 1_000
MOST_PLAYERS = 12
WHO = ("native", "other", "any", "native_against_other")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9'-]*")
_PICTURE = re.compile(r"[^\W\d_]+")
_LAND = re.compile(r"[1-9][0-9]{0,5}")


def box_faults(box: BoxDocument) -> list[Fault]:
    """Every fault of a box."""
    faults = [*_names(box), *_players(box), *_characters(box), *_hazards(box), *_terrains(box), *_board(box)]
    return faults or [*_reachable(box), *_circuits(box), *_cut_off(box)]


def _unknown(what: str, name: object, known: Iterable[str], at: str) -> Iterator[Fault]:
    names = list(known)
    if name not in names:
        hint = nearest(str(name), names)
        yield Fault(f"unknown-{what}", f"there is no {what} {shortened(str(name))!r} in this box", at, hint=hint)


def _names(box: BoxDocument) -> Iterator[Fault]:
    kinds = (("characters", box.characters), ("terrains", box.terrains), ("hazards", box.hazards))
    tables: list[tuple[str, Mapping[str, object]]] = [*kinds, ("hexsides", box.hexsides), ("colors", box.colors)]
    for key, table in tables:
        seen: dict[str, str] = {}
        for name in table:
            at = pointer(key, name)
            if not _NAME.fullmatch(name):
                yield Fault("bad-name", f"{shortened(name)!r} is not a name: letters and digits, a letter first", at)
            if name.casefold() in seen:
                yield Fault("name-twice", f"{name} and {seen[name.casefold()]} are one name", at)
            seen[name.casefold()] = name


def _pictures(box: BoxDocument) -> Iterator[Fault]:
    holder: dict[str, str] = {}
    for marker, picture in box.pictures.items():
        at = pointer("pictures", marker)
        yield from _unknown("marker", marker, Markers(box.colors).every, at)
        if not _PICTURE.fullmatch(picture):
            yield Fault("bad-name", f"{shortened(picture)!r} is not a name for a marker: one word of letters", at)
        if picture.casefold() in holder:
            yield Fault("name-twice", f"{marker} and {holder[picture.casefold()]} have one name", at)
        holder[picture.casefold()] = marker


def _players(box: BoxDocument) -> Iterator[Fault]:
    towers = [n for n, land in box.masterboard.lands.items() if _is_tower(box, land)]
    if len(box.players) != 2 or not 2 <= box.players[0] <= box.players[-1] <= MOST_PLAYERS:
        yield Fault("bad-players", f"expected the fewest and the most players, 2 to {MOST_PLAYERS}", "/players")
        return
    most = box.players[1]
    if len(towers) < most:
        yield Fault("too-few-towers", f"{most} may play, but there are only {len(towers)} Towers", "/players")
    if len(box.colors) < most:
        yield Fault("too-few-colors", f"{most} may play, but there are only {len(box.colors)} colours", "/colors")
    letters: dict[str, str] = {}
    for color, two in box.colors.items():
        if not re.fullmatch("[A-Z][a-z]", two):
            yield Fault("bad-letters", f"expected two letters as in Bk, got {shortened(two)!r}", f"/colors/{color}")
        elif two in letters:
            yield Fault("letters-twice", f"{color} and {letters[two]} have the same letters", f"/colors/{color}")
        letters[two] = color
    yield from _pictures(box)
    wanted = {box.starting_lord: 1, TITAN: 1, **dict.fromkeys(box.starting, 2)}
    for i, name in enumerate((box.starting_lord, *box.starting)):
        at = f"/starting/{i - 1}" if i else "/starting_lord"
        yield from _unknown("character", name, box.characters, at)
    if not len(box.starting) == len(set(box.starting)) == 3:
        yield Fault("bad-start", "three different characters start, two of each", "/starting")
    for name, each in wanted.items():
        character = box.characters.get(name)
        if character is not None and character.count < each * most:
            message = f"{most} players start with {each * most} of {name}; the box holds {character.count}"
            yield Fault("too-few", message, pointer("characters", name, "count"))


def _characters(box: BoxDocument) -> Iterator[Fault]:
    for name, character in box.characters.items():
        at = pointer("characters", name)
        if name == TITAN and character.power:
            yield Fault("titan-power", "a Titan's Power-factor belongs under titan", at + "/power")
        if name != TITAN and not character.power:
            yield Fault("missing-key", "the key 'power' is missing", at)
        for i, hazard in enumerate(character.native_to):
            yield from _unknown("hazard", hazard, (*box.hazards, *box.hexsides), f"{at}/native_to/{i}")
        if character.magic_missile and not character.rangestrikes:
            yield Fault("no-rangestriker", f"{name} has magic missiles but does not rangestrike", at)
        if character.rank == "Creature" and character.stock is not None:
            yield Fault("unsupported", "the stock of a Creature cannot grow with a score", at + "/stock")
        tower = None if character.stock is None else box.masterboard.lands.get(str(character.stock.tower))
        if character.stock is not None and (tower is None or not _is_tower(box, tower)):
            yield Fault("not-a-tower", f"land {character.stock.tower} is not a Tower", at + "/stock/tower")
    if TITAN not in box.characters or box.characters[TITAN].rank != "Lord":
        yield Fault("no-titan", f"every box has a Lord called {TITAN}", "/characters")
    for i, row in enumerate(box.acquire.characters):
        at = f"/acquire/characters/{i}"
        yield from _unknown("character", row.character, box.characters, at + "/character")
        for j, terrain in enumerate(row.terrains):
            yield from _unknown("terrain", terrain, box.terrains, f"{at}/terrains/{j}")
        if row.points % box.acquire.step:
            yield Fault("bad-points", f"{row.points} is not a multiple of {box.acquire.step}", at + "/points")


def _hazards(box: BoxDocument) -> Iterator[Fault]:
    for name, hazard in box.hazards.items():
        at = pointer("hazards", name)
        for key in ("striker_in_it", "target_in_it", "rangestriker_in_it", "rangestrike_target_in_it"):
            yield from _effects(getattr(hazard, key), f"{at}/{key}", WHO)
        yield from _effects(hazard.rangestrike_through, f"{at}/rangestrike_through", WHO)
        yield from _effects(hazard.each_strike_phase, f"{at}/each_strike_phase", (*WHO[:3], *box.hazards))
    for name, side in box.hexsides.items():
        at = pointer("hexsides", name)
        for key in ("strike_up", "strike_down", "rangestrike_up"):
            yield from _effects(getattr(side, key), f"{at}/{key}", WHO[:3])
        for i, other in enumerate(side.also_native):
            yield from _unknown("hazard", other, box.hazards, f"{at}/also_native/{i}")


def _effects(effects: Mapping[str, Effect], at: str, known: Iterable[str]) -> Iterator[Fault]:
    for who in effects:
        if who not in known:
            listed = ", ".join(known)
            yield Fault("unsupported", f"expected one of {listed}, got {shortened(who)!r}", f"{at}{pointer(who)}")


def _terrains(box: BoxDocument) -> Iterator[Fault]:
    for name, terrain in box.terrains.items():
        at = pointer("terrains", name)
        given = [key for key in ("chain", "musters", "like") if getattr(terrain, key)]
        if not given:
            yield Fault("no-chain", f"nothing is mustered in {name}: give chain, musters or like", at)
        elif "like" in given and len(given) > 1:
            yield Fault("two-tables", f"{name} has both its own table and {terrain.like}'s", at + "/like")
        if terrain.like is not None:
            yield from _unknown("terrain", terrain.like, box.terrains, at + "/like")
            if terrain.like in box.terrains and box.terrains[terrain.like].like is not None:
                yield Fault("like-of-like", f"{terrain.like} has no table of its own either", at + "/like")
        yield from _tables(box, terrain, at)
        yield from _map(box, terrain, at + "/map")


def _tables(box: BoxDocument, terrain: TerrainDocument, at: str) -> Iterator[Fault]:
    for i, row in enumerate(terrain.chain):
        place = f"{at}/chain/{i}"
        fits = row and isinstance(row[0], str) and (len(row) == 1 if i == 0 else len(row) == 2 and _count(row[1]))
        if not fits:
            shape = '["Ogre"]' if i == 0 else '["Troll", 2]'
            yield Fault("bad-chain", f"expected a row like {shape}", place)
        else:
            yield from _unknown("character", row[0], box.characters, place + "/0")
    for i, entry in enumerate(terrain.musters):
        place = f"{at}/musters/{i}"
        yield from _unknown("character", entry.muster, box.characters, place + "/muster")
        if entry.land is not None:
            yield from _unknown("land", str(entry.land), box.masterboard.lands, place + "/land")
        for j, need in enumerate(entry.with_):
            if len(need) != 2 or not isinstance(need[0], str) or not _count(need[1]):
                yield Fault("bad-need", 'expected a pair like ["Titan", 1]', f"{place}/with/{j}")
            else:
                yield from _unknown("character", need[0], (*box.characters, *ANYONE), f"{place}/with/{j}/0")
    names = [row[0] for row in terrain.chain if row] + [entry.muster for entry in terrain.musters]
    for name in {name for name in names if names.count(name) > 1}:
        yield Fault("twice", f"{name} is in this table twice", at)


def _count(value: object) -> bool:
    return type(value) is int and 1 <= value <= 7


def _map(box: BoxDocument, terrain: TerrainDocument, at: str) -> Iterator[Fault]:
    drawn, seen = terrain.map, set[str]()
    for key, table in (("hazards", drawn.hazards), ("levels", drawn.levels)):
        seen = set()
        for name, labels in table.items():
            where = at + pointer(key, name)
            if key == "hazards":
                yield from _unknown("hazard", name, box.hazards, where)
            elif not re.fullmatch("[1-9]", name):
                yield Fault("bad-level", f"expected a level from 1 to 9, got {shortened(name)!r}", where)
            for i, label in enumerate(labels):
                yield from _unknown("hex", label, BIT, f"{where}/{i}")
                if label in seen:
                    yield Fault("hex-twice", f"{label} is given twice", f"{where}/{i}")
                seen.add(label)
    for name, pairs in drawn.hexsides.items():
        where = at + pointer("hexsides", name)
        yield from _unknown("hexside", name, box.hexsides, where)
        for i, pair in enumerate(pairs):
            ends = pair.split("-")
            if len(ends) != 2 or any(end not in BIT for end in ends):
                yield Fault("bad-hexside", f"expected two hexes as in D4-D5, got {shortened(pair)!r}", f"{where}/{i}")
            elif HEX_NUMBER[ends[1]] not in NEIGHBOURS[HEX_NUMBER[ends[0]]]:
                yield Fault("bad-hexside", f"{ends[0]} and {ends[1]} are not adjacent", f"{where}/{i}")
    for i, label in enumerate(drawn.deployment):
        yield from _unknown("hex", label, BIT, f"{at}/deployment/{i}")
    if terrain.tower and not drawn.deployment:
        yield Fault("no-deployment", "a Tower's defender is placed: the map needs a deployment", at)


def _is_tower(box: BoxDocument, land: LandDocument) -> bool:
    return land.terrain in box.terrains and box.terrains[land.terrain].tower


def _board(box: BoxDocument) -> Iterator[Fault]:
    board = box.masterboard
    lands = board.lands
    if len(lands) > MOST_LANDS:
        message = f"{len(lands)} lands; at most {MOST_LANDS} are read"
        yield Fault("too-many-lands", message, "/masterboard/lands")
        return
    places: dict[tuple[int, int], str] = {}
    for number, land in lands.items():
        at = pointer("masterboard", "lands", number)
        if not _LAND.fullmatch(number):
            yield Fault("bad-land", f"expected a land's number, got {shortened(number)!r}", at)
        yield from _unknown("terrain", land.terrain, box.terrains, at + "/terrain")
        if land.x >= board.width or land.y >= board.height:
            yield Fault("off-board", f"{land.x}, {land.y} is off the board of {board.width} by {board.height}", at)
        if (land.x, land.y) in places:
            yield Fault("place-taken", f"land {places[land.x, land.y]} is there already", at)
        places[land.x, land.y] = number
        if not land.exits:
            yield Fault("dead-end", f"no sign leads out of land {number}", at + "/exits")
        for to in land.exits:
            where = at + pointer("exits", to)
            yield from _unknown("land", to, lands, where)
            if to not in lands:
                continue
            off = lands[to].x - land.x, lands[to].y - land.y
            if (is_inverted(board, land), off) not in HEXSIDE:
                yield Fault("not-adjacent", f"land {to} is not across a long hexside of land {number}", where)


def _reachable(box: BoxDocument) -> Iterator[Fault]:
    """Characters that nobody can ever muster, because their chain never starts."""
    got = {TITAN, box.starting_lord, *box.starting, *(row.character for row in box.acquire.characters)}
    placed = {land.terrain for land in box.masterboard.lands.values()}
    needs = dict(_needs(box, placed))
    more = True
    while more:
        ranks = {box.characters[name].rank for name in got}
        new = {
            muster
            for (_, _, muster), who in needs.items()
            if muster not in got and (not who or any(w in got or ANYONE.get(w, frozenset()) & ranks for w in who))
        }
        got |= new
        more = bool(new)
    for (key, at, muster), _ in needs.items():
        if muster not in got:
            yield Fault("never-mustered", f"nobody can ever muster {muster} in {key}: its chain never starts", at)


def _needs(box: BoxDocument, placed: set[str]) -> Iterator[tuple[tuple[str, str, str], tuple[str, ...]]]:
    """For each row of each table in use, the characters that muster it."""
    for name, terrain in box.terrains.items():
        if name not in placed and not any(t.like == name for n, t in box.terrains.items() if n in placed):
            continue
        chain = [str(row[0]) for row in terrain.chain]
        for i, muster in enumerate(chain):
            before = chain[i - 1 : i] if i else []
            yield (name, pointer("terrains", name, "chain", i), muster), (*chain[i:], *before)
        for i, entry in enumerate(terrain.musters):
            who = tuple(str(need[0]) for need in entry.with_)
            yield (name, pointer("terrains", name, "musters", i), entry.muster), who


def _circuits(box: BoxDocument) -> Iterator[Fault]:
    """Lands that cannot be reached, or cannot be left for the first one."""
    lands = box.masterboard.lands
    onward = {number: set(land.exits) for number, land in lands.items()}
    backward: dict[str, set[str]] = {number: set() for number in lands}
    for number, exits in onward.items():
        for to in exits:
            backward[to].add(number)
    first = next(iter(lands), "")
    for ways, why in ((onward, "no way leads to land {}"), (backward, "no way leads back from land {}")):
        seen, queue = {first}, [first]
        for number in queue:
            new = ways.get(number, set()) - seen
            seen |= new
            queue += new
        for number in lands:
            if number not in seen:
                at = pointer("masterboard", "lands", number)
                yield Fault("no-circuit", f"{why.format(number)} (from land {first})", at)


def _cut_off(box: BoxDocument) -> Iterator[Fault]:
    """Hexes that nobody on foot can reach from the others."""
    native_to = {hazard for character in box.characters.values() for hazard in character.native_to}
    closed = {
        name
        for name, hazard in box.hazards.items()
        if hazard.enter_on_foot.other == "no" and (hazard.enter_on_foot.native == "no" or name not in native_to)
    }
    shut_off = {
        name
        for name, side in box.hexsides.items()
        if {side.walk_up.native, side.walk_up.other, side.walk_down.native, side.walk_down.other} == {"no"}
    }
    for name, terrain in box.terrains.items():
        shut = {HEX_NUMBER[h] for hazard, labels in terrain.map.hazards.items() if hazard in closed for h in labels}
        walls = {
            frozenset(HEX_NUMBER[end] for end in pair.split("-"))
            for side, pairs in terrain.map.hexsides.items()
            for pair in pairs
            if side in shut_off
        }
        open_hexes = [n for n in range(len(NEIGHBOURS)) if n not in shut]
        seen, queue = set(open_hexes[:1]), open_hexes[:1]
        for here in queue:
            new = {
                n
                for n in NEIGHBOURS[here]
                if n is not None and n not in shut | seen and frozenset((here, n)) not in walls
            }
            seen |= new
            queue += new
        missing = [HEXES[n] for n in open_hexes if n not in seen]
        if missing:
            at = pointer("terrains", name, "map")
            yield Fault("cut-off", f"nobody can walk between {HEXES[open_hexes[0]]} and {', '.join(missing)}", at)
