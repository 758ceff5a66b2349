"""A battle's picture holds what the battle holds."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import side
from looping import for_each, some
from pictures import SVG, data, marked, place, read, title, words
from running import IN_SHELL, shell
from titan_rules import dumps
from titan_rules.box import STANDARD
from titan_rules.box.hexes import HEXES, labels_in
from titan_rules.draw.battle import battle_svg
from titan_rules.draw.battleland import centre
from titan_rules.draw.counters import TALL, silhouettes
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle, BattleOutcome, BattleSide, Combatant
from titan_rules.rules.battle.field import field_of
from titan_rules.rules.battle.maneuver import entry_mask
from trials import share

BATTLE = Battle(
    terrain="Mountains",
    turn=3,
    side="attacker",
    phase="strike",
    attacker=side(
        "Black",
        "Bk03",
        "Titan B2 1 moved",
        "Dragon D4 9",
        "Warlock C1 0 struck",
        "Angel -",
        entry_side="left",
        score=620,
    ),
    defender=side("Red", "Rd01", "Guardian E2", "Troll D5 3 moved struck", score=90, slain=("Troll", "Troll")),
)


def picture(battle: Any = BATTLE, *overlays: Any) -> ET.Element:
    return read(battle_svg(battle, *overlays))


def land(terrain: str) -> Any:
    return picture(evolve(BATTLE, terrain=terrain))


@for_each("terrain", STANDARD.terrains)
def test_each_hex_is_drawn_once_with_its_hazard_and_elevation(terrain: str) -> None:
    drawn = [data(e, "hex", "hazard", "elevation") for e in marked(land(terrain), "hazard")]
    assert drawn == [(h.label, h.hazard, str(h.elevation)) for h in STANDARD.battlelands[terrain].hexes]


@for_each("terrain", STANDARD.terrains)
def test_each_hexside_hazard_is_drawn_between_its_hexes_with_the_high_side_named(terrain: str) -> None:
    board = STANDARD.battlelands[terrain]
    sides = marked(land(terrain), "hexside")
    wanted = {
        (hazard, h.label, HEXES[h.neighbours[d]]) for h in board.hexes for d, hazard in enumerate(h.down) if hazard
    }
    assert {data(e, "hexside", "high", "low") for e in sides} == wanted
    assert len(sides) == len(wanted)
    for e in sides:
        _, high, low = data(e, "hexside", "high", "low")
        (x1, y1), (x2, y2) = centre(board[high]), centre(board[low])
        x, y = place(e.find(f"{SVG}use"))
        assert x == pytest.approx((x1 + x2) / 2, abs=0.02)
        assert y == pytest.approx((y1 + y2) / 2, abs=0.02)
        assert f"{high} is the high side" in title(e)


@for_each("terrain", STANDARD.terrains)
def test_a_hexside_hazard_points_to_its_low_side(terrain: str) -> None:
    board = STANDARD.battlelands[terrain]
    for e in marked(land(terrain), "hexside"):
        _, high, low = data(e, "hexside", "high", "low")
        turn = int(e.find(f"{SVG}use").get("transform").partition("rotate(")[2].rstrip(")"))
        assert (turn + 180) % 360 == 60 * board.direction(HEXES.index(high), HEXES.index(low))


@for_each("terrain", STANDARD.terrains)
def test_hazards_are_told_apart_without_colour(terrain: str) -> None:
    """Each hazard but open ground bears its name in the hex and stands in the legend with a drawing of its own."""
    root = land(terrain)
    hazards = {h.hazard for h in STANDARD.battlelands[terrain].hexes} - {"Plains"}
    sides = {hazard for h in STANDARD.battlelands[terrain].hexes for hazard in h.down if hazard}
    (legend,) = marked(root, "legend")
    assert hazards | {s.capitalize() for s in sides} <= set(words(legend))
    used = {e.get("href") for e in root.iter(f"{SVG}use")} | {f"#{e.get('fill')[5:-1]}" for e in filled(root)}
    assert {f"#titan-{name.lower()}" for name in hazards | sides} <= used
    for hazard in hazards:
        assert words(root).count(hazard) == sum(h.hazard == hazard for h in STANDARD.battlelands[terrain].hexes) + 1


def filled(root: ET.Element) -> Any:
    return [e for e in root.iter() if (e.get("fill") or "").startswith("url(#titan-") and e.tag == f"{SVG}polygon"]


def test_everything_used_is_defined() -> None:
    root = picture()
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    used = {e.attrib["href"][1:] for e in root.iter(f"{SVG}use")} | {e.attrib["fill"][5:-1] for e in filled(root)}
    assert used <= ids


def shown(battle: Battle) -> Any:
    return [
        (role, c.name, c.hex or "", str(battle.of(role).power(c)), str(STANDARD.characters[c.name].skill), str(c.hits))
        for role in ("attacker", "defender")
        for c in battle.of(role).characters
    ]


def drawn(root: ET.Element) -> Any:
    return [data(e, "side", "character", "hex", "power", "skill", "hits") for e in marked(root, "character")]


def test_the_characters_stand_where_they_stand_with_factors_and_hits() -> None:
    root = picture()
    on_board = [c for c in shown(BATTLE) if c[2]]
    waiting = [c for c in shown(BATTLE) if not c[2]]
    assert drawn(root) == on_board + waiting
    for e in some(marked(root, "character")):
        label = e.get("data-hex")
        if label:
            x, y = centre(STANDARD.battlelands["Mountains"][label])
            assert place(e) == pytest.approx((x, y + 2), abs=0.02)
        assert {e.get("data-character"), e.get("data-power"), e.get("data-skill")} <= set(words(e))


def counter(root: ET.Element, name: str) -> Any:
    return next(e for e in marked(root, "character") if e.get("data-character") == name)


def test_STRIKE_2_a_titan_shows_the_power_factor_of_its_owners_score() -> None:
    assert data(counter(picture(), "Titan"), "power") == ("12",)


def test_STRIKE_7_a_character_whose_hits_reach_its_power_factor_is_drawn_slain() -> None:
    root = picture()
    assert data(counter(root, "Dragon"), "state") == ("slain",)
    assert "slain" in words(counter(root, "Dragon"))
    assert "slain" not in words(counter(root, "Titan"))


def test_moved_and_struck_are_told() -> None:
    root = picture()
    assert "moved" in words(counter(root, "Titan"))
    assert "struck" in words(counter(root, "Warlock"))
    assert "moved, struck" in words(counter(root, "Troll"))


@for_each(
    ("name", "marks"),
    [
        ("Guardian", "flier"),
        ("Dragon", "flier rangestriker"),
        ("Warlock", "magic-missile"),
        ("Titan", ""),
        ("Troll", ""),
    ],
)
def test_fliers_rangestrikers_and_the_magic_missile_are_marked(name: str, marks: str) -> None:
    mine = counter(picture(), name)
    assert data(mine, "marks") == (marks,)
    used = [e.get("href") for e in mine.iter(f"{SVG}use") if e.get("data-part") == "mark"]
    assert used == [f"#titan-{mark}" for mark in marks.split()]


@for_each("name", sorted(STANDARD.characters))
def test_every_character_bears_a_silhouette_of_its_own(name: str) -> None:
    mine = evolve(BATTLE.attacker, characters=(Combatant(name, "B2"),))
    root = picture(evolve(BATTLE, attacker=mine))
    (figure,) = (e for e in counter(root, name).iter(f"{SVG}use") if e.get("data-part") == "figure")
    drawn = next(e for e in root.iter(f"{SVG}path") if f"#{e.get('id')}" == figure.get("href"))
    assert drawn.get("d") == silhouettes().paths[silhouettes().characters[name]]
    assert len(set(silhouettes().characters.values())) == len(STANDARD.characters)


def test_only_the_silhouettes_that_are_used_are_in_the_picture_and_they_are_credited() -> None:
    root = picture()
    drawn = {e.get("id") for e in root.iter(f"{SVG}path") if (e.get("id") or "").startswith("titan-figure-")}
    assert drawn == {e.attrib["href"][1:] for e in root.iter(f"{SVG}use") if e.get("data-part") == "figure"}
    assert silhouettes().credit in words(root)


def test_no_counter_covers_a_hexs_label() -> None:
    root = picture()
    for e in some(marked(root, "hazard")):
        label = next(t for t in root.iter(f"{SVG}text") if t.text == e.get("data-hex"))
        _, y = centre(STANDARD.battlelands["Mountains"][e.attrib["data-hex"]])
        assert float(label.get("y")) < y + 4 - TALL / 2


def test_the_two_sides_differ_in_shape() -> None:
    root = picture()
    assert counter(root, "Titan").find(f"{SVG}rect").get("rx") == "0"
    assert float(counter(root, "Guardian").find(f"{SVG}rect").get("rx")) > 10


@pytest.mark.parametrize(
    ("turn_of", "phase", "acts"),
    [("attacker", "maneuver", "attacker"), ("defender", "strike", "defender"), ("attacker", "strikeback", "defender")],
)
def test_the_side_that_acts_is_marked(turn_of: str, phase: str, acts: Any) -> None:
    root = picture(evolve(BATTLE, side=turn_of, phase=phase))
    assert {e.get("data-role"): e.get("data-acts") for e in marked(root, "role")} == {
        role: str(role == acts).lower() for role in ("attacker", "defender")
    }


def test_the_sides_tell_score_and_losses() -> None:
    box = next(e for e in marked(picture(), "role") if e.get("data-role") == "defender")
    assert data(box, "player", "legion", "score") == ("Red", "Rd01", "90")
    assert "score 90; lost Troll ×2" in words(box)


def test_what_a_side_has_used_up_is_told() -> None:
    used = evolve(BATTLE.defender, slain=(), left_off=("Ogre",), reinforced=True)
    assert "score 90; left off Ogre; reinforced" in words(picture(evolve(BATTLE, defender=used)))
    assert "score 620; may summon" in words(picture(evolve(BATTLE, attacker=evolve(BATTLE.attacker, may_summon=True))))


def test_CONCEDE_1_an_attempt_that_waits_for_an_answer_is_told() -> None:
    root = picture(evolve(BATTLE, pending="attacker-concedes"))
    assert "The attacker's Strike Phase: Black acts; pending: attacker concedes" in words(root)


def test_nobody_acts_when_the_battle_is_over() -> None:
    root = picture(evolve(BATTLE, outcome=BattleOutcome("none", "mutual")))
    assert {e.get("data-acts") for e in marked(root, "role")} == {"false"}
    assert "The battle is over: nobody wins (mutual)" in words(root)


@pytest.mark.parametrize("entry_side", ["left", "right", "bottom"])
def test_BATTLE_3_the_sides_enter_where_the_rules_say(entry_side: str) -> None:
    battle = evolve(BATTLE, attacker=evolve(BATTLE.attacker, entry_side=entry_side))
    assert dict(data(e, "entry", "entry-hexes") for e in marked(picture(battle), "entry")) == {
        role: " ".join(labels_in(entry_mask(field_of(battle), role))) for role in ("attacker", "defender")
    }


def test_BATTLE_4_a_tower_is_entered_from_the_bottom() -> None:
    entries = dict(data(e, "entry", "entry-hexes") for e in marked(land("Tower"), "entry"))
    assert entries == {"attacker": "A1 B1 C1 D1", "defender": "D6 E5 F4"}


def test_without_an_entry_side_no_entry_is_drawn() -> None:
    assert not marked(picture(evolve(BATTLE, attacker=evolve(BATTLE.attacker, entry_side=None))), "entry")


@pytest.mark.parametrize("entry_side", ["left", "right", "bottom"])
def test_the_words_for_an_entry_stand_outside_the_map(entry_side: str) -> None:
    battle = evolve(BATTLE, attacker=evolve(BATTLE.attacker, entry_side=entry_side))
    middles = [centre(h) for h in STANDARD.battlelands["Mountains"].hexes]
    for e in some(marked(picture(battle), "entry")):
        x, y = place(e.find(f"{SVG}text"))
        assert min(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in middles) > 90
        assert 5 < x < 995


positions = st.builds(
    Combatant,
    st.sampled_from(sorted(STANDARD.characters)),
    st.sampled_from([None, *HEXES]),
    st.integers(0, 20),
    st.booleans(),
    st.booleans(),
)
sides = st.builds(
    BattleSide,
    player=st.sampled_from(sorted(STANDARD.markers.letters)) | st.text(max_size=40),
    legion=st.sampled_from(["Bk01", "Gd12", "Rd07"]),
    entry_side=st.sampled_from([None, "left", "right", "bottom"]),
    score=st.integers(0, 5000),
    characters=st.lists(positions, max_size=9).map(tuple),
)


@share(2)
@given(
    st.builds(
        Battle,
        terrain=st.sampled_from(tuple(STANDARD.terrains)),
        turn=st.integers(1, 7),
        attacker=sides,
        defender=sides,
    )
)
def test_whatever_the_battle_its_characters_can_be_read_back(battle: Battle) -> None:
    root = picture(battle)
    assert sorted(drawn(root)) == sorted(shown(battle))
    assert len(marked(root, "hazard")) == len(HEXES)


def test_the_same_battle_gives_the_same_bytes_in_any_process() -> None:
    battle = evolve(BATTLE, attacker=side("Black", "Bk03", "Titan B2 1", "Dragon D4 9", entry_side="left", began=True))
    given = dumps(battle).encode()
    found = {shell("titan render -", given, IN_SHELL, PYTHONHASHSEED=seed).out for seed in ("1", "2")}
    assert found == {battle_svg(battle)}


def test_a_notebook_shows_a_battle_by_itself() -> None:
    assert BATTLE._repr_svg_() == battle_svg(BATTLE)
