"""A game's picture holds what the game holds."""

from itertools import count
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import board
from looping import some
from pictures import SVG, data, marked, place, read, title, words
from titan_rules import new_game
from titan_rules.box import STANDARD
from titan_rules.draw.game import game_svg
from titan_rules.draw.legions import CARD_TALL
from titan_rules.draw.masterboard import middle_of_hexside, outline, seat
from titan_rules.draw.plain import masterboard_text
from titan_rules.kernel.evolving import evolve
from titan_rules.position.game import Engagement, Game, Legion, Player, Seat
from trials import share

GAME = board(
    roll=4,
    black={
        "Bk01": (105, "Titan Ogre Ogre"),
        "Bk02": (105, "Lion Lion", {"split_from": "Bk01"}),
        "Bk03": (21, "Centaur Angel", {"moved": True, "entry_side": "left"}),
        "Bk04": (117, "Ogre Ogre Troll", {"moved": True, "mustered": "Troll"}),
    },
    red={"Rd01": (21, "Titan Angel"), "Rd05": (4000, None, {"height": 5, "revealed": ["Troll"]})},
    black_is={"score": 412, "name": "Ann"},
)


def picture(position: Any = GAME) -> ET.Element:
    return read(game_svg(position))


def test_each_land_is_drawn_once_with_number_and_terrain() -> None:
    drawn = marked(picture(Game()), "terrain")
    assert [data(e, "land", "terrain") for e in drawn] == [
        (str(x.number), x.terrain) for x in STANDARD.masterboard.lands.values()
    ]
    for e, named in some(zip(drawn, marked(picture(Game()), "number"), strict=True)):
        assert words(named) == list(data(e, "land", "terrain"))
        assert title(e) == " ".join(data(e, "land", "terrain"))


def test_MOVE_4_each_sign_is_drawn_on_its_hexside() -> None:
    drawn = marked(picture(Game()), "sign")
    wanted = [
        (w.sign, str(x.number), str(w.to), str(w.hexside)) for x in STANDARD.masterboard.lands.values() for w in x.exits
    ]
    assert [data(e, "sign", "from", "to", "hexside") for e in drawn] == wanted
    for e in some(drawn):
        sign, start, _, hexside = data(e, "sign", "from", "to", "hexside")
        use = e.find(f"{SVG}use")
        assert use.get("href") == f"#titan-{sign.lower()}"
        assert place(use) == pytest.approx(
            middle_of_hexside(STANDARD.masterboard.lands[int(start)], int(hexside)), abs=0.02
        )


def test_MOVE_4_a_sign_points_out_of_the_land_that_one_leaves_over_it() -> None:
    for e in some(marked(picture(Game()), "sign")):
        hexside = int(e.get("data-hexside"))
        turn = int(e.find(f"{SVG}use").get("transform").partition("rotate(")[2].partition(")")[0])
        assert (turn + 180) % 360 == 60 * hexside


def test_both_lands_at_a_hexside_agree_where_it_is() -> None:
    for land in some(STANDARD.masterboard.lands.values()):
        for way in some(land.exits):
            there = middle_of_hexside(STANDARD.masterboard.lands[way.to], (way.hexside + 3) % 6)
            assert middle_of_hexside(land, way.hexside) == pytest.approx(there)


def test_a_land_has_three_long_and_three_short_sides() -> None:
    for land in some(STANDARD.masterboard.lands.values()):
        corners = outline(land)
        sides = [
            ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True)
        ]
        short, long = sorted(sides)[:3], sorted(sides)[3:]
        assert short == pytest.approx([short[0]] * 3)
        assert long == pytest.approx([long[0]] * 3)
        assert long[0] > 2 * short[0]
        lowest = max(y for _, y in corners)
        at_the_bottom = [x for x, y in corners if y == pytest.approx(lowest)]
        assert (max(at_the_bottom) - min(at_the_bottom) < long[0] - 1) == land.inverted


def legions_of(position: Game) -> Any:
    return sorted(
        (
            x.legion,
            player.color,
            str(x.land),
            str(x.size),
            None if x.characters is None else ",".join(x.characters),
            str(x.moved).lower(),
            x.entry_side,
        )
        for player, x in position.legions()
    )


def drawn_legions(root: ET.Element) -> Any:
    names = ("legion", "player", "land", "height", "characters", "moved", "entry-side")
    return sorted((data(e, *names) for e in marked(root, "legion")), key=lambda found: found[0])


def test_the_legions_stand_in_their_lands_with_marker_height_and_content() -> None:
    root = picture()
    assert drawn_legions(root) == legions_of(GAME)
    for e in some(marked(root, "legion")):
        assert words(e) == list(data(e, "legion", "height"))


@pytest.mark.parametrize("land", [1, 2])
def test_of_four_legions_in_a_land_three_stand_where_it_is_wide(land: int) -> None:
    together = {f"Bk{n:02d}": (land, "Titan" if n == 1 else "Ogre") for n in range(1, 5)}
    rows = [place(e)[1] for e in marked(picture(board(roll=4, black=together)), "legion")][:4]
    where = STANDARD.masterboard.lands[land]
    up, middle = -1 if where.inverted else 1, seat(where)[1]
    apart = 0.7 * (CARD_TALL + 1)
    assert rows == pytest.approx([middle + up * apart / 2] * 3 + [middle - up * apart / 2], abs=0.02)


