"""Errors say what is wrong, and give a hint only when it is close."""

import pytest

from checkout import EXAMPLES
from running import titan


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["replay", "game.json"], "this is a position, not a recorded game"),
        (["deduce", "game.json"], "this is a position, not a recorded game"),
        (["deduce", "Plains: Ogre D3 / Lion D4"], "this is a position, not a recorded game"),
        (["import", "slugathon", "game.xml"], "this is a save of Colossus, not of Slugathon"),
        (["import", "colossus", "game.save"], "this is a save of Slugathon, not of Colossus"),
        (["advise", "Jungle: 2 Ogre"], "this is a muster, not a game or battle"),
        (["resolve-battle", "battle.json"], "Give orders, or --simulate N"),
    ],
)
def test_what_is_wrong_is_said(args: list[str], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    done = titan(*args)
    assert done.code == 2
    assert told in done.err
    assert "/kind" not in done.err


@pytest.mark.parametrize("args", [["frobnicate"], ["schema", "nosuch"], ["box", "show", "xyzzy"]])
def test_a_far_name_is_no_hint(args: list[str]) -> None:
    assert "did you mean" not in titan(*args).err


def test_a_proposal_says_what_it_lists(tmp_path: object) -> None:
    start = (
        "Black's movement, roll 4: Black 600 123: Bk01 600 Titan 2 Ogre, Bk02 109 Angel 2 Centaur"
        " / Red 300: Rd01 13 Titan 2 Troll, Rd02 105 2 Troll"
    )
    said = ("Bk02 to 105; done; engage 105; fight",)
    done = titan("play", f"{tmp_path}/g.titan", "--start", start, *said, "--format", "table")
    assert "propose (what each side would lose): Red proposes attacker" in " ".join(done.out.split())
