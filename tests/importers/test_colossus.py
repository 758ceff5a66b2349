"""Saves of Colossus: their positions as games."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from checkout import EXAMPLES
from looping import for_each, some
from running import Done, titan
from titan_rules.box import STANDARD, box
from titan_rules.importers.colossus import DEEPEST
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game

SAVES = Path(__file__).parent.parent / "data" / "saves"
NAMES = ("game000_last_save", "game006_last_save")
SMALL = (EXAMPLES / "game.xml").read_text()


def read(text: str | bytes, *more: str) -> Done:
    return titan("import", "colossus", "-", *more, stdin=text)


@pytest.mark.parametrize("name", NAMES)
def test_the_position_is_valid_and_gets_its_legal_moves(name: str, tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    done = titan("import", "colossus", str(SAVES / f"{name}.xml.gz"), "-o", str(target))
    assert (done.code, done.out, done.err) == (0, "", "")
    assert titan("validate", str(target)).code == 0
    found = titan("legal-moves", str(target), "--format", "json")
    assert found.code == 0
    assert found.json["phase"] == "engagement"
    game = FORMAT.loads(target.read_text())
    assert FORMAT.dumps(game) == target.read_text()


def test_everything_that_the_save_holds_is_in_the_game() -> None:
    game = FORMAT.loads(titan("import", "colossus", str(SAVES / "game006_last_save.xml.gz")).out)
    black, red, blue = game.players
    assert (game.ruleset, game.turn, game.active, game.roll) == ("colossus", 14, "Blue", 6)
    assert [(p.color, p.name, p.tower, p.score, p.out) for p in game.players] == [
        ("Black", "Simple2", 600, 159, False),
        ("Red", "Simple0", 300, 0, True),
        ("Blue", "Simple1", 100, 61, False),
    ]
    assert {"Rd01", "Rd12", "Bk04", "Bk12"} <= set(black.free_markers)  # taken over with Red's death (D-5)
    assert red.free_markers == ()
    attacker = blue.legion("Bu12")
    assert (attacker.land, attacker.came_from, attacker.moved, attacker.entry_side) == (1, 41, True, "right")
    waiting = blue.legion("Bu05")
    assert (waiting.land, waiting.moved, waiting.came_from, waiting.entry_side) == (4000, False, None, None)


@pytest.mark.parametrize("name", NAMES)
def test_every_character_of_the_box_is_somewhere(name: str) -> None:
    game = json.loads(titan("import", "colossus", str(SAVES / f"{name}.xml.gz")).out)
    held = [c for player in game["players"] for legion in player["legions"] for c in legion["characters"]]
    for character, count in some(STANDARD.full_stock.items()):
        piles = sum(game.get(pile, {}).get(character, 0) for pile in ("caretaker", "dead", "returning"))
        assert piles + held.count(character) == count, character


def test_lords_on_their_way_back_are_returning() -> None:
    text = SMALL.replace('name="Angel" remaining="16"', 'name="Angel" remaining="15"')
    assert json.loads(read(text).out)["returning"] == {"Angel": 1}


def test_SUMMON_1_who_has_summoned_this_turn_is_said() -> None:
    players = json.loads(read(SMALL.replace('summoned="false"', 'summoned="true"', 1)).out)["players"]
    assert [player.get("summoned", False) for player in players] == [True, False]


@pytest.mark.parametrize(("deep", "code"), [(DEEPEST, "not-a-save"), (DEEPEST + 1, "too-large")])
def test_elements_are_nested_so_deep_and_no_deeper(deep: int, code: str) -> None:
    assert read("<a>" * deep + "</a>" * deep, "--format", "json").error["code"] == code


def test_a_legion_split_this_turn_says_from_which() -> None:
    text = SMALL.replace("<CurrentPhase>3<", "<CurrentPhase>2<").replace(
        "<History>", '<History><Split childId="Gd10" parentId="Gd05" turn="25" />'
    )
    assert json.loads(read(text).out)["players"][0]["legions"][0]["split_from"] == "Gd05"
    assert "split_from" not in read(text.replace('turn="25"', 'turn="24"')).out


def test_what_the_save_does_not_tell_is_said() -> None:
    text = SMALL.replace("<CurrentPhase>3<", "<CurrentPhase>2<").replace('roll="5"', 'roll="6"')
    text = text.replace("<Redo />", "<Weather />")
    assert read(text).err.splitlines() == [
        "titan: note: line 143: this reader does not know <Weather>, and leaves it out",
        "titan: note: the save does not tell whether a Legion of Gold has teleported this turn",
    ]


BOMB = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><x>&c;</x>"""
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'
BAD: dict[str, tuple[str | bytes, str, int | None]] = {
    "nothing": ("", "empty", None),
    "no XML": ("turn 5", "not-xml", 1),
    "cut": (SMALL[:2000], "not-xml", SMALL[:2000].count("\n") + 1),
    "another root": ("<?xml version='1.0'?>\n<Game />", "not-a-save", 2),
    "another variant": (SMALL.replace('name="Default"', 'name="Undead 2"'), "other-variant", 3),
    "an entity bomb": (BOMB, "unsafe-xml", None),
    "an entity from outside": (OUTSIDE, "unsafe-xml", None),
    "deep nesting": ("<a>" * 10_000, "too-large", 1),
    "a strange encoding": ('<?xml version="1.0" encoding="nonsense"?><x/>', "not-xml", None),
    "binary": (bytes(range(1, 256)), "not-xml", 1),
    "17 MiB": (b"<x>" + b" " * (17 << 20), "too-large", None),
    "no turn": (SMALL.replace("TurnNumber", "TurnNo"), "not-a-save", 2),
    "no number": (SMALL.replace("<TurnNumber>25<", "<TurnNumber>soon<"), "bad-value", 4),
    "ten digits": (SMALL.replace("<TurnNumber>25<", "<TurnNumber>1000000000<"), "bad-value", 4),
    "a superscript": (SMALL.replace("<TurnNumber>25<", "<TurnNumber>²<"), "bad-value", 4),
    "phase 9": (SMALL.replace("<CurrentPhase>3<", "<CurrentPhase>9<"), "bad-value", 6),
    "player 7": (SMALL.replace("<CurrentPlayer>0<", "<CurrentPlayer>7<"), "bad-value", 5),
    "an unknown creature": (SMALL.replace('<Creature name="Hydra" />', '<Creature name="Hyrda" />', 1),
                            "unknown-character", 86),
    "an unknown colour": (SMALL.replace('color="Gold"', 'color="Mauve"'), "unknown-color", 33),
    "an unknown marker": (SMALL.replace('"Bk09" currentHex', '"Bk19" currentHex'), "unknown-marker", 42),
    "an unknown land": (SMALL.replace('currentHex="136"', 'currentHex="143"'), "unknown-land", 42),
    "no name": (SMALL.replace('<Legion name="Bk09"', "<Legion"), "missing-attribute", 42),
    "neither true nor false": (SMALL.replace('moved="true"', 'moved="yes"'), "bad-value", 34),
    "a die of seven": (SMALL.replace('roll="5"', 'roll="7"'), "bad-value", 141),
    "a die of none": (SMALL.replace('roll="5"', 'roll="0"'), "bad-value", 141),
    "a die of nine": (SMALL.replace('roll="5"', 'roll="9"'), "bad-value", 141),
    "two Titans": (SMALL.replace('<Creature name="Angel" />', '<Creature name="Titan" />', 1), "two-titans", None),
}  # fmt: skip


