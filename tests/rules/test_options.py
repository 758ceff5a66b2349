"""Every option of a ruleset by its name: one case, judged by each of its readings."""

from collections.abc import Callable
from typing import Any

import pytest

from builders import at_battle, battle, board, fought, game, legion, player, rules, said
from titan_rules.actions.grammar import parse
from titan_rules.actions.intents import Color, Move, Recombine, Strike, Tower
from titan_rules.digest.rulesets import OPTIONS, RULESETS
from titan_rules.play import is_legal, legal_actions, violations
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game, Seat

Options = dict[str, Any]


def moving(black: Any, roll: int = 6, **more: Any) -> Callable[[Options], Game]:
    return lambda options: board(black=black, roll=roll, options=options, **more)


def tower_teleport(options: Options) -> bool:
    state = moving({"Bk01": (100, "Titan Ogre")})(options)
    return is_legal(state, Move("Bk01", 5, None, "tower-teleport", ("Titan",)))


def titan_teleport(options: Options) -> bool:
    state = moving({"Bk01": (105, "Titan Ogre")}, black_is={"score": 400})(options)
    return is_legal(state, Move("Bk01", 4000, "left", "titan-teleport", ("Titan",)))


def first_turn_teleport(options: Options) -> list[str]:
    state = moving({"Bk01": (100, "Titan Ogre Ogre Centaur")}, turn=1)(options)
    return rules(violations(state, Move("Bk01", 300, None, "tower-teleport", ("Titan",))))[:1]


def balanced_towers(options: Options) -> list[int | None]:
    state = Game(phase="setup", seats=(Seat("Ann"), Seat("Bob")), options=options)
    return [seat.tower for seat in said(state, [Tower("Ann", 3), Tower("Bob", 4)])[0].seats]


def mulligan(options: Options) -> list[int]:
    """Where the Legion that moved stands after a mulligan; empty if there is none."""
    black = {"Bk01": (100, "Titan Ogre Ogre Centaur"), "Bk02": (100, "Angel Centaur Gargoyle Gargoyle")}
    state, _ = said(moving(black, roll=1, turn=1)(options), [Move("Bk01", 3)])
    if not is_legal(state, parse("mulligan 2")):
        return []
    state, _ = said(state, ["mulligan 2"])
    return [x.land for x in state.mover.legions if x.legion == "Bk01"]


def engaged(attacker: str, defender: str, options: Options, *, score: int = 0, donor: bool = False) -> Game:
    black = [legion("Bk01", 105, *attacker.split(), moved=True, entry_side="left"), legion("Bk02", 3, "Titan")]
    if donor:
        black.append(legion("Bk03", 30, "Angel", "Ogre"))
    red = (legion("Rd01", 105, *defender.split()), legion("Rd02", 4000, "Titan", "Ogre"))
    return game(player("Black", 100, *black, score=score), player("Red", 200, *red), options=options)


def flee_rounding(options: Options) -> int:
    return said(engaged("Ogre", "Lion Lion", options), ["engage 105", "flee"])[0].player("Black").score


def placed(attackers: list[str], defenders: list[str], options: Options, **more: Any) -> Battle:
    return battle(attackers, defenders, options=options, **more)


def concession(options: Options) -> list[bool]:
    state = placed(["Ogre A3"], ["Lion F1"], options, turn=2)
    return [is_legal(state, parse(text)) for text in ("Red concedes", "Black concedes", "Red attempts to concede")]


def carry_declaration(options: Options) -> list[tuple[int | None, int | None]]:
    """The penalties offered for one strike at an Ogre with a dune and a Centaur beside it."""
    state = placed(
        ["Lion B2"],
        ["Ogre B3 5", "Ogre A1", "Centaur C3"],
        options,
        terrain="Desert",
        turn=2,
        side="attacker",
        phase="strike",
    )
    listed = [a for a in legal_actions(state) if isinstance(a, Strike) and a.to == "B3"]
    return [(a.strike_number, a.dice_count) for a in listed]


def archangel(options: Options) -> list[str]:
    state = said(engaged("Lion", "Angel Serpent", options, score=450), ["engage 105", "Red concedes"])[0]
    return [" ".join(a.characters) for a in legal_actions(state) if a.do == "acquire"]  # type: ignore[attr-defined]