def test_a_legion_is_named_in_full_for_screen_readers() -> None:
    named = {e.get("data-legion"): title(e) for e in marked(picture(), "legion")}
    assert named["Bk01"] == "Black's Legion Bk01 in 105, height 3: Titan, Ogre ×2"
    assert named["Rd05"] == "Red's Legion Rd05 in 4000, height 5: unknown, but for Troll"


def test_a_crown_marks_the_titans_that_are_known() -> None:
    crowned = {e.get("data-legion") for e in marked(picture(), "legion") if e.findall(f"{SVG}path")}
    assert crowned == {"Bk01", "Rd01"}


def test_engagements_are_marked_and_the_one_being_resolved_more_so() -> None:
    (mark,) = marked(picture(), "engagement")
    assert data(mark, "engagement", "resolving") == ("21", "false")
    assert title(mark) == "Engagement in 21: Bk03 of Black against Rd01 of Red"
    resolved = Engagement(21, "Bk03", "Rd01", "Black", "Red", "negotiation", "Red")
    root = picture(evolve(GAME, phase="engagement", engagement=resolved))
    assert data(marked(root, "engagement")[0], "resolving") == ("true",)
    assert "Black's Engagement Phase, Movement Roll 4; Engagement in 21: negotiation" in words(root)


def test_the_roster_tells_players_scores_and_contents() -> None:
    root = picture()
    black, red = marked(root, "active")
    assert data(black, "player", "score", "active", "out") == ("Black", "412", "true", "false")
    assert {"Black: Ann", "412", "105 Plains: Titan, Ogre ×2"} <= set(words(black))
    assert "105 Plains: Lion ×2 (split from Bk01)" in words(black)
    assert "21 Desert: Centaur, Angel (moved, enters left)" in " ".join(words(black))
    assert "117 Marsh: Ogre ×2, Troll (moved, mustered Troll)" in " ".join(words(black))
    assert any("Titan's Power-factor 10" in line for line in words(black))
    assert "4000 Tundra: 5 characters, among them Troll" in " ".join(words(red))


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (GAME, "Black's Movement Phase, Movement Roll 4"),
        (evolve(GAME, mulligan=True), "Black's Movement Phase, Movement Roll 4 (mulligan)"),
        (Game(), "Commencement Phase"),
        (evolve(GAME, phase="over", winner="Red"), "The game is over: Red wins"),
        (evolve(GAME, phase="over"), "The game is over: a draw"),
        (
            Game(phase="setup", seats=(Seat("Ann", 600, "Red"), Seat("Ben"))),
            "Setting up: Ann (Red, Tower 600), Ben",
        ),
    ],
)
def test_the_heading_says_whose_turn_it_is(position: Game, said: str) -> None:
    assert said in words(picture(position))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any Legions anywhere, several in a land, possible or not."""
    players = []
    for color in draw(st.lists(st.sampled_from(sorted(STANDARD.markers.letters)), unique=True, max_size=6)):
        numbers = count()
        legions = draw(
            st.lists(
                st.builds(
                    Legion,
                    legion=st.builds(lambda c=color, n=numbers: STANDARD.markers.of(c)[next(n) % 12]),
                    land=st.sampled_from(sorted(STANDARD.masterboard.lands)),
                    characters=st.none()
                    | st.lists(st.sampled_from(sorted(STANDARD.characters)), max_size=8).map(tuple),
                    height=st.integers(1, 8),
                ),
                max_size=12,
            )
        )
        players.append(
            Player(color, draw(st.text(max_size=30)), score=draw(st.integers(0, 9999)), legions=tuple(legions))
        )
    return Game(players=tuple(players), active=draw(st.none() | st.sampled_from(sorted(STANDARD.markers.letters))))


@share(4)
@given(games())
def test_whatever_the_game_its_legions_can_be_read_back(position: Game) -> None:
    root = picture(position)
    names = ("player", "land", "height", "characters")
    assert sorted((data(e, *names) for e in marked(root, "legion")), key=str) == sorted(
        ((p, land, size, cs) for _, p, land, size, cs, *_ in legions_of(position)), key=str
    )
    assert len(marked(root, "terrain")) == len(STANDARD.masterboard.lands)


def test_a_notebook_shows_a_game_by_itself() -> None:
    assert GAME._repr_svg_() == game_svg(GAME)


def test_the_masterboard_as_text_has_every_land_and_every_legion() -> None:
    game = new_game(["Ann", "Ben", "Cleo"], seed=3)
    for cell in (5, 7):
        drawn = masterboard_text(game, cell)
        assert set(map(str, game.the_box.masterboard.lands)) <= set(drawn.split())
        assert all(f"{legion.legion} 8"[: cell - 1].rstrip() in drawn for _, legion in game.legions())
        assert max(map(len, drawn.splitlines())) <= 15 * cell
