"""The front door: one field, examples, a new game, everything kept; and what waits, in one tab or in two."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest

from checkout import EXAMPLES
from pages import Watched, load, needs_chromium, new_game, position, ready, set_up, until, watched

pytestmark = [pytest.mark.long, needs_chromium]

DISPUTE = "Plains: Ogre D3 / Lion D4 4 hits, Centaur C3\nOgre strikes Lion with 6 6 5 1 1 2 carrying 2 to Centaur"
"""The README's first."""
BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))
KEPT = """async (words) => {
    const found = await indexedDB.databases();
    if (!found.length) return false;
    const asked = (request) => new Promise((good) => { request.onsuccess = () => good(request.result); });
    const database = await asked(indexedDB.open(found[0].name));
    const rows = await asked(database.transaction("nodes").objectStore("nodes").getAll());
    database.close();
    return JSON.stringify(rows).includes(words);
}"""
"""Whether the browser keeps a move or a comment with these words."""


def ask(page: Any, text: str) -> None:
    page.fill("#ask", text)
    page.press("#ask", "Enter")


@pytest.mark.parametrize("size", ["desk", "phone", "phone on its side"])
def test_the_first_dispute_takes_one_paste_and_two_touches_CARRY_1(opened: Any, served: str, size: str) -> None:
    with watched(opened, size) as tab:
        page = ready(tab.page, served)
        assert page.locator("#board [data-hex]").count() == 0  # no board until something is on it
        page.tap("#ask")
        page.fill("#ask", DISPUTE)
        page.tap("#ask-it")
        page.wait_for_selector("#ruling .badge.bad")
        assert page.inner_text("#ruling .rule >> nth=0") == "CARRY-1"
        assert page.locator("#board [data-character]").count() == 3
        assert page.locator("#board .arrow.carry.bad").count() == 1  # the board draws what the card says
        assert page.input_value("#ask") == DISPUTE
        assert page.input_value("#position") == DISPUTE.partition("\n")[0]


