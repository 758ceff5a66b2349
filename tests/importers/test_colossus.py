"""Saves of Colossus: their positions as games."""

import json
from pathlib import Path

import pytest

from checkout import EXAMPLES
from looping import some
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


@pytest.mark.parametrize("name", BAD)
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
