"""The page of a game and the page of ``titan serve``, driven in a real browser."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from checkout import EXAMPLES
from pages import Watched, address, browser, needs_chromium
from recorded import ARCHIVE, SHIPPED, text
from running import COMMAND, titan

pytestmark = [pytest.mark.long, needs_chromium]

LONGEST = ARCHIVE / "colossus-game009.replay.jsonl.gz"
HOSTILE = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"


@pytest.fixture(scope="module")
def opened() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def longest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("pages") / "longest.html"
    assert titan("replay", str(LONGEST), "-o", str(target)).code == 0
    return target


@pytest.fixture
def tab(opened: Any) -> Iterator[Watched]:
    """A tab in which nothing may go wrong, and which asks for nothing but the page itself."""
    watched = Watched(opened)
    yield watched
    watched.page.close()
    assert watched.trouble == []


def step_of(page: Any) -> int:
    return int(page.input_value("#slider"))


def data_of(page: Any) -> Any:
    return json.loads(page.text_content("#data"))


# ---- the page of a game ----


def test_stepping_by_keys(tab: Watched, longest: Path) -> None:
    page = tab.page
    page.goto(address(longest))
    assert step_of(page) == 0
    data = data_of(page)
    keys = page.keyboard
    keys.press("ArrowRight")
    assert step_of(page) == 1
    assert page.inner_text("#step h2") == data["steps"][0]["x"]
    keys.press("ArrowRight")
    keys.press("ArrowLeft")
    assert step_of(page) == 1
    keys.press("PageDown")
    assert step_of(page) == data["turns"][1][0]
    keys.press("PageDown")
    keys.press("PageUp")
    assert step_of(page) == data["turns"][1][0]
    keys.press("End")
    assert step_of(page) == len(data["steps"])
    keys.press("Home")
    assert step_of(page) == 0
    keys.press("b")
    assert step_of(page) == data["battles"][0][0]
    assert page.is_visible("#battle svg")
    keys.press("m")
    assert page.is_visible("#masterboard")
    keys.press("b")
    keys.press("B")
    assert step_of(page) == data["battles"][0][0]
    keys.press("t")
    assert page.evaluate_handle("document.activeElement").get_property("id").json_value() == "turns"
    assert tab.requests == [longest.as_uri()]


def test_stepping_by_buttons_and_choices(tab: Watched, longest: Path) -> None:
    page = tab.page
    page.goto(address(longest))
    data = data_of(page)
    page.click("[data-go=on]")
    page.click("[data-go=turn-on]")
    assert step_of(page) == data["turns"][1][0]
    page.click("[data-go=last]")
    page.click("[data-go=back]")
    assert step_of(page) == len(data["steps"]) - 1
    page.select_option("#turns", "10")
    assert step_of(page) == data["turns"][10][0]
    page.select_option("#battles", "4")
    assert step_of(page) == data["battles"][4][0]
    page.click("#log a >> nth=0")
    assert page.get_attribute("#log a >> nth=0", "aria-current") == "step"
    page.click(".chart >> nth=0")
    assert step_of(page) in {turn[0] for turn in data["turns"]}


def test_every_state_is_drawn_as_it_is(tab: Watched, longest: Path) -> None:
    page = tab.page
    page.goto(address(longest))
    data = data_of(page)
    for step in (0, 700, 1300, 400, len(data["steps"])):
        page.evaluate_handle("(n) => { location.hash = `#step-${n}` }", step)
        page.wait_for_selector("#slider >> visible=true", state="attached")
        page.wait_for_timeout(100)
        held: dict[str, Any] = dict(data["start"])
        for entry in data["steps"][:step]:
            held.update(entry["d"])
        if page.is_visible("#show-battle:enabled"):
            page.click("#show-board")
        drawn = {
            (one.get_attribute("data-legion"), one.get_attribute("data-land"), one.get_attribute("data-height"))
            for one in page.query_selector_all("#legions [data-legion]")
        }
        wanted = {(k[2:], str(v[1]), str(v[2])) for k, v in held.items() if k.startswith("L/") and v is not None}
        assert drawn == wanted
        scores = {one.inner_text() for one in page.query_selector_all(".player .score")}
        assert scores == {str(v[0]) for k, v in held.items() if k.startswith("P/") and v is not None}


def test_the_characters_of_a_battle(tab: Watched, longest: Path) -> None:
    page = tab.page
    page.goto(address(longest, 1200))
    data = data_of(page)
    held: dict[str, Any] = dict(data["start"])
    for entry in data["steps"][:1200]:
        held.update(entry["d"])
    wanted = sorted((data["characters"][c[0]][0], c[1], str(c[3])) for key in "AD" for c in held[key][0])
    drawn = sorted(
        (one.get_attribute("data-character"), one.get_attribute("data-hex"), one.get_attribute("data-hits"))
        for one in page.query_selector_all("#battle [data-character]")
    )
    assert drawn == wanted


def test_a_link_leads_to_its_step_and_the_address_follows(tab: Watched, longest: Path) -> None:
    page = tab.page
    page.goto(address(longest, 123))
    assert step_of(page) == 123
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#step-124")
    page.goto(address(longest, 999_999))
    assert step_of(page) == len(data_of(page)["steps"])


def test_it_opens_on_its_last_step_at_once(tab: Watched, longest: Path) -> None:
    last = 2294
    begun = perf_counter()
    tab.page.goto(address(longest, last))
    assert step_of(tab.page) == last
    assert perf_counter() - begun < 10  # a broken page takes for ever; benchmarks say how fast a whole one is


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(360, 740), (1400, 900)])
def test_it_fits_every_window(opened: Any, longest: Path, scheme: str, size: tuple[int, int]) -> None:
    watched = Watched(opened, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    for step in (0, 1200, 2294):
        watched.page.goto(address(longest, step))
        wide = watched.page.evaluate_handle("document.documentElement.scrollWidth").json_value()
        assert wide <= size[0]
    ground = watched.page.evaluate_handle("getComputedStyle(document.body).backgroundColor").json_value()
    assert (ground == "rgb(244, 241, 234)") == (scheme == "light")
    watched.page.close()
    assert watched.trouble == []


def test_the_first_illegal_step_with_its_ruling_and_what_is_legal(tab: Watched, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in SHIPPED.read_text(encoding="utf-8").splitlines()][:2]
    target = tmp_path / "bad.html"
    titan("replay", "-", "-o", str(target), stdin=text([*rows, {"do": "roll", "die": 3}]))
    tab.page.goto(address(target))
    tab.page.keyboard.press("i")
    assert step_of(tab.page) == 2
    assert "ILLEGAL" in tab.page.inner_text("#step .wrong")
    assert "end-splits" in tab.page.inner_text("#step")


def test_comments_are_shown(tab: Watched, tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    titan("replay", str(SHIPPED), "-o", str(target))
    tab.page.goto(address(target))
    data = data_of(tab.page)
    number, comment = next((i, step["c"]) for i, step in enumerate(data["steps"], 1) if "c" in step)
    tab.page.goto(address(target, number))
    assert tab.page.text_content("#step .comment") == comment


def test_a_hostile_file_does_nothing(tab: Watched, tmp_path: Path) -> None:
    players = [{"color": "Black", "name": HOSTILE, "tower": 600}, {"color": "Red", "name": "Ben", "tower": 300}]
    header = {"format": "titan-rules/1", "kind": "replay", "source": f"</title>{HOSTILE}", "players": players}
    parts = {"legion": "Bk01", "into": "Bk02", "characters": ["Angel", "Ogre", "Ogre", "Centaur"]}
    rows = [header, {"do": "split", **parts, "comment": f"</script>{HOSTILE}"}, {"do": HOSTILE}]
    target = tmp_path / "hostile.html"
    titan("replay", "-", "-o", str(target), stdin=text(rows))
    page = tab.page
    page.goto(address(target))
    assert HOSTILE in page.inner_text("h1")
    assert HOSTILE in page.inner_text("#players")
    page.keyboard.press("ArrowRight")
    assert HOSTILE in page.inner_text("#step")
    page.keyboard.press("ArrowRight")
    assert page.evaluate_handle("window.hacked").json_value() is None
    assert page.query_selector_all("img, script:not(#data):not(:last-of-type)") == []


# ---- titan serve ----


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a server that saves to ``made.json``."""
    with subprocess.Popen([*COMMAND, "serve", "-o", str(tmp_path / "made.json")], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().decode().strip()
        finally:
            server.terminate()


def place(page: Any, side: str, name: str, label: str) -> None:
    page.select_option("#place-side", side)
    page.select_option("#place-name", name)
    page.click(f'#picture [data-hazard][data-hex="{label}"]')
    page.wait_for_selector(f'#picture [data-character="{name}"][data-hex="{label}"]')


def test_a_battle_set_up_by_clicks_gets_the_command_lines_answers(tab: Watched, served: str, tmp_path: Path) -> None:
    page = tab.page
    page.goto(served)
    page.wait_for_selector("#picture svg")
    page.select_option("#terrain", "Brush")
    page.select_option("#battle-turn", "3")
    page.select_option("#side", "attacker")
    page.select_option("#battle-phase", "strike")
    place(page, "attacker", "Ogre", "D3")
    place(page, "attacker", "Lion", "B2")
    place(page, "defender", "Centaur", "D4")
    place(page, "defender", "Gargoyle", "E3")
    page.click('#picture [data-character="Centaur"]')
    page.fill("#hits", "1")
    page.press("#hits", "Tab")
    page.wait_for_selector('#picture [data-character="Centaur"][data-hits="1"]')
    page.click('#picture [data-character="Ogre"]')
    page.wait_for_selector('#character-title:has-text("Ogre")')
    page.select_option("#target", "D4")
    page.click("#ask-odds")
    page.wait_for_selector('#answer:has-text("slays")')
    odds = page.text_content("#answer")
    page.click("#ask-targets")
    page.wait_for_selector('#answer:has-text("Strike Phase")')
    legal = page.text_content("#answer")
    page.click("#save")
    page.wait_for_selector('#message:has-text("Saved")')
    made = str(tmp_path / "made.json")
    assert odds == titan("strike-odds", made, "--from", "D3", "--to", "D4", "--format", "table").out
    assert legal == titan("legal-moves", made, "--character", "D3", "--format", "table").out.removesuffix("\n")
    battle = json.loads(Path(made).read_text(encoding="utf-8"))
    assert battle["terrain"] == "Brush"
    assert [(c["name"], c["hex"]) for c in battle["attacker"]["characters"]] == [("Ogre", "D3"), ("Lion", "B2")]


def test_moving_removing_and_undoing(tab: Watched, served: str) -> None:
    page = tab.page
    page.goto(served)
    page.wait_for_selector("#picture svg")
    place(page, "attacker", "Ogre", "D3")
    page.click('#picture [data-character="Ogre"]')
    page.wait_for_selector("#picture .picked")
    page.click('#picture [data-hazard][data-hex="C2"]')
    page.wait_for_selector('#picture [data-character="Ogre"][data-hex="C2"]')
    page.click('#picture [data-character="Ogre"]')
    page.wait_for_selector("#remove:visible")
    page.click("#remove")
    page.wait_for_selector("#picture [data-character]", state="detached")
    page.click("#undo")
    page.wait_for_selector('#picture [data-character="Ogre"][data-hex="C2"]')


def test_placing_with_the_keyboard_alone(tab: Watched, served: str) -> None:
    page = tab.page
    page.goto(served)
    page.wait_for_selector("#picture svg")
    page.focus('#picture [data-hazard][data-hex="D3"]')
    page.keyboard.press("Enter")
    page.wait_for_selector('#picture [data-character="Ogre"][data-hex="D3"]')


def test_what_is_wrong_is_told_beside_the_picture(tab: Watched, served: str) -> None:
    page = tab.page
    page.goto(served)
    page.wait_for_selector("#picture svg")
    place(page, "attacker", "Titan", "D3")
    place(page, "attacker", "Titan", "D4")
    page.wait_for_selector('#faults:has-text("one Titan")')


def test_an_action_is_checked_and_carried_out(tab: Watched, served: str) -> None:
    page = tab.page
    page.goto(served)
    page.wait_for_selector("#picture svg")
    page.click("text=The document")
    page.fill("#text", (EXAMPLES / "battle.json").read_text(encoding="utf-8"))
    page.click("#use")
    page.wait_for_selector('#picture [data-character="Angel"]')
    page.fill("#action", "D3 strikes D4 at 6 with 6 6 1 1 2 3")
    page.click("#ask-check")
    page.wait_for_selector("#do-it:enabled")
    page.click("#do-it")
    page.wait_for_selector('#picture [data-character="Centaur"][data-state~="slain"]')


def test_a_game_is_edited(tab: Watched, served: str) -> None:
    page = tab.page
    page.goto(served)
    page.click("#new-game")
    page.wait_for_selector("#picture [data-legion][data-land]")
    marker = page.get_attribute("#picture [data-legion][data-land] >> nth=0", "data-legion")
    page.click(f'#picture [data-legion="{marker}"][data-land]')
    page.wait_for_selector("#picture .picked")
    page.click('#picture [data-terrain][data-land="22"]')
    page.wait_for_selector(f'#picture [data-legion="{marker}"][data-land="22"]')
    page.click(f'#picture [data-legion="{marker}"][data-land="22"]')
    page.wait_for_selector("#ask-musters:visible")
    for height in (7, 6):
        page.click('#contents [aria-label="Remove Centaur"] >> nth=0')
        page.wait_for_selector(f'#picture [data-legion="{marker}"][data-height="{height}"]')
    page.click("#ask-musters")
    page.wait_for_selector('#answer:has-text("Musters")')
    assert "MUSTER" in page.text_content("#answer")


def test_hostile_names_are_names(tab: Watched, served: str) -> None:
    page = tab.page
    page.goto(served)
    page.click("#new-game")
    page.wait_for_selector("#picture [data-legion]")
    page.click("text=The document")
    document = json.loads(page.input_value("#text"))
    document["players"][0]["name"] = HOSTILE
    page.fill("#text", json.dumps(document))
    page.click("#use")
    page.wait_for_selector('#picture title:has-text("window.hacked")', state="attached")
    assert page.evaluate_handle("window.hacked").json_value() is None
    assert page.query_selector_all("#picture img, #picture script") == []
