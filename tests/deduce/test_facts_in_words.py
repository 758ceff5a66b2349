"""What happens to Legions, fact by fact and word for word, with the rule by which it is known."""

import pytest

from builders import at_battle, at_the_titan, engaged, game, legion, player
from looping import some
from titan_rules.deduction.history import facts_of
from titan_rules.deduction.trials import hide
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply
from titan_rules.position.game import Game
from titan_rules.text.parsing import parse

MET = [
    "Black 1: Bk01 was seen whole: 2 × Lion (ENG-2)",
    "Red 1: Rd01 was seen whole: Ogre, Titan (ENG-2)",
]
TROLL = "Red 1: Rd01 was seen whole: Ogre, Troll (ENG-2)"
LORD = "Red 2: Rd01 was not asked whether it flees, so it holds a Lord (ENG-3)"
DEAL = "attacker nothing, defender"
BURIED = [
    "Red 4: Rd01 is gone (SCORE-4)",
    "Red 4: Rd02 was seen whole: Troll (D-3)",
    "Red 4: Rd02 is gone (D-3)",
]


FAR = player("Red", 600, legion("Rd01", 4000, "Titan", "Angel"))


def summoning() -> Game:
    """In a battle in Plains, Black may summon from Bk03."""
    meeting = engaged("Lion Lion", "Ogre Ogre", legion("Bk03", 30, "Angel", "Ogre"), third=True)
    fight = {"turn": 2, "phase": "maneuver", "side": "attacker"}
    state = at_battle(meeting, 105, ["Lion D3", "Lion E3"], ["Ogre D5", "Ogre D6"], **fight)
    return evolve(state, battle=evolve(state.battle, attacker=evolve(state.battle.attacker, may_summon=True)))


def reinforcing() -> Game:
    """In a battle in Plains, Red may take a reinforcement."""
    meeting = engaged("Lion Lion", "Centaur Centaur", third=True)
    fight = {"turn": 4, "phase": "maneuver", "side": "defender"}
    return at_battle(meeting, 105, ["Lion D3", "Lion E3"], ["Centaur B2", "Centaur B3"], **fight)


def shut_in(marker: str) -> Game:
    """Two of Black's Legions that cannot leave their lands with a Movement Roll of 1, while another can move."""
    black = [
        legion("Bk01", 102, "Lion", "Lion", "Ogre", "Ogre", "Titan", "Troll"),
        legion("Bk05", 104, "Lion", "Lion", "Ogre", "Ogre"),
    ]
    black += [legion("Bk08", 103, "Ogre", "Ogre"), legion("Bk09", 100, "Ogre", "Ogre")]
    return game(player("Black", 100, *black), FAR, phase="commencement", options={"recombine_marker": marker})


PARTED = [
    "Black 1: Bk01 splits, 2 leave as Bk02 and 4 stay (SPLIT-2)",
    "Black 2: Bk01 splits, 2 leave as Bk03 and 2 stay (SPLIT-2)",
    "Black 3: Bk05 splits, 2 leave as Bk06 and 2 stay (SPLIT-2)",
]
SHUT_IN = ["Bk01/Bk02 Ogr Lio", "Bk01/Bk03 Lio Tro", "Bk05/Bk06 Lio Lio", "end-splits", "roll 1", "Bk09 101"]

