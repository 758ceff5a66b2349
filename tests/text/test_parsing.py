"""The short text of actions, their JSON, and names that stand for hexes and Legions where one choice is left."""

import contextlib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import at_battle, at_the_titan, board, said
from checkout import ROOT
from looping import for_each, some
from titan_rules.actions import intents as a
from titan_rules.actions.intents import Strike, action_from_json
from titan_rules.box import STANDARD
from titan_rules.box.hexes import HEXES
from titan_rules.kernel.errors import ActionError, DocumentError
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle
from titan_rules.text.parsing import (
    FORMS,
    LAND_LETTERS,
    action_of,
    land_text,
    parse,
    parse_actions,
    short_name,
    split_actions,
    ways,
    written,
)  # fmt: skip
from titan_rules.text.positions import line, parse_line

NAMES = sorted(STANDARD.characters)
characters = st.sampled_from(NAMES)
legions = st.sampled_from(STANDARD.markers.every)
colors = st.sampled_from(sorted(STANDARD.markers.letters))
lands = st.sampled_from(sorted(STANDARD.masterboard.lands))
hexes = st.sampled_from(HEXES)
dice = st.integers(1, 6)
players = st.text(min_size=1, max_size=30)
several = st.lists(characters, min_size=1, max_size=6).map(tuple)
maybe_several = st.lists(characters, max_size=6).map(tuple)
losses = maybe_several | st.just(("all",))
carries = st.lists(st.builds(a.Carry, hexes, st.integers(1, 20)), max_size=3).map(tuple)

KINDS: dict[type[a.Action], st.SearchStrategy[a.Action]] = {
    a.Tower: st.builds(a.Tower, players, st.none() | dice),
    a.Color: st.builds(a.Color, players, colors, st.none() | legions),
    a.Split: st.builds(a.Split, legions, legions, several),
    a.Roll: st.builds(a.Roll, st.none() | dice),
    a.Mulligan: st.builds(a.Mulligan, st.none() | dice),
    a.Move: st.builds(
        a.Move,
        legions,
        lands,
        st.none() | st.sampled_from(["left", "right", "bottom"]),
        st.none() | st.sampled_from(["normal", "tower-teleport", "titan-teleport"]),
        maybe_several,
    ),
    a.Recombine: st.builds(a.Recombine, legions, legions),
    a.Engage: st.builds(a.Engage, lands),
    a.Propose: st.builds(a.Propose, colors, losses, losses),
    a.Accept: st.builds(a.Accept, colors, losses, losses),
    a.NoMore: st.builds(a.NoMore, colors),
    a.Concede: st.builds(a.Concede, colors | players),
    a.Fight: st.builds(a.Fight, colors),
    a.Maneuver: st.builds(a.Maneuver, characters, st.none() | hexes, to=hexes),
    a.Strike: st.builds(
        a.Strike,
        hexes,
        hexes,
        st.none() | st.lists(dice, min_size=1, max_size=18).map(tuple),
        st.none() | dice,
        st.none() | st.integers(1, 18),
        carries,
        st.lists(hexes, max_size=3).map(tuple),
        st.none() | st.lists(dice, max_size=8).map(tuple),
    ),
    a.AttemptConcession: st.builds(a.AttemptConcession, colors | players),
    a.AcceptConcession: st.builds(a.AcceptConcession, colors | players),
    a.Summon: st.builds(a.Summon, legions, characters, st.none() | legions),
    a.Reinforce: st.builds(a.Reinforce, characters, maybe_several),
    a.Acquire: st.builds(a.Acquire, maybe_several, st.none() | legions),
    a.Muster: st.builds(a.Muster, legions, characters, maybe_several),
    a.Withdraw: st.builds(a.Withdraw, colors | players),
}
BARE = [kind for kind in a.ACTIONS.values() if kind not in KINDS]


def test_every_kind_of_action_is_here() -> None:
    assert len(a.ACTIONS) == len(KINDS) + len(BARE) == 32


@pytest.mark.parametrize("do", sorted(a.ACTIONS))
@given(data=st.data())
def test_every_kind_is_read_back(do: str, data: Any) -> None:
    kind = a.ACTIONS[do]
    action = data.draw(KINDS[kind]) if kind in KINDS else kind()
    text = written(action)
    assert parse(text) == action
    assert "\n" not in text
    assert parse(f"  {text}  ") == action


@given(KINDS[a.Move], KINDS[a.Muster])
def test_a_move_and_a_muster_on_one_line(move: a.Move, muster: a.Muster) -> None:
    muster = a.Muster(move.legion, muster.character, muster.with_)
    assert parse_actions(f"{written(move)} {written(muster).partition(' ')[2]}") == (move, muster)


@given(st.text(max_size=60))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    with contextlib.suppress(ActionError):
        assert isinstance(parse(text), a.Action)


def test_names_are_as_short_as_they_may_be() -> None:
    assert sorted({len(short_name(name)) for name in NAMES}) == [3, 4]
    assert len({short_name(name) for name in NAMES}) == len(NAMES)
    assert len(set(LAND_LETTERS.values())) == len(LAND_LETTERS)
    assert land_text(105) == "P105"


@pytest.mark.parametrize("terrain", sorted(STANDARD.terrain_names.names))
def test_the_letters_of_a_terrain_begin_a_line(terrain: str) -> None:
    for letters in (LAND_LETTERS[terrain], LAND_LETTERS[terrain].lower(), terrain):
        assert line(parse_line(f"{letters}: 2 Ogre")) == f"{terrain}: 2 Ogre"


