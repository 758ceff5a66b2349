"""What players may know of each other's Legions, and what cannot be told of a Legion of unknown content."""

import pytest

import titan_rules
from builders import at_battle, at_the_titan, engaged, game, legion, player, rules, said
from playing import begin
from running import titan
from titan_rules.actions.intents import Action, EndMoves, Move, Muster, Recombine, Split, Summon
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, cannot_tell, is_legal, legal_actions, violations
from titan_rules.position.changes import put_legion_in
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game, Legion
from titan_rules.position.knowledge import known_to
from titan_rules.rules.masterboard.destinations import depends_on_content, destinations
from titan_rules.text.parsing import parse


def known(state: Game, color: str, marker: str) -> tuple[str, ...]:
    """What a player knows of a Legion."""
    found = known_to(state, color).find(marker)
    return found[1].revealed if found[1].characters is None else tuple(sorted(found[1].characters))


def test_SETUP_4_everybody_knows_the_eight_starting_characters() -> None:
    state = begin(1, 2)
    mover, other = state.active or "", next(p.color for p in state.players if p.color != state.active)
    marker = state.mover.legions[0].legion
    assert len(known(state, other, marker)) == 8
    halves = Split(marker, state.mover.free_markers[0], ("Titan", "Ogre", "Ogre", "Centaur"))
    state, _ = said(state, [halves])
    assert known(state, other, marker) == ()
    assert len(known(state, mover, marker)) == 4


def test_SPLIT_4_a_split_hides_who_may_have_left() -> None:
    shown = legion("Bk01", 105, *("Lion",) * 3, "Ogre", "Titan", "Troll", revealed=(*("Lion",) * 3, "Ogre"))
    state = game(player("Black", 100, shown), player("Red", 200, legion("Rd01", 4000, "Titan")), phase="commencement")
    state, _ = said(state, [Split("Bk01", "Bk02", ("Troll", "Titan"))])
    assert known(state, "Red", "Bk01") == ("Lion",)
    assert known(state, "Red", "Bk02") == ()


def test_ENG_2_the_two_who_are_engaged_see_and_nobody_else_does() -> None:
    state, _ = said(engaged("Lion Lion", "Ogre Troll", third=True), ["engage 105"])
    assert known(state, "Red", "Bk01") == ("Lion", "Lion")
    assert known(state, "Black", "Rd01") == ("Ogre", "Troll")
    assert known(state, "Gold", "Bk01") == ()


def test_SCORE_3_what_was_seen_in_a_battle_is_known_after_it() -> None:
    state = engaged("Lion Lion", "Ogre Troll", third=True)
    state = at_battle(state, 105, ["Lion D3", "Lion A3"], ["Ogre D4 5", "Troll F1"], turn=2, phase="strikeback")
    state, _ = said(state, ["D3 strikes D4 with 6 6 6 6 6", "Black attempts to concede", "Red accepts the concession"])
    assert known(state, "Gold", "Rd01") == ("Troll",)


def test_show_as_from_the_shell() -> None:
    state, _ = said(engaged("Lion Lion", "Ogre Troll", third=True), ["engage 105"])
    text = FORMAT.dumps(state)
    done = titan("show", "-", "--as", "gold", "--format", "json", stdin=text)
    assert done.code == 0
    legions = {x["legion"]: x for p in done.json["players"] for x in p["legions"]}
    assert legions["Bk01"]["characters"] is None
    assert legions["Bk01"]["height"] == 2
    assert "Lion" not in done.out.partition('"caretaker"')[0]
    done = titan("show", "-", "--as", "Red", "--format", "json", stdin=text)
    assert {x["legion"]: x["characters"] for p in done.json["players"] for x in p["legions"]}["Bk01"] == [
        "Lion",
        "Lion",
    ]
    assert titan("show", "-", "--as", "Red", stdin=text).code == 0
    assert titan("show", "-", "--as", "Blue", stdin=text).code == 2
    assert titan("show", "-", "--as", "Rde", "--format", "json", stdin=text).error["hint"]


def unknown(marker: str, land: int, height: int, *revealed: str, **more: object) -> Legion:
    """A Legion of which no more is known."""
    return Legion(marker, land, None, height, revealed=revealed, **more)


def two(*black: Legion, red: tuple[Legion, ...] = (), phase: str = "engagement", **more: object) -> Game:
    return game(
        player("Black", 100, *black, score=90),
        player("Red", 200, *(red or (legion("Rd02", 4000, "Titan"),))),
        phase=phase,
        **more,
    )


def missing(state: Game, action: Action | str) -> str:
    """What is said to be missing, when an action is judged or carried out."""
    with pytest.raises(CannotTell) as caught:
        apply(state, parse(action) if isinstance(action, str) else action)
    assert caught.value.fault.code == "unknown-content"
    return caught.value.fault.message