HAPPENED: dict[str, tuple[Game, list[str], list[str]]] = {
    "MOVE-9: parts that cannot leave are put together, each with the one in its land": (
        shut_in("original"), [*SHUT_IN, "end-moves"],
        [*PARTED, "Black 7: Bk02 was put together with Bk01 (MOVE-9)",
         "Black 7: Bk03 was put together with Bk01 (MOVE-9)", "Black 7: Bk06 was put together with Bk05 (MOVE-9)"]),
    "MOVE-9: the mover says which marker stays": (
        shut_in("mover"), [*SHUT_IN, "Bk05 joins Bk06", "Bk01 joins Bk03", "Bk02 joins Bk03", "end-moves"],
        [*PARTED, "Black 7: Bk05 was put together with Bk06 (MOVE-9)",
         "Black 8: Bk01 was put together with Bk03 (MOVE-9)", "Black 9: Bk02 was put together with Bk03 (MOVE-9)"]),
    "SUMMON-1: in a battle": (
        summoning(), ["summon Angel from Bk03", "Angel enters B4"],
        ["Black 1: Angel joined Bk01 (SUMMON-1)", "Black 1: Angel left Bk03 (SUMMON-1)"]),
    "SUMMON-1: who does not enter goes back": (
        summoning(), ["summon Angel from Bk03", "end-maneuver"],
        ["Black 1: Angel joined Bk01 (SUMMON-1)", "Black 1: Angel left Bk03 (SUMMON-1)",
         "Black 2: Angel left Bk01 (SUMMON-1)", "Black 2: Angel joined Bk03 (SUMMON-1)"]),
    "REINF-1: in a battle": (
        reinforcing(), ["reinforce Cen,Cen>Lion"],
        ["Red 1: Rd01 showed 2 × Centaur (REINF-1)", "Red 1: Lion joined Rd01 (REINF-1)"]),
    "ENG-7: a Titan is given up with its Legion, and the others wait until the attacker has summoned": (
        at_the_titan(),
        ["engage 105", f"Red proposes {DEAL} all", f"Black accepts {DEAL} all", "summon Angel from Bk02"],
        [*MET, LORD, "Red 3: Ogre, Titan left Rd01 (ENG-7)", "Black 4: Angel joined Bk01 (SUMMON-2)",
         "Black 4: Angel left Bk02 (SUMMON-2)", *BURIED]),
    "ENG-7: or does without": (
        at_the_titan(), ["engage 105", f"Red proposes {DEAL} Tit Ogr", f"Black accepts {DEAL} Tit Ogr", "no-summon"],
        [*MET, LORD, "Red 2: Rd01 showed Ogre, Titan (ENG-7)", "Red 3: Ogre, Titan left Rd01 (ENG-7)", *BURIED]),
    "ENG-3: only the first word shows whether there is a Lord": (
        at_the_titan(), ["engage 105", "Red proposes attacker all, defender Ogr", "Black no-more"],
        [*MET, LORD, "Red 2: Rd01 showed Ogre (ENG-7)"]),
    "ENG-3: who stands has spoken": (
        engaged("Lion Lion", "Ogre Troll", third=True), ["engage 105", "stand", "Red no-more", "Black fights"],
        [MET[0], TROLL, "Red 2: Rd01 could have fled, so it holds no Lord (ENG-3)",
         "Black 4: Bk01 was seen whole: 2 × Lion (BATTLE-1)", "Red 4: Rd01 was seen whole: Ogre, Troll (BATTLE-1)"]),
    "MUSTER-2: who is mustered joins, and who musters is shown": (
        game(player("Black", 100, legion("Bk01", 105, "Titan", "Lion", "Lion", moved=True)), FAR, phase="enlistment"),
        ["Bk01 Lio,Lio>Ranger"],
        ["Black 1: Bk01 showed 2 × Lion (MUSTER-2)", "Black 1: Ranger joined Bk01 (MUSTER-2)"]),
    "ACQUIRE-1: who is acquired joins": (
        engaged("Lion Lion", "Ogre Troll", third=True, scores=(90, 0)), ["engage 105", "flee", "acquire Angel"],
        [MET[0], TROLL, "Red 2: Rd01 could have fled, so it holds no Lord (ENG-3)",
         "Red 2: Rd01 was seen whole: Ogre, Troll (ENG-3)", "Red 2: Rd01 is gone (ENG-3)",
         "Black 3: Angel joined Bk01 (ACQUIRE-1)"]),
    "ENG-7: who is given up leaves, and the winner is reinforced": (
        engaged("Lion Lion", "Lion Lion Troll", third=True),
        ["engage 105", "stand", "Red proposes attacker all, defender Tro", "Black accepts attacker all, defender Tro",
         "reinforce Lio,Lio>Ranger"],
        [MET[0], "Red 1: Rd01 was seen whole: 2 × Lion, Troll (ENG-2)",
         "Red 2: Rd01 could have fled, so it holds no Lord (ENG-3)", "Red 3: Rd01 showed Troll (ENG-7)",
         "Black 4: Bk01 was seen whole: 2 × Lion (ENG-7)", "Black 4: Bk01 is gone (ENG-7)",
         "Red 4: Troll left Rd01 (ENG-7)", "Red 5: Rd01 showed 2 × Lion (REINF-2)",
         "Red 5: Ranger joined Rd01 (REINF-2)"]),
}  # fmt: skip


def happened(state: Game, words: list[str], hidden: bool) -> list[str]:
    """The facts in words.

    :param hidden: told from positions in which the contents of all Legions are unknown.
    """
    found = []
    for number, text in some(list(enumerate(words, 1))):
        action = parse(text)
        outcome = apply(state, action)
        before, after = map(all_hidden, (state, outcome.state)) if hidden else (state, outcome.state)
        facts = facts_of(number, before, action, after, outcome.events)
        found += [f"{fact.owner} {fact.ruling}".replace(f" step {number}:", f" {number}:", 1) for fact in facts]
        assert {fact.ruling.verdict for fact in facts} <= {"consequence"}
        state = outcome.state
    return found


def all_hidden(state: Game) -> Game:
    return hide(state, [legion.legion for _, legion in state.legions()])


@pytest.mark.parametrize("rule", HAPPENED)
def test_what_happens_word_for_word(rule: str) -> None:
    state, words, expected = HAPPENED[rule]
    assert happened(state, words, hidden=False) == expected


TOLD_OTHERWISE = {
    "SUMMON-1: in a battle": {"Black 2: Bk01 showed Angel, 2 × Lion (BATTLE-1)"},
    "SUMMON-1: who does not enter goes back": {"Black 2: Angel left Bk01 (SUMMON-1)"},
    "ENG-7: a Titan is given up with its Legion, and the others wait until the attacker has summoned": {
        "Red 3: Ogre, Titan left Rd01 (ENG-7)", "Red 3: Rd01 is gone (ENG-7)"},
    "ENG-3: who stands has spoken": {"Red 2: Rd01 could have fled, so it holds no Lord (ENG-3)"},
    "ENG-7: who is given up leaves, and the winner is reinforced": {
        "Red 2: Rd01 could have fled, so it holds no Lord (ENG-3)"},
    "ENG-7: or does without": {"Red 3: Ogre, Titan left Rd01 (ENG-7)", "Red 3: Rd01 is gone (ENG-7)"},
}  # fmt: skip
"""What is told only where contents are known, or only where they are not: entering a battle shows a character, the
battle that an attacker returns from has shown it, a Legion of nobody is gone, and a record may say
*stand* of a Lord."""


@pytest.mark.parametrize("rule", HAPPENED)
def test_the_same_is_told_of_legions_of_unknown_content_but_what_they_hold(rule: str) -> None:
    state, words, expected = HAPPENED[rule]
    seen = [fact for fact in expected if "was seen whole" not in fact]
    found = happened(state, words, hidden=True)
    assert {*found} ^ {*seen} == TOLD_OTHERWISE.get(rule, set())
    assert [fact for fact in found if fact in seen] == [fact for fact in seen if fact in found]
