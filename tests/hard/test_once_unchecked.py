"""What mutants once showed that nobody checked: each with its rule, and its numbers."""

from typing import Any

import pytest

from battles import battle
from boards import game as board
from disputes import at_battle, game, legion, player, rules, said
from running import titan
from titan_rules import Box, new_game
from titan_rules.actions.events import PlayerOut
from titan_rules.actions.grammar import parse, parse_actions, written
from titan_rules.actions.intents import Acquire, EndMoves, Maneuver, Mulligan, Recombine, Split, Strike, Summon
from titan_rules.deduction.audit import followed
from titan_rules.kernel.errors import ActionError, CannotTell
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.replaying import line_of
from titan_rules.play import apply, is_legal, legal_actions, violations, why
from titan_rules.play.seats import author
from titan_rules.position.battle import Battle
from titan_rules.position.changes import put_player
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to
from titan_rules.position.stock import stock

FAR = player("Red", 200, legion("Rd01", 4000, "Titan", "Ogre"))


def texts(position: Any, action: Any) -> list[str]:
    return [ruling.text for ruling in violations(position, action)]


def known(state: Game, viewer: str, marker: str) -> tuple[str, ...]:
    """What somebody knows to be in a Legion."""
    found = known_to(state, viewer).find(marker)
    assert found is not None
    names = found[1].revealed if found[1].characters is None else found[1].characters
    return tuple(sorted(names))


# --- turns ------------------------------------------------------------------------------------------------------------


def test_SUMMON_3_a_new_turn_gives_a_new_summons_to_whoever_moves_and_to_whoever_has_moved() -> None:
    black = player("Black", 100, legion("Bk01", 3, "Titan", "Ogre"), summoned=True, teleported=True)
    red = evolve(FAR, summoned=True, teleported=True)
    state = game(black, red, player("Gold", 300, legion("Gd01", 5000, "Titan"), summoned=True), phase="enlistment")
    state, events = said(state, ["end-turn"])
    assert rules(events)[-1] == "SETUP-5"
    assert state.active != "Black"
    for color in ("Black", state.active):
        assert not state.player(color or "").summoned
        assert not state.player(color or "").teleported
    waiting = next(p for p in state.players if p.color not in ("Black", state.active))
    assert waiting.summoned, "somebody else's is its own affair"


def test_SETUP_5_what_held_for_a_turn_is_forgotten_and_nothing_else() -> None:
    moved = legion("Bk01", 3, "Titan", "Ogre", moved=True, entry_side="left", came_from=2, mustered="Ogre")
    part = legion("Bk02", 4, "Lion", "Lion", split_from="Bk01")
    state = game(player("Black", 100, moved, part, score=120), FAR, phase="enlistment")
    state, events = said(state, ["end-turn"])
    first, second = state.player("Black").legions
    assert (first.moved, first.entry_side, first.came_from, first.mustered) == (False, None, None, None)
    assert (second.split_from, second.land, second.characters) == (None, 4, ("Lion", "Lion"))
    assert (first.characters, first.land, state.player("Black").score) == (("Titan", "Ogre"), 3, 120)
    assert (state.phase, state.active, state.roll, state.turn) == ("commencement", "Red", None, 6)
    assert events[-1].text == "turn 6: Red moves next"


def test_SETUP_5_the_next_tower_down_follows_and_after_the_lowest_a_new_turn() -> None:
    three = [
        player(color, tower, legion(f"{marker}01", land, "Titan", "Ogre"))
        for color, marker, tower, land in (("Black", "Bk", 100, 3), ("Red", "Rd", 300, 4000), ("Gold", "Gd", 200, 5000))
    ]
    order = []
    state = game(*three, phase="enlistment", active="Red", turn=4)
    for _ in range(4):
        state, _ = said(evolve(state, phase="enlistment"), ["end-turn"])
        order.append((state.active, state.turn))
    assert order == [("Gold", 4), ("Black", 4), ("Red", 5), ("Gold", 5)]


