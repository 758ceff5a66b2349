"""``titan deduce``."""

import pytest

from checkout import EXAMPLES
from looping import some
from running import Done, titan

GAME = str(EXAMPLES / "who-left.replay.jsonl")
GUARDIAN = "Bk02 Tro,Tro,Tro>Guardian"


def deduce(*args: str, game: str = GAME) -> Done:
    return titan("deduce", game, *args)


def test_the_prior_changes_weights_and_nothing_else() -> None:
    by_counters = deduce("--as", "Red", "--step", "1").json
    by_splits = deduce("--as", "Red", "--step", "1", "--prior", "splits").json
    assert by_splits["prior"] == "splits"
    for one, two in some(zip(by_counters["legions"], by_splits["legions"], strict=True)):
        assert {content["weight"]["exact"] for content in two["contents"]} == {"1/14"}
        assert sorted(x["characters"] for x in one["contents"]) == sorted(x["characters"] for x in two["contents"])
        assert one["range"] == two["range"]


def test_everybody_but_the_owner_is_told() -> None:
    assert {legion["legion"][:2] for legion in deduce("--as", "Black").json["legions"]} == {"Rd"}
    assert {legion["legion"][:2] for legion in deduce().json["legions"]} == {"Bk", "Rd"}
    assert deduce("--as", "Nobody").json["as"] == "nobody"


def test_the_table_tells_weights_or_what_is_known() -> None:
    done = deduce("--as", "Red", "--step", "1", "--format", "table")
    assert done.out.startswith(
        "What Red can know after step 1; every split of the counters equally likely\n\nBk01, height 4;"
    )
    assert "20.00 %   Angel, Centaur, Gargoyle, Ogre\n" in done.out
    done = deduce("--step", "0", "--prior", "splits", "--format", "table")
    said = " ".join(done.out.split())
    assert said.startswith(
        "What an observer can know after step 0; every different split equally likely Bk01, height 8: "
    )
    assert "Rd01, height 8: Angel, 2 × Centaur, 2 × Gargoyle, 2 × Ogre, Titan\n" in done.out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--as", "Puce"], "Puce"),
        (["--as", "Gold"], "nobody plays Gold"),
        (["--step", "57"], "the game has 56 actions"),
        (["--step", "-1"], "-1"),
        (["--legion", "Bk09"], "there is no Legion Bk09 on the board after step 56"),
        (["--as", "Red", "--legion", "Rd01"], "Rd01 is Red's own"),
        (["--legion", "Zz99"], "Zz99"),
        (["--could", "abracadabra"], "is not understood"),
        (["--could", "Bk02 P105 Cen>Lio"], "--could takes one action"),
        (["--prior", "habits"], "habits"),
    ],
)
def test_bad_questions_get_one_clear_line(args: list[str], message: str) -> None:
    done = deduce(*args, "--format", "json")
    assert (done.code, done.out) == (2, "")
    assert message in done.error["message"]


def test_a_document_that_is_no_replay() -> None:
    assert deduce(game=str(EXAMPLES / "game.json")).code == 2
    assert deduce(game="missing.jsonl").code == 2


def test_MUSTER_2_whether_it_could_have_been_for_people() -> None:
    could = ("--as", "Red", "--could", GUARDIAN, "--format", "table", "--prior", "splits")
    done = deduce("--step", "43", *could)
    assert done.out.startswith("Bk02 Tro,Tro,Tro>Gua: possible, 50.00 % (every different split equally likely)\n")
    done = deduce("--step", "44", *could)
    assert (done.code, done.out.startswith("Bk02 Tro,Tro,Tro>Gua: not possible\n")) == (1, True)