@for_each("name", BAD)
def test_a_bad_save_is_refused_in_one_line_that_names_its_line(name: str) -> None:
    text, code, line = BAD[name]
    done = read(text, "--format", "json")
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert (done.error["code"], done.error["line"]) == (code, line)


def test_the_hint_names_the_nearest() -> None:
    done = read(SMALL.replace('<Creature name="Hydra" />', '<Creature name="Hyrda" />', 1))
    assert done.err == "titan: unknown character 'Hyrda' on line 86 (did you mean Hydra?)\n"


OF_VARIANTS = {
    "Badlands": ("badlands", {}),
    "Balrog": ("balrog", {"Warlock": "Balrog400"}),
    "Abyssal6": ("abyssal-6", {"Wyvern": "Salamander", "Griffon": "Chimera"}),
    "DinoTitan": (
        "dino-titan",
        {
            "Cyclops": "Snake", "Griffon": "Pterodactyl", "Ranger": "Ceratosaurus", "Lion": "Eoraptor",
            "Troll": "Triceratops", "Behemoth": "Spinosaur", "Gargoyle": "Pachycephalosaur", "Gorgon": "Tyrannosaur",
            "Centaur": "Allosaur",
            "Hydra": "Sauropod",
        },
    ),
}  # fmt: skip
"""By what Colossus calls a variant: its box, and some of its characters in place of others."""