def test_ROLL_1_there_is_nothing_to_roll_again_before_the_movement_roll() -> None:
    state = board(turn=1, black={"Bk01": (100, "Titan Ogre")})
    assert texts(state, Mulligan(3)) == ["there is no Movement Roll yet to be rolled again"]
    later = board(turn=2, roll=4, black={"Bk01": (100, "Titan Ogre")})
    assert texts(later, Mulligan(3)) == ["a mulligan is for the first turn, this is turn 2"]
    for die in (0, 7):
        assert texts(state, Mulligan(die)) == [f"a die shows 1 to 6, not {die}"]


def test_MOVE_2_moves_may_end_where_nobody_can_move_and_not_where_somebody_can() -> None:
    moved = {"moved": True, "came_from": 141}
    blocked = {"Bk01": (101, "Titan Ogre"), "Bk02": (142, "Ogre Ogre", moved), "Bk03": (100, "Lion Lion", moved)}
    state = board(roll=1, black=blocked)
    assert not [action for action in legal_actions(state) if action.do == "move"]
    assert rules(apply(state, EndMoves()).events) == ["MOVE-1"]
    assert apply(state, EndMoves()).state.phase == "enlistment"
    free = board(roll=1, black={"Bk01": (101, "Titan Ogre")})
    assert texts(free, EndMoves()) == ["at least one Legion must move; with a Movement Roll of 1 these can: Bk01"]
    unrolled = board(black={"Bk01": (101, "Titan Ogre")})
    assert texts(unrolled, EndMoves()) == ["the Movement Roll comes first"]


def test_MOVE_9_what_was_seen_of_either_part_is_known_of_the_whole() -> None:
    black = player(
        "Black",
        100,
        legion("Bk01", 102, "Titan", "Ogre", revealed=("Ogre",), seen={"Red": ("Titan",)}),
        legion("Bk02", 102, "Lion", "Ogre", split_from="Bk01", revealed=("Lion",), seen={"Red": ("Ogre",)}),
        legion("Bk03", 101, "Ogre", "Ogre", moved=True, came_from=103),
    )
    gold = player("Gold", 300, legion("Gd01", 5000, "Titan"))
    state = game(black, FAR, gold, phase="movement", roll=1, options={"recombine_marker": "mover"})
    state, events = said(state, [Recombine("Bk02", "Bk01"), EndMoves()])
    assert [e.text for e in events if e.rule == "MOVE-9"] == ["Bk02 could not part from Bk01 and is recombined with it"]
    assert state.find("Bk02") is None
    assert known(state, "Gold", "Bk01") == ("Lion", "Ogre")
    assert known(state, "Red", "Bk01") == ("Lion", "Ogre", "Ogre", "Titan")


# --- Engagements ------------------------------------------------------------------------------------------------------


def at_the_titan(**more: Any) -> Game:
    black = player("Black", 100, legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left"),
                   legion("Bk02", 3, "Titan", "Angel"))  # fmt: skip
    red = player("Red", 200, legion("Rd01", 105, "Titan", "Ogre"), legion("Rd02", 20, "Troll"), score=100)
    gold = player("Gold", 300, legion("Gd01", 5000, "Titan"))
    return game(black, red, gold, **more)


def test_D_2_whoever_slew_a_titan_is_recorded_and_gets_the_markers() -> None:
    state = at_battle(
        at_the_titan(), 105, ["Lion D3", "Lion C3"], ["Titan D4 6", "Ogre F1"], turn=2, phase="strike", side="attacker"
    )
    state, events = said(state, ["D3 strikes D4 with 6 6 6 6 6"])
    state, more = said(state, ["end-strikes", "D4 strikes D3 with 1 1 1 1 1 1 1", "end-strikes", "no-summon"])
    slain = [event for event in (*events, *more) if isinstance(event, PlayerOut)]
    assert [(event.player, event.slayer) for event in slain] == [("Red", "Black")]
    assert state.player("Red").out
    assert "Rd02" in state.player("Black").free_markers


