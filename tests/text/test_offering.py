"""What a refusal offers to type: everything that was said in full, or a form to be filled in."""

import pytest

from looping import for_each
from titan_rules.text.questions import NotRead, read_question

MELEE = "Plains: Ogre D3 / Lion D4"
MARCH = (
    "turn 2, Black's movement, roll 2: Black tower 600: Bk02 109 2 Lion / Red tower 500"
    " | elsewhere Black, elsewhere Red"
)


def refused(*texts: str) -> NotRead:
    """The refusal of some texts."""
    with pytest.raises(NotRead) as caught:
        read_question(texts)
    return caught.value


# --- a name that there is not ----------------------------------------------------------------------------------------


@for_each(
    ("texts", "so_far"),
    [
        # somebody with a hex, on either side, alone or beside others
        (["Plains: Ogre D3 / Zork D4", "D3 strikes D4"], "Plains: Ogre D3 / ... D4; D3 strikes D4"),
        (["Plains: Zork D3 / Ogre D4", "D3 strikes D4"], "Plains: ... D3 / Ogre D4; D3 strikes D4"),
        (["Plains: Ogre D3, Zork C3 / Lion D4", "D3 strikes D4"], "Plains: Ogre D3, ... C3 / Lion D4; D3 strikes D4"),
        (["Plains: Ogre D3 / Lion D4, zork on E4", "D3 strikes D4"],
         "Plains: Ogre D3 / Lion D4, ... E4; D3 strikes D4"),
        (["Plains: Ogre D3, Zork E3 / Lion D4", "Zork strikes Lion"],
         "Plains: Ogre D3, ... E3 / Lion D4; E3 strikes D4"),
        (["Plains: Ogre D3, Orgen E3 / Lion D4", "Orgen strikes Lion"],
         "Plains: Ogre D3, ... E3 / Lion D4; E3 strikes D4"),
        # somebody in a Legion, counted or not
        (["Bk02 109 2 Zork, roll 2", "Bk02 to 111"], "roll 2, Bk02 109 2 ...; Bk02 S111"),
        (["Bk02 109 Titan, Zork, Lion, roll 2", "Bk02 to 111"],
         "turn 2, Black's movement, roll 2: Black tower 600: Bk02 109 Titan ... Lion"
         " / Red tower 500 | elsewhere Red; Bk02 S111"),
        (["Jungle: 2 Gargoyle, Zork", "musters Cyclops"], "Jungle: 2 Gargoyle, ...; Bk01 Gar,Gar>Cyc"),
        (["2 gargoyles and a zork in the Jungle", "musters a Cyclops"], "Jungle: 2 Gargoyle, ...; Bk01 Gar,Gar>Cyc"),
        # somebody who acts, or to whom it is done
        ([MELEE, "D3 strikes Zork"], f"{MELEE}; ... strikes ..."),
        ([MELEE, "Zork strikes D4"], f"{MELEE}; ... strikes ..."),
        (["Jungle: 2 Gargoyle", "musters Zork"], "Jungle: 2 Gargoyle; Bk01 musters ..."),
        (["Jungle: 2 Gargoyle", "musters Cyclops with Zork"], "Jungle: 2 Gargoyle; Bk01 musters Cyc with ..."),
        # a terrain
        (["Zork: Ogre D3 / Lion D4", "D3 strikes D4"], "...: Ogre D3 / Lion D4; D3 strikes D4"),
        (["Ogre D3 / Lion D4 in the Zork", "D3 strikes D4"], "...: Ogre D3 / Lion D4; D3 strikes D4"),
        # a hex
        (["Plains: Ogre D9 / Lion D4", "Ogre strikes Lion"], "Plains: ... / Lion D4; ... strikes ..."),
    ],
)  # fmt: skip
def test_nobody_and_no_place_is_lost_with_a_name_that_there_is_not(texts: list[str], so_far: str) -> None:
    refusal = refused(*texts)
    assert refusal.in_full == ()
    assert refusal.so_far == so_far
    assert "to be filled in" in str(refusal.fault.hint)


@for_each(
    ("texts", "in_full"),
    [
        (["Plains: Ogre D3 / Loin D4", "D3 strikes D4"], (MELEE, "D3 strikes D4")),
        (["Plans: Ogre D3 / Lion D4", "D3 strikes D4"], (MELEE, "D3 strikes D4")),
        (["Plains: Ogre D3 / Loin D4", "Ogre strikes Loin"], (MELEE, "D3 strikes D4")),
        ([MELEE, "Loin strikes Orge"], (MELEE, "D4 strikes D3")),
        (["Marsh: 2 Ogre Gargoil", "musters Troll"], ("Marsh: 2 Ogre, Gargoyle", "Bk01 Ogr,Ogr>Tro")),
    ],
)
def test_the_nearest_name_stands_in_its_place(texts: list[str], in_full: tuple[str, str]) -> None:
    refusal = refused(*texts)
    assert refusal.in_full == in_full
    assert "did you mean" in str(refusal.fault.hint)


@pytest.mark.parametrize("word", ["again", "verily"])
def test_a_word_that_is_like_no_name_is_left_out(word: str) -> None:
    assert refused(f"Plains: Ogre D3 / Lion {word} D4", "Ogre strikes Lion").in_full == (MELEE, "D3 strikes D4")
    assert refused(MELEE, f"Ogre strikes {word}; Lion strikes Ogre").in_full == ()


