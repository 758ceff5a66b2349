"""What each rule tells of a Legion, and to whom; and what it does not tell (SPLIT, MUSTER, TELE, ENG, BATTLE ...)."""

from collections.abc import Iterable

import pytest

from builders import at_battle, game, legion, player
from titan_rules.actions.grammar import parse
from titan_rules.actions.intents import Action
from titan_rules.box import STANDARD
from titan_rules.deduction.facts import Began, Fact, Parted, Shown
from titan_rules.deduction.history import alphabet, facts_of
from titan_rules.deduction.posterior import NOBODY, Contradiction, Observer
from titan_rules.play import apply
from titan_rules.position.game import Game, Legion

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
        for holder, one in state.legions():
            self.observer.take(_before(holder.color, one, hidden.get(one.legion)))

    def say(self, *texts: str | Action) -> "Watched":
        for text in texts:
            action = parse(text) if isinstance(text, str) else text
            outcome = apply(self.state, action)
            self.observer.take(facts_of(1, self.state, action, outcome.state, outcome.events))
            self.state = outcome.state
        return self

    def may_hold(self, marker: str) -> set[Names]:
        return {ALPHABET.unpack(content) for content in self.observer.contents(marker)}


def _before(color: str, one: Legion, whole: str | None) -> Iterable[Fact]:
    if whole is None:
        yield Began(step=0, rule="STOP-1", owner=color, legion=one.legion, characters=tuple(one.characters or ()))
        return
    rest = f"{one.legion[:2]}12"
    yield Began(step=0, rule="STOP-1", owner=color, legion=rest, characters=names(whole))
    stay = len(whole.split()) - one.size
    yield Parted(step=0, rule="SPLIT-2", owner=color, legion=rest, into=one.legion, count=one.size, stay=stay)


def quiet(*black: Legion, phase: str = "commencement", **more: object) -> Game:
    """Black's turn, Red and Gold far away."""
    red, gold = player("Red", 200, legion("Rd01", 4000, "Titan")), player("Gold", 300, legion("Gd01", 5000, "Titan"))
    return game(player("Black", 100, *black, score=int(more.pop("score", 0))), red, gold, phase=phase, **more)


def engaged(attacker: str, defender: str, *others: Legion, **more: object) -> Game:
    """Black's Bk01 attacks Red's Rd01 in Plains; Gold is far away."""
    black = player(
        "Black",
        100,
        legion("Bk01", 105, *attacker.split(), moved=True, entry_side="left", came_from=104),
        legion("Bk02", 1, "Titan", "Ogre"),
        *others,
        score=int(more.pop("score", 0)),
    )
    red = player("Red", 200, legion("Rd01", 105, *defender.split()), legion("Rd02", 4000, "Titan", "Ogre"))
    return game(black, red, player("Gold", 300, legion("Gd01", 5000, "Titan")), **more)


def test_SPLIT_1_each_half_has_one_lord_and_three_creatures() -> None:
    watched = Watched(quiet(legion("Bk01", 100, *STANDARD.starting_characters), turn=1)).say(
        "Bk01/Bk02 Tit Ogr Ogr Cen"
    )
    found = watched.may_hold("Bk02")
    assert len(found) == 14
    assert all(("Titan" in content) != ("Angel" in content) for content in found)
    assert found == watched.may_hold("Bk01")


def test_SPLIT_2_a_later_split_may_have_gone_any_way_that_the_count_allows() -> None:
    watched = Watched(quiet(legion("Bk01", 105, "Titan", "Angel", "Lion", "Lion", "Lion")))
    watched.say("Bk01/Bk02 Lio Lio")
    assert watched.may_hold("Bk02") == set(map(names, ["Angel Titan", "Angel Lion", "Lion Titan", "Lion Lion"]))
    assert watched.may_hold("Bk01") >= {names("Angel Lion Titan"), names("Lion Lion Lion")}


def test_SPLIT_4_who_splits_knows_who_left() -> None:
    watched = Watched(quiet(legion("Bk01", 105, "Titan", "Angel", "Lion", "Lion")), "Black").say("Bk01/Bk02 Lio Lio")
    assert watched.observer.legions() == ("Gd01", "Rd01")