def test_SUMMON_1_not_after_a_character_has_moved_where_the_option_says_at_the_start() -> None:
    asked = Summon("Bk02", "Angel")
    for option, wanted in (("any_time", []), ("at_start", ["BATTLE-2"])):
        state = at_the_titan(options={"summons_in_phase": option})
        state = at_battle(
            state, 105, ["Lion D3", "Lion C3"], ["Titan F1", "Ogre F2"], turn=3, phase="maneuver", side="attacker"
        )
        assert state.battle is not None
        allowed = evolve(state.battle.attacker, may_summon=True)
        state = evolve(state, battle=evolve(state.battle, attacker=allowed))
        assert violations(state, asked) == []
        begun = apply(state, Maneuver("Lion", "D3", to="D4")).state
        assert rules(violations(begun, asked)) == wanted


# --- who acts ---------------------------------------------------------------------------------------------------------


def test_what_only_one_side_can_do_is_that_sides() -> None:
    state = at_battle(
        at_the_titan(),
        105,
        ["Lion D3", "Lion C3"],
        ["Titan D4", "Ogre F1"],
        turn=2,
        phase="strikeback",
        side="attacker",
    )
    assert author(state, Strike("D4", "D3")) == "Red"
    assert author(state, Maneuver("Lion", "D3", to="D4")) == "Red"
    assert author(state, parse("Summon Ang from Bk02")) == "Black"
    assert author(state, parse("no-reinforce")) == "Red"
    assert author(state, parse("end-moves")) == "Black"
    assert author(state, parse("attacker concedes")) == "Black"
    lone = battle(["Ogre D3"], ["Lion D4"], turn=2, side="attacker", phase="strikeback")
    assert author(lone, Strike("D4", "D3")) == "Red"
    assert author(lone, parse("no-reinforce")) == "Red"
    assert author(lone, parse("no-summon")) == "Black"


def test_ACQUIRE_1_angels_are_the_winners() -> None:
    state = at_the_titan()
    assert author(state, Acquire(("Angel",))) == "Black"
    engaged, _ = said(state, ["engage 105"])
    assert engaged.engagement is not None
    for winner, color in (("attacker", "Black"), ("defender", "Red"), (None, "Black")):
        won = evolve(engaged, engagement=evolve(engaged.engagement, winner=winner))
        assert author(won, Acquire(("Angel",))) == color


def test_ENG_7_an_agreement_tells_what_each_side_loses() -> None:
    state, _ = said(at_the_titan(), ["engage 105", "Red proposes attacker Lio Lio, defender nothing"])
    _, events = said(state, ["Black accepts attacker Lio Lio, defender nothing"])
    assert next(e.text for e in events if e.rule == "ENG-7") == (
        "agreed: Bk01 loses Lion, Lion, Rd01 loses nothing; 30 points"
    )
    state, _ = said(at_the_titan(), ["engage 105", "Red proposes attacker nothing, defender Tit Ogr"])
    _, events = said(state, ["Black accepts attacker nothing, defender Tit Ogr"])
    assert next(e.text for e in events if e.rule == "ENG-7").startswith(
        "agreed: Bk01 loses nothing, Rd01 loses Titan, Ogre; "
    )


# --- names in words ---------------------------------------------------------------------------------------------------


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
    assert refusal("summon Angel", two) == "several can be meant"
    assert refusal("summon Angel", evolve(two, donors={})) == "no Angel can be summoned from any Legion"


def test_who_may_be_meant_by_a_name_and_who_not() -> None:
    melee = Battle.parse("Plains: Ogre D3, Ogre A1 / Lion D4, Lion F1")
    assert parse("Ogre strikes Lion", melee) == Strike("D3", "D4"), "those in contact are meant"
    struck = Battle.parse("Plains: Ogre D3 struck, Ogre C3 / Lion D4, Lion C4")
    assert refusal("Ogre strikes Lion", struck) == "several can be meant"
    assert refusal("Ogre in F1 strikes Lion", melee) == "no Ogre stands in F1, but a Lion"


def test_only_a_colour_outside_quotes_is_one() -> None:
    assert parse("black concedes") == parse("Black concedes")
    assert parse('"black" concedes') != parse("Black concedes")


# --- odds -------------------------------------------------------------------------------------------------------------


def told(*args: str) -> list[str]:
    done = titan("strike-odds", *args)
    assert done.code == 0, done.err
    return [ruling["text"] for ruling in done.json["rulings"]]