def after_battle(options: Options) -> tuple[list[str], list[str]]:
    """What Black decides after it has slain Red's Titan, and the rules of the points that follow.

    Its only Angel stands in an Engagement with another Legion of Red's.
    """
    black = [legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left"), legion("Bk02", 3, "Titan")]
    black.append(legion("Bk03", 30, "Angel", "Ogre", moved=True, entry_side="left"))
    red = player("Red", 200, legion("Rd01", 105, "Titan"), legion("Rd02", 30, "Ogre"))
    gold = player("Gold", 300, legion("Gd01", 5, "Titan"))
    state, _ = said(game(player("Black", 100, *black, score=90), red, gold, options=options), ["engage 105"])
    state, _ = said(state, ["Red concedes"])
    stages: list[str] = []
    events: list[str] = []
    while state.engagement is not None:
        stages.append(state.engagement.stage)
        state, more = said(state, ["no-summon" if state.engagement.stage == "summons" else "acquire nothing"])
        events += [event for event in rules(more) if event == "D-3"]
    return stages, events


def tower_ties(options: Options) -> list[int | None]:
    state = Game(phase="setup", seats=tuple(map(Seat, ("Ann", "Bob", "Cid"))), options=options)
    return [seat.tower for seat in said(state, [Tower("Ann", 3), Tower("Bob", 3), Tower("Cid", 5)])[0].seats]


def recombine_marker(options: Options) -> list[str]:
    """The markers that may stay when a part cannot leave the Legion that it was split from."""
    black = {
        "Bk01": (102, "Titan Ogre"),
        "Bk02": (102, "Ogre Lion", {"split_from": "Bk01"}),
        "Bk03": (101, "Ogre Ogre", {"moved": True, "came_from": 103}),
    }
    state = moving(black, roll=1)(options)
    return [into for into, goes in (("Bk01", "Bk02"), ("Bk02", "Bk01")) if is_legal(state, Recombine(goes, into))]


def summons_in_phase(options: Options) -> list[bool]:
    """Whether a summons is legal before, and after, a character has moved."""
    more: Any = {"turn": 2, "side": "attacker", "attacker_may_summon": True, "donors": {"Bk03": ("Angel",)}}
    state = placed(["Ogre B3"], ["Lion F1"], options, **more)
    summons = parse("summon Angel from Bk03")
    return [is_legal(state, summons), is_legal(fought(state, ["Ogre B3-C3"])[0], summons)]


def reinforcement_after_concession(options: Options) -> list[bool]:
    """Whether the defender may be reinforced after the attacker conceded: with nobody on the Battleland, in its first
    battle turn, in its second."""
    options = {**options, "concession": "immediate"}
    found = []
    for attackers, turn in ((["Ogre", "Ogre"], 1), (["Ogre A3 moved", "Ogre"], 1), (["Ogre A3", "Ogre B4"], 2)):
        state = engaged("Ogre Ogre", "Lion Lion", options)
        state = at_battle(state, 105, attackers, ["Lion E1", "Lion F1"], side="attacker", turn=turn)
        state, _ = said(state, ["Black concedes"])
        found.append(state.engagement is not None and state.engagement.stage == "reinforcement")
    return found


def missile_across_cliff(options: Options) -> list[str]:
    more: Any = {"terrain": "Desert", "turn": 2, "side": "attacker", "phase": "strike"}
    state = placed(["Warlock B2"], ["Ogre B1"], options, **more)
    return rules(violations(state, parse("B2 strikes B1")))


def three_slopes(options: Options) -> list[str]:
    more: Any = {"terrain": "Hills", "turn": 2, "side": "attacker", "phase": "strike"}
    return rules(violations(placed(["Ranger B1"], ["Ogre B4"], options, **more), parse("B1 strikes B4")))


def withdrawal_scores(options: Options) -> tuple[int, int]:
    """What Red, engaged with Black's Titan, and Gold, engaged with another of its Legions, score when it withdraws."""
    black = [legion("Bk01", 105, "Titan", "Ogre", moved=True, entry_side="left")]
    black.append(legion("Bk02", 30, "Lion", moved=True, entry_side="left"))
    red = player("Red", 200, legion("Rd01", 105, "Ogre"), legion("Rd02", 20, "Titan"))
    gold = player("Gold", 300, legion("Gd01", 30, "Ogre"), legion("Gd02", 5, "Titan"))
    state = game(player("Black", 100, *black), red, gold, phase="movement", roll=3, options=options)
    state, _ = said(state, ["Black withdraws"])
    return state.player("Red").score, state.player("Gold").score


def mutual_titans(options: Options) -> list[int]:
    """The markers of the two players whose Titans died."""
    black = player("Black", 100, legion("Bk01", 105, "Titan", moved=True, entry_side="left"))
    others = [player("Red", 200, legion("Rd01", 105, "Titan")), player("Gold", 300, legion("Gd01", 5, "Titan"))]
    state = game(black, *others, player("Green", 400, legion("Gr01", 17, "Titan")), options=options)
    deal = "attacker all, defender all"
    state, _ = said(state, ["engage 105", f"Red proposes {deal}", f"Black accepts {deal}"])
    return [len(state.player(color).free_markers) for color in ("Black", "Red")]


def lords_return(options: Options) -> dict[str, int]:
    return dict(said(engaged("Lion", "Angel Ogre", options), ["engage 105", "Red concedes"])[0].returning)


def missile_ignores_brambles(options: Options) -> int:
    state = placed(["Warlock C2"], ["Cyclops E3"], options, terrain="Brush", turn=2, side="attacker", phase="strike")
    _, events = fought(state, ["C2 strikes E3 with 1 1"])
    assert events[0].rule == "RANGE-1"
    number: int = events[0].facts["strike_number"]
    return number


def cliffs(options: Options) -> bool:
    """Whether an Ogre atop a cliff, with no other way down, walks down it."""
    around = ["Ogre B2", "Lion A2", "Lion B3", "Lion C3", "Lion C2", "Lion A1"]
    state = placed(around, ["Lion F1"], options, terrain="Desert", turn=2, side="attacker")
    return is_legal(state, parse("Ogre B2-B1"))


def entry_map(options: Options) -> list[bool]:
    state = placed(["Ogre"], ["Lion F1"], options, side="attacker")
    return [is_legal(state, parse(f"Ogre enters {label}")) for label in ("C5", "C1")]


CASES: dict[str, tuple[Callable[[Options], Any], dict[Any, Any]]] = {
    "tower_teleport": (tower_teleport, {"law": True, "titan_to_towers": False}),
    "titan_teleport": (titan_teleport, {"law": True, "within_six": False}),
    "first_turn_teleport": (first_turn_teleport, {"allowed": [], "forbidden": ["TELE-4"]}),
    "balanced_towers": (balanced_towers, {False: [300, 400], True: [100, 400]}),
    "mulligan": (mulligan, {"before_moves": [], "any_time": [100], "moves_stand": [3]}),
    "flee_rounding": (flee_rounding, {"per_character": 14, "total": 15}),
    "concession": (concession, {"sequence": [False, False, True], "immediate": [True, True, False]}),
    "carry_declaration": (
        carry_declaration,
        {
            "penalty": [(None, None), (3, 5), (5, 7)],
            "targets_and_order": [(None, None), (3, 5), (5, 7), (5, 5)],
        },
    ),
    "tower_ties": (tower_ties, {"all_again": [None, None, 500], "first_keeps": [300, None, 500]}),
    "recombine_marker": (recombine_marker, {"original": ["Bk01"], "mover": ["Bk01", "Bk02"]}),
    "summons_in_phase": (summons_in_phase, {"any_time": [True, True], "at_start": [True, False]}),
    "reinforcement_after_concession": (
        reinforcement_after_concession,
        {"unless_before_entering": [False, True, True], "first_turn": [False, False, True]},
    ),
    "missile_across_cliff": (missile_across_cliff, {"allowed": [], "forbidden": ["RANGE-2"]}),
    "three_slopes": (three_slopes, {"both_ends": ["RANGE-7"], "one_end": []}),
    "archangel": (archangel, {"choice": ["Archangel", "Angel", ""], "replaces_angel": ["Archangel", ""]}),
    "after_battle": (
        after_battle,
        {
            "summon_first": (["acquiring"], ["D-3"]),
            "acquire_first": (["acquiring"], ["D-3"]),
            "remove_first": (["acquiring", "summons"], ["D-3"]),
        },
    ),
    "withdrawal_scores": (withdrawal_scores, {"law": (30, 7), "engaged_half": (18, 7)}),
    "mutual_titans": (mutual_titans, {"nobody": [12, 12], "defender_dies_first": [24, 0]}),
    "lords_return": (lords_return, {"engagement_end": {}, "next_fought_battle": {"Angel": 1}}),
    "missile_ignores_brambles": (missile_ignores_brambles, {True: 2, False: 3}),
    "cliffs": (cliffs, {"both_ways": False, "up_only": True}),
    "entry_map": (entry_map, {"law": [True, False], "left_and_bottom_exchanged": [False, True]}),
}


def test_every_option_and_every_reading_has_its_case() -> None:
    assert {name: set(expected) for name, (_, expected) in CASES.items()} == {o.name: set(o.values) for o in OPTIONS}


@pytest.mark.parametrize(("name", "value"), [(o.name, value) for o in OPTIONS for value in o.values])
def test_an_option_decides_its_case(name: str, value: Any) -> None:
    ask, expected = CASES[name]
    assert ask({name: value}) == expected[value]


@pytest.mark.parametrize("preset", RULESETS.presets)
@pytest.mark.parametrize(("name", "value"), [(o.name, value) for o in OPTIONS for value in o.values])
def test_an_option_decides_its_case_under_every_preset(name: str, value: Any, preset: str) -> None:
    ask, expected = CASES[name]
    assert ask({**RULESETS.presets[preset], name: value}) == expected[value]


def test_a_battle_is_fought_under_its_games_readings() -> None:
    state = at_battle(
        engaged("Ogre", "Lion Lion", {"concession": "immediate"}), 105, ["Ogre D3"], ["Lion D4", "Lion F1"]
    )
    assert is_legal(state, parse("Red concedes"))
    assert not is_legal(state, Color("Red", "Red"))