def test_MOVE_9_parts_that_are_put_together_again_are_what_they_were() -> None:
    whole = "Lion Lion Ogre Ogre Titan Troll"
    black = player("Black", 100, legion("Bk01", 102, *whole.split()), legion("Bk09", 100, "Ogre", "Ogre"))
    red = player("Red", 600, legion("Rd01", 4000, "Titan", "Angel"))
    state = game(black, red, phase="commencement", options={"recombine_marker": "mover"})
    watched = Watched(state, Bk01=f"{whole} Angel").say(
        "Bk01/Bk02 Ogr Lio", "Bk01/Bk03 Lio Tro", "end-splits", "roll 1"
    )
    before = Watched(state, Bk01=f"{whole} Angel").may_hold("Bk01")
    assert watched.may_hold("Bk01") != before
    watched.say("Bk09 101", "Bk03 joins Bk02", "end-moves")
    assert watched.may_hold("Bk01") == before
    assert not {"Bk02", "Bk03"} & set(watched.observer.legions())


MIXED = "Titan Angel Centaur Centaur Ogre Ogre Lion"


def enlisting(land: int, content: str) -> Watched:
    return Watched(quiet(legion("Bk01", land, *content.split(), moved=True), phase="enlistment"), Bk01=MIXED)


def test_MUSTER_2_who_musters_is_there_and_so_is_what_is_mustered() -> None:
    watched = enlisting(105, "Centaur Centaur Titan")
    assert len(watched.may_hold("Bk01")) > 5
    watched.say("Bk01 Cen,Cen>Lio")
    assert watched.may_hold("Bk01") == {
        names(f"Centaur Centaur Lion {third}") for third in ("Titan", "Angel", "Ogre", "Lion")
    }
    assert watched.may_hold("Bk12") == {
        names(f"Ogre {rest}") for rest in ("Angel Lion Ogre", "Lion Ogre Titan", "Angel Lion Titan", "Angel Ogre Titan")
    }


def test_MUSTER_4_in_a_tower_basics_show_nothing_a_warlock_shows_who_musters_it() -> None:
    watched = enlisting(100, "Centaur Centaur Titan")
    before = watched.may_hold("Bk01")
    watched.say("Bk01 >Ogr")
    assert watched.may_hold("Bk01") == {tuple(sorted((*content, "Ogre"))) for content in before}
    watched = enlisting(100, "Centaur Centaur Titan").say("Bk01 Tit>Warl")
    assert all({"Titan", "Warlock"} <= set(content) for content in watched.may_hold("Bk01"))
    assert not any("Titan" in content for content in watched.may_hold("Bk12"))


def test_TELE_2_a_tower_teleport_shows_one_lord() -> None:
    watched = Watched(quiet(legion("Bk01", 100, "Titan", "Ogre"), phase="movement", roll=6), Bk01=MIXED)
    watched.say("Bk01 moves to 300 by tower teleport")
    assert all("Titan" in content for content in watched.may_hold("Bk01"))


def test_TELE_3_a_titan_teleport_shows_the_titan() -> None:
    state = quiet(legion("Bk01", 105, "Titan", "Ogre"), phase="movement", roll=6, score=400)
    watched = Watched(state, Bk01=MIXED).say("Bk01 5000 left titan-teleport")
    assert all("Titan" in content for content in watched.may_hold("Bk01"))


def test_MOVE_1_a_move_shows_nothing() -> None:
    watched = Watched(quiet(legion("Bk01", 105, "Titan", "Ogre"), phase="movement", roll=1), Bk01=MIXED)
    before = watched.may_hold("Bk01")
    assert watched.say("Bk01 104").may_hold("Bk01") == before