# --- words that are known, where they have no place ------------------------------------------------------------------


@for_each(
    ("texts", "so_far"),
    [
        (["Plains: Ogre D3 / Lion D4 C2", "D3 strikes D4"], f"{MELEE} ...; D3 strikes D4"),
        ([MELEE, "D3 strikes D4 E3"], f"{MELEE}; D3 strikes D4 ..."),
        ([MELEE, "Ogre strikes Lion and Dragon"], f"{MELEE}; D3 strikes D4 ..."),
        ([MELEE, "Ogre strikes Dragon"], f"{MELEE}; ... strikes ..."),
        (["Plains: my Ogre D3, your Lion D4", "you move Ogre to D2"], f"{MELEE}; Ogr D3-D2 ..."),
        (["Bk02 109 2 Lion, roll 2", "Bk02 to 111 dice"], f"{MARCH}; Bk02 S111 ..."),
        (["Bk01 tower teleports to 400"], "...; Bk01 T400 tower-teleport"),  # where it goes is not where it is
        (["Bk02 to 105"], "...; Bk02 P105"),
        (["summon Ang from Bk04"], "...; summon Ang from Bk04"),
        (["Bk05(Hand) P105 Cen/Lio"], "Bk05 105 Centaur; Bk05 musters Lio with Cen ..."),
        (["Plains gorgon b3 ogre b1 shoot?"], "Plains: Gorgon B3 / Ogre B1; B1 shoots B3 ..."),
        (
            ["my Legion in 101 has 3 Lions and moved, it musters a Griffon"],
            "my Legion in 101 3 Lion; Bk01 musters Gri ...",
        ),
    ],
)
def test_nothing_that_says_something_is_left_out(texts: list[str], so_far: str) -> None:
    refusal = refused(*texts)
    assert refusal.in_full == ()
    assert refusal.so_far == so_far


@for_each(
    ("texts", "in_full"),
    [
        (["Tundra: Giant B4, to Troll E3", "Giant shoots Troll"], ("Tundra: Giant B4 / Troll E3", "B4 shoots E3")),
        (["Hills: Minotaur D2 / Ogre D4", "to Minotaur shoots Ogre"], ("Hills: Minotaur D2 / Ogre D4", "D2 shoots D4")),
        (["hills, my minotaur D2 / his unicorn D5, minotaur rangestrikes unicorn"],
         ("Hills: Minotaur D2 / Unicorn D5", "D2 shoots D5")),
        (["Plains: Ogre D3 / Lion D4 (already struck)", "Lion strikes Ogre"],
         ("Plains: Ogre D3 / Lion D4 struck", "D4 strikes D3")),
        (["Plains: Ogre D3 / Lion D4 who has 3 hits left", "Ogre strikes Lion"],
         ("Plains: Ogre D3 / Lion D4 3 hits", "D3 strikes D4")),
        (["Plains. My ogre is on d3, the lion (3 hits) is on d4.", "my ogre hits the lion"],
         ("Plains: Ogre D3 / Lion D4 3 hits", "D3 strikes D4")),
        (["my Bk02 is in 109 with 2 Lions, Rd02 is in 105 with 2 Ogres", "Bk02 moves to 105"],
         ("turn 2, Black's movement: Black tower 600: Bk02 109 2 Lion / Red tower 500: Rd02 105 2 Ogre "
          "| elsewhere Black, elsewhere Red", "Bk02 P105")),
        ([MELEE, "D3 verily strikes D4; D4 strikes D3"], (MELEE, "D3 strikes D4; D4 strikes D3")),
        (["Plains, turn 2, attacker's strike: Ogre D3 / Lion D4", "Ogre strikes Lion instead"],
         ("turn 2, attacker's strike, Plains: Ogre D3 / Lion D4", "D3 strikes D4")),
    ],
)  # fmt: skip
def test_a_little_word_without_a_place_is_left_out(texts: list[str], in_full: tuple[str, str]) -> None:
    assert refused(*texts).in_full == in_full
    read_question(in_full)


@for_each(
    ("texts", "form"),
    [
        (["Marsh, Centaur on D3 here, Troll on D4 yonder", "my Centaur bites the troll"],
         ("Marsh: Centaur D3 / Troll D4", "D3 strikes D4")),
        (["I have 2 ogres somewhere", "they shall muster a troll"], ("2 Ogre ...", "... musters Tro")),
        (["Bk01 Titan 2 Ogre yonder", "Bk01 shall muster"], ("Bk01 Titan 2 Ogre ...", "Bk01 musters ...")),
        (["Bk01 Titan 4 Ogre in 8", "leave one ogre behind"],
         ("turn 2, Black's commencement: Black tower 600: Bk01 8 Titan 4 Ogre / Red tower 500 | elsewhere Red", "...")),
    ],
)  # fmt: skip
def test_a_refusal_fills_a_form_as_far_as_it_was_read(texts: list[str], form: tuple[str, str]) -> None:
    refusal = refused(*texts)
    full = "..." not in " ".join(form)
    assert refusal.so_far == "; ".join(form)
    assert refusal.in_full == (form if full else ())
    assert f'titan check "{form[0]}" "{form[1]}"' in str(refusal.fault.hint)
