"""The header line ``markers Hilt Rd01``: a game's own names of its Legion Markers, which override the printed ones."""

from pathlib import Path

import pytest

from running import titan

START = (
    "start turn 5, Black's movement, roll 4: Black tower 600 score 123: Bk01 600 Titan 2 Ogre, Bk02 109 2 Centaur"
    " / Silver tower 300 score 56: Si06 13 height 6, Si07 29 4 Lion"
)


def kept(tmp_path: Path, markers: str) -> str:
    path = tmp_path / "own.titan"
    path.write_text(f"titan-rules/1 standard\nmarkers {markers}\n{START}\n")
    return str(path)


def moves(path: str, text: str) -> str | None:
    """The short text of a legal move; None if it is not read."""
    done = titan("check", path, text)
    return str(done.json["text"]) if done.code == 0 else None


def test_a_game_names_its_markers_itself(tmp_path: Path) -> None:
    path = kept(tmp_path, "Owl Bk02, Si07 Sword")
    assert moves(path, "Owl moves to 105") == moves(path, "Bk02(Owl) P105") == "Bk02 P105"
    assert moves(path, "Eye moves to 105") is None  # what is printed on Bk02


def test_a_name_that_is_printed_on_another_marker_means_the_game_s_own(tmp_path: Path) -> None:
    """Hilt is printed on Si06."""
    assert moves(kept(tmp_path, "Hilt Bk02"), "Hilt moves to 105") == "Bk02 P105"


def test_a_character_s_name_needs_its_colour(tmp_path: Path) -> None:
    path = kept(tmp_path, "Lion Bk02")
    assert moves(path, "Black's Lion to 105") == "Bk02 P105"
    assert moves(path, "Lion to 105") is None


@pytest.mark.parametrize("asked", [["show"], ["show", "--public"], ["replay", "--format", "mail"]])
def test_the_names_are_printed(tmp_path: Path, asked: list[str]) -> None:
    path = kept(tmp_path, "Owl Bk02")
    assert titan("play", path, "Owl P105 Cen/Lio", "done", "done").code == 0
    shown = titan(asked[0], path, *asked[1:], *([] if "mail" in asked else ["--format", "table"])).out
    assert "Bk02(Owl) P105 Cen/Lio\n" in shown if "mail" in asked else "Bk02 (Owl)" in shown


def test_sheet_and_json_lines_carry_the_same(tmp_path: Path) -> None:
    path = kept(tmp_path, "Owl Bk02, Si07 Sword")
    lines = titan("replay", path, "--format", "jsonl").out
    assert '"markers":{"Bk02":"Owl","Si07":"Sword"}' in lines
    again = tmp_path / "own.jsonl"
    again.write_text(lines)
    assert titan("replay", str(again), "--format", "sheet").out.splitlines()[1] == "markers Owl Bk02, Sword Si07"
    assert moves(str(again), "Owl moves to 105") == "Bk02 P105"


def test_a_position_out_of_the_game_keeps_them(tmp_path: Path) -> None:
    position = tmp_path / "own.json"
    position.write_text(titan("show", kept(tmp_path, "Owl Bk02"), "--format", "json").out)
    assert moves(str(position), "Owl moves to 105") == "Bk02 P105"


@pytest.mark.parametrize(
    ("markers", "told"),
    [
        ("Hilt", "'Hilt' is not a name and its Legion Marker"),
        ("Hilt Rd01 Rd02", "is not a name and its Legion Marker"),
        ("Rd01 Rd02", "is not a name and its Legion Marker"),
        ("9x Rd01", "'9x' is not a name for a marker"),
        ("Hilt Rd01, hilt Rd02", "Rd02 and Rd01 have one name"),
    ],
)
def test_what_names_no_marker(tmp_path: Path, markers: str, told: str) -> None:
    done = titan("show", kept(tmp_path, markers))
    assert (done.code, told in done.err) == (2, True), done.err
    assert len(done.err.splitlines()) == 1


def test_an_unknown_marker_in_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text('{"format": "titan-rules/1", "kind": "replay", "players": [{"name": "A"}, {"name": "B"}],'
                    ' "markers": {"Xx01": "Hilt"}}\n')  # fmt: skip
    done = titan("show", str(path))
    assert (done.code, "Xx01" in done.err) == (2, True)