def test_STRIKE_7_what_a_roll_did_is_told_with_its_numbers() -> None:
    assert told("Ogre", "Lion", "--dice", "6,6,1,1,1,1")[-2:] == [
        "2 of 6 dice show 5 or more: 2 hits",
        "the Lion takes 2 of the 5 hits that slay it and still needs 3",
    ]
    assert told("Ogre", "Lion", "--dice", "6,6,6,5,5,1")[-1] == (
        "the Lion takes 5 of the 5 hits that slay it and is slain"
    )
    assert told("Ogre", "Lion", "--hits", "2", "--dice", "6,6,6,6,6,6")[-1] == (
        "the Lion takes 3 of the 3 hits that slay it and is slain"
    )


def test_CARRY_1_what_is_left_of_a_roll_goes_where_it_is_sent() -> None:
    line = "Plains: Ogre D3 / Lion D4 3 hits, Lion E3, Gargoyle C3"
    done = titan("strike-odds", line, "--from", "D3", "--to", "D4", "--dice", "6,6,6,6,5,1", "--carry-to", "E3")
    assert [ruling["text"] for ruling in done.json["rulings"]][-3:] == [
        "5 of 6 dice show 5 or more: 5 hits",
        "the Lion takes 2 of the 2 hits that slay it and is slain",
        "the Lion takes by carrying over 3 of the 5 hits that slay it and still needs 2",
    ]
    roll = done.json["roll"]
    assert roll["takes"] == [
        {"to": "D4", "character": "Lion", "hits": 2, "slain": True},
        {"to": "E3", "character": "Lion", "hits": 3, "slain": False},
    ]
    assert (roll["hits"], roll["left_over"], roll["may_carry_to"]) == (5, 0, [])
    assert roll["at_least_so_many"]["exact"] == "13/729"
    done = titan("strike-odds", line, "--from", "D3", "--to", "D4", "--dice", "6,6,6,6,5,1")
    roll = done.json["roll"]
    assert (roll["left_over"], roll["may_carry_to"], roll["best"]) == (
        3, ["C3", "E3"], {"slain": ["C3"], "points": ["C3"]},
    )  # fmt: skip
    done = titan("strike-odds", line, "--from", "D3", "--to", "D4", "--dice", "6,6,1,1,1,1")
    assert (done.json["roll"]["left_over"], done.json["roll"].get("best")) == (0, None)


def test_an_option_is_heard_where_odds_are_typed() -> None:
    args = ("Warlock", "Gargoyle", "--terrain", "Brush", "--from", "C2", "--to", "E3")
    ways = {}
    for value in ("true", "false"):
        done = titan("strike-odds", *args, "--option", f"missile_ignores_brambles={value}")
        ways[value] = (done.json["dice"], done.json["strike_number"], done.json["expected_hits"]["exact"])
    assert ways == {"true": (2, 3, "4/3"), "false": (2, 4, "1")}
    assert titan("strike-odds", *args).json["strike_number"] == 3
    assert titan("strike-odds", *args, "--option", "missile_ignores_brambles=perhaps").code == 2


def test_REINF_1_height_7_is_too_high_and_6_is_not() -> None:
    for height, legal in ((6, True), (7, False)):
        defenders = [f"Ogre {hex_}" for hex_ in ("D4", "E4", "F1", "F2", "F3", "E5", "D5")][:height]
        fourth = battle(["Lion D3"], defenders, terrain="Marsh", turn=4, side="defender", phase="maneuver")
        action = parse("reinforce Troll with Ogre Ogre")
        assert is_legal(fourth, action) == legal
        if not legal:
            assert texts(fourth, action) == ["height 7; a reinforcement needs 6 or less"]


# --- battles ----------------------------------------------------------------------------------------------------------


def test_DICE_1_a_first_roll_that_cannot_be() -> None:
    melee = Battle.parse("Plains: Ogre D3 / Lion D4")
    sixes = "D3 strikes D4 with 6 6 6 6 6 6 instead of"
    assert texts(melee, parse(f"{sixes} 7 6 6 6 6 6 6")) == ["a die shows 1 to 6, not 7"]
    assert texts(melee, parse(f"{sixes} 6 6 6 6 6 6 0")) == ["a die shows 1 to 6, not 0"]
    assert texts(melee, parse(f"{sixes} 6 6 6 6 6 6")) == [
        "a first roll of 6 dice is not too many for a strike of 6: it stands"
    ]
    assert texts(melee, parse(f"{sixes} 1 6 6 6 6 6 6")) == []


