"""Lords of Xidit: what is refused, all at once, and what is only odd."""

import contextlib
import json
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator, ValidationError

from companion_files import DOCS
from looping import for_each, some
from running import titan
from titan_companions.lords_of_xidit.companion import GAME
from titan_companions.lords_of_xidit.line import new
from titan_companions.protocol import answers, views
from titan_rules.kernel.errors import CannotTell, DocumentError, TitanError

FORMAT = GAME.format
ASKED = ("run", "reach A", "supply", "year", "regions", "what-if wealth", "what-if influence B")


def put(data: Any, pointer: str, value: Any) -> None:
    """Set, or with ``...`` remove, what stands at a JSON pointer."""
    *path, last = pointer.split("/")[1:]
    for part in path:
        data = data[int(part)] if isinstance(data, list) else data.setdefault(part, {})
    if value is ...:
        del data[last]
    else:
        data[last] = value


def faults(changes: dict[str, Any]) -> list[tuple[str, str]]:
    data = new()
    for pointer, value in changes.items():
        put(data, pointer, value)
    try:
        FORMAT.read(data)
    except DocumentError as e:
        return [(fault.code, fault.pointer) for fault in e.faults]
    return []


@for_each(
    ("changes", "expected"),
    [
        ({"/map/cities/2/roads/red": ...}, [("one-ended-road", "/map/cities/1/roads/red")]),
        (
            {"/map/cities/6/roads/red": "1"},
            [("color-twice", "/map/cities/5/roads/red"), ("color-twice", "/map/cities/6/roads/red")],
        ),
        ({"/map/cities/4/roads/black": "4"}, [("road-to-itself", "/map/cities/4/roads/black")]),
        ({"/map/cities/4/regions": ["East", "East"]}, [("listed-twice", "/map/cities/4/regions/1")]),
        ({"/map/regions/East/second": 4}, [("region-points", "/map/regions/East")]),
        ({"/cities/1/tile/units": ["mage"] * 6}, [("unit-count", "/cities/1/tile/units")]),
        ({"/cities/1/tile/units": ...}, [("missing-key", "/cities/1/tile")]),
        ({"/cities/4/tile/units": ["infantry"]}, [("not-printed", "/cities/4/tile/units")]),
        ({"/cities/2/tile/units": ["mage"]}, [("wrong-side", "/cities/2/tile/units")]),
        ({"/cities/2/tile/recruited_by": ["A"]}, [("wrong-side", "/cities/2/tile/recruited_by")]),
        ({"/cities/2/tile/needs": ...}, [("missing-key", "/cities/2/tile")]),
        ({"/cities/2/tile/needs": {"mage": 0}}, [("no-needs", "/cities/2/tile/needs")]),
        ({"/cities/2/tile/rewards": {}}, [("no-rewards", "/cities/2/tile/rewards")]),
        (
            {"/titans/piles": [{"face_up": {"needs": 1, "rewards": {"gold": 1}}}]},
            [("titan-asleep", "/titans/piles/0/face_up")],
        ),
        ({"/year": 13}, [("bad-year", "/year")]),
        ({"/length": "short", "/year": 10}, [("bad-year", "/year")]),
        ({"/order": ["A", "B", "C"]}, [("bad-seats", "/order")]),
        ({"/dummy": {"wealth": 1}}, [("dummy", "/dummy")]),
        ({"/players/A/hand/mage": 71}, [("unit-count", "/players/A/hand")]),
        ({"/players/A/harps_left": 14}, [("harp-count", "/players/A/harps_left")]),
        ({"/players/A/guilds/6": 1}, [("space-taken", "/players/B/guilds/6")]),
        ({"/players/A/guild_saved": 14}, [("storey-count", "/players/A/guilds")]),
        ({"/players/A/program": ["wait"]}, [("program-length", "/players/A/program")]),
        ({"/criteria": ["wealth", "wealth", "influence"]}, [("bad-criteria", "/criteria")]),
        ({"/census_shown/mage": {"A": 3}}, [("shown-not-held", "/census_shown/mage/A")]),
        ({"/choices": [{"player": "A"}]}, [("bad-choice", "/choices/0")]),
        ({"/choices": [{"order": 6}]}, [("missing-key", "/choices/0")]),
        ({"/choices": [{"order": 1, "player": "A"}] * 2}, [("chosen-twice", "/choices/1")]),
    ],
)
def test_impossible_positions_are_refused(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert faults(changes) == expected


def test_the_skeleton_is_what_the_schema_says() -> None:
    schema = Draft202012Validator(titan("companion", "lords-of-xidit", "schema", "position").json)
    schema.validate(new())
    with pytest.raises(ValidationError):
        schema.validate({**new(), "yaer": 4})


def test_all_faults_come_at_once() -> None:
    out_of_bounds = {"/year": 0, "/next": {"order": 8, "player": "A"}, "/players/A/guilds/3": 9, "/players/B/gold": -2,
                     "/players/A/hand/mage": -1, "/cities/2/tile/needs/mage": -1, "/census/mage/sole": -1,
                     "/map/regions/East/second": -1, "/players/A/program": ["jump"], "/playes": {}}  # fmt: skip
    unknown = {"/map/cities/4/roads/black": "44", "/map/cities/4/regions": ["Eats"], "/cities/9": {"tile": None},
               "/cities/1/tile/recruited_by": ["Z"], "/supply/next_monster/city": "9", "/start": "a",
               "/next": {"order": 1, "player": "Z"}, "/players/A/at": "9", "/players/A/harps/Nord": 0,
               "/players/A/titans_this_year": ["9"], "/ruleset": "offical", "/options/harp_split": "half",
               "/choices": [{"order": 1, "player": "A", "harps": {"X": 1}, "guild": "9"}]}  # fmt: skip
    for changes in (out_of_bounds, unknown):
        places = [pointer for _, pointer in faults(changes)]
        assert all(any(place.startswith(changed) for place in places) for changed in changes), places
    found = faults({"/year": 13, "/map/cities/2/roads/red": ..., "/players/A/guild_saved": 14})
    assert [code for code, _ in found] == ["bad-year", "one-ended-road", "storey-count"]


def test_LX_FINAL_11_a_game_of_three_may_have_a_dummy_that_is_no_player() -> None:
    data = new()
    del data["players"]["D"], data["census_shown"]["mage"]
    data |= {"order": ["A", "B", "C"], "dummy": {"wealth": 1, "steps": {"wealth": 1}}}
    assert titan("companion", "lords-of-xidit", "validate", "-", stdin=json.dumps(data)).code == 0
    data["players"]["dummy"] = data["players"].pop("C")
    data |= {"order": ["A", "B", "dummy"], "census_shown": {}}
    with pytest.raises(DocumentError, match="beside the dummy"):
        FORMAT.read(data)


def test_two_players_are_too_few() -> None:
    data = new()
    for name in "CD":
        del data["players"][name]
    data |= {"order": ["A", "B"], "census_shown": {}}
    with pytest.raises(DocumentError, match="3 to 5 play"):
        FORMAT.read(data)


def test_what_is_odd_is_warned_of_and_not_refused() -> None:
    data = new()
    del data["players"]["D"], data["census_shown"]["mage"], data["map"]["regions"]["Bastion"]["bastion"]
    data["order"] = ["A", "B", "C"]
    data["players"]["A"]["hand"] = {"peasant": 40}
    data["players"]["B"]["hand"] = {"archer": 40}
    data["census_shown"] = {}
    done = titan("companion", "lords-of-xidit", "validate", "-", stdin=json.dumps(data))
    assert done.code == 0
    codes = [warning["code"] for warning in done.json["documents"][0]["warnings"]]
    assert codes == ["city-count", "bastion-count", "unit-count", "no-dummy"]


@pytest.mark.parametrize(("text", "words"), [("3", "city 3 has no tile"), ("1 kind=monster", "a recruit tile")])
def test_LX_SUPPLY_1_no_such_tile_to_use_up(text: str, words: str) -> None:
    at = FORMAT.read(new())
    with pytest.raises(CannotTell, match=words):
        views.ask(GAME, at, GAME.questions.read(f"supply {text}", known=GAME.known(at)))


JUNK = st.one_of(st.none(), st.booleans(), st.integers(-3, 30), st.sampled_from(["", "1", "A", "mage", [], {}]))


def places(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [*([at] if at else []), *(place for key, value in inner for place in places(value, (*at, key)))]


def replaced(data: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The same JSON with another value in a place, if it is still there."""
    if not place:
        return value
    if isinstance(data, dict):
        return {**data, place[0]: replaced(data.get(place[0]), place[1:], value)}
    if isinstance(data, list):
        return [replaced(item, place[1:], value) if i == place[0] else item for i, item in enumerate(data)]
    return data


@given(st.lists(st.tuples(st.sampled_from(places(new())), JUNK), min_size=1, max_size=3))
def test_no_document_brings_a_question_down(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    data: Any = new()
    for place, value in changes:
        data = replaced(data, place, value)
    with contextlib.suppress(TitanError):
        at = FORMAT.read(data)
        for text in ASKED:
            with contextlib.suppress(TitanError):
                answers.answer(GAME, text, lambda here, t=text: views.ask(GAME, here, GAME.questions.read(t)), at)
        views.legal(GAME, at)


def test_the_page_has_every_option_and_its_python_runs() -> None:
    page = (DOCS / "lords-of-xidit.md").read_text(encoding="utf-8")
    for option in some(GAME.rulesets.options.values()):
        values = ", ".join(f"`{value}`" for value in option.values)
        assert f"| `{option.name}` | {values} | {', '.join(option.rules)} |" in page
    for block in re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL):
        exec(block, {})


def test_importing_titan_rules_imports_no_companion() -> None:
    code = "import sys, titan_rules; print([m for m in sys.modules if 'companions' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