SENTENCES: list[tuple[str, a.Action]] = [
    ("bk2 moves to p105", a.Move("Bk02", 105)),
    ("Bk02 105", a.Move("Bk02", 105)),
    ("Bk02 to 105 from the left", a.Move("Bk02", 105, "left")),
    ("Bk02 T100 tower teleport, revealing Angel", a.Move("Bk02", 100, None, "tower-teleport", ("Angel",))),
    ("Bk02 musters Lion with Centaur, Centaur", a.Muster("Bk02", "Lion", ("Centaur", "Centaur"))),
    ("bk02 cen, cen > lio", a.Muster("Bk02", "Lion", ("Centaur", "Centaur"))),
    ("Bk02 musters Ogre", a.Muster("Bk02", "Ogre")),
    ("Bk02 >Ogr", a.Muster("Bk02", "Ogre")),
    ("Bk02 splits into Bk03: Ogre, Ogre", a.Split("Bk02", "Bk03", ("Ogre", "Ogre"))),
    ("Bk02 splits off Bk03 with ogr ogr", a.Split("Bk02", "Bk03", ("Ogre", "Ogre"))),
    ("rolls 4", a.Roll(4)),
    ("Ogre D3 to E4", a.Maneuver("Ogre", "D3", to="E4")),
    ("Ogre enters at a3", a.Maneuver("Ogre", None, to="A3")),
    ("d3 x d4 with 6,5,1", a.Strike("D3", "D4", (6, 5, 1))),
    ("D3 rangestrikes F4 using 3 dice", a.Strike("D3", "F4", dice_count=3, shot=True)),
    (
        "D3 strikes D4 declaring D4, E3 with 6 5 1 instead of 6 5 5 1",
        a.Strike("D3", "D4", (6, 5, 1), declared=("D4", "E3"), first_roll=(6, 5, 5, 1)),
    ),
    ("engages in 105", a.Engage(105)),
    ("red concedes", a.Concede("Red")),
    ("Red attempts to concede", a.AttemptConcession("Red")),
    ("Black accepts the concession", a.AcceptConcession("Black")),
    ("Red proposes attacker all, defender nothing", a.Propose("Red", ("all",), ())),
    ("Red no more", a.NoMore("Red")),
    ("end moves", a.EndMoves()),
    ("summons Angel from Bk04", a.Summon("Bk04", "Angel")),
    ("acquires nothing", a.Acquire()),
]


@pytest.mark.parametrize(("text", "action"), SENTENCES, ids=[text for text, _ in SENTENCES])
def test_what_players_write_is_read(text: str, action: a.Action) -> None:
    assert parse(text) == action


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bk02 M105", "'M105' is wrong: land 105 is Plains"),
        ("Bk02 P43", "there is no land 43"),
        ("Bk13 P105", "unknown marker"),
        ("Bk02 Grog>Troll", "did you mean Gorgon?"),
        ("War D3-E4", "fits several"),
        ("fly away", "which Legion?"),
        ("Ogre D3-D9", "'D9' is no hex, and land 9 is Hills"),
        ("", "'' is not an action"),
    ],
)
def test_what_is_none_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(ActionError) as caught:
        parse(text)
    assert said in str(caught.value)


def test_the_page_explains_every_action_with_an_example_that_is_read() -> None:
    page = (ROOT / "docs" / "notation.md").read_text()
    table = re.findall(r"^\| `([a-z-]+)` \| (.*?) \| ", page, re.MULTILINE)
    assert [do for do, _ in table] == list(a.ACTIONS)
    for do, examples in some(table):
        for example in some(re.findall(r"`([^`]+)`", examples)):
            if example not in NAMED:
                assert parse(example).do == do, example
    for typed in some(re.findall(r"^- `([^`]+)`", page, re.MULTILINE)):
        assert parse_actions(typed)


NAMED = ("D3 to E4", "Ogre strikes Lion", "summon Angel")
"""Forms that need their position."""


def test_a_move_and_a_muster_may_be_joined_by_and() -> None:
    parts = [parse("Bk02 105"), parse("Bk02 Lio,Lio>Lio")]
    assert parse_actions("Bk02 105 left, Cen,Cen>Lio") == (parse("Bk02 105 left"), parse("Bk02 Cen,Cen>Lio"))
    for text in ("Bk02 to 105 and musters Lion with Lion Lion", "Bk02 105 musters Lion with Lion Lion"):
        assert list(parse_actions(text)) == parts


@pytest.mark.parametrize("then", ["then", ", then", " and then", ";"])
def test_then_parts_two_actions_wherever_commas_stand(then: str) -> None:
    parts = parse("Bk02 105 left"), parse("Bk03 106")
    assert parse_actions(f"Bk02 105, left {then} Bk03 106") == parts


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("reinforce Troll with 2xQqq", "xQqq"),
        ("Ogr D3-Q9", "Q9"),
        ("Bk01 / moves to 105", "/"),
        ("Bk02 dice to 105", "dice"),
        ("dice", "dice"),
    ],
)
def test_what_is_not_understood_is_pointed_at(text: str, part: str) -> None:
    with pytest.raises(ActionError) as caught:
        parse(text)
    assert text[slice(*caught.value.place)] == part


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ({"do": "strike", "to": "D4"}, [("missing-key", "", "'from'")]),
        ({"do": "strike", "origin": "D3", "to": "D4"}, [("missing-key", "", "'from'"), ("unknown-key", "/origin", "")]),
        ({"do": "strike", "from": "Z9", "to": "D4"}, [("unknown-hex", "/from", "Z9")]),
        ({"do": "summon", "from": "Bk99", "character": "Angel"}, [("unknown-marker", "/from", "")]),
        ({"do": "reinforce", "character": "Lion", "with": ["Orge"]}, [("unknown-character", "/with/0", "")]),
        ({"do": "reinforce", "character": "Lion", "wiht": []}, [("unknown-key", "/wiht", "")]),
    ],
)
def test_faults_name_the_keys_of_the_line(line: dict[str, Any], faults: list[tuple[str, str, str]]) -> None:
    with pytest.raises(DocumentError) as caught:
        action_from_json(line)
    found = [(fault.code, fault.pointer) for fault in caught.value.faults]
    assert sorted(found) == sorted((code, pointer) for code, pointer, _ in faults)
    assert all(part in str(caught.value) for _, _, part in some(faults))