def test_BOX_7_poison_adds_up() -> None:
    line = "Plains, turn 3: SpittingSerpent D3 / Allosaur D4 poisoned 2 | box dino-titan, began attacker"
    serpent = Battle.parse(line)
    before = serpent.defender.characters[0].poisoned
    done = apply(serpent, parse("D3 strikes D4 with 6 1 1 1 1 1 1 1 1 1 1"))
    after = done.state.defender.characters[0].poisoned
    (told_of,) = [event for event in done.events if event.rule == "BOX-7"]
    by = told_of.facts["by"]
    assert (before, after) == (2, 2 + by)
    assert told_of.text == f"Allosaur in D4 is poisoned by {by}: {after} hits in every Strike Phase"


def test_ENG_8_nothing_is_open_while_it_is_negotiated() -> None:
    state, _ = said(at_the_titan(), ["engage 105"])
    assert texts(state, parse("reinforce Troll with Ogre Ogre")) == ["no reinforcement is open in this Engagement"]
    assert texts(state, parse("no-reinforce")) == ["no reinforcement is open in this Engagement"]
    assert texts(state, parse("summon Angel from Bk02")) == ["no summons is open in this Engagement"]


@pytest.mark.parametrize("name", ["Ogre", "Angel"])
def test_MANEUVER_5_the_hex_over_which_a_character_enters_can_slow_it(name: str) -> None:
    enemy = ["Lion F1"]
    entering = battle([name], enemy, terrain="Brush", turn=1, side="attacker", phase="maneuver")
    said_then = [ruling.text for ruling in why(entering, parse(f"{name} enters A3", entering)).rulings]
    assert "it enters over A3, which counts as the first" in said_then
    assert sum("Brambles" in text for text in said_then) == 1, said_then
    for start, end, slow in (("B3", "A3", 1), ("A3", "B3", 0)):
        inside = battle([f"{name} {start}"], enemy, terrain="Brush", turn=2, side="attacker", phase="maneuver")
        said_now = [ruling.text for ruling in why(inside, parse(f"{start}-{end}", inside)).rulings]
        assert sum("Brambles" in text for text in said_now) == slow, said_now
        assert not [text for text in said_now if "enters" in text]


def test_RANGE_3_a_native_in_the_volcano_throws_more_dice() -> None:
    assert told("Dragon", "Lion", "--terrain", "Mountains", "--from", "D4", "--to", "B4")[-1] == (
        "a native in the Volcano: +2 dice, 6 in all"
    )


# --- splits -----------------------------------------------------------------------------------------------------------


def test_SPLIT_3_no_marker_no_split_of_a_legion_that_is_not_known_whole() -> None:
    some = {"Bk01": (3, "", {"height": 6, "revealed": ["Ogre", "Ogre", "Lion"], "characters": None})}
    free = board(phase="commencement", black=some)
    none = board(phase="commencement", black=some, black_is={"markers": []})
    assert [action for action in legal_actions(free) if action.do == "split"]
    assert not [action for action in legal_actions(none) if action.do == "split"]


# --- odds and records -------------------------------------------------------------------------------------------------


def test_the_bound_of_work_is_the_last_that_is_done() -> None:
    from titan_rules.odds.cases import Fighter, Way
    from titan_rules.odds.several import MOST_DICE, Striker, several

    most = MOST_DICE // 2
    strikers = [Striker(name, Way(most, 4)) for name in ("Ogre", "Lion")]
    assert len(several(Fighter("Serpent", None, 18, 36), (), strikers).orders) == 1
    with pytest.raises(CannotTell, match=f"the strikers roll {MOST_DICE + 1} dice, and at most {MOST_DICE}"):
        several(Fighter("Serpent", None, 18, 36), (), [*strikers[:1], Striker("Lion", Way(most + 1, 4))])


