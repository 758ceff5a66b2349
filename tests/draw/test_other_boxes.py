"""Maps of other boxes: every hazard and hexside is drawn in a way of its own, and everything used is defined."""

import re

import pytest

from looping import some
from titan_rules.box import Box
from titan_rules.box.current_box import use_box
from titan_rules.box.loading import shipped
from titan_rules.box.value import named
from titan_rules.draw.battle import battleland_svg
from titan_rules.draw.page import geometry
from titan_rules.kernel.jsontext import JSON

OWN: dict[str, JSON] = {
    "format": "titan-rules/1", "kind": "box", "name": "mine", "extends": "standard",
    "hazards": {"Lava": {"enter_on_foot": {"other": "no"}}, "Ice": {"enter_on_foot": {"other": "slow"}}},
    "hexsides": {"fence": {"walk_up": {"other": "slow"}}, "hedge": {"walk_up": {"other": "slow"}}},
    "terrains": {
        "Plains": {
            "map": {
                "hazards": {"Lava": ["D3"], "Ice": ["D4"], "Lake": ["C3"]},
                "hexsides": {"fence": ["E3-E4"], "hedge": ["B2-B3"]},
            }
        }
    },
}  # fmt: skip


def drawings(svg: str) -> dict[str, str]:
    """What is drawn for each hazard and hexside, by its id."""
    found = re.findall(r'<(pattern|g) id="(titan-[\w-]+)"(.*?)</\1>', svg, re.DOTALL)
    return {name: body for _, name, body in found}


def used(svg: str) -> set[str]:
    return set(re.findall(r'(?:href="#|url\(#)(titan-[\w-]+)', svg))


@pytest.mark.parametrize("name", shipped())
def test_BOX_1_everything_that_a_map_uses_is_drawn(name: str) -> None:
    box = Box.load(name)
    with use_box(box):
        for terrain in some(box.terrains):
            svg = battleland_svg(terrain)
            assert used(svg) <= set(re.findall(r'id="(titan-[\w-]+)"', svg)), terrain
            present = {place.hazard for place in box.battlelands[terrain].hexes} - {"Plains"}
            assert {f"titan-{hazard.lower()}" for hazard in present} <= used(svg)


def test_BOX_1_the_places_on_a_page_are_those_of_a_box_that_nothing_was_asked_of_before() -> None:
    with use_box(named({**OWN, "name": "untouched"})):
        places = geometry()["hexes"]
    assert len(places) == 27


def test_BOX_2_hazards_of_all_boxes_and_of_ones_own_are_told_apart_without_colour() -> None:
    found: dict[str, str] = {}
    for box in (*map(Box.load, shipped()), named(OWN)):
        with use_box(box):
            for terrain in box.terrains:
                found |= drawings(battleland_svg(terrain))
    for name in (
        "lake",
        "spring",
        "stone",
        "tarpit",
        "river",
        "lava",
        "ice",
        "side-fence",
        "side-hedge",
        "wall",
        "bog",
    ):
        assert f"titan-{name}" in found
    shapes = [re.sub(r'(stroke|fill|opacity)="[^"]*"', "", body) for body in found.values()]
    assert len(set(shapes)) == len(shapes)
