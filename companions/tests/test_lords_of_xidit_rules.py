"""Lords of Xidit, rule by rule, where the cases under scenarios leave something to show."""

from typing import Any

import pytest

from titan_companions.lords_of_xidit.companion import GAME
from titan_companions.lords_of_xidit.line import new
from titan_companions.lords_of_xidit.state import Position
from titan_companions.protocol import views

MONSTER = {"kind": "monster", "needs": {"mage": 1}, "rewards": {"gold": 5, "harp": 3, "guild": 2}}
FOES = [{"city": city, "needs": {"mage": 1}, "rewards": {"gold": 1, "harp": 1}} for city in "1234"]
TITAN = {"needs": 3, "rewards": {"gold": 8}}
AWAKE = {"awake": True, "piles": [{"face_up": TITAN, "below": []}, {"face_up": TITAN, "below": [TITAN]}]}
WAITS = ["wait"] * 6
SUPPLY = {"next_monster": FOES[2], "monster_pile": FOES[3:]}


def acting(tile: Any = None, player: Any = None, supply: Any = SUPPLY, **changes: Any) -> Position:
    """A at city 1 with a mage and the order to act; the other cities empty."""
    data = new()
    someone = {"at": "1", "hand": {"mage": 1}, "gold": 0, "harps_left": 20, "program": ["act"] * 6}
    data["players"] = {name: {"at": "8", "program": WAITS} for name in "BCD"} | {"A": {**someone, **(player or {})}}
    data |= {"cities": {"1": {"tile": tile}} if tile else {}, "census_shown": {}, "supply": data["supply"] | supply}
    found: Position = GAME.format.read({**data, **changes})
    return found


def check(at: Position, text: str) -> views.Checked:
    return views.check(GAME, at, GAME.read_action(text, at))


def done(at: Position, text: str) -> Position:
    """The position after an action that must be legal."""
    found = check(at, text)
    assert found.verdict == "legal", found
    final: Position = found.final
    return final


def refused(at: Position, text: str) -> tuple[str, str]:
    """The rule and the sentence that forbid an action."""
    found = check(at, text)
    assert found.verdict == "illegal", found
    return found.rulings[0].rule, found.rulings[0].text


def opened(at: Position, text: str) -> Any:
    found = check(at, text)
    assert found.verdict == "open", found
    assert found.stopped is not None
    return found.stopped


@pytest.mark.parametrize(
    ("options", "harps", "words"),
    [
        ({}, "North:2", "3 harps must be placed, not 2"),
        ({"harp_split": "one_region"}, "North:2,Bastion:1", "all 3 harps must go to one region"),
    ],
)
def test_LX_HARP_1_a_placement_that_does_not_do(options: dict[str, str], harps: str, words: str) -> None:
    text = f"A repels for gold, harp, harps {harps}"
    assert refused(acting(MONSTER, options=options), text) == ("LX-HARP-1", words)


@pytest.mark.parametrize(
    ("reading", "height", "after", "saved"),
    [("build_up", 3, 4, 0), ("keep", 3, 4, 1), ("keep", 4, 4, 2), ("build_up", 2, 4, 0)],
)
def test_LX_GUILD_3_what_does_not_fit(reading: str, height: int, after: int, saved: int) -> None:
    at = acting(MONSTER, {"guilds": {"1": height}}, options={"full_tower": reading})
    player = done(at, "A repels for gold, guild").players["A"]
    assert (player.guilds["1"], player.guild_saved) == (after, saved)


@pytest.mark.parametrize(
    ("options", "guilds", "rule"),
    [
        ({}, {"1": 4}, "LX-GUILD-3"),
        ({"full_tower": "not_choosable"}, {"1": 3}, "LX-GUILD-3"),
        ({"guild_number": "towers"}, {"1": 1}, "LX-GUILD-2"),
        ({}, {"2": 4, "3": 4, "4": 4, "5": 3}, "LX-GUILD-1"),
    ],
)
def test_LX_GUILD_a_guild_that_cannot_be_taken(options: dict[str, str], guilds: dict[str, int], rule: str) -> None:
    at = acting(MONSTER, {"guilds": guilds}, options=options)
    assert refused(at, "A repels for gold, guild")[0] == "LX-REPEL-2"
    assert rule in [ruling.rule for ruling in opened(at, "A repels").rulings]


def test_LX_REPEL_2_a_reward_may_be_lost_by_choice() -> None:
    at = acting(MONSTER, {"guilds": {"1": 4}}, options={"lost_reward": "may_be_lost"})
    assert done(at, "A repels for gold, guild").players["A"].guilds == {"1": 4}


