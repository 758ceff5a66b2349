"""A game by mail of three players and six turns, kept from heights alone, with the sheet after each turn."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from looping import some
from running import titan

MAIL = (Path(__file__).parents[1] / "data" / "postal-game.txt").read_text(encoding="utf-8")
START = (
    "turn 1, Black's splits: Black tower 600: Bk01 600 height 8 / Red tower 400: Rd01 400 height 8"
    ' / Blue tower 200: Bu01 200 height 8 | name Black "Ann", name Red "Ben", name Blue "Cy"'
)


def turns() -> Iterator[tuple[str, list[str]]]:
    """The mails, one a turn: whose it is, and its rows."""
    rows = re.split(r"^(\d \w+)\n", MAIL, flags=re.MULTILINE)[1:]
    yield from ((turn, text.splitlines()) for turn, text in zip(rows[::2], rows[1::2], strict=True))


class Heights:
    """What the mails alone say of each Legion: its height, its land, and who it must hold."""

    def __init__(self) -> None:
        self.legions = {"Bk01": (8, 600), "Rd01": (8, 400), "Bu01": (8, 200)}

    def take(self, row: str) -> None:
        marker = row[:4]
        if split := re.search(r"/(\w\w\d\d) (\d)$", row):
            height, land = self.legions[marker]
            self.legions[marker] = height - int(split[2]), land
            self.legions[split[1]] = int(split[2]), land
        elif move := re.search(r" [A-Z][a-z]?(\d+)( .*)?$", row):
            height, _ = self.legions[marker]
            self.legions[marker] = height + bool(move[2]), int(move[1])


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[dict[str, Any]]]:
    """The record, and the sheet after each turn."""
    path, sheets = str(tmp_path_factory.mktemp("postal") / "game.titan"), []
    assert titan("play", path, "--start", START).code == 0
    for turn, rows in some(turns()):
        done = titan("play", path, "-", "--format", "json", stdin="\n".join([*rows, "done", "done"]))
        assert done.code == 0, (turn, done.out[-500:], done.err)
        sheets.append(titan("show", path, "--public", "--format", "json").json)
    return path, sheets


def test_each_sheet_has_the_heights_and_lands_of_the_mails(kept: tuple[str, list[dict[str, Any]]]) -> None:
    heights = Heights()
    for (_, rows), sheet in some(zip(turns(), kept[1], strict=True)):
        for row in rows:
            heights.take(row)
        assert {x["legion"]: (x["height"], x["land"]) for x in sheet["legions"]} == heights.legions


def test_each_sheet_says_whose_turn_it_is(kept: tuple[str, list[dict[str, Any]]]) -> None:
    following = [(sheet["turn"], sheet["active"]) for sheet in kept[1]]
    assert following[:4] == [(1, "Red"), (1, "Blue"), (2, "Black"), (2, "Red")]
    assert following[-1] == (7, "Black")


def test_MUSTER_4_who_mustered_is_known_and_what_was_taken_is_gone(kept: tuple[str, list[dict[str, Any]]]) -> None:
    sheet = kept[1][-1]
    known = {x["legion"]: x["revealed"] for x in sheet["legions"]}
    assert known["Bu03"] == {"Centaur": 4, "Lion": 1}
    assert sheet["at_most"]
    assert sheet["counters_left"]["Ogre"] < 25 - known["Rd01"]["Ogre"]
    position = titan("show", kept[0], "--format", "json").out
    assert titan("validate", "-", stdin=position).code == 0  # what was shown came off the caretaker's stock


def test_SPLIT_2_after_a_split_only_what_must_be_in_a_part_is_known(kept: tuple[str, list[dict[str, Any]]]) -> None:
    before, after = kept[1][11], kept[1][12]
    assert [x["revealed"] for x in before["legions"] if x["legion"] == "Bk01"] == [
        {"Centaur": 2, "Lion": 1, "Ogre": 3, "Troll": 1}
    ]
    parts = {x["legion"]: x["revealed"] for x in after["legions"] if x["legion"] in ("Bk01", "Bk02")}
    assert parts == {"Bk01": {"Ogre": 1}, "Bk02": {}}


@pytest.mark.parametrize("command", [["show"], ["legal-moves"], ["replay"], ["render"], ["show", "--public"]])
def test_it_is_a_game_for_every_command(kept: tuple[str, list[dict[str, Any]]], command: list[str]) -> None:
    assert titan(command[0], kept[0], *command[1:]).code == 0


def test_its_mails_are_written_as_they_came(kept: tuple[str, list[dict[str, Any]]]) -> None:
    written = titan("replay", kept[0], "--format", "mail").out
    assert sorted(written.splitlines()) == sorted(MAIL.splitlines())


def test_MUSTER_4_a_legion_shows_no_more_than_it_has_room_for(tmp_path: Path) -> None:
    """Of two, an Angel was seen: it cannot show two Centaurs besides."""
    path = str(tmp_path / "m.titan")
    start = "turn 5, Black's musters: Black: Bk01 600 Titan 2 Ogre, Bk02 105 height 2 moved / Red: Rd01 13 height 6"
    seen = titan("play", path, "--start", f"{start} | revealed Bk02 Angel", "Bk02 Cen,Cen>Lio", "--format", "json")
    assert (seen.code, seen.json["rulings"][0]["rule"]) == (1, "MUSTER-2")
    other = str(tmp_path / "n.titan")
    assert titan("play", other, "--start", start, "Bk02 Cen,Cen>Lio").code == 0
    assert titan("check", start, "Bk02 Cen,Cen>Lio").code == 2  # a question: nobody has shown anything yet
