"""A line as the JSON of a document."""

from itertools import pairwise

from ...box.naming import reading_with
from ...box.reading import current
from ...kernel.errors import UnknownName
from ...kernel.jsontext import JSON
from ...kernel.names import nearest
from ...kernel.words import MOST_OF_A_KIND, Word, split_words
from .draft import ROLES, Draft, Growing, Words, divided, is_marker, is_number, listed, number, owner_in, parted, said
from .extras import BATTLE_EXTRAS, GAME_EXTRAS, MUSTER_EXTRAS, json_at, read_extras

SHAPE = "as in: Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
SIDES = ("left", "right", "bottom")
OFF = ("off", "-")
BATTLE_PHASES = ("maneuver", "strike", "strikeback")
GAME_PHASES = ("setup", "commencement", "movement", "engagement", "enlistment", "over")


def draft(text: str) -> Draft:
    """A line's document; its structure is read, the names in it and what it describes are not yet checked.

    :raises DocumentError: the line has not the form of a position.
    """
    found = Draft(text)
    words = split_words(text)
    if words and words[-1].opens_quote:
        found.fail("the quote is not closed", words[-1:])
    bar = next((i for i, word in enumerate(words) if word.text == "|"), len(words))
    with reading_with(_box_named(found, words[bar + 1 :])):
        _read(found, words, bar)
    return found


def _box_named(found: Draft, extras: Words) -> Growing:
    """The box that a line names behind its bar, before anything else of it is read."""
    for key, value in pairwise(extras):
        if key.lower == "box":
            box = json_at(found, key, value)[0] if value.text[0] == "{" else said(found, value)
            return {"box": box}
    return {}


def _read(found: Draft, words: Words, bar: int) -> None:
    head, colon, body = parted(words[:bar], ":")
    if not colon:
        found.fail("a position has a colon", [], hint=SHAPE)
    if not head:
        found.fail("a position begins with a terrain, a land or a turn", words[:1], hint=SHAPE)
    parts = divided(head, ",")
    first = parts[0][0].lower
    if first == "turn" or owner_in(parts[0][0]) is not None or first in GAME_PHASES:
        _game(found, parts, body)
        extras = GAME_EXTRAS
    elif len(parts) > 1 or any(word.text == "/" for word in body):
        _battle(found, parts, body)
        extras = BATTLE_EXTRAS
    else:
        _muster(found, parts[0], body)
        extras = MUSTER_EXTRAS
    read_extras(found, words[bar + 1 :], extras)


# --- musters and battles ---------------------------------------------------------------------------------------------


def _terrain(found: Draft, words: Words) -> str:
    """A terrain by its name, or by the number of a land."""
    word = words[0]
    if len(words) > 1:
        found.fail("a terrain is one word", words, hint=SHAPE)
    found.put("/terrain", [word])
    if is_number(word):
        try:
            return current().masterboard.lands[current().land(number(found, word))].terrain
        except UnknownName as e:
            found.fail(e.fault.message, [word], e.fault.code, e.fault.hint)
    try:
        return current().terrain_names.canonical(word.text)
    except UnknownName as e:
        found.fail(e.fault.message, [word], e.fault.code, e.fault.hint or SHAPE)


def _muster(found: Draft, head: Words, body: Words) -> None:
    names: list[str] = []
    terrain = _terrain(found, head)
    for part in divided(body, ","):
        names += listed(found, part, "/characters", len(names))
    if not names:
        found.fail("who is in the Legion?", head, hint="as in: Jungle: 2 Gargoyle, Ogre")
    found.data.update(kind="muster", terrain=terrain, characters=names)


