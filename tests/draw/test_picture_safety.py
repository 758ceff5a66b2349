"""Pictures may stand in any page: nothing from a document becomes markup, and everybody can read them."""

import json
import re
from collections.abc import Iterator

import pytest

import titan_rules
from builders import side
from checkout import EXAMPLES
from looping import for_each, some
from pictures import SVG, contrast, marked, read, title
from running import grows_with
from titan_rules.box import STANDARD
from titan_rules.draw import colors, svg
from titan_rules.draw.battle import battle_svg
from titan_rules.draw.game import game_svg
from titan_rules.draw.overlays import destinations_overlay, moves_overlay, sight_overlay, targets_overlay
from titan_rules.draw.svg import fitted, width_of
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game, Legion, Player, Seat

TAGS = {"svg", "title", "desc", "rect", "g", "defs", "pattern", "path", "line", "text"}
TAGS |= {"polygon", "polyline", "circle", "use"}
HOSTILE = "<script>alert('x')</script>\"&]]>\x00\x1b[31m\u202egnp.\ud800\n--><svg onload=1>" + "W" * 300


def hostile_battle() -> Battle:
    return Battle(
        terrain="Hills",
        attacker=side(HOSTILE, "Bk01", "Ogre C3 1", "Titan -", entry_side="left"),
        defender=side(HOSTILE, "Rd01", "Lion D3"),
    )


def hostile_game() -> Game:
    legion = Legion("Bk01", 105, ("Titan", "Ogre"))
    return Game(active="Black", roll=3, players=(Player("Black", HOSTILE, legions=(legion,)),))


def pictures() -> Iterator[str]:
    battle, board = hostile_battle(), hostile_game()
    strikes = [moves_overlay(battle, "D3"), targets_overlay(battle, "C3"), sight_overlay(battle, "A1", "C2")]
    yield battle_svg(battle, *strikes)
    yield game_svg(board, destinations_overlay(board, "Bk01"))
    yield game_svg(Game(phase="setup", seats=(Seat(HOSTILE),)))


@pytest.mark.parametrize("picture", list(pictures()), ids=["battle", "game", "setup"])
class TestHostileNames:
    def test_a_name_stays_text(self, picture: str) -> None:
        root = read(picture)
        assert "alert('x')" in picture
        assert {e.tag.removeprefix(SVG) for e in root.iter()} <= TAGS

    def test_only_attributes_that_do_nothing(self, picture: str) -> None:
        for e in read(picture).iter():
            for name, value in e.attrib.items():
                assert not name.startswith("on")
                assert name not in ("style", "class")
                assert name != "href" or value.startswith("#titan-")
                assert "javascript:" not in value

    def test_what_xml_cannot_hold_is_shown_as_such(self, picture: str) -> None:
        assert "\ufffd" in picture
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\u202a-\u202e\u2066-\u2069]", picture)
        picture.encode()

    def test_a_long_name_does_not_leave_its_place(self, picture: str) -> None:
        for e in some(read(picture).iter(f"{SVG}text")):
            size = float(e.get("font-size"))
            assert svg.width_of(e.text, size, e.get("font-weight") == "bold") <= svg.WIDTH - svg.MARGIN

    def test_every_part_that_means_something_has_a_name(self, picture: str) -> None:
        root = read(picture)
        assert root.get("aria-label") == title(root)
        parts = [e for e in root.iter() if e.get("role") == "img"]
        assert parts
        for e in parts:
            assert title(e).strip()
            assert e[0].tag == f"{SVG}title"
        assert {id(e) for name in ("hex", "land", "sign", "legion", "character") for e in marked(root, name)} <= {
            id(e) for e in parts
        }


@for_each("ground", [*colors.LAND.values(), *colors.HAZARD.values()])
def test_ink_can_be_read_on_every_ground(ground: str) -> None:
    assert contrast(svg.INK, ground) >= 7


@for_each("color", STANDARD.markers.letters)
def test_letters_can_be_read_on_every_marker(color: str) -> None:
    assert contrast(*colors.MARKER[color]) >= 4.5


def test_every_terrain_has_a_ground_of_its_own() -> None:
    assert len({colors.LAND[terrain] for terrain in STANDARD.terrains}) == len(STANDARD.terrains)


@pytest.mark.parametrize(
    ("words", "room", "bold"),
    [("Archangel", 92, True), ("x", 3, False), ("A name that goes on and on", 60, True), ("", 10, False)],
)
def test_fitted_text_fits(words: str, room: float, bold: bool) -> None:
    shown, size = svg.fitted(words, 21, room, bold)
    assert svg.width_of(shown, size, bold) <= max(room, svg.width_of("…", size, bold))
    assert shown == words or shown.endswith("…")


@pytest.mark.parametrize("letter", ["W", "i", "雷"])
def test_long_names_are_fitted_soon(letter: str) -> None:
    battle = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))

    def drawn(name: str) -> None:
        titan_rules.render(
            titan_rules.loads(json.dumps({**battle, "attacker": {**battle["attacker"], "player": name}}))
        )

    assert grows_with(drawn, letter * 5_000)


def test_a_huge_position_is_drawn_soon() -> None:
    def drawn(marks: str) -> None:
        legions = tuple(Legion("Bk01", 105, ("Titan", *["Ogre"] * 9)) for _ in marks)
        assert game_svg(Game(players=(Player("Black", "Ann", legions=legions),))).count("data-legion=") == len(marks)

    drawn("x")  # what is made at the first picture is not counted
    assert grows_with(drawn, "x" * 500)


@for_each("words", ["Ann", "A name that is rather long", "W" * 100, " " * 90, ""])
@for_each("room", [0.0, 5.0, 60.0, 400.0])
def test_what_is_fitted_fits_and_could_not_be_longer(words: str, room: float) -> None:
    shown, size = fitted(words, 12.0, room)
    if shown == words:
        assert width_of(words, size) <= room + 1e-6
        return
    assert shown.endswith("…")
    assert width_of(shown, size) <= max(room, width_of("…", size)) + 1e-6
    kept = len(shown) - 1
    rest = words[kept:].lstrip()
    assert not rest or width_of(words[: len(words) - len(rest) + 1] + "…", size) > room
