"""What each rule tells of a Legion, and to whom; and what it does not tell (SPLIT, MUSTER, TELE, ENG, BATTLE ...)."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import pytest

from builders import at_battle, engaged, game, legion, player
from looping import some
from titan_rules.actions.intents import Action
from titan_rules.box import STANDARD
from titan_rules.deduction.facts import Began, Observation, Parted, Shown
from titan_rules.deduction.history import alphabet, facts_of
from titan_rules.deduction.posterior import NOBODY, Contradiction, Observer
from titan_rules.play import apply
from titan_rules.position.game import Game, Legion
from titan_rules.text.parsing import parse

ALPHABET = alphabet(STANDARD)

Names = tuple[str, ...]


def names(text: str) -> Names:
    return tuple(sorted(text.split()))


class Watched:
    """A game that somebody watches; what stands in ``hidden`` was split from those characters, unseen.

    :param hidden: for each Legion the characters of the Legion that it was split from.
    """

    def __init__(self, state: Game, color: str = NOBODY, **hidden: str) -> None:
        self.state = state
        self.observer = Observer(ALPHABET, color)
        self.facts: list[set[tuple[str, str]]] = []
        for holder, one in state.legions():
            self.observer.take(_before(holder.color, one, hidden.get(one.legion)))

    def say(self, *texts: str | Action) -> "Watched":
        for text in texts:
            action = parse(text) if isinstance(text, str) else text
            outcome = apply(self.state, action)
            facts = facts_of(len(self.facts) + 1, self.state, action, outcome.state, outcome.events)
            assert {fact.step for fact in facts} <= {len(self.facts) + 1}
            self.observer.take(facts)
            self.facts.append({(fact.legion, fact.rule) for fact in facts})
            self.state = outcome.state
        return self

    def may_hold(self, marker: str) -> set[Names]:
        return {ALPHABET.unpack(content) for content in self.observer.contents(marker)}


def _before(color: str, one: Legion, whole: str | None) -> Iterable[Observation]:
    if whole is None:
        yield Began(step=0, rule="STOP-1", owner=color, legion=one.legion, characters=tuple(one.characters or ()))
        return
    rest = f"{one.legion[:2]}12"
    yield Began(step=0, rule="STOP-1", owner=color, legion=rest, characters=names(whole))
    stay = len(whole.split()) - one.size
    yield Parted(step=0, rule="SPLIT-2", owner=color, legion=rest, into=one.legion, count=one.size, stay=stay)


def quiet(*black: Legion, phase: str = "commencement", score: int = 0, **more: object) -> Game:
    """Black's turn, Red and Gold far away."""
    red, gold = player("Red", 200, legion("Rd01", 4000, "Titan")), player("Gold", 300, legion("Gd01", 5000, "Titan"))
    return game(player("Black", 100, *black, score=score), red, gold, phase=phase, **more)


def one(land: int, content: str, **more: Any) -> Game:
    """Black's Bk01 in a land."""
    moved = {"moved": True} if more.get("phase") == "enlistment" else {}
    return quiet(legion("Bk01", land, *content.split(), **moved), **more)


def meet(attacker: str, defender: str, *others: Legion, **more: Any) -> Game:
    return engaged(attacker, defender, *others, third=True, **more)


def melee() -> Game:
    """Black's last blow is to be struck."""
    black = ["Lion D3", "Lion B1", "Troll A2", "Ogre A1"]
    return at_battle(meet("Lion Lion Troll Ogre", "Ogre"), 105, black, ["Ogre D4 5"], turn=2, phase="strike")


LORDS = "Angel Lion Titan", "Angel Ogre Titan"
MIXED = {"Bk01": "Titan Angel Centaur Centaur Ogre Ogre Lion"}
TWO = {"Bk01": "Lion Lion Ogre Troll", "Rd01": "Angel Troll Lion"}
FOUR = {"Rd01": "Ogre Troll Angel Lion"}
SEEN = {"Bk01": "Lion Lion Troll Titan", "Rd01": "Ogre Troll Angel Lion"}
PAIRS = ["Angel Titan", "Angel Lion", "Lion Titan", "Lion Lion"]
ENDED = ["D4 strikes D3 with 1 1 1 1 1 1", "end-strikes", "D3 strikes D4 with 6 6 6 6 6", "end-strikes", "Bk01 Lio>Lio"]
DONOR = legion("Bk03", 30, "Angel", "Ogre")
SUMMONED = ["engage 105", "stand", "Red concedes", "summon Angel from Bk03"]
DEAL = "attacker all, defender nothing"
REINFORCED = ["engage 105", f"Red proposes {DEAL}", f"Black accepts {DEAL}", "reinforce Cen,Cen>Lion"]
FOUGHT = ["engage 105", "Red no-more", "Black fights"]