def _battle(found: Draft, parts: list[Words], body: Words) -> None:
    terrain = _terrain(found, parts[0])
    sides = _sides(body)
    if len(sides) != 2:
        found.fail(f"a battle has two sides, with one slash between them, not {len(sides)}", parts[0], hint=SHAPE)
    data = found.data
    data.update(kind="battle", terrain=terrain)
    for role, color, words in zip(ROLES, ("Black", "Red"), sides, strict=True):
        data[role] = _battle_side(found, role, color, words)
    attacker, defender = ([c for c in data[role]["characters"] if c["hex"]] for role in ROLES)
    if "entry_side" not in data["attacker"]:
        data["attacker"]["entry_side"] = "bottom" if current().deploys(terrain) else "left"
    data["turn"] = 2 if attacker or defender else 1
    data["side"], data["phase"] = usual_phase(bool(attacker), bool(defender))
    for part in parts[1:]:
        _battle_moment(found, part)


def usual_phase(attacker: bool, defender: bool) -> tuple[str, str]:
    """Whose phase it is where a line leaves that out.

    :param attacker, defender: whether anyone of that side stands on the map; if nobody does, the defender begins.
    """
    if not attacker and not defender:
        return "defender", "maneuver"
    return "attacker", "strike" if attacker and defender else "maneuver"


def _sides(body: Words) -> list[Words]:
    sides: list[Words] = [[]]
    for word in body:
        if word.text == "/":
            sides.append([])
        else:
            sides[-1].append(word)
    return sides


def _battle_moment(found: Draft, words: Words) -> None:
    """``turn 3``, or ``attacker's maneuver``."""
    owner = owner_in(words[0])
    if words[0].lower == "turn" and len(words) == 2:
        found.data["turn"] = number(found, words[1])
        found.put("/turn", words)
    elif owner is not None and len(words) == 2 and owner.lower() in ROLES and words[1].lower in BATTLE_PHASES:
        found.data["side"], found.data["phase"] = owner.lower(), words[1].lower
        found.put("/side", words)
        found.put("/phase", words)
    else:
        found.fail("not a moment of a battle", words, hint="as in: turn 3, defender's maneuver")


def _battle_side(found: Draft, role: str, color: str, words: Words) -> Growing:
    prefix, colon, body = parted(words, ":")
    side = _battle_prefix(found, role, prefix) if colon else {}
    if "legion" not in side:
        owned = current().markers.colors.find(side.get("player", "")) or color
        side["legion"] = current().markers.of(owned)[0]
    if "player" not in side:
        letters = {letters.lower(): name for name, letters in current().markers.letters.items()}
        side["player"] = letters.get(side["legion"][:2].lower(), color)
    characters: list[Growing] = []
    for part in divided(body if colon else words, ","):
        characters += _combatants(found, part, f"/{role}/characters", len(characters))
    return {**side, "characters": characters}


def _battle_prefix(found: Draft, role: str, words: Words) -> Growing:
    """``Bk03 left 310``, with the player before it where its colour does not say it."""
    side: Growing = {}
    for word in words:
        key, value = _prefix_word(found, word)
        if key in side or (key == "player" and side):
            found.fail("not understood before a side's characters", [word], hint="as in: Bk03 left 310: Ogre A3")
        side[key] = value
        found.put(f"/{role}/{key}", [word])
    return side


def _prefix_word(found: Draft, word: Word) -> tuple[str, JSON]:
    if word.in_quotes:
        return "player", said(found, word)
    if is_number(word):
        return "score", number(found, word)
    if word.lower in SIDES:
        return "entry_side", word.lower
    if is_marker(word):
        return "legion", word.text
    return "player", current().markers.colors.find(word.text) or word.text