def test_LX_REPEL_1_nothing_can_be_taken_and_yet_it_is_compulsory() -> None:
    tile = {"kind": "monster", "needs": {"mage": 1}, "rewards": {"harp": 2}}
    after = done(acting(tile, {"harps": {"West": 20}, "harps_left": 0}), "A carries out order 1")
    assert (after.players["A"].hand, after.tile("1")) == ({}, None)


def test_LX_RECRUIT_1_the_weakest_it_is() -> None:
    at = acting({"kind": "recruit", "units": ["archer", "mage"]})
    assert refused(at, "A recruits a mage")[0] == "LX-RECRUIT-1"
    assert refused(at, "A repels")[0] == "LX-REPEL-1"
    assert refused(at, "A takes the red road")[0] == "LX-ORDER-1"


@pytest.mark.parametrize(
    ("claims", "rule"),
    [
        ("titan=2 repel=yes", "LX-TITAN-5"), ("rewards=gold,harp", "LX-REPEL-2"), ("harps=North:1", "LX-HARP-1"),
        ("dummy=wealth", "LX-FINAL-11"), ("shuffle=1,2", "LX-SUPPLY-3"), ("pay=mage:1", "LX-TITAN-6"),
    ],
)  # fmt: skip
def test_a_claim_that_does_not_belong_to_an_order_is_refused(claims: str, rule: str) -> None:
    at = acting({"kind": "recruit", "units": ["archer", "mage"]})
    assert rule in [ruling.rule for ruling in check(at, f"order A {claims}").rulings]
    assert check(at, f"order A {claims}").verdict == "illegal"


@pytest.mark.parametrize(
    ("supply", "needs"),
    [
        ({"monster_pile": FOES, "next_monster": {}}, "/supply/next_monster"),
        ({"monster_pile": [], "recruit_discard": None}, "/supply/recruit_discard"),
        ({"monster_pile": [], "recruit_discard": [], "monster_discard": None}, "/supply/monster_discard"),
        ({"monster_pile": [], "recruit_discard": [], "recruit_pile": None}, "/supply/recruit_pile"),
    ],
)
def test_LX_SUPPLY_6_stops_at_the_first_tile_that_is_unknown(supply: dict[str, Any], needs: str) -> None:
    assert opened(acting(MONSTER, supply=SUPPLY | supply), "A repels for gold, guild").needs == needs


def test_LX_SUPPLY_6_a_tile_that_nobody_had_seen_is_told() -> None:
    at = acting(MONSTER, supply={"next_monster": {}, "monster_pile": FOES})
    tile = '{"city": "6", "needs": {"mage": 2}, "rewards": {"gold": 1}}'
    found = done(at, f"A repels for gold, guild, tile {tile}").tile("6")
    assert found.needs == {"mage": 2}


def test_LX_SUPPLY_4_a_shuffle_is_told_and_must_name_each_tile() -> None:
    supply = {"next_monster": FOES[2], "monster_pile": [], "recruit_discard": FOES[:2], "monster_discard": []}
    at = acting(MONSTER, supply=supply, options={"turned_pile": "shuffled"})
    assert opened(at, "A repels for gold, guild").open == "shuffle"
    assert refused(at, "A repels for gold, guild, shuffled 1,1")[0] == "LX-SUPPLY-4"
    assert str(done(at, "A repels for gold, guild, shuffled 2,1").supply.next_monster) == "city 2"


def test_LX_TITAN_1_waits_for_a_city_by_the_other_reading() -> None:
    supply = {"next_monster": FOES[2], "monster_pile": [], "recruit_discard": [], "monster_discard": []}
    after = done(acting(MONSTER, supply=supply, options={"awakening": "city"}), "A repels for gold, guild")
    assert (after.titans.awake, after.supply.next_monster) == (False, None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A repels titan 3", "titan 3 cannot be repelled: titan 1 needs 3, titan 2 needs 3"),
        ("A repels titan 1 paying 2 mages", "3 units needed, not 2"),
        ("A repels titan 1 paying 3 archers", "A has not 3 archers"),
    ],
)
def test_LX_TITAN_6_a_choice_that_does_not_do(text: str, words: str) -> None:
    assert refused(acting(player={"hand": {"mage": 4, "peasant": 1}}, titans=AWAKE), text) == ("LX-TITAN-6", words)