def conceded(*donors: Legion) -> Game:
    """Red has conceded to Black, who may have somebody to summon."""
    attacker = legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left")
    state = two(attacker, *donors, red=(legion("Rd01", 105, "Ogre", "Ogre"), legion("Rd02", 4000, "Titan")))
    return said(state, ["engage 105", "stand", "Red concedes"])[0]


def test_MOVE_9_what_was_seen_of_either_part_is_known_of_the_whole() -> None:
    parts = (
        legion("Bk01", 102, "Titan", "Ogre", revealed=("Ogre",), seen={"Red": ("Titan",)}),
        legion("Bk02", 102, "Lion", "Ogre", split_from="Bk01", revealed=("Lion",), seen={"Red": ("Ogre",)}),
        legion("Bk03", 101, "Ogre", "Ogre", moved=True, came_from=103),
    )
    black = player("Black", 100, *parts)
    red = player("Red", 200, legion("Rd01", 4000, "Titan", "Ogre"))
    gold = player("Gold", 300, legion("Gd01", 5000, "Titan"))
    state = game(black, red, gold, phase="movement", roll=1, options={"recombine_marker": "mover"})
    state, events = said(state, [Recombine("Bk02", "Bk01"), EndMoves()])
    assert [e.text for e in events if e.rule == "MOVE-9"] == ["Bk02 could not part from Bk01 and is recombined with it"]
    assert state.find("Bk02") is None
    assert known(state, "Gold", "Bk01") == ("Lion", "Ogre")
    assert known(state, "Red", "Bk01") == ("Lion", "Ogre", "Ogre", "Titan")


HIDDEN = "turn 5, Black's movement, roll {roll}: Black {black} / Red 200: Rd01 4000 Titan Angel"


def test_TELE_2_normal_moves_of_unknown_content_are_answered_and_teleports_are_not() -> None:
    hidden = Game.parse(HIDDEN.format(roll=6, black="100: Bk01 100 height 3, Bk02 5 Titan Ogre"))
    first = hidden.mover.legions[0]
    assert [d.land for d in destinations(hidden, hidden.mover, first, 6)] == [4, 8, 138]
    assert depends_on_content(hidden, hidden.mover, first, 6)
    assert not depends_on_content(hidden, hidden.mover, first, 5)
    assert is_legal(hidden, Move("Bk01", 4))
    assert rules(violations(hidden, Move("Bk01", 300, how="normal"))) == ["MOVE-3"]
    with pytest.raises(CannotTell, match="the characters of Bk01 are not known, whether it holds a Lord"):
        is_legal(hidden, Move("Bk01", 300))
    strong = Game.parse(HIDDEN.format(roll=6, black="100 400: Bk01 5 height 3, Bk02 3 height 4"))
    assert depends_on_content(strong, strong.mover, strong.mover.legions[0], 6), "the Titan is in either"


def test_TELE_3_the_titan_is_in_the_only_legion_that_can_hold_it() -> None:
    strong = Game.parse(HIDDEN.format(roll=6, black="100 400: Bk01 5 height 3, Bk02 3 2 Ogre"))
    assert is_legal(strong, Move("Bk01", 4000, "left", "titan-teleport"))
    assert rules(violations(strong, Move("Bk02", 4000, "left", "titan-teleport"))) == ["TELE-3"]


def test_SPLIT_2_of_unknown_content_only_the_height_is_judged() -> None:
    small, high = (two(unknown("Bk01", 3, height), phase="commencement") for height in (3, 5))
    split = Split("Bk01", "Bk02", ("Ogre", "Ogre"))
    assert rules(violations(small, split)) == ["SPLIT-2"]
    assert "Bk01" in missing(high, split)


def test_SPLIT_3_no_marker_no_split_of_a_legion_that_is_not_known_whole() -> None:
    for markers in (None, ()):
        black = player("Black", 100, unknown("Bk01", 3, 6, "Ogre", "Ogre", "Lion"))
        red = player("Red", 200, legion("Rd01", 4000, "Titan"))
        state = game(evolve(black, markers=markers), red, phase="commencement")
        assert bool([action for action in legal_actions(state) if action.do == "split"]) == (markers is None)


def test_SPLIT_1_in_the_first_turn_a_split_is_not_judged_by_what_is_known_alone() -> None:
    names = ("Titan", "Ogre", "Ogre", "Centaur")
    first = two(unknown("Bk01", 100, 8, *names), phase="commencement", turn=1)
    later = two(unknown("Bk01", 100, 7, *names), phase="commencement", turn=2)
    assert is_legal(later, Split("Bk01", "Bk02", names))
    with pytest.raises(CannotTell):
        is_legal(first, Split("Bk01", "Bk02", names))