def _combatants(found: Draft, words: Words, at: str, place: int) -> list[Growing]:
    """``Lion D4 3 hits``, ``2 Gargoyle off``."""
    said = [word for word in words if word.text not in ("(", ")")]
    counted = is_number(said[0]) if said else False
    count = number(found, said[0]) if counted else 1
    rest = said[1:] if counted else said
    if not rest or not 1 <= count <= MOST_OF_A_KIND:
        found.fail("a character is wanted", words, hint=SHAPE)
    one: Growing = {"name": rest[0].text, "hex": None}
    i = 1
    while i < len(rest):
        word = rest[i]
        after = rest[i + 1].lower if i + 1 < len(rest) else ""
        if is_number(word) and after in ("hit", "hits"):
            one["hits"] = number(found, word)
            i += 1
        elif word.lower in ("moved", "struck"):
            one[word.lower] = True
        elif word.lower in ("slowed", "poisoned") and after.removeprefix("-").isdecimal():
            one[word.lower] = int(after[:6])
            i += 1
        elif i == 1:
            one["hex"] = None if word.lower in OFF else word.text
        else:
            found.fail("not understood of a character", words, hint=SHAPE)
        i += 1
    if count > 1 and one["hex"] is not None:
        found.fail("only one character stands in a hex", words, "hex-taken")
    for n in range(count):
        found.put(f"{at}/{place + n}", words)
    return [dict(one) for _ in range(count)]


# --- games -----------------------------------------------------------------------------------------------------------


def _game(found: Draft, parts: list[Words], body: Words) -> None:
    data = found.data
    data.update(kind="game", turn=1, players=[])
    for part in parts:
        _game_moment(found, part)
    for i, words in enumerate(divided(body, "/")):
        data["players"].append(_player(found, i, words))


def _game_moment(found: Draft, words: Words) -> None:
    """``turn 5``, ``Black's movement``, ``roll 4`` or ``mulligan``."""
    data, first, owner = found.data, words[0].lower, owner_in(words[0])
    if first in ("turn", "roll") and len(words) == 2:
        data[first] = number(found, words[1])
        found.put(f"/{first}", words)
    elif first == "mulligan" and len(words) == 1:
        data["mulligan"] = True
    elif owner is not None and len(words) == 2 and words[1].lower in GAME_PHASES:
        data["active"], data["phase"] = owner, words[1].lower
        found.put("/active", words)
        found.put("/phase", words)
    elif first in GAME_PHASES and len(words) == 1:
        data["phase"] = first
        found.put("/phase", words)
    else:
        phases = [f"Black's {phase}" for phase in GAME_PHASES]
        hint = nearest(" ".join(word.text for word in words), phases) or "as in: turn 5, Black's movement, roll 4"
        found.fail("not a moment of a game", words, hint=hint)


def _player(found: Draft, i: int, words: Words) -> Growing:
    """``Black 600 123: Bk01 600 Titan 2 Ogre, Bk02 109 height 6``."""
    at = f"/players/{i}"
    prefix, _, body = parted(words, ":")
    if not prefix or len(prefix) > 3:
        found.fail(
            "a player has a colour, a Tower and a score", prefix or words, hint="as in: Black 600 123: Bk01 3 Titan"
        )
    found.put(at, words)
    found.put(f"{at}/color", prefix[:1])
    player: Growing = {"color": prefix[0].text, "legions": []}
    for key, word in zip(("tower", "score"), prefix[1:], strict=False):
        player[key] = number(found, word)
        found.put(f"{at}/{key}", [word])
    for part in divided(body, ","):
        place = len(player["legions"])
        if is_marker(part[0]):
            player["legions"].append(_legion(found, f"{at}/legions/{place}", part))
        elif place and player["legions"][-1].get("characters") is not None:
            held = player["legions"][-1]["characters"]
            held += listed(found, part, f"{at}/legions/{place - 1}/characters", len(held))
        else:
            found.fail("a Legion begins with its marker", part, hint="as in: Bk02 109 Angel 2 Centaur")
    return player


def _legion(found: Draft, at: str, words: Words) -> Growing:
    found.put(at, words)
    if len(words) < 2:
        found.fail("where is the Legion?", words, hint="as in: Bk02 109 Angel 2 Centaur")
    legion: Growing = {"legion": words[0].text, "land": number(found, words[1])}
    found.put(f"{at}/legion", words[:1])
    found.put(f"{at}/land", words[1:2])
    if len(words) == 4 and words[2].lower == "height":
        return {**legion, "characters": None, "height": number(found, words[3])}
    return {**legion, "characters": listed(found, words[2:], f"{at}/characters", 0)}