Case: TypeAlias = tuple[Game, str, dict[str, str], list[str], dict[str, list[str] | None]]
KNOWN: dict[str, Case] = {
    "SPLIT-2: any way that the count allows": (
        one(105, "Titan Angel Lion Lion Lion"), NOBODY, {}, ["Bk01/Bk02 Lio Lio"], {"Bk02": PAIRS}),
    "MUSTER-2: who musters is there, and so is what is mustered": (
        one(105, "Centaur Centaur Titan", phase="enlistment"), NOBODY, MIXED, ["Bk01 Cen,Cen>Lio"],
        {"Bk01": [f"Centaur Centaur Lion {third}" for third in ("Titan", "Angel", "Ogre", "Lion")],
         "Bk12": [f"Ogre {x}" for x in ("Angel Lion Ogre", "Lion Ogre Titan", *LORDS)]}),
    "MUSTER-4: a Warlock shows the Titan": (
        one(100, "Centaur Titan", phase="enlistment"), NOBODY, {"Bk01": "Centaur Titan Ogre Lion"}, ["Bk01 Tit>Warl"],
        {"Bk01": [f"Titan Warlock {x}" for x in ("Centaur", "Ogre", "Lion")]}),
    "MUSTER-4: in a Tower basics show nothing": (
        one(100, "Centaur Titan", phase="enlistment"), NOBODY, {"Bk01": "Centaur Titan Ogre"}, ["Bk01 >Ogr"],
        {"Bk01": ["Centaur Ogre Titan", "Centaur Ogre Ogre", "Ogre Ogre Titan"]}),
    "TELE-2: a Tower teleport shows one Lord": (
        one(100, "Titan Ogre", phase="movement", roll=6), NOBODY, {"Bk01": "Titan Ogre Angel"},
        ["Bk01 moves to 300 by tower teleport"], {"Bk01": ["Titan Ogre", "Angel Titan"]}),
    "TELE-3: a Titan teleport shows the Titan": (
        one(105, "Titan Ogre", phase="movement", roll=6, score=400), NOBODY, {"Bk01": "Titan Ogre Angel"},
        ["Bk01 5000 left titan-teleport"], {"Bk01": ["Titan Ogre", "Angel Titan"]}),
    "MOVE-1: a move shows nothing": (
        one(105, "Titan Ogre", phase="movement", roll=1), NOBODY, {"Bk01": "Titan Ogre Angel"}, ["Bk01 104"],
        {"Bk01": ["Titan Ogre", "Angel Titan", "Angel Ogre"]}),
    "ENG-2: Black sees Red's": (
        meet("Lion Lion", "Ogre Troll"), "Black", SEEN, ["engage 105"],
        {"Rd01": ["Ogre Troll"], "Rd12": ["Angel Lion"]}),
    "ENG-2: Red sees Black's": (meet("Lion Lion", "Ogre Troll"), "Red", SEEN, ["engage 105"], {"Bk01": ["Lion Lion"]}),
    "ENG-2: Gold sees neither": (
        meet("Lion Lion", "Ogre Troll"), "Gold", SEEN, ["engage 105"],
        {"Bk01": ["Lion Lion", "Lion Troll", "Lion Titan", "Titan Troll"]}),
    "ENG-3: who may flee holds no Lord": (
        meet("Lion Lion", "Ogre Troll"), "Gold", FOUR, ["engage 105", "stand"],
        {"Rd01": ["Ogre Troll", "Lion Ogre", "Lion Troll"]}),
    "ENG-3: who is not asked holds one": (
        meet("Lion Lion", "Angel Troll"), "Gold", FOUR, ["engage 105", "Red no-more"],
        {"Rd01": ["Angel Ogre", "Angel Troll", "Angel Lion"]}),
    "ENG-3: who flees is laid open": (
        meet("Lion Lion", "Ogre Troll"), "Gold", FOUR, ["engage 105", "flee"], {"Rd01": None, "Rd12": ["Angel Lion"]}),
    "ENG-7: a proposal names who is there": (
        meet("Lion Lion", "Angel Troll Ogre"), "Gold", {"Rd01": "Angel Troll Ogre Lion Lion"},
        ["engage 105", "Red proposes attacker all, defender Tro", "Black accepts attacker all, defender Tro"],
        {"Rd01": ["Angel Ogre", "Angel Lion"], "Bk01": None}),
    "ENG-5: a concession lays the Legion open": (
        meet("Lion Lion", "Angel Troll"), "Gold", TWO, ["engage 105", "Red no-more", "Black concedes"],
        {"Bk12": ["Ogre Troll"], "Rd01": ["Angel Troll", "Angel Lion"]}),
    "BATTLE-1: a battle shows everything to all": (
        meet("Lion Lion", "Angel Troll"), "Gold", TWO, FOUGHT,
        {"Bk01": ["Lion Lion"], "Rd01": ["Angel Troll"], "Rd12": ["Lion"]}),
    "SCORE-3: the survivors are known": (
        melee(), NOBODY, {}, ENDED, {"Bk01": ["Lion Lion Lion Ogre Troll"], "Rd01": None}),
    "SUMMON-2: who is summoned was there": (
        meet("Lion Lion", "Ogre Troll", DONOR), "Gold", {"Bk03": "Angel Ogre Ogre Lion"}, SUMMONED,
        {"Bk03": ["Ogre", "Lion"], "Bk01": ["Angel Lion Lion"]}),
    "SUMMON-3: a Legion left empty is gone": (
        meet("Lion Lion", "Ogre Troll", legion("Bk03", 30, "Angel")), "Gold", {"Bk03": "Angel Ogre Lion"}, SUMMONED,
        {"Bk03": None, "Bk12": ["Lion Ogre"]}),
    "ACQUIRE-1: what is acquired is seen": (
        meet("Lion Lion", "Ogre Troll", scores=(90, 0)), "Gold", {"Bk01": "Lion Lion Ogre"},
        ["engage 105", "flee", "acquire Angel"], {"Bk01": ["Angel Lion Lion", "Angel Lion Ogre"]}),
    "REINF-2: a reinforcement shows who musters it": (
        meet("Lion", "Centaur Centaur Angel"), "Gold", {"Rd01": "Centaur Centaur Angel Lion Ogre"}, REINFORCED,
        {"Rd01": ["Angel Centaur Centaur Lion"]}),
    "D-1: a dead player's Legions are gone": (
        meet("Lion Lion", "Titan Troll"), NOBODY, {"Rd01": "Titan Troll Ogre"}, [*FOUGHT, "Red concedes"],
        {"Rd01": None}),
    "D-6: at the end the winner's Legions are shown": (
        game(player("Black", 100, legion("Bk01", 105, "Lion", "Lion"), legion("Bk02", 1, "Titan", "Ogre")),
             player("Red", 200, legion("Rd01", 4000, "Titan")), phase="commencement", active="Red"),
        NOBODY, {"Bk01": "Lion Lion Ogre Troll"}, ["Red withdraws"], {"Bk01": ["Lion Lion"]}),
    "WITHDRAW-1: who leaves takes its Legions along": (
        one(105, "Titan Ogre"), NOBODY, {"Bk01": "Titan Ogre Lion"}, ["Black withdraws"], {"Bk01": None}),
}  # fmt: skip