MELEE = Battle.parse("Plains: Ogre D3, Ogre A1, Cyclops D5 / Lion D4, Centaur E4, Wyvern C5")
MOVING = Battle.parse("Plains, turn 1, attacker's maneuver: Ogre D3, 2 Lion off, Troll A1, Troll B1 / Centaur D5")


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Ogre strikes Lion", "D3 strikes D4"),
        ("the Ogre strikes the Lion in D4", "D3 strikes D4"),
        ("D3 strikes Lion at 5 using 4 dice", "D3 strikes D4 at 5 using 4"),
        ("attack the Lion with the Ogre", "D3 strikes D4"),
        ("attack D4 from D3", "D3 strikes D4"),
        ("Cyclops in D5 strikes Wyvern in C5 with 6 6 4 carrying D4:2", "D5 strikes C5 with 6 6 4 carrying D4:2"),
        ("Cyclops strikes Wyvern with 6,6,4, carrying 2 to Lion", "D5 strikes C5 with 6 6 4 carrying D4:2"),
        ("Cyclops strikes Wyvern using 3 dice with 6 6 4 carrying Lion:1 Centaur:1",
         "D5 strikes C5 using 3 with 6 6 4 carrying D4:1 E4:1"),
    ],
)  # fmt: skip
def test_strikes_by_name(text: str, short: str) -> None:
    assert written(parse(text, MELEE)) == short


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Ogre to E4", "Ogr D3-E4"),
        ("D3 to E4", "Ogr D3-E4"),
        ("D3 -> E4", "Ogr D3-E4"),
        ("the Ogre in D3 moves to E4", "Ogr D3-E4"),
        ("Lion to A3", "Lio enters A3"),
        ("Lion enters at A3", "Lio enters A3"),
        ("Troll B1-B2", "Tro B1-B2"),
        ("Lio off-A3", "Lio enters A3"),
    ],
)
def test_maneuvers_by_name(text: str, short: str) -> None:
    assert written(parse(text, MOVING)) == short


@pytest.mark.parametrize(
    ("text", "position", "code", "told"),
    [
        (
            "Ogre strikes Wyvern",
            MELEE,
            "ambiguous-action",
            "(say which: A1 strikes C5 or D3 strikes C5)",
        ),
        ("Troll to B2", MOVING, "ambiguous-action", "(say which: Tro A1-B2 or Tro B1-B2)"),
        ("Giant strikes Lion", MELEE, "no-character", "no Giant fights"),
        ("Cyclops in D3 strikes Lion", MELEE, "no-character", "no Cyclops stands in D3, but an Ogre"),
        ("C3 to C4", MOVING, "no-character", "nobody stands in C3"),
        ("Ogre strikes Lion", None, "position-needed", "in which hex does the Ogre stand? (as in: D3 strikes D4;"),
        ("Ogre to E4", None, "position-needed", "from which hex does the Ogre go? (as in: Ogr D3-E4;"),
        ("summon Angel", None, "position-needed", "from which Legion does the Angel come? (as in: summon"),
        ("Bk02 flies to Venus", None, "bad-notation", "'Venus' is not understood (as in: Bk02 P105;"),
        ("D3 strikes D4 at sixes", None, "bad-notation", "'sixes' is not understood (as in: D3 strikes"),
        ("D3 strikes D4 at 5 at 6", None, "bad-notation", "'at' is a second strike number"),
        ("hello", MELEE, "bad-notation", "'hello' is not an action (as in: D3 strikes D4; end-strikes)"),
        ("roll 44444444444444444444", None, "bad-notation", "'44444444444444444444' is too large a number"),
        ("roll 4 5", None, "bad-notation", "'5' has no place here (as in: roll 4; roll)"),
        ('"Ann tower 4', None, "bad-notation", "opens a quote that is not closed"),
    ],
)
def test_what_is_not_understood_is_told_with_the_forms_of_that_action(
    text: str, position: Any, code: str, told: str
) -> None:
    with pytest.raises(ActionError) as caught:
        parse(text, position)
    assert caught.value.fault.code == code
    assert told in str(caught.value)
    start, end = caught.value.place
    assert 0 <= start <= end <= len(text)


def test_musters_summonses_and_splits_by_name() -> None:
    black = {"Bk01": (3, "Titan Ogre"), "Bk02": (5, "Gargoyle Gargoyle Ogre", {"moved": True, "came_from": 4})}
    enlisting = board(black=black, phase="enlistment")
    assert written(parse("Bk02 musters Cyclops", enlisting)) == "Bk02 Gar,Gar>Cyc"
    assert written(parse("Bk01 splits 1 ogre", enlisting)) == "Bk01/Bk03 Ogr"
    assert written(parse("engage Bk02", enlisting)) == "engage J5"


def test_every_form_is_read() -> None:
    for do, forms in some(FORMS.items()):
        assert do in a.ACTIONS
        for form in some(forms):
            if form not in NAMED:
                assert parse(form).do == do, form


def refusal(text: str, position: Any) -> str:
    with pytest.raises(ActionError) as caught:
        parse(text, position)
    return caught.value.fault.message