def test_ENG_2_the_two_who_are_engaged_see_each_other_and_nobody_else_does() -> None:
    state = engaged("Lion Lion", "Ogre Troll")
    hidden = {"Bk01": "Lion Lion Troll Titan", "Rd01": "Ogre Troll Angel Lion"}
    for color, marker in (("Black", "Rd01"), ("Red", "Bk01")):
        assert len(Watched(state, color, **hidden).say("engage 105").may_hold(marker)) == 1
    gold = Watched(state, "Gold", **hidden).say("engage 105")
    assert len(gold.may_hold("Bk01")) == 4
    assert len(gold.may_hold("Rd01")) == 6


def test_ENG_2_what_the_engaged_saw_says_what_is_left_elsewhere() -> None:
    watched = Watched(engaged("Lion Lion", "Ogre Troll"), "Black", Rd01="Ogre Troll Angel Lion").say("engage 105")
    assert watched.may_hold("Rd12") == {names("Angel Lion")}


def test_ENG_3_who_may_flee_holds_no_lord_and_who_is_not_asked_holds_one() -> None:
    whole = "Ogre Troll Angel Lion"
    stood = Watched(engaged("Lion Lion", "Ogre Troll"), "Gold", Rd01=whole).say("engage 105", "stand")
    assert stood.may_hold("Rd01") == set(map(names, ["Ogre Troll", "Lion Ogre", "Lion Troll"]))
    not_asked = Watched(engaged("Lion Lion", "Angel Troll"), "Gold", Rd01=whole).say("engage 105", "Red no-more")
    assert not_asked.may_hold("Rd01") == set(map(names, ["Angel Ogre", "Angel Troll", "Angel Lion"]))


def test_ENG_3_a_legion_that_flees_is_laid_open_and_tells_of_the_rest() -> None:
    watched = Watched(engaged("Lion Lion", "Ogre Troll"), "Gold", Rd01="Ogre Troll Angel Lion").say(
        "engage 105", "flee"
    )
    assert "Rd01" not in watched.observer.legions()
    assert watched.may_hold("Rd12") == {names("Angel Lion")}


def test_ENG_7_a_proposal_names_who_is_there() -> None:
    watched = Watched(engaged("Lion Lion", "Angel Troll Ogre"), "Gold", Rd01="Angel Troll Ogre Lion Lion")
    watched.say("engage 105", "Red proposes attacker all, defender Tro")
    assert all({"Angel", "Troll"} <= set(content) for content in watched.may_hold("Rd01"))
    assert len(watched.may_hold("Rd01")) == 2
    watched.say("Black accepts attacker all, defender Tro")
    assert watched.may_hold("Rd01") == set(map(names, ["Angel Ogre", "Angel Lion"]))
    assert "Bk01" not in watched.observer.legions()


def test_ENG_5_a_concession_lays_the_legion_open() -> None:
    watched = Watched(engaged("Lion Lion", "Angel Troll"), "Gold", Bk01="Lion Lion Ogre Troll", Rd01="Angel Troll Lion")
    watched.say("engage 105", "Red no-more", "Black concedes")
    assert watched.may_hold("Bk12") == {names("Ogre Troll")}
    assert watched.may_hold("Rd01") == set(map(names, ["Angel Troll", "Angel Lion"]))


def test_BATTLE_1_a_battle_shows_everything_to_all() -> None:
    watched = Watched(engaged("Lion Lion", "Angel Troll"), "Gold", Bk01="Lion Lion Ogre Troll", Rd01="Angel Troll Lion")
    watched.say("engage 105", "Red no-more", "Black fights")
    assert watched.may_hold("Bk01") == {names("Lion Lion")}
    assert watched.may_hold("Rd01") == {names("Angel Troll")}
    assert watched.may_hold("Rd12") == {names("Lion")}


def test_SCORE_3_the_survivors_are_known() -> None:
    state = engaged("Lion Lion Troll Ogre", "Ogre")
    state = at_battle(state, 105, ["Lion D3", "Lion B1", "Troll A2", "Ogre A1"], ["Ogre D4 5"], turn=2, phase="strike")
    watched = (
        Watched(state)
        .say("D4 strikes D3 with 1 1 1 1 1 1", "end-strikes", "D3 strikes D4 with 6 6 6 6 6", "end-strikes")
        .say("Bk01 Lio>Lio")
    )
    assert watched.may_hold("Bk01") == {names("Lion Lion Lion Ogre Troll")}
    assert "Rd01" not in watched.observer.legions()


