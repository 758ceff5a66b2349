"""The table in a real browser: set up, ask, act, leaf through, by touch and by keyboard, at four sizes."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from checkout import EXAMPLES, ROOT
from pages import (
    FOUR,
    SIZES,
    Watched,
    address,
    legal,
    load,
    needs_chromium,
    new_game,
    place,
    position,
    ready,
    set_up,
    until,
    watched,
)
from recorded import ARCHIVE, SHIPPED, text
from running import titan
from titan_rules.box import box

pytestmark = [pytest.mark.long, needs_chromium]

LONGEST = ARCHIVE / "colossus-game009.replay.jsonl.gz"
HOSTILE = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
AXE = ROOT / "site" / "node_modules" / "axe-core" / "axe.min.js"


BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))
GAME = json.loads((EXAMPLES / "game.json").read_text(encoding="utf-8"))


# ---- setting up, asking, acting --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_from_an_empty_page_to_an_illegal_carry_and_its_link_in_twenty_touches(
    opened: Any, served: str, size: str
) -> None:
    touches = 0

    def touch(selector: str) -> None:
        nonlocal touches
        touches += 1
        page.tap(selector)

    with watched(opened, size) as tab:
        page = ready(tab.page, served)
        touch("#new-battle")
        sides = (("attacker", "Gargoyle", ("C3", "B2")), ("defender", "Centaur", ("C4", "E4")))
        for side, name, labels in sides:
            if side == "defender":
                touch("#side-defender")
            touch(f".palette [data-name={name}]")
            for label in labels:
                touch(f"#board [data-hex={label}]")
                page.wait_for_selector(f'#board [data-character={name}][data-at="{label}"]')
        touch("#to-play")
        touch("#board [data-hex=C3]")
        page.wait_for_selector("#board [data-hex=C4][data-legal]")
        touch("#board [data-hex=C4]")
        page.wait_for_selector("#tray button.die")
        for _ in range(4):
            touch("#tray button.die:has-text('6')")
        assert page.is_visible("#left-over:has-text('nobody may take them')")
        touch("#board [data-hex=E4]")
        page.wait_for_selector("#ruling .badge.bad")
        assert page.inner_text("#ruling .rule >> nth=0") == "CARRY-1"
        touch("#tray button:has-text('Cancel')")
        touch("#board [data-hex=E4]")
        page.wait_for_selector("#sheet .move.bad", state="attached")
        card = page.inner_text("#ruling .rulings")
        touch("[role=tab][data-for=files]")
        touch("#copy-link")
        page.wait_for_selector("#link:not([hidden])")
        link = page.input_value("#link").partition("#")[2]
    with watched(opened, size) as other:
        other.page.goto(f"{served}#{link}")
        other.page.wait_for_selector("#ruling .badge.bad", state="attached")
        assert other.page.text_content("#ruling .rulings") is not None
        other.page.click(f"[role=tab][data-for={'talk' if 'phone' in size else 'moves'}]")
        assert other.page.inner_text("#ruling .rulings") == card
    assert touches <= 20


@pytest.mark.parametrize("size", SIZES)
def test_a_strike_by_touch_with_its_dice_and_its_arithmetic(opened: Any, served: str, size: str) -> None:
    with watched(opened, size) as tab:
        page = ready(tab.page, served)
        load(page, BATTLE)
        page.tap("#board [data-hex=D3]")
        page.wait_for_selector("#board [data-hex=D4][data-legal]")
        assert legal(page) == {"D4": "D3 strikes D4", "E3": "D3 strikes E3"}
        page.tap("#board [data-hex=D4]")
        page.wait_for_selector("#tray button.die")
        for die in page.query_selector_all("#tray button.die"):
            box = die.bounding_box()
            assert box["y"] + box["height"] <= SIZES[size][1]  # no scrolling to act
        for face in (6, 6, 6, 6, 1, 1):
            page.tap(f"#tray button.die:has-text('{face}')")
        page.tap("#board [data-hex=E3]")
        page.tap("#tray button.main")
        page.wait_for_selector("#board [data-hex=E3] [data-hits='2']")
        card = page.inner_text("#ruling")
        assert "4 − 2 + 4 = 6" in card
        assert "slain" in card
        told = titan("check", "-", "D3 strikes D4 with 6 6 6 6 1 1 carrying E3:2", "--apply", stdin=json.dumps(BATTLE))
        assert position(page) == told.json


def test_only_what_is_legal_lights_up_and_answers_do_not_stay(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, {**BATTLE, "phase": "maneuver"})
    told = titan("legal-moves", "-", "--character", "B4", stdin=json.dumps({**BATTLE, "phase": "maneuver"})).json
    page.tap("#board [data-hex=B4]")
    page.wait_for_selector("#board [data-legal]")
    assert set(legal(page)) == set(told["legal"][0]["to"])
    where = told["legal"][0]["to"][0]
    page.tap(f"#board [data-hex={where}]")
    page.wait_for_selector(f'#board [data-character=Angel][data-at="{where}"]')
    assert legal(page) == {}
    assert f"Angel moves from B4 to {where}" in page.inner_text("#ruling h2")
    page.tap(f"#board [data-hex={where}]")
    page.wait_for_selector("#ruling h2:has-text('Angel in')")
    page.tap("#board [data-hex=F4]")
    page.wait_for_selector("#ruling .badge.bad")
    assert page.query_selector_all("#sheet .move.bad")


def test_dragging_a_character_puts_it_there_and_acts(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    set_up(page)
    page.locator(".palette [data-name=Lion]").drag_to(page.locator("#board [data-hex=C3]"))
    page.wait_for_selector('#board [data-character=Lion][data-at="C3"]')
    page.select_option("#moment", "attacker/maneuver")
    page.wait_for_selector("#next:has-text('Maneuver')")
    page.click("#to-play")
    page.locator("#board [data-hex=C3]").drag_to(page.locator("#board [data-hex=C4]"))
    page.wait_for_selector('#board [data-character=Lion][data-at="C4"]')
    assert "Lion moves from C3 to C4" in page.inner_text("#sheet")


def test_setting_up_undoing_and_coming_back(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    set_up(page)
    place(page, "Ogre", "C2")
    page.tap(".palette [data-name=Ogre]")  # no longer in the hand
    page.tap("#board [data-hex=C2]")
    page.tap("[aria-label='One hit more']")
    page.tap("[aria-label='One hit more']")
    page.wait_for_selector("#hits:has-text('2 hits')")
    assert page.get_attribute("#board [data-hex=C2]", "aria-label").startswith("C2, Plains, Ogre with 2 hits")
    page.keyboard.press("Control+z")
    page.wait_for_selector("#board [data-hits='1']")
    page.click("#redo")
    page.wait_for_selector("#board [data-hits='2']")
    page.reload()
    page.wait_for_selector("#board [data-hits='2']")
    page.wait_for_selector("body[data-engine=ready]")
    page.click("[role=tab][data-for=setup]")
    page.tap("#board [data-hex=C2]")
    page.click("#remove-piece")
    page.wait_for_selector("#board [data-hex=C2]:not(:has([data-character]))")


def test_what_can_be_said_of_a_position_with_a_fault_is_said(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    characters = [*BATTLE["attacker"]["characters"], {"name": "Lion", "hex": "D3"}]
    load(page, {**BATTLE, "attacker": {**BATTLE["attacker"], "characters": characters}})
    page.wait_for_selector("#ruling .faults")
    assert "without the attacker's Lion in D3" in page.inner_text("#ruling")
    page.tap("#board [data-hex=D3]")
    page.wait_for_selector("#board [data-hex=D4][data-legal]")
    assert set(legal(page)) == {"D4", "E3"}
    page.tap("#board [data-hex=D4]")
    page.wait_for_selector("#message:has-text('not possible yet')")


def test_the_stock_and_the_donors_are_set_by_touch(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, BATTLE)
    page.click("[role=tab][data-for=setup]")
    page.tap("#stock summary")
    page.tap("#stock [aria-label='One Ogre less']")
    page.wait_for_selector("#full-stock")
    mine = sum(one["name"] == "Ogre" for side in ("attacker", "defender") for one in BATTLE[side]["characters"])
    assert position(page)["caretaker"]["Ogre"] == box("standard").full_stock["Ogre"] - mine - 1
    page.tap("#donors summary")
    page.tap("[data-donor=Angel]")
    page.wait_for_selector("#donors .chip")
    assert list(position(page)["donors"].values()) == [["Angel"]]
    page.tap("#full-stock")
    page.wait_for_selector("#full-stock", state="detached")
    assert "caretaker" not in position(page)


def test_the_same_file_edited_can_be_opened_again(tab: Watched, served: str, tmp_path: Path) -> None:
    page = ready(tab.page, served)
    path = tmp_path / "battle.json"
    for turn in (3, 4):
        path.write_text(json.dumps({**BATTLE, "turn": turn}), encoding="utf-8")
        page.set_input_files("#file", str(path))
        until(page, "(turn) => document.querySelector('#position').value.includes(`turn ${turn}`)", turn)
        assert position(page)["turn"] == turn


def test_saving_where_the_command_line_said(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, BATTLE)
    page.click("[role=tab][data-for=files]")
    page.click("#save-there")
    page.wait_for_selector("#message:has-text('Saved')")
    made = page.inner_text("#message").removeprefix("Saved ")
    assert json.loads(Path(made).read_text(encoding="utf-8")) == position(page)
    with page.expect_download() as got:
        page.click("#save-svg")
    told = titan("render", made).out
    assert Path(got.value.path()).read_text(encoding="utf-8") == told


# ---- keyboard and screen reader --------------------------------------------------------------------------------------


def test_a_strike_by_keyboard_alone(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, BATTLE)
    stops = page.query_selector_all("#board [tabindex='0']")
    assert len(stops) == 1
    stops[0].focus()
    keys = page.keyboard

    def go(label: str) -> None:
        for _ in range(30):
            if page.evaluate("document.activeElement.dataset.hex") == label:
                return
            here = page.evaluate("document.activeElement.dataset.hex")
            if here[0] != label[0]:
                keys.press("ArrowRight" if here[0] < label[0] else "ArrowLeft")
            else:
                keys.press("ArrowUp" if here[1] < label[1] else "ArrowDown")
        raise AssertionError(f"{label} is not reached")

    go("D3")
    keys.press("Enter")
    page.wait_for_selector("#board [data-hex=D4][data-legal]")
    page.wait_for_selector("#board [data-hex=D4][aria-label*='legal: 6 dice']")
    go("D4")
    keys.press("Enter")
    page.wait_for_selector("#tray button.die")
    for _ in range(5):
        keys.press("6")
    keys.press("1")
    page.wait_for_selector("#tray button.main:has-text('Strike')")
    page.focus("#tray button.main")
    keys.press("Enter")
    page.wait_for_selector("#ruling h2:has-text('5 hits')")
    assert "5 hits" in page.inner_text("#live")
    keys.press("u")
    page.wait_for_selector("#ruling:not(:has-text('5 hits'))")
    keys.press("r")
    page.wait_for_selector("#ruling h2:has-text('5 hits')")


def test_few_tab_stops_lead_to_the_board(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, BATTLE)
    page.focus("#home")  # the first of the page
    stops = 0
    while not page.evaluate("document.querySelector('#board').contains(document.activeElement)"):
        page.keyboard.press("Tab")
        stops += 1
        assert stops <= 6


@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core here: npm ci in site/")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", FOUR)
def test_axe_finds_nothing_serious(opened: Any, served: str, size: str, scheme: str) -> None:
    with watched(opened, size, color_scheme=scheme, bypass_csp=True) as tab:
        page = ready(tab.page, served)
        page.add_script_tag(path=str(AXE))
        for document in (BATTLE, GAME):
            load(page, document)
            for panel in ("moves", "setup", "odds", "files"):
                page.click(f"[role=tab][data-for={panel}]")
                page.wait_for_selector(f"body[data-panel={panel}]")
                until(page, "document.getAnimations().length === 0")
                found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((all) => all.violations)")
                bad = [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in ("serious", "critical")]
                assert bad == [], (panel, bad)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_window_without_scrolling(opened: Any, served: str, size: str, scheme: str) -> None:
    wide, high = SIZES[size]
    with watched(opened, size, color_scheme=scheme) as tab:
        page = ready(tab.page, served)
        for document in (BATTLE, GAME):
            load(page, document)
            page.click(f"[role=tab][data-for={'talk' if 'phone' in size else 'moves'}]")
            whole = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            assert whole == [wide, high]
            board, card = (page.locator(which).bounding_box() for which in ("#board > svg", "#ruling"))
            assert board["width"] >= 0.42 * min(wide, high)
            for box in (board, card):
                assert box["x"] >= 0
                assert box["y"] >= 0
                assert box["x"] + min(box["width"], 40) <= wide
                assert box["y"] + min(box["height"], 40) <= high


# ---- games -----------------------------------------------------------------------------------------------------------


def test_a_turn_of_a_new_game(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    new_game(page)
    mine = position(page)
    player = next(p for p in mine["players"] if p["color"] == mine["active"])
    marker = player["legions"][0]["legion"]
    page.tap(f"#board [data-legion={marker}]")
    for name in ("Titan", "Ogre", "Centaur", "Gargoyle"):
        page.click(f".splitter .chip:has-text('{name}') >> nth=0")
    page.click(".splitter .main")
    page.wait_for_selector("#sheet .move:has-text('splits off')")
    assert page.locator("#board [data-legion]").count() == 3
    page.click("#next [data-legal=end-splits]")
    page.click("#next [data-legal=roll]")
    page.click("#tray button.die:has-text('3')")
    page.wait_for_selector("#sheet .move:has-text('Movement Roll: 3')")
    page.tap(f"#board [data-legion={marker}]")
    page.wait_for_selector("#board [data-land][data-legal]")
    told = titan("legal-moves", "-", "--legion", marker, stdin=json.dumps(position(page))).json
    assert set(legal(page)) == {str(place["land"]) for place in told["legal"][0]["to"]}
    land = min(legal(page))
    page.tap(f"#board [data-land='{land}']")
    page.wait_for_selector(f"#sheet .move:has-text('{marker} moves')")
    page.wait_for_selector("#board .way")


def test_all_six_rolls_are_shown_where_there_is_none(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    document = {key: value for key, value in GAME.items() if key != "roll"}
    load(page, document)
    page.tap("#board [data-legion=Bk01]")
    page.wait_for_selector("#ruling:has-text('With a 6')")
    assert legal(page) == {}
    assert page.locator("#board .may").count() > 3


def test_the_masterboard_is_zoomed_by_wheel_and_keys(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, GAME)
    home = page.get_attribute("#masterboard", "viewBox")
    page.hover("#board")
    page.mouse.wheel(0, -400)
    until(page, "(home) => document.querySelector('#masterboard').getAttribute('viewBox') !== home", home)
    page.focus("#board [tabindex='0']")
    for _ in range(9):
        page.keyboard.press("-")
    assert page.get_attribute("#masterboard", "viewBox") == home


def test_a_recorded_game_is_leafed_through_searched_and_analysed(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, SHIPPED.read_text(encoding="utf-8"))
    rows = page.locator("#sheet .move")
    assert rows.count() == len(SHIPPED.read_text(encoding="utf-8").splitlines())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.input_value("#slider") == "2"
    page.keyboard.press("End")
    last = page.input_value("#slider")
    page.keyboard.press("PageUp")
    assert int(page.input_value("#slider")) < int(last)
    page.fill("#search", "strike-3")
    assert re.fullmatch(r"\d+ found", page.inner_text("#found"))
    page.fill("#search", "")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.click("#analyse")
    page.wait_for_selector("#next [data-legal]")
    told = titan("replay", str(SHIPPED), "--to", "1").json["final"]
    assert position(page) == told
    page.fill("#comment", "here it began")
    page.press("#comment", "Tab")
    assert "here it began" in page.inner_text("#sheet")


@pytest.mark.parametrize("name", ["abyssal-9", "undead", "titan-plus"])
def test_another_box_is_set_up_asked_played_drawn_and_linked(tab: Watched, served: str, name: str) -> None:
    page = ready(tab.page, served)
    set_up(page)
    page.tap("#beginning summary")
    page.select_option("#box", name)
    until(page, "(name) => document.querySelector('#position').value.includes(`box ${name}`)", name)
    found = box(name)
    one, two = found.starting_characters[2], found.starting_characters[4]
    place(page, one, "C3")
    page.click("#side-defender")
    place(page, two, "C4")
    page.click("#to-play")
    page.tap("#board [data-hex=C3]")
    page.wait_for_selector("#board [data-hex=C4][data-legal]")
    told = titan("legal-moves", "-", "--character", "C3", stdin=json.dumps(position(page))).json
    assert set(legal(page)) == {target["to"] for target in told["legal"][0]["targets"]}
    page.click("[role=tab][data-for=files]")
    page.click("#copy-link")
    page.wait_for_selector("#link:not([hidden])")
    link = page.input_value("#link").partition("#")[2]
    with page.expect_download() as got:
        page.click("#save-svg")
    told = titan("render", "-", stdin=json.dumps(position(page))).out
    assert Path(got.value.path()).read_text(encoding="utf-8") == told
    page.click("#home")
    page.click("#beginning > summary")
    page.select_option("#beginning #box", name)
    while page.locator(".seat").count() < found.players[1]:
        page.click("#beginner button:has-text('One more player')")
    page.click("#new-game")
    page.wait_for_selector("#masterboard [data-legion]")
    assert page.locator("#board [data-land]").count() == len(found.masterboard.lands)
    assert page.locator("#board [data-legion]").count() == found.players[1]
    load(page, BATTLE)
    page.wait_for_selector("#board [data-character=Ogre]")
    page.goto(f"{served}#{link}")
    page.reload()
    page.wait_for_selector(f"#board [data-character={one}]")


def test_a_box_file_of_one_s_own_is_opened_and_goes_with_the_link(opened: Any, served: str, tmp_path: Path) -> None:
    mine: dict[str, Any] = {"format": "titan-rules/1", "kind": "box", "name": "mine", "extends": "standard"}
    mine["characters"] = {"Elf": {"class": "Creature", "power": 4, "skill": 4, "count": 20, "rangestrikes": True}}
    mine["terrains"] = {"Woods": {"chain": [["Centaur"], ["Elf", 2], ["Warbear", 2], ["Unicorn", 2]]}}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(mine), encoding="utf-8")
    with watched(opened) as tab:
        page = ready(tab.page, served)
        page.set_input_files("#file", str(file))
        page.wait_for_selector(".palette [data-name=Elf]")
        place(page, "Elf", "C3")
        assert position(page, tmp_path)["box"] == "mine.json"
        page.click("[role=tab][data-for=files]")
        page.click("#copy-link")
        page.wait_for_selector("#link:not([hidden])")
        link = page.input_value("#link").partition("#")[2]
    with watched(opened) as other:
        other.page.goto(f"{served}#{link}")
        other.page.wait_for_selector("#board [data-character=Elf]")


def test_a_recorded_game_is_seen_as_a_player_sees_it(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    left = EXAMPLES / "who-left.replay.jsonl"
    load(page, left.read_text(encoding="utf-8"))
    page.keyboard.press("End")
    page.select_option("#viewer", "Red")
    seen = titan("deduce", str(left), "--as", "Red", "--legion", "Bk02").json["legions"][0]
    assert len(seen["contents"]) > 1
    until(page, "document.querySelector('#board [data-land] [data-legion=Bk02]') !== null")
    page.tap("#board [data-legion=Bk02]")
    page.wait_for_selector("#ruling:has-text('What it may hold')")
    card = page.inner_text("#ruling")
    for name, (least, most) in seen["range"].items():
        assert (f"{name}: {least} to {most}" in card) == (least != most)
    assert "Bk01 splits off Bk02: 4" in page.inner_text("#sheet")
    assert page.input_value("#position") == ""
    page.select_option("#viewer", "")
    assert "Bk01 splits off Bk02: 4" not in page.inner_text("#sheet")


def test_a_game_s_page_may_hold_what_a_player_can_deduce(tab: Watched, tmp_path: Path) -> None:
    target = tmp_path / "red.html"
    left = EXAMPLES / "who-left.replay.jsonl"
    assert titan("replay", str(left), "--as", "red", "-o", str(target)).code == 0
    page = tab.page
    page.goto(address(target, 43))
    assert page.input_value("#viewer") == "Red"
    page.tap("#board [data-legion=Bk01]")
    page.wait_for_selector("#ruling:has-text('For certain: Centaur, Gargoyle')")
    page.select_option("#viewer", "Black")
    page.wait_for_selector("#message:has-text('takes an engine')")


def test_what_an_engagement_may_come_to(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    engaged = EXAMPLES / "engaged.json"
    load(page, engaged.read_text(encoding="utf-8"))
    page.click("[role=tab][data-for=odds]")
    page.click("[data-engagement='105']")
    page.wait_for_selector("#engagement:has-text('calibrated on 213 battles')")
    answer = titan("resolve-battle", str(engaged), "--engagement", "105", "--simulate", "100").json
    rows = page.locator("#engagement tbody tr")
    assert rows.count() == len(answer["endings"]) > 0
    for i, ending in enumerate(answer["endings"]):
        assert ending["actions"][-1] in rows.nth(i).inner_text()


def test_a_score_sheet_is_saved_and_a_game_s_link_holds_it(opened: Any, served: str, tmp_path: Path) -> None:
    with watched(opened) as tab:
        page = ready(tab.page, served)
        load(page, SHIPPED.read_text(encoding="utf-8"))
        page.keyboard.press("End")
        page.click("[role=tab][data-for=files]")
        with page.expect_download() as got:
            page.click("#save-sheet")
        sheet = tmp_path / "game.titan"
        sheet.write_bytes(Path(got.value.path()).read_bytes())
        assert titan("replay", str(sheet)).json == titan("replay", str(SHIPPED)).json
        page.click("#copy-game")
        page.wait_for_selector("#link:not([hidden])")
        link = page.input_value("#link").partition("#")[2]
        rows = page.locator("#sheet .move").count()
    with watched(opened) as other:
        other.page.goto(f"{served}#{link}")
        until(other.page, "(n) => document.querySelectorAll('#sheet .move').length === n", rows)


# ---- a game's page ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def longest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("pages") / "longest.html"
    assert titan("replay", str(LONGEST), "-o", str(target)).code == 0
    return target


def test_a_game_s_page_needs_nothing_else(tab: Watched, longest: Path) -> None:
    page = tab.page
    page.goto(address(longest, 1200))
    assert page.get_attribute("body", "data-engine") == "none"
    assert not page.is_visible("#position")
    assert page.input_value("#slider") == "1200"
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#step-1201")
    page.tap("#board [data-hex] >> nth=0")
    page.wait_for_selector("#message:has-text('no engine')")
    assert tab.requests == [longest.as_uri()]


def test_every_state_of_a_game_s_page_is_drawn_as_it_is(tab: Watched, longest: Path) -> None:
    page = tab.page
    page.goto(address(longest))
    data = json.loads(page.text_content("#data"))["record"]
    for step in (0, 700, 1300, 400, len(data["steps"])):
        page.evaluate("(n) => { location.hash = `#step-${n}` }", step)
        until(page, "(n) => document.querySelector('#slider').value === n", str(step))
        held: dict[str, Any] = dict(data["start"])
        for entry in data["steps"][:step]:
            held.update(entry["d"])
        if held.get("B"):
            page.click("#show-board")
        drawn = {
            (e.get_attribute("data-legion"), e.get_attribute("data-at"))
            for e in page.query_selector_all("#board .pieces [data-legion]")
        }
        assert drawn == {(k[2:], str(v[1])) for k, v in held.items() if k.startswith("L/") and v is not None}
        if held.get("B"):
            page.click("#show-board")


def test_a_long_game_is_scrubbed_without_skipping_a_step(tab: Watched, longest: Path) -> None:
    tab.page.goto(address(longest, 1000))
    shown = tab.page.evaluate("""() => {
        const slider = document.querySelector("#slider");
        const shown = [];
        for (let i = 1001; i <= 1060; i++) {
            slider.value = i;
            slider.dispatchEvent(new Event("input"));
            shown.push(document.querySelector("#sheet [aria-current]").innerText);
        }
        return shown;
    }""")
    steps = json.loads(tab.page.text_content("#data"))["record"]["steps"][1000:1060]
    assert all(step["s"] in row for step, row in zip(steps, shown, strict=True))


# ---- hostile input ---------------------------------------------------------------------------------------------------


def test_a_hostile_game_does_nothing(tab: Watched, served: str, tmp_path: Path) -> None:
    players = [{"color": "Black", "name": HOSTILE, "tower": 600}, {"color": "Red", "name": "Ben", "tower": 300}]
    header = {"format": "titan-rules/1", "kind": "replay", "source": f"</title>{HOSTILE}", "players": players}
    parts = {"legion": "Bk01", "into": "Bk02", "characters": ["Angel", "Ogre", "Ogre", "Centaur"]}
    rows = [header, {"do": "split", **parts, "comment": f"</script>{HOSTILE}"}, {"do": HOSTILE}]
    target = tmp_path / "hostile.html"
    titan("replay", "-", "-o", str(target), stdin=text(rows))
    page = tab.page
    for where in ("page", "server"):
        if where == "page":
            page.goto(address(target))
            assert HOSTILE in page.inner_text("h1")
        else:
            ready(page, served)
            load(page, text(rows))
        page.keyboard.press("End")
        assert HOSTILE in page.inner_text("#sheet")
        assert HOSTILE in page.inner_text("#roster")
        assert page.evaluate("window.hacked") is None
        assert page.query_selector_all("img") == []


@pytest.mark.parametrize(
    "link",
    [
        "#position=" + quote(HOSTILE),
        "#position=" + quote(json.dumps({**BATTLE, "terrain": HOSTILE})),
        "#position=" + quote(json.dumps(BATTLE)) + "&try=" + quote(HOSTILE),
        "#game=AAAA",
        "#game=" + "A" * 5000,
        "#step-99999999999999999999",
        "#%00%ff",
    ],
)
def test_a_hostile_link_does_nothing(tab: Watched, served: str, link: str) -> None:
    page = ready(tab.page, served + link)
    page.wait_for_selector("body:not([aria-busy])")
    assert page.evaluate("window.hacked") is None
    assert page.query_selector_all("img") == []