def test_an_acceptance_is_of_the_only_proposal() -> None:
    state, _ = said(at_the_titan(), ["engage 105"])
    assert refusal("Black accepts", state) == "nothing is proposed"
    state, _ = said(state, ["Red proposes attacker Lio Lio, defender nothing"])
    assert parse("Black accepts", state) == parse("Black accepts attacker Lio Lio, defender nothing")
    assert refusal("Red accepts", state) == "nothing is proposed"
    assert "attacker" in refusal("Black accepts defender nothing", state)
    state = at_battle(at_the_titan(), 105, ["Lion D3"], ["Titan D4", "Ogre F1"], turn=2, phase="strike")
    assert parse("Black accepts", state) == parse("Black accepts the concession")


def test_a_summoned_character_comes_from_the_only_legion_that_has_one() -> None:
    two = Battle.parse("Plains, turn 2, attacker's maneuver: Lion D3 / Ogre F1")
    two = evolve(two, donors={"Bk02": ("Angel",), "Bk03": ("Angel", "Archangel")})
    assert written(parse("summon Archangel", two)) == "summon Arc from Bk03"
    assert refusal("summon Angel", two) == "this can mean several actions"
    assert refusal("summon Angel", evolve(two, donors={})) == "no Angel can be summoned from any Legion"


def test_who_may_be_meant_by_a_name_and_who_not() -> None:
    melee = Battle.parse("Plains: Ogre D3, Ogre A1 / Lion D4, Lion F1")
    assert parse("Ogre strikes Lion", melee) == Strike("D3", "D4"), "those in contact are meant"
    struck = Battle.parse("Plains: Ogre D3 struck, Ogre C3 / Lion D4, Lion C4")
    assert refusal("Ogre strikes Lion", struck) == "this can mean several actions"
    assert refusal("Ogre in F1 strikes Lion", melee) == "no Ogre stands in F1, but a Lion"


def test_an_action_is_written_with_the_names_of_the_box_in_which_it_was_read() -> None:
    battle = parse_line("Plains, turn 2, attacker's maneuver: Balrog C2 / Lion F4 | box abyssal-6")
    action = parse("Balrog C2-C3", battle)
    assert str(action) == written(action) == "Bal C2-C3"
    assert written(action, STANDARD) == "Balrog C2-C3"


def test_an_owner_says_which_of_two_of_a_kind() -> None:
    melee = parse_line('Plains, turn 3: "Ann" Bk01: Ogre D3, Lion E4 / "Ben" Rd01: Lion D4, Ogre E3')
    assert parse("Ann's Ogre strikes Ben's Lion", melee) == Strike("D3", "D4")
    assert parse("Ben's Ogre strikes Ann's Lion", melee) == Strike("E3", "E4")


def test_MOVE_8_the_last_land_of_a_way_says_the_entry_side() -> None:
    game = parse_line("turn 5, Black's movement, roll 2: Black: Bk02 4 2 Ogre, Bk01 600 Titan / Red: Rd01 6 height 6")
    for text in some(["Bk02 to 6 over 5", "Bk02 5 6", "Bk02 4-5-6"]):
        assert written(parse(text, game)) == "Bk02 P6 right", text
    assert written(parse("Bk02 to 6", game)) == "Bk02 P6"


def test_who_stands_in_the_goal_says_no_more_than_the_goal() -> None:
    game = parse_line("turn 5, Black's movement, roll 4: Black: Bk02 103 2 Ogre, Bk01 600 Titan / Red: Rd01 107 Lion")
    assert written(parse("Bk02 moves to Red in 107", game)) == "Bk02 D107"
    assert refusal("Bk02 moves to mine in 600", game) == "stands somewhere else"


def test_only_a_colour_outside_quotes_is_one() -> None:
    assert parse("black concedes") == parse("Black concedes")
    assert parse('"black" concedes') != parse("Black concedes")


def test_two_hexes_joined_by_and_are_no_way() -> None:
    assert refusal("trolls to b2 and c2", MOVING) == "nobody stands in C2"


def test_CARRY_1_what_is_carried_over_without_a_number_is_the_rest() -> None:
    melee = Battle.parse("Plains: Lion D3 / Gargoyle D4 3 hits, Gargoyle E3")
    said = parse("lion hits d4 with 6 6 6 5 1 and carries over to e3", melee)
    assert written(said) == "D3 strikes D4 with 6 6 6 5 1 carrying E3:3"


def test_REINF_2_who_is_taken_for_a_won_defence_is_a_reinforcement() -> None:
    won = (
        "turn 4, Black's engagement: Black tower 600: Bk01 600 Titan / Red tower 300: Rd01 105 3 Ogre, Rd02 300 Titan"
        ' | engagement {"land": 105, "attacker": "Bk02", "defender": "Rd01", "attacking": "Black", "defending": "Red",'
        ' "stage": "reinforcement", "to_act": "Red", "winner": "defender", "how": "elimination", "fought": true}'
    )
    assert parse("take a Minotaur", parse_line(won)).do == "reinforce"


def test_a_number_right_behind_the_terrain_is_its_land_and_no_score() -> None:
    tower = parse_line("Tower 400: Titan D4 / Ogre C3")
    assert isinstance(tower, Battle)
    assert (tower.land, tower.attacker.score) == (400, 0)
    plains = parse_line("Plains: 400: Titan D4 / Ogre C3")
    assert isinstance(plains, Battle)
    assert (plains.land, plains.attacker.score) == (None, 400)
    with pytest.raises(DocumentError, match="109 is not in the Plains"):
        parse_line("Plains 109: Titan D4 / Ogre C3")


# --- several actions in one text -------------------------------------------------------------------------------------