def test_SUMMON_2_who_is_summoned_was_there() -> None:
    state = engaged("Lion Lion", "Ogre Troll", legion("Bk03", 30, "Angel", "Ogre"))
    watched = Watched(state, "Gold", Bk03="Angel Ogre Ogre Lion")
    watched.say("engage 105", "stand", "Red concedes", "summon Angel from Bk03")
    assert watched.may_hold("Bk03") == {names("Ogre"), names("Lion")}
    assert watched.may_hold("Bk01") == {names("Angel Lion Lion")}


def test_SUMMON_3_a_legion_left_empty_is_gone() -> None:
    watched = Watched(engaged("Lion Lion", "Ogre Troll", legion("Bk03", 30, "Angel")), "Gold", Bk03="Angel Ogre Lion")
    watched.say("engage 105", "stand", "Red concedes", "summon Angel from Bk03")
    assert "Bk03" not in watched.observer.legions()
    assert watched.may_hold("Bk12") == {names("Lion Ogre")}


def test_ACQUIRE_1_what_is_acquired_is_seen() -> None:
    state = engaged("Lion Lion", "Ogre Troll", score=90)
    watched = Watched(state, "Gold", Bk01="Lion Lion Ogre").say("engage 105", "flee", "acquire Angel")
    assert watched.may_hold("Bk01") == set(map(names, ["Angel Lion Lion", "Angel Lion Ogre"]))


def test_REINF_2_a_reinforcement_shows_who_musters_it() -> None:
    watched = Watched(engaged("Lion", "Centaur Centaur Angel"), "Gold", Rd01="Centaur Centaur Angel Lion Ogre")
    deal = "attacker all, defender nothing"
    watched.say("engage 105", f"Red proposes {deal}", f"Black accepts {deal}", "reinforce Cen,Cen>Lion")
    assert watched.may_hold("Rd01") == {names("Angel Centaur Centaur Lion")}


def test_D_3_a_dead_titans_legions_are_gone() -> None:
    state = engaged("Lion Lion", "Titan Troll", legion("Bk03", 30, "Ogre", "Ogre"))
    watched = Watched(state, Rd02="Titan Ogre Troll").say("engage 105", "Red no-more", "Black fights", "Red concedes")
    assert not [marker for marker in watched.observer.legions() if marker in ("Rd01", "Rd02")]


def test_D_6_at_the_end_the_winners_legions_are_shown() -> None:
    black = player("Black", 100, legion("Bk01", 105, "Lion", "Lion"), legion("Bk02", 1, "Titan", "Ogre"))
    state = game(black, player("Red", 200, legion("Rd01", 4000, "Titan")), phase="commencement", active="Red")
    watched = Watched(state, Bk01="Lion Lion Ogre Troll")
    assert len(watched.may_hold("Bk01")) == 4
    assert watched.say("Red withdraws").may_hold("Bk01") == {names("Lion Lion")}


def test_WITHDRAW_1_who_leaves_takes_its_legions_along() -> None:
    watched = Watched(quiet(legion("Bk01", 105, "Titan", "Ogre")), Bk01=MIXED).say("Black withdraws")
    assert watched.observer.legions() == ("Bk12", "Gd01", "Rd01")


def test_what_cannot_be_is_told_with_the_fact_that_it_contradicts() -> None:
    watched = Watched(quiet(legion("Bk01", 105, "Centaur", "Centaur")), Bk01="Centaur Centaur Ogre")
    fact = Began(step=0, rule="STOP-1", owner="Black", legion="Bk05", characters=())
    watched.observer.take([fact])
    shown = Shown(step=7, rule="MUSTER-2", owner="Black", legion="Bk01", characters=("Lion",))
    with pytest.raises(Contradiction, match=r"step 7: Bk01 showed Lion \(MUSTER-2\)"):
        watched.observer.take([shown])