def test_an_example_is_a_verdict_by_one_touch(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    for number, rule in ((0, "CARRY-1"), (1, "RANGE-6")):
        page.tap(f"#examples button >> nth={number}")
        page.wait_for_selector("#ruling .badge.bad")
        assert page.inner_text("#ruling .rule >> nth=0") == rule
        page.tap("#home")
    page.tap("#examples button >> nth=2")
    page.wait_for_selector("#found-rules li")
    assert page.get_attribute("body", "data-panel") == "door"


def test_what_is_not_read_is_named_with_rules_and_their_cases_are_opened(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    ask(page, f"{DISPUTE.partition(chr(10))[0]}\nOgre dances")
    page.wait_for_selector("#board [data-character=Ogre]")  # what is read is shown
    page.wait_for_selector("#heard:has-text('dances')")
    ask(page, "may the hits that are left over be carried")
    page.wait_for_selector("#found-rules li:has-text('CARRY-1')")
    assert page.locator("#board [data-character=Ogre]").count() == 1
    page.click("#found-rules .rule:has-text('CARRY-1')")
    page.wait_for_selector("#found-rules .law summary:has-text('cases')")
    page.click("#found-rules .rules-found > li:has-text('CARRY-1') > [data-case]")
    until(page, "document.querySelector('#heard').hidden && document.querySelectorAll('#sheet .move').length > 1")


def test_an_action_in_words_is_done_in_the_position_that_is_shown(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    ask(page, "Plains: Ogre D3 / Lion D4")
    page.wait_for_selector("#board [data-character=Lion]")
    ask(page, "Ogre strikes Lion with 6 6 1 1 1 1")
    page.wait_for_selector("#board [data-character=Lion][data-hits='2']")
    assert page.locator("#sheet .move").count() == 2
    ask(page, "Ogre strikes Lion")
    page.wait_for_selector("#sheet .move.bad")


def test_a_new_game_has_names_colours_a_seed_and_readings(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    page.fill("[aria-label='Name of player 1']", "Zoe")
    page.select_option("[aria-label='Colour of player 2']", "Gold")
    page.click("#beginning > summary")
    page.fill("#beginning input", "a seed of mine")
    page.click("#beginning .rules summary")
    page.locator(".options li", has_text="CARRY-2").locator("select").select_option("targets_and_order")
    page.click("#new-game")
    page.wait_for_selector("#board [data-legion]")
    made = position(page)
    assert {(one["name"], one["color"]) for one in made["players"]} >= {("Ben", "Gold")}
    assert "Zoe" in {one["name"] for one in made["players"]}
    assert made["options"] == {"carry_declaration": "targets_and_order"}


def test_my_games_are_kept_with_pictures_renamed_opened_and_deleted(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, "Plains: Ogre D3 / Lion D4")
    new_game(page)
    page.click("#home")
    kept = page.locator("#games .kept")
    until(page, "document.querySelectorAll('#games .kept').length === 2")
    assert (
        kept.nth(0).locator("input").input_value() == "Ben, Ann" or "Ann" in kept.nth(0).locator("input").input_value()
    )
    assert kept.nth(1).locator("input").input_value() == "Plains: Black against Red"
    assert kept.nth(1).locator(".miniature use").count() >= 2
    kept.nth(1).locator("input").fill("Our quarrel")
    kept.nth(1).locator("input").press("Tab")
    page.reload()
    page.wait_for_selector("#games .kept")
    assert kept.nth(1).locator("input").input_value() == "Our quarrel"
    kept.nth(1).locator("button:has-text('Open')").click()
    page.wait_for_selector("#board [data-character=Lion]")
    page.click("#home")
    page.wait_for_selector("#games .kept")
    until(page, "document.querySelector('#games .kept input').value === 'Our quarrel'")  # the newest is first
    kept.first.locator("button:has-text('Delete')").click()
    assert kept.count() == 2  # it is confirmed
    page.click("button:has-text('Delete it for good')")
    until(page, "document.querySelectorAll('#games .kept').length === 1")


def test_two_tabs_are_two_games_and_one_game_in_two_tabs_keeps_both_comments(opened: Any, served: str) -> None:
    context = opened.new_context()
    one, two = context.new_page(), context.new_page()
    for page, line in ((one, "Plains: Ogre D3 / Lion D4"), (two, "Desert: Lion C3 / Wyvern C4")):
        ready(page, served)
        load(page, line)
        ask(page, "end-strikes" if page is two else "Ogre strikes Lion with 1 1 1 1 1 1")
        page.wait_for_selector("#sheet .move >> nth=1")
        until(page, KEPT, "end-strikes" if page is two else "D3 strikes D4 with 1 1 1 1 1 1")
    for page, name in ((one, "Ogre"), (two, "Wyvern")):
        page.reload()
        page.wait_for_selector(f"#board [data-character={name}]")
    two.click("#home")
    two.wait_for_selector("#games .kept")
    names = [one.input_value() for one in two.locator("#games .kept input").all()]
    two.locator("#games .kept").nth(names.index("Plains: Black against Red")).locator(".main").click()
    two.wait_for_selector("#board [data-character=Ogre]")
    for page, words in ((one, "the first says"), (two, "the second says")):
        page.fill("#comment", words)
        page.press("#comment", "Tab")
        until(page, KEPT, words)
    one.reload()
    one.wait_for_selector("#sheet .move:has-text('the second says')")
    assert "the first says" in one.inner_text("#sheet")
    context.close()


def test_what_takes_long_says_so_and_what_is_too_large_is_refused_at_once(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    page.wait_for_selector("body:not([aria-busy])")
    held: list[Any] = []
    page.route("**/api/ask", lambda route: held.append(route))
    ask(page, DISPUTE)
    page.wait_for_selector("body[aria-busy=true]")
    page.wait_for_selector("#state:has-text('Working')")
    page.click("#cancel")
    page.unroute("**/api/ask")
    page.wait_for_selector("body:not([aria-busy])")
    assert page.get_attribute("body", "data-panel") == "door"  # nothing of it is opened
    asked = len(tab.requests)
    large = {"name": "large.txt", "mimeType": "text/plain", "buffer": b"Plains: Ogre D3 / Lion D4 " * 200_000}
    page.set_input_files("#file", large)
    page.wait_for_selector("#heard:has-text('too large')")
    assert len(tab.requests) == asked


def test_a_name_shows_what_the_box_says_and_a_legion_what_it_may_muster(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    ask(page, "Hydra")
    page.wait_for_selector("#entries li:has-text('Rangestrikes; 10 counters.')")
    page.click("#japanese")
    ask(page, "What is a carry over?")
    page.wait_for_selector("#found-rules li")
    assert re.search(r"\([\u3040-\u30ff\u4e00-\u9fff]", page.inner_text("#found-rules"))
    page.set_input_files("#file", str(EXAMPLES / "musters.jsonl"))
    page.wait_for_selector("#legions li:has-text('Gargoyle ×2 may muster')")
    assert page.locator("#legions > li").count() == 2
    assert page.get_attribute("body", "data-panel") == "door"


def test_orders_are_carried_out_in_the_battle_that_is_shown(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    page.set_input_files("#file", str(EXAMPLES / "orders.jsonl"))
    page.wait_for_selector("#heard:has-text('open their battle first')")
    load(page, BATTLE)
    page.set_input_files("#file", str(EXAMPLES / "orders.jsonl"))
    orders = (EXAMPLES / "orders.jsonl").read_text(encoding="utf-8").split("\n")
    until(page, "(count) => document.querySelectorAll('#sheet .move').length === count", 1 + sum(map(bool, orders)))
    assert page.locator("#sheet .bad").count() == 0


def test_advice_is_carried_out_by_a_touch(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, {**BATTLE, "phase": "maneuver"})
    page.click("[role=tab][data-for=odds]")
    page.click("#advise")
    page.click("#advice button:has-text('Do it') >> nth=0")
    page.wait_for_selector("#next:has-text('Strike Phase')")
    assert page.locator("#sheet .bad").count() == 0


def test_a_link_waits_for_the_rules_with_its_own_board(tab: Watched, served: str) -> None:
    page = tab.page
    held: list[Any] = []
    page.route("**/api/ask", lambda route: held.append(route))
    page.goto(f"{served}#{quote('Plains: Ogre D3 / Lion D4')}")
    page.wait_for_selector("#heard:has-text('as soon as the rules are here')")
    page.wait_for_selector("#board [data-character=Ogre][data-at=D3]")
    assert (page.input_value("#position"), page.locator("#board .able").count()) == ("", 0)  # nothing is judged yet
    page.unroute("**/api/ask")
    page.wait_for_selector("#board .able")
    assert page.is_hidden("#heard")


def test_only_carries_that_the_rules_allow_are_offered_CARRY_1(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, "Plains: Ogre D3 / Lion D4 4 hits, Centaur C3")
    page.tap("#board [data-hex=D3]")
    page.wait_for_selector("#board [data-hex=D4][data-legal]")
    page.tap("#board [data-hex=D4]")
    for face in (6, 6, 6, 1, 1, 2):
        page.tap(f"#tray button.die:has-text('{face}')")
    page.wait_for_selector("#left-over:has-text('2 left over: nobody may take them at 5+ (CARRY-1)')")
    assert page.locator("#board [data-legal]").count() == 0
    page.tap("#board [data-hex=C3]")
    page.wait_for_selector("#ruling .badge.bad")
    assert page.is_visible("#tray")
    page.tap("#tray button:has-text('hits on 6')")
    for face in (6, 6, 6, 1, 1, 2):
        page.tap(f"#tray button.die:has-text('{face}')")
    page.wait_for_selector("#board [data-hex=C3][data-legal]")
    page.tap("#board [data-hex=C3]")
    page.tap("#tray button:has-text('Strike and carry')")
    page.wait_for_selector("#board [data-character=Centaur][data-hits='2']")


def test_a_battle_with_nobody_in_it_has_no_odds(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    set_up(page)
    page.click("[role=tab][data-for=odds]")
    page.click("#simulate")
    page.wait_for_selector("#odds .bad:has-text('nobody')")


def test_what_hangs_on_hidden_characters_cannot_be_told_and_is_not_done(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    black, red = "Black tower 600: Bk01 3 height 5", "Red tower 300: Rd01 13 height 6"
    load(page, f"turn 5, Black's enlistment: {black} / {red} | moved Bk01")
    ask(page, "Bk01 musters Cyclops")
    page.wait_for_selector("#ruling .badge:has-text('Cannot tell')")
    assert "he characters of Bk01 are not known" in page.inner_text("#ruling")
    assert page.locator("#sheet .move").count() == 1