def test_MUSTER_2_of_unknown_content_nothing_is_told_but_what_needs_none() -> None:
    four, seven = (two(unknown("Bk01", 5, height, moved=True), phase="enlistment") for height in (4, 7))
    assert "Bk01" in missing(four, Muster("Bk01", "Cyclops", ("Gargoyle", "Gargoyle")))
    assert rules(violations(four, Muster("Bk01", "Lion", ("Ogre", "Ogre")))) == ["MUSTER-2"]
    assert rules(violations(seven, Muster("Bk01", "Cyclops", ("Gargoyle", "Gargoyle")))) == ["MUSTER-1"]


def test_SUMMON_2_from_a_legion_of_unknown_content_cannot_be_told() -> None:
    state = conceded(unknown("Bk02", 3, 4))
    assert missing(state, Summon("Bk02", "Angel")).startswith("the characters of Bk02 are not known")
    assert "Bk02" in missing(state, "no-summon")
    assert ("summon", ("Bk02",)) in [(found.do, found.missing) for found in cannot_tell(state)]
    assert not is_legal(state, Summon("Bk02", "Lion"))
    assert said(state, ["end-turn"])[0].active == "Red"


def test_SUMMON_2_a_revealed_angel_is_there_to_be_summoned() -> None:
    state = conceded(unknown("Bk02", 3, 4, "Angel", "Ogre"))
    assert Summon("Bk02", "Angel") in legal_actions(state)
    after, _ = said(state, ["summon Ang from Bk02", "acquire nothing"])
    left = after.find("Bk02")
    assert (left[1].characters, left[1].size, left[1].revealed) == (None, 3, ("Ogre",))


def test_SUMMON_2_a_legion_of_seven_is_offered_nobody() -> None:
    state = conceded(unknown("Bk02", 3, 4, "Angel", "Ogre"))
    holding = state.find("Bk01")
    assert holding is not None
    player, taking = holding
    full = evolve(taking, characters=None, height=7)
    others = tuple(full if one is taking else one for one in player.legions)
    seven = evolve(state, players=(evolve(player, legions=others), *state.players[1:]))
    assert not is_legal(seven, Summon("Bk02", "Angel"))
    assert Summon("Bk02", "Angel") not in legal_actions(seven)


def test_SUMMON_1_into_a_battle_alike() -> None:
    fighting = two(
        legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left"),
        unknown("Bk02", 3, 4),
        red=(legion("Rd01", 105, "Ogre", "Ogre"), legion("Rd02", 4000, "Titan")),
    )
    fighting = at_battle(fighting, 105, ["Lion D3", "Lion C3"], ["Ogre F1", "Ogre F2"], turn=2, side="attacker")
    ready = evolve(fighting.battle.attacker, may_summon=True)
    fighting = evolve(fighting, battle=evolve(fighting.battle, attacker=ready))
    assert missing(fighting, Summon("Bk02", "Angel"))
    assert missing(fighting, "no-summon")
    assert {found.do for found in cannot_tell(fighting)} == {"summon", "no-summon"}


def test_MUSTER_2_with_what_is_revealed() -> None:
    state = two(unknown("Bk01", 105, 5, "Lion", "Lion", moved=True), phase="enlistment")
    listed = legal_actions(state)
    assert Muster("Bk01", "Ranger", ("Lion", "Lion")) in listed
    assert missing(state, Muster("Bk01", "Lion", ("Centaur", "Centaur")))
    assert not is_legal(state, Muster("Bk01", "Troll", ("Ogre", "Ogre")))
    after, _ = said(state, [Muster("Bk01", "Ranger", ("Lion", "Lion"))])
    grown = after.find("Bk01")
    assert (grown[1].size, grown[1].revealed) == (6, ("Lion", "Lion", "Ranger"))


def test_SPLIT_2_of_what_is_revealed() -> None:
    state = two(unknown("Bk01", 105, 5, "Lion", "Ogre"), phase="commencement")
    after, _ = said(state, [Split("Bk01", "Bk02", ("Lion", "Ogre"))])
    assert [(x.legion, x.size, x.known) for x in after.mover.legions] == [
        ("Bk01", 3, ()),
        ("Bk02", 2, ("Lion", "Ogre")),
    ]
    assert missing(state, Split("Bk01", "Bk02", ("Troll", "Troll")))
    assert not is_legal(state, Split("Bk01", "Bk02", ("Lion", "Ogre", "Troll", "Troll")))


