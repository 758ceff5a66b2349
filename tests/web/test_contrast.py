"""What one must see on the page stands out from what it lies on: 3 : 1 for marks and borders, 4.5 : 1 for text."""

import re
from importlib.resources import files
from typing import Any

import pytest

from checkout import EXAMPLES
from pages import Watched, needs_chromium
from pictures import contrast
from running import titan
from titan_rules.box import box
from titan_rules.box.loading import shipped
from titan_rules.draw.colors import HAZARD, LAND, MARKER

CSS = (files("titan_cli.web") / "app/table.css").read_text(encoding="utf-8")
TEXT, MARK = 4.5, 3.0


def variables(scheme: str) -> dict[str, str]:
    """The colours of a scheme, by name."""
    blocks = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    light = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", blocks[0]))
    return light if scheme == "light" else {**light, **dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", blocks[1]))}


def color_of(selector: str, name: str, scheme: str = "light") -> str:
    """A colour that a rule of the style sheet sets, itself or by a variable."""
    body = re.search(rf"(?:^|[ ,]){re.escape(selector)} \{{([^}}]*)\}}", CSS, re.MULTILINE)
    assert body is not None, selector
    found = re.search(rf"(?:^|[ ;]){name}: (#[0-9a-f]{{3,6}}|var\(--[\w-]+\))", body[1])
    assert found is not None, (selector, name)
    color = variables(scheme)[found[1][6:-1]] if found[1].startswith("var") else found[1]
    return color if len(color) == 7 else "#" + "".join(2 * letter for letter in color[1:])


def opacity_of(selector: str) -> float:
    """How far the grounds of a board hide the dark table under them."""
    body = re.search(rf"{re.escape(selector)} \{{\s*fill-opacity: ([\d.]+)", CSS)
    assert body is not None, selector
    return float(body[1])


def dimmed(color: str, share: float) -> str:
    """A ground as it is seen on the dark table."""
    table = variables("dark")["table"]
    parts = [(int(color[i : i + 2], 16), int(table[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(share * own + (1 - share) * under):02x}" for own, under in parts)


def grounds(scheme: str = "light") -> set[str]:
    """Every colour that lands and hexes of any box have."""
    if scheme == "dark":
        lands, hexes = opacity_of(" .map polygon"), opacity_of("[data-battleland] .map polygon")
        own = {name: box(name) for name in shipped()}
        land = {dimmed(LAND[terrain], lands) for of in own.values() for terrain in of.terrains}
        return land | {dimmed(ground, hexes) for ground in set(HAZARD.values())}
    found = set()
    for name in shipped():
        of = box(name)
        found |= {LAND[terrain] for terrain in of.terrains}
        found |= {HAZARD[place.hazard] for terrain in of.terrains for place in of.battlelands[terrain].hexes}
    return found


def test_it_is_computed_as_the_guidelines_say() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("color", "on", "least"),
    [
        *[(text, on, TEXT) for text in ("ink", "faint", "bad", "good", "main") for on in ("card", "ground")],
        *[("line", on, MARK) for on in ("card", "ground")],
        *[("main", on, MARK) for on in ("card", "ground", "table")],
        ("on-main", "main", TEXT),
    ],
)
def test_the_page_s_own_colors(scheme: str, color: str, on: str, least: float) -> None:
    own = variables(scheme)
    assert contrast(own[color], own[on]) >= least


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("selector", "name"),
    [
        (".may", "stroke"),
        (".chosen-place", "stroke"),
        (":focus-visible > .place", "stroke"),
        (".engaged", "stroke"),
        (".arrow path", "stroke"),
        (".arrow.strike path", "stroke"),
    ],
)
def test_marks_on_every_ground_of_every_box(selector: str, name: str, scheme: str) -> None:
    color = color_of(selector, name, scheme)
    least = min(grounds(scheme), key=lambda ground: contrast(color, ground))
    assert contrast(color, least) >= MARK, (color, least)


@pytest.mark.parametrize("selector", ["#titan-cliff path", "#titan-slope :is(path, line)", "#titan-river path"])
def test_signs_and_hexsides_on_a_dark_board(selector: str) -> None:
    color = color_of(selector, "stroke")
    assert min(contrast(color, ground) for ground in grounds("dark")) >= MARK


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("selector", [".chip rect", ".way circle"])
def test_what_is_written_on_the_board_has_a_ground_and_a_rim_one_of_which_is_seen(selector: str, scheme: str) -> None:
    own = [color_of(selector, "fill"), color_of(selector, "stroke")]
    assert min(max(contrast(color, ground) for color in own) for ground in grounds(scheme)) >= MARK


def test_words_on_a_dark_board() -> None:
    assert min(contrast("#ffffff", ground) for ground in grounds("dark")) >= MARK  # and they have a dark halo


def test_words_on_marks_and_markers() -> None:
    assert contrast(color_of(".chip text", "fill"), color_of(".chip rect", "fill")) >= TEXT
    assert contrast(color_of(".way text", "fill"), color_of(".way circle", "fill")) >= TEXT
    for ground, letters in MARKER.values():
        assert contrast(ground, letters) >= TEXT


def test_names_and_hexsides_on_every_ground() -> None:
    from titan_rules.draw.svg import INK

    assert min(contrast(INK, ground) for ground in grounds()) >= TEXT


BORDERS = """() => {
    const shown = (e) => e.offsetParent !== null && !e.disabled && getComputedStyle(e).borderTopStyle !== "none";
    const ground = (e) => {
        for (let at = e; at; at = at.parentElement) {
            const color = getComputedStyle(at).backgroundColor;
            if (!/, 0\\)$|transparent/.test(color)) return color;
        }
        return "rgb(255, 255, 255)";
    };
    return [...document.querySelectorAll("button, input, select, textarea")].filter(shown).map((e) => [
        e.id || e.textContent || e.type, getComputedStyle(e).borderTopColor, getComputedStyle(e).backgroundColor,
        ground(e.parentElement), getComputedStyle(e).borderTopWidth,
    ]);
}"""


def hexed(color: str) -> str:
    numbers = [float(part) for part in re.findall(r"[\d.]+", color)]
    return "#" + "".join(f"{round(part):02x}" for part in numbers[:3])


@pytest.mark.long
@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_control_has_an_edge_that_is_seen(opened: Any, tmp_path: Any, scheme: str) -> None:
    page_file = tmp_path / "game.html"
    titan("replay", str(EXAMPLES / "who-left.replay.jsonl"), "-o", str(page_file))
    page = Watched(opened, color_scheme=scheme).page
    page.goto(page_file.as_uri())
    looked = 0
    for name, border, inside, outside, width in page.evaluate(BORDERS):
        if width == "0px" or re.search(r", 0\)$", border):  # told by its words alone
            continue
        best = contrast(hexed(border), hexed(outside))
        if not re.search(r", 0\)$", inside):
            best = max(best, contrast(hexed(inside), hexed(outside)))
        assert best >= MARK, (name, border, inside, outside)
        looked += 1
    assert looked > 8