@for_each(
    ("text", "parts"),
    [
        ("engage 3; flee; stand", ("engage 3", "flee", "stand")),
        ("D3 strikes D4; with 6 5 1", ("D3 strikes D4; with 6 5 1",)),
        ("D3 strikes D4; rolled 6 5 1; end-strikes", ("D3 strikes D4; rolled 6 5 1", "end-strikes")),
        ("D3 strikes D4; carry 2 to D5", ("D3 strikes D4; carry 2 to D5",)),
        ("flee then stand, then fight and then engage 3", ("flee", "stand", "fight", "engage 3")),
        ("then flee", ("flee",)),
        ("flee;", ("flee",)),
        (";", (";",)),
        ("", ("",)),
        ("Bk02 P105 Cen,Cen>Lio", ("Bk02 P105", "Bk02 Cen,Cen>Lio")),
        ("Bk02 105: Cen>Lio", ("Bk02 105", "Bk02 Cen>Lio")),
        ("Bk02 P105 left, Cen,Cen>Lio", ("Bk02 P105 left", "Bk02 Cen,Cen>Lio")),
        ("Bk02 T300 Ang Cen,Cen>Lio", ("Bk02 T300 Ang", "Bk02 Cen,Cen>Lio")),
        ("Bk02 4-5-6 and musters Lion", ("Bk02 4-5-6", "Bk02 musters Lion")),
        ("Bk02 D3 Cen>Lio", ("Bk02 D3", "Bk02 Cen>Lio")),
        ("Bk02 to 105, musters Lion; flee", ("Bk02 to 105", "Bk02 musters Lion", "flee")),
        # no Legion goes to a land first
        ("Bk02 Cen,Cen>Lio", ("Bk02 Cen,Cen>Lio",)),
        ("Bk02 musters Lion in 105", ("Bk02 musters Lion in 105",)),
        ("P105 Cen>Lio", ("P105 Cen>Lio",)),
        ("to 105 and musters Lion", ("to 105 and musters Lion",)),
        ("Bk02 to Cen", ("Bk02 to Cen",)),
    ],
)
def test_the_actions_of_a_text_are_parted(text: str, parts: tuple[str, ...]) -> None:
    assert split_actions(text) == parts


def test_MUSTER_1_a_number_before_the_musterers_is_a_land_only_where_legions_move() -> None:
    moving = board(black={"Bk01": (3, "Titan Ogre"), "Bk02": (5, "Ogre Ogre")}, phase="movement", roll=4)
    assert split_actions("Bk02 2 Ogr>Tro", moving) == ("Bk02 2", "Bk02 Ogr>Tro")
    assert split_actions("Bk02 2 Ogr>Tro", evolve(moving, phase="enlistment")) == ("Bk02 2 Ogr>Tro",)
    actions = parse_actions("Bk02 to 6 and musters Ogre", moving)
    assert [written(action) for action in actions] == ["Bk02 P6", "Bk02 >Ogr"]


@for_each(
    ("text", "short"),
    [("1. d2-d4", "Ogr D2-D4"), ("1.d2-d4", "Ogr D2-D4"), ("12... d5-d4", "Lio D5-D4"), ("d2-d4.", "Ogr D2-D4")],
)
def test_the_number_of_a_move_says_nothing(text: str, short: str) -> None:
    battle = Battle.parse("Plains, turn 2, attacker's maneuver: Ogre D2 / Lion D5")
    assert written(parse(text, battle)) == short


@for_each(
    ("text", "said"),
    [
        ("1.", "'1.' is not an action"),
        ("1 . d2-d4", "'1' has no place here"),
        ("1 d2-d4", "'1' has no place here"),
        ("D2. d2-d4", "'d2' would be a second mover"),
    ],
)
def test_a_number_that_is_no_moves_is_not_dropped(text: str, said: str) -> None:
    assert refusal(text, Battle.parse("Plains, turn 2, attacker's maneuver: Ogre D2 / Lion D5")) == said


# --- who is called what ----------------------------------------------------------------------------------------------

SETUP = 'turn 1, setup | seats [{"name":"Ann"},{"name":"Ben"}]'
GAME = (
    "turn 5, Black's movement, roll 6: Black: Bk05 4 2 Ogre, Bk01 600 Titan / Red: Rd01 6 height 6"
    ' | name Black "Ann", name Red "Ben"'
)
NAMED_BATTLE = 'Plains: "Ann" Bk01: Ogre D3 / "Ben" Rd01: Lion D4'


@for_each(
    ("text", "position", "action"),
    [
        # the first word is the name of somebody, where nobody is known or all begin
        ("Ann tower 4", None, a.Tower("Ann", 4)),
        ("Ann tower: 4.", None, a.Tower("Ann", 4)),
        ("Red tower", None, a.Tower("Red")),
        ("Lion color Red", None, a.Color("Lion", "Red")),
        ("Zork concedes", None, a.Concede("Zork")),
        ("Zork no more", None, a.NoMore("Zork")),
        ("Zork withdraws", None, a.Withdraw("Zork")),
        ("Zork fights", None, a.Fight("Zork")),
        ("Ben rolls 4", SETUP, a.Tower("Ben", 4)),
        ("I roll 4", SETUP, a.Tower("Ann", 4)),
        ("Ben takes Red", SETUP, a.Color("Ben", "Red")),
        ("I roll 4", None, a.Roll(4)),
        ("roll 4", SETUP, a.Roll(4)),
        # a player is called by name or colour, in any case
        ("ann withdraws", GAME, a.Withdraw("Black")),
        ("Red concedes", GAME, a.Concede("Red")),
        ("BEN concedes", NAMED_BATTLE, a.Concede("Ben")),
        ("Hand to 8", GAME, a.Move("Bk05", 8)),
        ("Titan Tower teleports to 400", GAME, a.Move("Bk01", 400, None, "tower-teleport")),
    ],
)
def test_whoever_is_named_acts(text: str, position: str | None, action: a.Action) -> None:
    assert parse(text, None if position is None else parse_line(position)) == action