@pytest.mark.parametrize("variant", OF_VARIANTS)
def test_a_save_of_another_variant_is_read_in_its_box(variant: str, tmp_path: Path) -> None:
    name, others = OF_VARIANTS[variant]
    before, _, players = SMALL.replace('name="Default"', f'name="{variant}"').partition("</Caretaker>")
    for old, new in others.items():
        players = players.replace(f'<Creature name="{old}"', f'<Creature name="{new}"')
    players = players.replace('score="224"', 'score="924"')  # enough for three Balrogs
    head = before.partition("<Caretaker>")[0]
    path = tmp_path / "game.json"
    done = titan("import", "colossus", "-", "-o", str(path), stdin=f"{head}<Caretaker></Caretaker>{players}")
    assert (done.code, done.err) == (0, "")
    game = FORMAT.loads(path.read_text())
    assert isinstance(game, Game)
    assert game.the_box is box(name)
    held = {character for _, legion in game.legions() for character in legion.characters or ()}
    assert set(others.values()) <= held
    assert not set(others) & held
    assert titan("legal-moves", str(path)).code == 0
    assert titan("show", str(path), "--format", "table").code == 0


def test_a_save_of_a_variant_that_nobody_knows_is_refused_by_name() -> None:
    done = read(SMALL.replace('name="Default"', 'name="Random"'), "--format", "json")
    assert (done.code, done.error["code"], done.error["line"]) == (2, "other-variant", 3)
    assert "'Random'" in done.error["message"]


# --- other saves than those at hand ----------------------------------------------------------------------------------

LORDS, CREATURES = ("Titan", "Ogre", "Ogre", "Centaur"), ("Angel", "Gargoyle", "Gargoyle", "Centaur")


def legion(name: str, land: int, characters: Sequence[str], **said: str) -> str:
    said = {
        "startingHex": str(land),
        "moved": "false",
        "entrySide": "6",
        "parent": "null",
        "recruitName": "null",
    } | said
    keys = " ".join(f'{key}="{value}"' for key, value in said.items())
    inner = "".join(f'<Creature name="{character}" />' for character in characters)
    return f'<Legion name="{name}" currentHex="{land}" {keys}>{inner}</Legion>'