def test_a_recorded_game_begins_at_step_0() -> None:
    from checkout import EXAMPLES
    from titan_rules.deduction.history import moments
    from titan_rules.kernel.lines import rows_in
    from titan_rules.replays.record import Record

    with (EXAMPLES / "game.replay.jsonl").open("rb") as stream:
        record = Record(rows_in(stream))
        found = list(moments(list(record.lines()), record.start()))
    assert [moment.number for moment in found] == list(range(len(found)))
    assert found[0].step is None
    assert found[0].facts


def test_a_kind_is_counted_up_to_99() -> None:
    assert parse("reinforce Troll with 2 Ogre") == parse("reinforce Troll with Ogre Ogre")
    for count in (0, 100):
        assert refusal(f"reinforce Troll with {count} Ogre", None) == f"{count} of a kind are not possible"


def test_a_move_and_a_muster_may_be_joined_by_and() -> None:
    parts = [parse("Bk02 105"), parse("Bk02 Lio,Lio>Lio")]
    for text in ("Bk02 to 105 and musters Lion with Lion Lion", "Bk02 105 musters Lion with Lion Lion"):
        assert list(parse_actions(text)) == parts


# --- records that do not say all --------------------------------------------------------------------------------------


def test_an_illegal_record_names_the_step_before_to_ask_about() -> None:
    start = board(phase="commencement", black={"Bk01": (3, "Titan Ogre Ogre Lion Lion")})
    rows = [{"do": "split", "legion": "Bk01", "into": "Bk02", "count": 2}, {"do": "end-splits"}, {"do": "end-moves"}]
    with pytest.raises(CannotTell) as caught:
        followed([line_of(number, row) for number, row in enumerate(rows, 2)], start)
    assert caught.value.fault.message == "step 3 is not legal in any history: the Movement Roll comes first"
    assert (caught.value.fault.hint, caught.value.fault.line) == ("ask about an earlier one: --step 2", 4)


# --- places, stocks, boxes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "part"), [("reinforce Troll with 2xQqq", "Qqq"), ("Ogr D3-Q9", "Q9")])
def test_what_is_not_understood_is_pointed_at(text: str, part: str) -> None:
    with pytest.raises(ActionError) as caught:
        parse(text)
    assert text[slice(*caught.value.place)] == part


def test_an_article_before_a_character_says_nothing() -> None:
    assert parse("Bk01/Bk02 an Ogre and the Centaur") == parse("Bk01/Bk02 Ogr Cen")


def test_BATTLE_5_who_was_left_off_is_not_in_the_stock() -> None:
    during = at_battle(at_the_titan(), 105, ["Lion D3"], ["Titan D4", "Ogre F1"])
    during = evolve(during, caretaker=None)
    assert during.battle is not None
    without = stock(during)["Troll"]
    side = evolve(during.battle.attacker, left_off=("Troll", "Troll"))
    assert stock(evolve(during, battle=evolve(during.battle, attacker=side)))["Troll"] == without - 2


def test_BOX_12_points_bring_characters_to_the_stock_and_leave_those_that_are_there() -> None:
    state = new_game(["Ann", "Ben"], seed=1, box=Box.load("balrog"))
    first = state.players[0]
    grows = f"Balrog{first.tower}"
    counts = []
    for score in (299, 300, 650, 900):
        state = put_player(state, evolve(state.player(first.color), score=score))
        assert state.caretaker is not None
        counts.append(state.caretaker[grows])
    assert counts == [0, 1, 2, 3]


def test_SPLIT_1_in_the_first_turn_a_split_is_not_judged_by_what_is_known_alone() -> None:
    known_part = {"height": 8, "revealed": ["Titan", "Ogre", "Ogre", "Centaur"], "characters": None}
    hidden = board(phase="commencement", turn=1, black={"Bk01": (100, "", known_part)})
    later = board(phase="commencement", turn=2, black={"Bk01": (100, "", {**known_part, "height": 7})})
    asked = Split("Bk01", "Bk02", ("Titan", "Ogre", "Ogre", "Centaur"))
    assert violations(later, asked) == []
    with pytest.raises(CannotTell):
        violations(hidden, asked)