@for_each(
    ("text", "position", "said"),
    [
        ("Ann rolls 4", None, "'Ann' is not understood"),
        ("Zork flees", None, "'Zork' is not understood"),
        ("concedes Zork", None, "'Zork' is not understood"),
        ("Ann Tower 400 4", None, "'Ann' is not understood"),
        ("4 tower 3", None, "'3' has no place here"),
        ("D3 tower 4", None, "'4' has no place here"),
        ("Ann takes Red", GAME, "'Red' owns and does nothing here"),
        ("Zork concedes", GAME, "'Zork' is not understood"),
        ("Zork concedes", NAMED_BATTLE, "'Zork' is not understood"),
        ("Boat to 8", GAME, "'Boat' is not understood"),
    ],
)
def test_nobody_else_is_the_name_of_somebody(text: str, position: str | None, said: str) -> None:
    assert refusal(text, None if position is None else parse_line(position)) == said


def test_a_land_like_a_hex_is_one_where_only_legions_do_what_is_done() -> None:
    assert parse("engage B3") == a.Engage(3)
    assert parse("D3 x D4") == Strike("D3", "D4")


# --- refusals --------------------------------------------------------------------------------------------------------


@for_each(
    ("trolls", "listed"),
    [
        ("A1 A2", "Tro A1-C3 or Tro A2-C3"),
        ("A1 A2 A3 B1 B2 B3", "Tro A1-C3 or Tro A2-C3 or Tro A3-C3 or Tro B1-C3 or Tro B2-C3 or Tro B3-C3"),
        ("A1 A2 A3 B1 B2 B3 B4", "Tro A1-C3 or Tro A2-C3 or Tro A3-C3 or Tro B1-C3 or Tro B2-C3 or Tro B3-C3 or ..."),
    ],
)
def test_at_most_six_actions_are_listed(trolls: str, listed: str) -> None:
    battle = Battle.parse(f"Plains, turn 2, attacker's maneuver: {len(trolls.split())} Troll {trolls} / Lion F4")
    with pytest.raises(ActionError) as caught:
        parse("Troll to C3", battle)
    fault = caught.value.fault
    assert (fault.code, fault.message) == ("ambiguous-action", "this can mean several actions")
    assert (fault.hint, caught.value.place) == (f"say which: {listed}", (0, 11))


def test_names_are_those_of_the_box_of_the_position() -> None:
    battle = parse_line("Plains, turn 2, attacker's maneuver: Druid C2, Druid C3 / Lion F4 | box abyssal-6")
    assert isinstance(battle, Battle)
    with pytest.raises(ActionError, match="say which: Dru C2-C4 or Dru C3-C4"):
        parse("Druid to C4", battle)


def test_an_action_is_not_endless() -> None:
    text = "Bk02 to 105 " * 2000
    with pytest.raises(ActionError) as caught:
        parse(text)
    assert (caught.value.fault.code, caught.value.text, caught.value.place) == ("too-long", text[:100], (0, 100))
    assert caught.value.fault.message == "an action is said in at most 20,000 characters, not 24,000"


@for_each(
    ("text", "code", "hint"),
    [
        ("Bk02 musters Grog", "bad-notation", "did you mean Gorgon?"),
        ("War D3-E4", "ambiguous-character", "did you mean Warbear or Warlock?"),
        ("concedes Zork", "bad-notation", "as in: Red concedes"),
    ],
)  # fmt: skip
def test_the_nearest_name_is_the_hint_for_a_word_that_is_none(text: str, code: str, hint: str) -> None:
    with pytest.raises(ActionError) as caught:
        parse(text)
    assert (caught.value.fault.code, caught.value.fault.hint) == (code, hint)


@for_each(
    ("data", "faults"),
    [
        ({"text": "flee", "zork": 1, "by": "Red"},
         [("unknown-key", "unknown key 'zork'", "/zork"), ("unknown-key", "unknown key 'by'", "/by")]),
        ({"text": 4}, [("wrong-type", "expected a string", "/text")]),
        ({"text": None, "a/b": 1},
         [("unknown-key", "unknown key 'a/b'", "/a~1b"), ("wrong-type", "expected a string", "/text")]),
        ({"do": "flee", "text": "flee"}, [("unknown-key", "unknown key 'text'", "/text")]),
    ],
)  # fmt: skip
def test_a_line_of_a_record_with_a_text_has_nothing_else(
    data: dict[str, Any], faults: list[tuple[str, str, str]]
) -> None:
    with pytest.raises(DocumentError) as caught:
        action_of(data, MELEE)
    found = [(fault.code, fault.message, fault.pointer) for fault in caught.value.faults]
    assert [(code, pointer) for code, _, pointer in found] == [(code, pointer) for code, _, pointer in faults]
    assert all(message in found[n][1] for n, (_, message, _) in enumerate(faults))


def test_a_line_of_a_record_is_read_as_text_or_as_json() -> None:
    strike = action_of({"text": "Ogre in D3 strikes Lion"}, MELEE)
    assert strike == action_of({"do": "strike", "from": "D3", "to": "D4"}, MELEE) == Strike("D3", "D4")
    with pytest.raises(ActionError, match="no Giant fights"):
        action_of({"text": "Giant strikes Lion"}, MELEE)
    with pytest.raises(DocumentError):
        action_of([], MELEE)


# --- what the position completes -------------------------------------------------------------------------------------

