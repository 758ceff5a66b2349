"""What players may know of each other's Legions (ENG-2, MUSTER-2, TELE-2, BATTLE-1, SCORE-3, D-6)."""

from builders import at_battle, game, legion, player, said
from playing import begin
from running import titan
from titan_rules.actions.intents import Split
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to


def known(state: Game, color: str, marker: str) -> tuple[str, ...]:
    """What a player knows of a Legion."""
    found = known_to(state, color).find(marker)
    assert found is not None
    return found[1].revealed if found[1].characters is None else tuple(sorted(found[1].characters))


def quiet(*names: str, phase: str = "commencement", **more: object) -> Game:
    black = player("Black", 100, legion("Bk01", 105, *names, **more))
    red, gold = player("Red", 200, legion("Rd01", 4000, "Titan")), player("Gold", 300, legion("Gd01", 5000, "Titan"))
    return game(black, red, gold, phase=phase)


def test_SETUP_4_everybody_knows_the_eight_starting_characters() -> None:
    state = begin(1, 2)
    mover, other = state.active or "", next(p.color for p in state.players if p.color != state.active)
    marker = state.mover.legions[0].legion
    assert len(known(state, other, marker)) == 8
    halves = Split(marker, state.mover.free_markers[0], ("Titan", "Ogre", "Ogre", "Centaur"))
    state, _ = said(state, [halves])
    assert known(state, other, marker) == ()
    assert len(known(state, mover, marker)) == 4


def test_MUSTER_2_a_muster_shows_the_musterers_and_what_they_mustered() -> None:
    state = quiet("Centaur", "Centaur", "Titan", "Angel", phase="enlistment", moved=True)
    assert known(state, "Red", "Bk01") == ()
    state, _ = said(state, ["Bk01 Cen,Cen>Lion"])
    assert known(state, "Red", "Bk01") == ("Centaur", "Centaur", "Lion")
    assert known(state, "Gold", "Bk01") == ("Centaur", "Centaur", "Lion")


def test_TELE_2_a_teleport_shows_one_lord() -> None:
    state = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 100 Titan Angel Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    state, _ = said(state, ["Bk01 moves to 300 by tower teleport revealing Angel"])
    assert known(state, "Red", "Bk01") == ("Angel",)


def test_SPLIT_4_a_split_hides_who_may_have_left() -> None:
    state = quiet("Lion", "Lion", "Lion", "Ogre", "Titan", "Troll", revealed=("Lion", "Lion", "Lion", "Ogre"))
    state, _ = said(state, [Split("Bk01", "Bk02", ("Troll", "Titan"))])
    assert known(state, "Red", "Bk01") == ("Lion",)
    assert known(state, "Red", "Bk02") == ()


def engaged() -> Game:
    black = player(
        "Black", 100, legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left"), legion("Bk02", 3, "Titan")
    )
    red = player("Red", 200, legion("Rd01", 105, "Ogre", "Troll"), legion("Rd02", 4000, "Titan"))
    return game(black, red, player("Gold", 300, legion("Gd01", 5000, "Titan")))


def test_ENG_2_the_two_who_are_engaged_see_and_nobody_else_does() -> None:
    state, _ = said(engaged(), ["engage 105"])
    assert known(state, "Red", "Bk01") == ("Lion", "Lion")
    assert known(state, "Black", "Rd01") == ("Ogre", "Troll")
    assert known(state, "Gold", "Bk01") == ()


def test_BATTLE_1_a_battle_shows_everything_to_all() -> None:
    state, _ = said(engaged(), ["engage 105", "stand", "Red no-more", "Black fights"])
    assert known(state, "Gold", "Bk01") == ("Lion", "Lion")


def test_SCORE_3_what_was_seen_in_a_battle_is_known_after_it() -> None:
    state = at_battle(engaged(), 105, ["Lion D3", "Lion A3"], ["Ogre D4 5", "Troll F1"], turn=2, phase="strikeback")
    state, _ = said(state, ["D3 strikes D4 with 6 6 6 6 6", "Black attempts to concede", "Red accepts the concession"])
    assert known(state, "Gold", "Rd01") == ("Troll",)


def test_D_6_when_the_game_is_won_everything_is_shown() -> None:
    black = player("Black", 100, legion("Bk01", 3, "Titan", "Angel"))
    state, _ = said(
        game(black, player("Red", 200, legion("Rd01", 4000, "Titan", "Ogre")), phase="commencement"),
        ["Black withdraws"],
    )
    assert known(state, "Black", "Rd01") == ("Ogre", "Titan")


def test_show_as_from_the_shell() -> None:
    state, _ = said(engaged(), ["engage 105"])
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
