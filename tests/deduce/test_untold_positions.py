"""The position after a record that does not say who left: heights, certain characters, and whose choice it is."""

import pytest

from histories import unsaid
from looping import some
from recorded import recording, who_left
from titan_rules.deduction.recorded import Recording, recorded
from titan_rules.kernel.errors import CannotTell
from unseen import ENDED, FIGHT, START, Row, after, lines


def assert_certain(found: Recording) -> None:
    """Legions that are not known whole have their height, and what is certain of them is revealed."""
    for deduced in some(found.deduce().legions):
        holder = found.game.find(deduced.legion)
        assert holder is not None
        legion = holder[1]
        assert legion.size == deduced.height
        if len(deduced.contents) > 1:
            assert (legion.characters, legion.revealed, legion.seen) == (None, deduced.certain, {})
        else:
            assert (tuple(sorted(legion.characters or ())), legion.height) == (deduced.certain, None)


@pytest.mark.parametrize("step", [0, 1, 7, 8, 30, 38, 43, 44, 55, 56])
def test_what_is_certain_is_revealed_after_every_kind_of_action(step: int) -> None:
    assert_certain(recording(unsaid(who_left()), step))


@pytest.mark.parametrize("step", [7, 20, 31, 44, 55])
def test_MUSTER_3_who_musters_unseen_comes_not_off_the_stock_again(step: int) -> None:
    untold, told = recording(unsaid(who_left()), step).game, recording(who_left(), step).game
    assert untold.caretaker == told.caretaker


@pytest.mark.parametrize("last", range(2, 16))
def test_what_is_certain_is_revealed_in_an_engagement_and_a_battle(last: int) -> None:
    rows = [*FIGHT, "Lio enters F2", "Tit enters D5", "end-maneuver", *ENDED, "end-maneuver", *ENDED]
    assert_certain(recorded(lines(*rows[:last]), START))


@pytest.mark.parametrize(
    "found",
    [
        recorded(lines(*FIGHT[:2]), START),
        recorded(lines(*FIGHT), START),
        recorded(lines(*FIGHT, "Lio enters F2", "Lio enters E2"), START),
    ],
)
def test_BATTLE_1_until_it_has_entered_a_legion_is_represented_by_a_content_that_is_possible(found: Recording) -> None:
    battle = found.game.battle
    assert battle is not None
    for side in (battle.attacker, battle.defender):
        characters = tuple(sorted(combatant.name for combatant in side.characters))
        assert characters in [content.characters for content in found.deduce().legion(side.legion or "").contents]


def test_CONCEDE_1_who_has_entered_is_revealed_while_a_concession_is_pending() -> None:
    found = recorded(lines(*FIGHT, "Lio enters F2", "Black attempts to concede"), START)
    assert found.game.player("Black").held("Bk02").revealed == ("Lion",)
    assert_certain(found)


def test_ENG_7_who_is_offered_is_revealed() -> None:
    found = recorded(lines("Red proposes attacker Lio, defender all"), START)
    assert found.game.player("Black").held("Bk02").revealed == ("Lion",)


def attacked(held: str, *words: Row) -> Recording:
    """Three of Black's who are not named are attacked by Red, who may summon."""
    turns = ["Bk02/Bk03 3", "end-splits", "roll 1", "Bk03 8", "end-moves", "end-turn"]
    turns += ["end-splits", "roll 1", "Gd01 29", "end-moves", "end-turn"]
    turns += ["end-splits", "roll 1", "Rd01 8 bottom", "end-moves", "engage 8"]
    black = {"Bk02": (7, held), "Bk01": (30, "Ogre Ogre" if "Titan" in held else "Titan Ogre")}
    return after(*turns, *words, black=black, red={"Rd01": (2000, "Lion Lion"), "Rd09": (1, "Titan Angel")})


def test_BATTLE_1_the_same_of_a_defender() -> None:
    found = attacked("Troll Troll Ogre Lion Lion Centaur", "stand", "Black no-more", "Red fights")
    battle = found.game.battle
    assert battle is not None
    characters = tuple(sorted(combatant.name for combatant in battle.defender.characters))
    assert characters in [content.characters for content in found.deduce().legion("Bk03").contents]


@pytest.mark.parametrize(
    ("held", "words", "expected", "lord"),
    [
        ("Troll Troll Ogre Lion Lion Centaur", [], ("flight", "Black"), 0),
        ("Troll Troll Ogre Lion Lion Centaur", ["stand"], ("negotiation", "Black"), 0),
        ("Angel Troll Ogre Lion Lion Centaur", [], ("negotiation", "Black"), 0.5),
        ("Angel Troll Ogre Lion Lion Centaur", ["stand"], ("negotiation", "Black"), 0.5),
        ("Angel Troll Ogre Lion Lion Centaur", ["stand", "Black no-more"], ("negotiation", "Red"), 0.5),
        ("Angel Troll Ogre Lion Lion Centaur", ["Black no-more"], ("negotiation", "Red"), 1),
        ("Angel Angel Angel Angel Lion Lion", [], ("negotiation", "Black"), 1),
        ("Angel Angel Angel Angel Lion Lion", ["stand"], ("negotiation", "Black"), 1),
    ],
)
def test_ENG_3_only_who_holds_no_lord_for_certain_is_asked_whether_it_flees(
    held: str, words: list[str], expected: tuple[str, str], lord: float
) -> None:
    found = attacked(held, *words)
    engagement = found.game.engagement
    assert engagement is not None
    assert (engagement.stage, engagement.to_act) == expected
    assert found.deduce().legion("Bk03").chance(["Angel"]).exact == lord


@pytest.mark.parametrize(
    ("waits", "slain"), [(["Titan", "Lion", "Lion"], ()), (["Angel", "Lion", "Lion"], ("Black",)), (None, None)]
)
def test_D_1_what_the_record_says_of_the_rest_decides_who_lost_the_titan(
    waits: list[str] | None, slain: tuple[str, ...] | None
) -> None:
    expect = {} if waits is None else {"legion": {"Bk02": waits}}
    found = attacked("Titan Angel Ogre Lion Lion Centaur", ("Black concedes", expect))
    engagements = [game.engagement for game, _ in found.ways]
    assert [engagement and engagement.stage for engagement in engagements] == ["summons"] * len(found.ways)
    titans = {engagement and engagement.slain_titans for engagement in engagements}
    assert titans == ({(), ("Black",)} if slain is None else {slain})
    if waits is not None:
        assert found.deduce().legion("Bk02").certain == tuple(sorted(waits))
        with pytest.raises(CannotTell, match="no history is left: Bk02 was seen whole"):
            attacked("Titan Angel Ogre Lion Lion Centaur", ("Black concedes", {"legion": {"Bk02": ["Cyclops"] * 3}}))