def player(color: str, letters: str, tower: int, *legions: str, land: int = 0, **said: str) -> str:
    """A player with two Legions, one in the Tower, or with those that are given."""
    said = {"score": "0", "dead": "false", "mulligansLeft": "1", "colorsElim": "", "summoned": "false"} | said
    keys = " ".join(f'{key}="{value}"' for key, value in said.items())
    own = legions or (legion(f"{letters}01", tower, LORDS), legion(f"{letters}02", land or tower // 100, CREATURES))
    return f'<Player name="{color}" color="{color}" startingTower="{tower}" {keys}>{"".join(own)}</Player>'


def save(*players: str, phase: int = 1, more: str = "", redo: str = "") -> str:
    """A save in turn 3 of the first player; the caretaker holds what the box has besides."""
    stock = Counter(STANDARD.full_stock) - Counter(re.findall('<Creature name="([A-Z][a-z]+)"', "".join(players)))
    piles = "".join(f'<Creature name="{name}" remaining="{count}" dead="0" />' for name, count in stock.items())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<ColossusSnapshot version="14">'
        '<Variant dir="Default" file="DefaultVar.xml" name="Default" /><TurnNumber>3</TurnNumber>'
        f"<CurrentPlayer>0</CurrentPlayer><CurrentPhase>{phase}</CurrentPhase><Caretaker>{piles}</Caretaker>\n"
        f"{''.join(players)}{more}<History></History><Redo>{redo}</Redo></ColossusSnapshot>"
    )


def imported(text: str | bytes) -> Game:
    done = read(text)
    assert done.code == 0, done.err
    game = FORMAT.loads(done.out)
    assert isinstance(game, Game)
    return game


BLACK, RED = player("Black", "Bk", 600), player("Red", "Rd", 300, land=41)
GOLD_IS_DEAD = player("Gold", "Gd", 100, " ", dead="true")


def test_six_players_in_colours_of_other_boxes() -> None:
    colors = {"Black": "Bk", "Orange": "Or", "Purple": "Pu", "Sky": "Sk", "Pine": "Pi", "Indigo": "In"}
    seats = zip(colors.items(), range(600, 0, -100), strict=True)
    game = imported(save(*(player(color, two, tower, land=tower // 100) for (color, two), tower in seats)))
    assert [player.color for player in game.players] == [*colors]
    assert [legion.legion for _, legion in game.legions()][-2:] == ["In01", "In02"]


@pytest.mark.parametrize("elim", ["Gd", "Gd,Pu", "GdPu"])
def test_D_5_markers_of_the_dead_are_their_slayer_s(elim: str) -> None:
    purple = player("Purple", "Pu", 200, " ", dead="true")
    game = imported(save(player("Black", "Bk", 600, colorsElim=elim), RED, GOLD_IS_DEAD, purple))
    assert game.player("Gold").out
    assert ("Gd01" in game.player("Black").free_markers, "Pu12" in game.player("Black").free_markers) == (
        True,
        "Pu" in elim,
    )


def test_a_marker_of_the_dead_is_borne_by_their_slayer() -> None:
    held = legion("Bk01", 600, LORDS), legion("Gd05", 20, ("Lion", "Lion"))
    game = imported(save(player("Black", "Bk", 600, *held, colorsElim="Gd"), RED, GOLD_IS_DEAD))
    assert [legion.legion for legion in game.player("Black").legions] == ["Bk01", "Gd05"]


def test_ROLL_1_the_roll_is_the_mover_s_own_or_the_history_s() -> None:
    assert imported(save(player("Black", "Bk", 600, movementRoll="4"), RED, phase=2)).roll == 4
    assert imported(save(BLACK, player("Red", "Rd", 300, land=41, movementRoll="4"), phase=2)).roll is None
    assert read(save(player("Black", "Bk", 600, movementRoll="7"), RED, phase=2)).code == 2


def test_TELE_1_who_has_teleported_is_said() -> None:
    done = read(save(player("Black", "Bk", 600, movementRoll="6", teleported="true"), RED, phase=2))
    assert done.err == ""
    assert json.loads(done.out)["players"][0]["teleported"]


def test_MOVE_9_parts_that_stand_together_say_what_they_were_split_from() -> None:
    parts = legion("Bk01", 600, LORDS), legion("Bk02", 600, CREATURES, parent="Bk01")
    game = imported(save(player("Black", "Bk", 600, *parts, movementRoll="4"), RED, phase=2))
    assert [legion.split_from for legion in game.player("Black").legions] == [None, "Bk01"]


def test_MUSTER_5_who_has_mustered_is_said() -> None:
    mustered = legion("Bk02", 105, (*CREATURES, "Lion"), moved="true", startingHex="109", recruitName="Lion")
    game = imported(save(player("Black", "Bk", 600, legion("Bk01", 600, LORDS), mustered), RED, phase=4))
    assert game.player("Black").held("Bk02").mustered == "Lion"


@for_each(("said", "side"), [("1", "right"), ("3", "bottom"), ("5", "left"), ("6", None), ("-1", None)])
def test_MOVE_8_the_entry_side_of_an_engagement(said: str, side: str | None) -> None:
    engaged = legion("Bk02", 41, CREATURES, moved="true", startingHex="109", entrySide=said)
    game = imported(save(player("Black", "Bk", 600, legion("Bk01", 600, LORDS), engaged), RED, phase=3))
    assert game.player("Black").held("Bk02").entry_side == side


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (save(BLACK, RED, more='<Battle masterHexLabel="41" />'), "a battle is fought, which is left out"),
        (save(BLACK, RED, redo="<Split />"), "what was done in this phase since (<Redo>) is left out"),
    ],
)
def test_what_is_left_out_is_said(text: str, told: str) -> None:
    done = read(text)
    assert (done.code, done.err.count("\n"), told in done.err) == (0, 1, True)


@for_each(
    "key", ["dead", "summoned", "mulligansLeft", "colorsElim", "parent", "recruitName", "startingHex", "entrySide"]
)
def test_an_attribute_that_says_nothing_unusual_may_be_missing(key: str) -> None:
    whole = save(BLACK, RED)
    head, _, players = whole.partition("</Caretaker>")
    assert imported(f"{head}</Caretaker>" + re.sub(f' {key}="[^"]*"', "", players)) == imported(whole)


@pytest.mark.parametrize(
    "variant",
    ['<Variant file="PantheonVar.xml" />', "", '<Variant name="" file="DefaultVar.xml"/>'],
)
def test_the_variant_by_its_file_or_the_printed_game(variant: str) -> None:
    text = re.sub("<Variant [^>]*>", variant, save(BLACK, RED))
    assert imported(text).the_box is box("pantheon" if "Pantheon" in variant else "standard")


@pytest.mark.parametrize("encoding", ["UTF-8", "ISO-8859-1", "UTF-16"])
def test_names_in_any_encoding_of_xml(encoding: str) -> None:
    text = save(BLACK, RED).replace("UTF-8", encoding).replace('name="Black"', 'name="Jörg &lt;b&gt;"', 1)
    assert imported(text.encode(encoding)).player("Black").name == "Jörg <b>"


@for_each(
    "text",
    [
        save(BLACK),
        save(
            *(player(c, t, n, land=i + 1) for i, (c, t, n) in enumerate([("Black", "Bk", 600), ("Red", "Rd", 600)] * 4))
        ),
        save(BLACK, RED).replace("<TurnNumber>3<", "<TurnNumber>0<"),
        save(BLACK, RED).replace('color="Red"', 'color="null"'),
        save(BLACK, RED).replace('startingTower="300"', 'startingTower="null"'),
        save(BLACK, RED).replace("Bk02", "Bk01"),
        save(BLACK, RED).replace('"Angel" remaining="16"', '"Angel" remaining="18"'),
    ],
)
def test_what_cannot_be_taken_is_told_in_one_line(text: str) -> None:
    done = read(text)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done.err


def test_a_save_of_the_program_s_own_tests_in_the_pantheon() -> None:
    game = imported((SAVES / "three-players-pantheon.xml.gz").read_bytes())
    assert (game.the_box, game.turn, game.phase, game.active) == (box("pantheon"), 1, "commencement", "Orange")
    assert [(x.legion, x.land, x.size) for _, x in game.legions()] == [
        ("Or04", 600, 8),
        ("Rd04", 400, 8),
        ("Si07", 200, 8),
    ]