def test_LX_TITAN_6_the_payment_is_open_and_any_units_do() -> None:
    at = acting(player={"hand": {"mage": 4, "peasant": 1}}, titans=AWAKE)
    assert opened(at, "A repels titan 2").legal == ({"peasant": 1, "mage": 2}, {"mage": 3})
    after = done(at, "A repels titan 2 paying a peasant and 2 mages")
    assert (after.players["A"].gold, after.players["A"].titans_this_year) == (8, ("1",))
    assert after.titans.piles[1].face_up is None


def test_LX_TITAN_5_from_any_city_in_place_of_the_tile() -> None:
    tile = {"kind": "recruit", "units": ["archer", "mage"]}
    at = acting(tile, {"hand": {"mage": 3}}, titans=AWAKE, options={"titan_city": "any"})
    assert opened(at, "order A").open == "titan"
    assert done(at, "order A repel=no").players["A"].hand == {"archer": 1, "mage": 3}
    assert done(at, "A recruits").players["A"].hand == {"archer": 1, "mage": 3}
    assert done(at, "A repels titan 1").players["A"].hand == {}


def test_LX_CENSUS_4_the_winners_of_a_tie_say_where_in_words() -> None:
    data = new() | {"next": {"order": 7, "player": "A"}, "census_done": ["peasant"]}
    data["players"]["C"]["hand"] = {"archer": 2}
    at: Position = GAME.format.read(data)
    after = done(at, "census archers: B 2, C 2, B puts a harp in North, C puts a harp in East")
    assert (after.players["B"].harps["North"], after.players["C"].harps["East"]) == (3, 3)
    assert refused(at, "census archers: B 2, C 2, harps North")[0] == "LX-CENSUS-4"
    assert refused(at, "census archers: B 2, C 2, A in North, B in North, C in East")[0] == "LX-CENSUS-2"
    data |= {"census_done": ["peasant", "archer"]}
    data["players"]["B"]["hand"] = {"infantry": 1}
    after = done(GAME.format.read(data), "census infantry: A 1, B 1, A adds to 3, B adds to 6")
    assert (after.players["A"].guilds, after.players["B"].guilds) == ({"3": 3}, {"6": 2})


def test_LX_CENSUS_7_what_does_not_fit_is_kept() -> None:
    data = new() | {"next": {"order": 7, "player": "A"}, "census_done": ["peasant", "archer"]}
    data["players"]["A"]["guilds"] = {"3": 4, "4": 3}
    data["census"]["infantry"]["sole"] = 2
    player = done(GAME.format.read(data), "census infantry A:1").players["A"]
    assert (player.guilds["4"], player.guild_saved) == (4, 1)


def test_LX_CENSUS_8_fewer_harps_left_than_won() -> None:
    data = new() | {"next": {"order": 7, "player": "A"}, "census_done": ["peasant"]}
    data["players"]["B"] |= {"harps": {"North": 19}, "harps_left": 1}
    at: Position = GAME.format.read(data)
    census = 'census archer B:1 places {"B": {"harps": {"East": 1}}}'
    assert done(at, census).players["B"].harps == {"North": 19, "East": 1}
    assert refused(at, census.replace("East", "West"))[0] == "LX-HARP-1"
    assert refused(at, census.replace('"B": {', '"A": {'))[0] == "LX-CENSUS-2"


def test_LX_MOVE_1_a_programme_alone_recruits_and_repels_on_its_way() -> None:
    program = ["act", "act", "red", "act", "act", "wait"]
    cities = {"1": {"tile": {"kind": "recruit", "units": ["archer"], "printed": ["archer"]}},
              "2": {"tile": {**MONSTER, "needs": {"archer": 1, "mage": 1}}}}  # fmt: skip
    at = acting(player={"program": program}, cities=cities)
    answer = views.ask(GAME, at, GAME.questions.read("reach A", known=GAME.known(at)))
    assert [stop.void for stop in answer.route] == [False, True, False, False, True, False]


def three(**dummy: int) -> Position:
    data = new()
    del data["players"]["D"]
    data |= {"order": ["A", "B", "C"], "census_shown": {}, "dummy": dummy}
    found: Position = GAME.format.read(data)
    return GAME.as_if(found, GAME.actions.make("final"))


def test_LX_FINAL_11_a_tie_with_the_dummy_and_a_dummy_that_wins() -> None:
    tied = [ruling.text for ruling in check(three(wealth=4), "final").rulings]
    assert "dummy eliminated, 1 in the first assessment of 3 players" in tied
    wins = check(three(wealth=90, reputation=90, influence=90), "final")
    assert wins.game_over.winner == "dummy"