def test_MOVE_9_parts_of_unknown_content_recombine() -> None:
    parts = (
        unknown("Bk01", 105, 3, "Lion", moved=True),
        unknown("Bk02", 105, 2, "Ogre", moved=True, split_from="Bk01"),
    )
    state = two(*parts, phase="movement", roll=1)
    for action in (Recombine("Bk02", "Bk01"), EndMoves()):
        whole = apply(state, action).state.mover.legions
        assert [(x.legion, x.size, x.revealed) for x in whole] == [("Bk01", 5, ("Lion", "Ogre"))]


def test_ENG_2_what_an_unknown_defender_may_do_cannot_be_told() -> None:
    attacker = legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left")
    state = two(attacker, red=(unknown("Rd01", 105, 3), legion("Rd02", 4000, "Titan")))
    assert is_legal(state, parse("engage 105"))
    assert "Rd01" in missing(state, "engage 105")
    lord = two(attacker, red=(unknown("Rd01", 105, 3, "Angel"), legion("Rd02", 4000, "Titan")))
    after, _ = said(lord, ["engage 105"])
    assert after.engagement.stage == "negotiation"


def test_D_3_legions_of_unknown_content_are_not_worth_nothing() -> None:
    attacker = legion("Bk01", 105, "Titan", moved=True, entry_side="left")
    state = two(attacker, unknown("Bk02", 3, 4), red=(legion("Rd01", 105, "Titan"),))
    state, _ = said(state, ["engage 105", "Red no-more"])
    assert is_legal(state, parse("Black concedes"))
    assert "Bk02" in missing(state, "Black concedes")


def test_WITHDRAW_1_a_legion_of_unknown_content_is_not_worth_nothing() -> None:
    state = two(legion("Bk01", 105, "Titan"), unknown("Bk02", 3, 4), phase="commencement", turn=3)
    assert is_legal(state, parse("Black withdraws"))
    assert "Bk02" in missing(state, "Black withdraws")


def third(*texts: str, defender: str = "Angel Ogre") -> Game:
    """What Gold is shown of an Engagement between Black and Red."""
    return known_to(said(engaged("Lion Lion", defender, third=True), ["engage 105", *texts])[0], "Gold")


def test_ENG_3_the_stage_betrays_no_lord_to_third_players() -> None:
    lord, none = third(), third(defender="Ogre Ogre")
    assert lord.engagement == none.engagement
    for text in ("flee", "stand", "Red proposes attacker all, defender nothing", "Red concedes"):
        assert "Rd01" in missing(lord, text)
    assert {found.do for found in cannot_tell(lord)} >= {"flee", "stand", "propose", "concede"}


def test_ENG_5_proposals_that_name_characters_are_not_heard_by_third_players() -> None:
    state = third("Red proposes attacker all, defender Ogre", "Black proposes attacker nothing, defender all")
    assert [proposal.by for proposal in state.engagement.proposals] == ["Black"]
    assert "Rd01" in missing(state, "Red proposes attacker all, defender Ogre")


def test_ENG_5_whether_parts_of_an_unknown_legion_were_proposed_is_not_heard() -> None:
    attacker = evolve(unknown("Bk01", 105, 3, "Gargoyle"), moved=True, entry_side="left")
    state = two(attacker, red=(legion("Rd01", 105, "Titan"),))
    state, _ = said(state, ["engage 105"])
    assert "Bk01" in missing(state, "Red proposes attacker Gargoyle, defender all")
    assert "Bk01" in missing(state, "Red accepts attacker Gargoyle, defender all")
    assert is_legal(state, parse("Red proposes attacker all, defender nothing"))


def test_BATTLE_1_a_legion_of_which_only_the_height_was_told_is_known_from_its_battle() -> None:
    state = at_battle(at_the_titan(), 105, ["Lion D3", "Lion E3"], ["Titan D4", "Ogre E4"], turn=2)
    red = state.player("Red")
    untold = evolve(red.legion("Rd01"), characters=None, height=2)
    state = put_legion_in(state, red, untold)
    after, _ = said(state, ["end-maneuver"])
    shown = after.player("Red").legion("Rd01")
    assert (shown.characters, shown.height) == (("Titan", "Ogre"), None)
    assert titan_rules.loads(titan_rules.dumps(after)) == after


def test_ENG_5_what_an_agreement_may_hold_cannot_be_told_of_a_legion_of_unknown_content() -> None:
    state, _ = said(at_the_titan(), ["engage 105"])
    black = state.player("Black")
    state = put_legion_in(state, black, evolve(black.legion("Bk01"), characters=None, height=2))
    assert [(found.do, found.by, found.missing) for found in cannot_tell(state)] == [
        ("propose", "Red", ("Bk01",)),
        ("accept", "Red", ("Bk01",)),
    ]