SPLITTING = (
    "turn 5, Black's commencement: Black: Bk01 600 Titan Angel 2 Ogre 2 Centaur Gargoyle, Bk02 109 4 Lion, "
    "Bk03 5 2 Ogre / Red: Rd01 300 Titan"
)
TO_MOVE = (
    "turn 5, Black's movement, roll 6: Black score 500: Bk01 600 Titan Angel, Bk02 109 4 Lion, Bk03 105 2 Ogre moved "
    "/ Red: Rd01 300 Titan, Rd02 107 2 Ogre"
)
TO_MUSTER = (
    "turn 5, Black's enlistment: Black: Bk01 600 Titan Angel, Bk02 105 4 Lion moved, Bk03 106 2 Gargoyle moved, "
    "Bk04 5 3 Ogre moved / Red: Rd01 300 Titan | mustered Bk04 Ogre"
)
HIDDEN = (
    "turn 5, Black's enlistment: Black: Bk01 600 Titan Angel, Bk02 105 height 4 moved, Bk03 106 height 3 moved "
    "/ Red: Rd01 300 Titan | revealed Bk03 2 Gargoyle"
)
MELEE_LINE = "Plains: Ogre D3, Ogre A1, Cyclops D5 / Lion D4, Centaur E4, Wyvern C5"


def engaged(stage: str, to_act: str, black: str, red: str, how: str = "") -> str:
    """An Engagement in 105."""
    return (
        f"turn 4, Black's engagement: Black tower 600: {black} / Red tower 300: {red} | engagement "
        '{"land": 105, "attacker": "Bk02", "defender": "Rd01", "attacking": "Black", "defending": "Red", '
        f'"stage": "{stage}", "to_act": "{to_act}"{how}}}'
    )


BATTLE_OF_RED = "Plains, turn 3, Red's strike: Black Bk02: Ogre D3 / Red Rd02: Lion D4"
WON = ', "winner": "{}", "how": "elimination", "fought": true'
MET = engaged("flight", "Red", "Bk01 600 Titan, Bk02 105 3 Ogre", "Rd01 105 2 Lion, Rd02 300 Titan")
HELD = engaged("reinforcement", "Red", "Bk01 600 Titan", "Rd01 105 3 Lion, Rd02 300 Titan", WON.format("defender"))
HELD_HIDDEN = engaged(
    "reinforcement", "Red", "Bk01 600 Titan", "Rd01 105 height 3, Rd02 300 Titan", WON.format("defender")
)
SUMMONING = engaged(
    "summons", "Black", "Bk01 600 Titan, Bk02 105 3 Ogre, Bk03 5 Angel Ogre, Bk04 6 Archangel Ogre", "Rd02 300 Titan",
    WON.format("attacker"),
)  # fmt: skip


@for_each(
    ("position", "text", "short"),
    [
        # which Legion: one that can do it, and holds whom it is called by
        (SPLITTING, "split off 2 Ogre", ["Bk01/Bk04 Ogr Ogr", "Bk02/Bk04 Ogr Ogr"]),
        (SPLITTING, "Bk02 splits off 2 Lion", ["Bk02/Bk04 Lio Lio"]),
        (TO_MOVE, "to 103", ["Bk01 M103", "Bk02 M103"]),
        (TO_MOVE, "the Legion in 105 goes to 103", ["Bk03 M103"]),
        (TO_MUSTER, "musters Gorgon", ["Bk02 >Gor", "Bk03 >Gor"]),
        # how it teleports, and from which side it comes
        (TO_MOVE, "Bk01 teleports to 107", ["Bk01 D107 titan-teleport"]),
        (TO_MOVE, "Bk01 teleports to 1", ["Bk01 P1 tower-teleport"]),
        (TO_MOVE, "Bk02 teleports to 107", ["Bk02 D107 titan-teleport"]),
        (TO_MOVE, "Bk02 teleports to 400", ["Bk02 T400 tower-teleport"]),
        (TO_MOVE, "Bk02 109-108-107", ["Bk02 D107 right"]),
        (TO_MOVE, "Bk02 to 106 over 107", ["Bk02 B106"]),
        # who musters, reinforces, is summoned
        (TO_MUSTER, "Bk02 musters Lion", ["Bk02 Lio>Lio"]),
        (TO_MUSTER, "Bk02 musters Ranger", ["Bk02 Lio,Lio>Ran"]),
        (TO_MUSTER, "Bk02 musters Hydra", ["Bk02 >Hyd"]),
        (TO_MUSTER, "Bk01 musters Warlock", ["Bk01 Tit>Warl"]),
        (TO_MUSTER, "Bk07 musters Lion", ["Bk07 >Lio"]),
        (HIDDEN, "Bk02 musters Lion", ["Bk02 Cen,Cen>Lio"]),
        (HIDDEN, "Bk03 musters Cyclops", ["Bk03 Gar,Gar>Cyc"]),
        (HIDDEN, "Bk03 musters Gorgon", ["Bk03 Gor>Gor"]),
        (HELD, "take a Ranger", ["reinforce Lio,Lio>Ran"]),
        (HELD, "take a Centaur", ["reinforce Lio>Cen"]),
        (HELD, "take a Hydra", ["reinforce >Hyd"]),
        (HELD_HIDDEN, "take a Ranger", ["reinforce >Ran"]),
        ("Plains, turn 4, defender's maneuver: Ogre D3 / 2 Lion D4 E4", "reinforce Ranger", ["reinforce Lio,Lio>Ran"]),
        (SUMMONING, "summon Angel", ["summon Ang from Bk03"]),
        (SUMMONING, "summon Archangel", ["summon Arc from Bk04"]),
        (SUMMONING, "summon from Bk03", ["summon Ang from Bk03"]),
        ("Plains, turn 4, defender's maneuver: Ogre D3 / 2 Lion D4 E4 | caretaker Ranger 0", "reinforce Ranger",
         ["reinforce >Ran"]),
        (TO_MOVE, "my Legion in 109 goes to 103", ["Bk02 M103"]),
        (TO_MOVE, "the Titan legion to 103", ["Bk01 M103"]),
        (TO_MOVE, "Bk02 attacks Rd02", ["Bk02 D107"]),
        (TO_MOVE, "Bk07 teleports to 400", ["Bk07 T400"]),
        # who speaks
        (SETUP, "concede", ["Ann concedes"]),
        (BATTLE_OF_RED, "I concede",
         ["Red concedes", "Red attempts to concede", "Black concedes", "Black attempts to concede"]),
        (BATTLE_OF_RED, "my Lion strikes", ["D4 strikes D3"]),
        (BATTLE_OF_RED, "Black's Ogre strikes the Lion", ["D3 strikes D4"]),
        (MET, "the attacker concedes", ["Black concedes"]),
        (MET, "the defender concedes", ["Red concedes"]),
        (MET, "I concede", ["Red concedes", "Black concedes"]),
        (MET, "you concede", ["Black concedes"]),
        # who fights
        (MELEE_LINE, "D3 strikes the Lion", ["D3 strikes D4"]),
        (MELEE_LINE, "the Lion in D4 strikes D3", ["D4 strikes D3"]),
        # how many hits are left over
        (MELEE_LINE, "D3 strikes Lion with 6 6 6 6 6 6, carry to E4", ["D3 strikes D4 with 6 6 6 6 6 6 carrying E4:1"]),
        (MELEE_LINE, "D3 strikes Lion with 6 6 5 5 4 4, carry to E4", ["D3 strikes D4 with 6 6 5 5 4 4"]),
        (MELEE_LINE, "D3 strikes Lion at 6 with 6 6 6 6 6 5, carry to E4", ["D3 strikes D4 at 6 with 6 6 6 6 6 5"]),
        (MELEE_LINE.replace("D4,", "D4 3 hits,"), "D3 strikes Lion at 6 with 6 6 6 6 5 5, carry to E4",
         ["D3 strikes D4 at 6 with 6 6 6 6 5 5 carrying E4:2"]),
        (MELEE_LINE, "A2 strikes D4 with 6 6 6 6 6 6, carry to E4", ["A2 strikes D4 with 6 6 6 6 6 6"]),
    ],
)  # fmt: skip
def test_the_position_completes_what_is_said(position: str, text: str, short: list[str]) -> None:
    assert [written(action) for action in ways(text, parse_line(position))] == short


