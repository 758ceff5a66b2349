"""Which Legions' contents decide about an action, whom it needs, and what matters about a lost Legion."""

import pytest

from titan_rules.box import STANDARD
from titan_rules.box.names import CharacterName
from titan_rules.deduction.recorded import recorded
from titan_rules.deduction.trials import deciding, ends, needed, passes_up, worth
from titan_rules.position.game import Game
from titan_rules.text.parsing import parse
from unseen import ENDED, FIGHT, MEETING, START, after, lines

QUIET, MET, FOUGHT = START, recorded(lines(), START).game, recorded(lines(*FIGHT[:2]), START).game
FIRST, LATER = (recorded(lines(*FIGHT, *more), START).game for more in ((), ("Ang enters C2", "end-maneuver")))
BOTH = ("Bk02", "Rd01")


@pytest.mark.parametrize(
    ("state", "text", "legions"),
    [
        (QUIET, "Bk01/Bk02 3", ("Bk01",)),
        (QUIET, "Bk01 104", ("Bk01",)),
        (QUIET, "Bk01 Lio,Lio>Ranger", ("Bk01",)),
        (QUIET, "Black withdraws", ()),
        (QUIET, "flee", ()),
        (MET, "summon Angel from Bk01", ("Bk01",)),
        (MET, "flee", ("Rd01",)),
        (MET, "stand", ("Rd01",)),
        (MET, "Red no-more", ("Rd01",)),
        (MET, "Red concedes", ("Rd01",)),
        (MET, "Black fights", ("Rd01",)),
        (MET, "reinforce Tro,Tro>Ranger", ("Rd01",)),
        (MET, "Red proposes attacker Lio, defender all", BOTH),
        (MET, "Black accepts attacker Lio, defender all", BOTH),
        (MET, "end-turn", ()),
        (FIRST, "Lio enters F2", ("Bk02",)),
        (FIRST, "end-maneuver", ("Bk02",)),
        (FIRST, "Black attempts to concede", ("Bk02",)),
        (FIRST, "Black concedes", ("Bk02",)),
        (FIRST, "Red concedes", ("Rd01",)),
        (FIRST, "Red accepts the concession", ("Rd01",)),
        (LATER, "end-strikes", ()),
        (recorded(lines(*FIGHT[:2], "Ogr enters A3"), START).game, "Tro enters A2", ("Rd01",)),
    ],
)
def test_whose_content_decides(state: Game, text: str, legions: tuple[str, ...]) -> None:
    assert deciding(state, parse(text)) == legions


def test_BATTLE_5_who_entered_decides_no_more() -> None:
    words = ("Ang enters E3", "end-maneuver", *ENDED, "end-maneuver", *ENDED)
    state = recorded(lines(*FIGHT, *words), START).game
    assert state.battle is not None
    assert state.battle.turn == 2
    assert deciding(state, parse("end-maneuver")) == ()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Bk01 Lio,Lio>Ranger", ("Lion", "Lion")),
        ("Bk01 >Ogre", ()),
        ("reinforce Tro,Tro>Ranger", ("Troll", "Troll")),
        ("Bk01/Bk02 Lio Ogr", ("Lion", "Ogre")),
        ("Bk01/Bk02 2", ()),
        ("summon Angel from Bk01", ("Angel",)),
        ("Bk01 moves to 300 by tower teleport revealing Angel", ("Angel",)),
        ("Bk01 104", ()),
        ("end-turn", ()),
    ],
)
def test_whom_an_action_needs(text: str, names: tuple[str, ...]) -> None:
    assert needed(parse(text)) == names


LOSING = ("flee", "Black accepts attacker Lio, defender all", "Red concedes", "Black attempts to concede")


def test_in_what_legions_may_be_lost() -> None:
    for text in (*LOSING, "Red accepts the concession", "end-maneuver", "Black withdraws"):
        assert ends(FOUGHT, parse(text)), text
        assert ends(QUIET, parse(text)), text
    waiting = after(
        *(*MEETING[:-1], "Red concedes"),
        black={"Bk01": (105, "Lion Lion Ogre Ogre Titan Troll"), "Bk09": (1, "Angel Ogre")},
        red={"Rd01": (104, "Titan Troll"), "Rd02": (4000, "Ogre Ogre")},
    ).game
    for text in ("end-turn", "no-summon", "summon Angel from Bk09", "Lio enters F2"):
        assert not ends(MET, parse(text)), text
        assert not ends(QUIET, parse(text)), text
        assert ends(waiting, parse(text)), text


def test_what_only_declines() -> None:
    assert all(passes_up(parse(text)) for text in ("no-summon", "no-reinforce", "acquire nobody"))
    assert not any(passes_up(parse(text)) for text in ("acquire Angel", "end-turn", "Red no-more"))


def value(text: str) -> object:
    return worth(STANDARD, tuple(CharacterName(name) for name in text.split()))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ogre Ogre", "Centaur Gargoyle", True),
        ("Lion Ogre", "Centaur Lion", True),
        ("Ogre Ogre", "Ogre Lion", False),
        ("Lion Lion", "Gorgon Ogre", False),
        ("Angel Ogre", "Unicorn Ogre", False),
        ("Titan Ogre", "Unicorn Ogre", False),
    ],
)
def test_SCORE_1_what_matters_is_points_halves_titans_and_who_returns(one: str, other: str, same: bool) -> None:
    assert (value(one) == value(other)) == same