TOLD_BY = {"MOVE-1": "nothing", "SCORE-3": "BATTLE-1", "D-1": "BATTLE-1"}
"""The rule by which the facts are told, where another one is the reason."""


@pytest.mark.parametrize("rule", KNOWN)
def test_what_is_known_then(rule: str) -> None:
    state, color, hidden, texts, known = KNOWN[rule]
    watched = Watched(state, color, **hidden).say(*texts)
    for marker, contents in some(known.items()):
        assert (marker in watched.observer.legions()) == (contents is not None), marker
        assert contents is None or watched.may_hold(marker) == set(map(names, contents)), marker
    named = rule.partition(":")[0]
    assert {told for _, told in watched.facts[-1]} >= {TOLD_BY.get(named, named)} - {"nothing"}


def test_SPLIT_1_each_half_has_one_lord_and_three_creatures() -> None:
    watched = Watched(quiet(legion("Bk01", 100, *STANDARD.starting_characters), turn=1))
    found = watched.say("Bk01/Bk02 Tit Ogr Ogr Cen").may_hold("Bk02")
    assert len(found) == 14
    assert all(("Titan" in content) != ("Angel" in content) for content in found)
    assert found == watched.may_hold("Bk01")


def test_SPLIT_4_who_splits_knows_who_left() -> None:
    watched = Watched(one(105, "Titan Angel Lion Lion"), "Black").say("Bk01/Bk02 Lio Lio")
    assert watched.observer.legions() == ("Gd01", "Rd01")


def test_MOVE_9_parts_that_are_put_together_again_are_what_they_were() -> None:
    whole = "Lion Lion Ogre Ogre Titan Troll"
    black = player("Black", 100, legion("Bk01", 102, *whole.split()), legion("Bk09", 100, "Ogre", "Ogre"))
    red = player("Red", 600, legion("Rd01", 4000, "Titan", "Angel"))
    state = game(black, red, phase="commencement", options={"recombine_marker": "mover"})
    watched = Watched(state, Bk01=f"{whole} Angel")
    before = watched.may_hold("Bk01")
    watched.say("Bk01/Bk02 Ogr Lio", "Bk01/Bk03 Lio Tro", "end-splits", "roll 1")
    assert watched.may_hold("Bk01") != before
    watched.say("Bk09 101", "Bk03 joins Bk02", "end-moves")
    assert watched.may_hold("Bk01") == before
    assert {rule for facts in watched.facts[-2:] for _, rule in facts} == {"MOVE-9"}
    assert not {"Bk02", "Bk03"} & set(watched.observer.legions())


def test_what_cannot_be_is_told_with_the_fact_that_it_contradicts() -> None:
    watched = Watched(quiet(legion("Bk01", 105, "Centaur", "Centaur")), Bk01="Centaur Centaur Ogre")
    fact = Began(step=0, rule="STOP-1", owner="Black", legion="Bk05", characters=())
    watched.observer.take([fact])
    shown = Shown(step=7, rule="MUSTER-2", owner="Black", legion="Bk01", characters=("Lion",))
    with pytest.raises(Contradiction, match=r"step 7: Bk01 showed Lion \(MUSTER-2\)"):
        watched.observer.take([shown])