@for_each(
    ("position", "text", "code", "said", "named"),
    [
        (None, "Bk02 splits off 2 Lion", "position-needed", "the new Legion's marker is missing", ""),
        (None, "splits off 2 Lion", "position-needed", "which Legion?", ""),
        (None, "to 105", "position-needed", "which Legion?", ""),
        (None, "summon Angel", "position-needed", "from which Legion does the Angel come?", ""),
        (None, "I concede", "position-needed", "which player?", ""),
        (SETUP, "to 103", "bad-notation", "nobody has a Legion now", ""),
        (TO_MOVE, "the Legion in 7 goes to 103", "no-legion", "Black has no Legion in 7", ""),
        (TO_MOVE, "Bk07 from 8 to 5", "no-legion", "Bk07 is not on the Masterboard", ""),
        (TO_MOVE, "Bk02 attacks Rd01 in 107", "bad-notation", "stands somewhere else", "Rd01"),
        (TO_MOVE, "Bk02 attacks red in 103", "bad-notation", "stands somewhere else", "red"),
        (SUMMONING, "summon Ogre", "no-character", "no Ogre can be summoned from any Legion", ""),
        (SUMMONING, "summon from Bk02", "no-character", "no Angel can be summoned from any Legion", ""),
        (MELEE_LINE, "my Lion in D4 strikes Ogre", "no-character", "the Lion in D4 is the defender's", "Lion"),
        (MELEE_LINE, "Troll in D4 strikes D3", "no-character", "no Troll stands in D4, but a Lion", "Troll"),
        (MELEE_LINE, "Ogre in D4 strikes D3", "no-character", "no Ogre stands in D4, but a Lion", "Ogre"),
        (MELEE_LINE, "Giant strikes D4", "no-character", "no Giant fights", "Giant"),
        (BATTLE_OF_RED, "Red's Ogre strikes the Lion", "no-character", "no Ogre fights", "Ogre"),
        (MELEE_LINE, "Ogre strikes D2", "no-character", "nobody stands in D2", "D2"),
        (MELEE_LINE, "all strike Lion", "bad-notation", "is nobody who fights: name one, or say its hex", "all"),
        (MELEE_LINE, "D3 strikes Lion, carry to E4", "bad-notation", "how many hits are carried over?", "E4"),
    ],
)  # fmt: skip
def test_what_the_position_does_not_have_is_refused(
    position: str | None, text: str, code: str, said: str, named: str
) -> None:
    with pytest.raises(ActionError) as caught:
        parse(text, None if position is None else parse_line(position))
    assert (caught.value.fault.code, caught.value.fault.message) == (code, said)
    assert text[slice(*caught.value.place)] == named


@for_each(
    ("text", "short"),
    [
        ("Bk02 attacks Rd01 in 105", "Bk02 P105"),
        ("Bk02 teleports to 105", "Bk02 P105"),
        ("Bk02 to 105 over 104", "Bk02 P105"),
        ("Bk02 musters Ranger", "Bk02 >Ran"),
        ("reinforce Ranger", "reinforce >Ran"),
        ("attacker concedes", '"attacker" concedes'),
        ("the attacker's Ogre in D3 strikes D4", "D3 strikes D4"),
    ],
)
def test_without_a_position_nothing_is_completed(text: str, short: str) -> None:
    assert written(parse(text)) == short


def test_SPLIT_3_the_marker_of_a_new_legion_must_be_left() -> None:
    taken = ", ".join(f"Bk{n:02} {n} 4 Ogre" for n in range(1, 5))
    game = parse_line(f"turn 5, Black's commencement: Black: Bk12 600 Titan 3 Ogre, {taken} / Red: Rd01 300 Titan")
    assert written(parse("Bk12 splits off 2 Ogre", game)) == "Bk12/Bk05 Ogr Ogr"
