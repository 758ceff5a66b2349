"""Questions as people type them: read in the forms, judged by the engine; anything else is refused, its word named."""

import csv
import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from checkout import ROOT
from looping import for_each, some
from running import grows_with
from titan_rules.answers.checking import Judged
from titan_rules.answers.questions import judge_texts
from titan_rules.kernel.errors import ActionError, CannotTell, DocumentError, TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.position.game import Game
from titan_rules.text.forms import FORMS, POSITIONS, TABLE
from titan_rules.text.offering import nearest_forms
from titan_rules.text.parsing import parse
from titan_rules.text.positions import line, parse_line, read_line
from titan_rules.text.questions import NotRead, read_question
from titan_rules.text.writing import written

DATA = ROOT / "tests" / "data"
_LINES = (DATA / "questions_as_typed.tsv").read_text("utf-8").splitlines()
TYPED = [*csv.DictReader(_LINES, delimiter="\t", quoting=csv.QUOTE_NONE)]
"""What people typed, as it was read, judged by hand."""
NEW_USERS = [row.split("\t") for row in (DATA / "lines_of_new_users.tsv").read_text("utf-8").splitlines()]
"""Lines written before the first row of the table, each with the position and the action that it means."""
NEVER = ["not", "only", "illegal", "if", "unless", "after", "before", "again", "other", "another", "must", "never"]
MELEE = "Plains: Ogre D3 / Lion D4"
FOREIGN = ["frobnicate", "zwar", "quux", "basta", "mañana", "perhapsly"]


def texts_of(row: dict[str, str]) -> list[str]:
    return [text for text in (row["position"], row["action"]) if text]


@cache
def judged_rows() -> list[Judged[Any]]:
    """What people typed, each row judged."""
    return [judge_texts(texts_of(row)) for row in TYPED]


@cache
def answered(*texts: str) -> str:
    """All that is answered to a question, or its refusal."""
    try:
        judged = judge_texts(texts)
    except TitanError as e:
        return f"refused: {e}"
    return f"{judged.before} {judged.answer}"


def test_what_people_typed_is_read_and_judged_as_it_was() -> None:
    wrong = []
    for row, judged in zip(TYPED, judged_rows(), strict=True):
        got = judged.answer.verdict, judged.answer.rulings[0].rule, str(judged.before), judged.answer.text
        if got != (row["verdict"], row["rule"], row["read_position"], row["read_action"]):
            wrong.append((texts_of(row), got))
    assert wrong == []


def test_what_was_read_means_the_same_when_it_is_typed() -> None:
    for row, judged in some(zip(TYPED, judged_rows(), strict=True)):
        if row["read_action"] != "stand":  # said of one who fights
            again = judge_texts([row["read_position"], row["read_action"]])
            said = {note.text for note in judged.answer.assumptions}
            if {note.text for note in again.answer.assumptions} - said:
                continue  # a moment that was said, and is not printed where it is the usual one
            assert again.answer.verdict == row["verdict"], row


def test_lines_of_new_users_are_right_or_refused() -> None:
    counts = {"right": 0, "refused": 0}
    for typed, position, action in some(NEW_USERS):
        texts = typed.split(" | ")
        try:
            got = read_question(texts)
        except TitanError:
            counts["refused"] += position != "refused"
            continue
        assert position != "refused", f"read: {typed}"
        wanted = read_question([position, action])
        assert {str(meant.action) for meant in got.first} & {str(meant.action) for meant in wanted.first}, typed
        assert got.first[0].legal == wanted.first[0].legal, typed
        counts["right"] += 1
    assert counts["right"] >= 2 * counts["refused"]


# --- nothing is lost -------------------------------------------------------------------------------------------------


def changed_lines(
    change: Callable[[random.Random, list[str]], tuple[list[str], str] | None],
) -> Iterator[tuple[list[str], list[str], str]]:
    """Typed questions with one change each: the question, the changed one, and the word that was put in."""
    chance = random.Random(7)
    rows = [row for row in TYPED if not {'"', "not"} & {*row["position"].split(), *row["position"]}]
    for row in chance.sample(rows, 250):
        texts = texts_of(row)
        at = chance.randrange(len(texts))
        words = re.split(r"(\s+)", texts[at])
        result = change(chance, words)
        if result is not None:
            put, word = result
            yield texts, [*texts[:at], "".join(put), *texts[at + 1 :]], word


@pytest.mark.parametrize("vocabulary", [FOREIGN, NEVER])
def test_a_word_without_a_use_is_named(vocabulary: Sequence[str]) -> None:
    def insert(chance: random.Random, words: list[str]) -> tuple[list[str], str]:
        word, place = chance.choice(vocabulary), 2 * chance.randrange(len(words) // 2 + 1)
        return [*words[:place], word, " ", *words[place:]], word

    for _, texts, word in some(changed_lines(insert)):
        with pytest.raises(TitanError) as caught:
            judge_texts(texts)
        assert word in str(caught.value), texts


def _swapped(pattern: str, others: Sequence[str]) -> Callable[[random.Random, list[str]], tuple[list[str], str] | None]:
    """A change of one word of a kind to another of its kind."""

    def change(chance: random.Random, words: list[str]) -> tuple[list[str], str] | None:
        places = [n for n, word in enumerate(words) if re.fullmatch(pattern, word, re.IGNORECASE)]
        if not places:
            return None
        place = chance.choice(places)
        other = chance.choice([word for word in others if word.lower() != words[place].lower()])
        return [*words[:place], other, *words[place + 1 :]], other

    return change


@pytest.mark.parametrize(
    ("pattern", "others"),
    [
        ("[a-f][1-6]", ["A2", "C4", "E5", "F3", "B1"]),
        ("ogre|lion|centaur|troll|gargoyle|ranger|gorgon", ["Ogre", "Lion", "Centaur", "Troll", "Gargoyle", "Warlock"]),
        ("[1-9][0-9]{0,2}", ["1", "2", "4", "5", "7", "111"]),
        ("plains|woods|hills|swamp|jungle|marsh|desert|brush", ["Plains", "Woods", "Swamp", "Desert"]),
    ],
)
def test_another_place_name_or_number_is_another_question(pattern: str, others: Sequence[str]) -> None:
    same = [
        (texts, changed)
        for texts, changed, _ in changed_lines(_swapped(pattern, others))
        if answered(*texts) == answered(*changed)
    ]
    assert same == []


# --- refusals --------------------------------------------------------------------------------------------------------


def test_a_refusal_is_a_half_filled_form() -> None:
    with pytest.raises(NotRead) as caught:
        read_question(["Plains: my Ogre D3, his Lion D4 3 hits", "Ogre strikes Lion instead"])
    refusal = caught.value
    assert refusal.fault.message == 'not read: "instead" (word 13)'
    assert refusal.in_full == ("Plains: Ogre D3 / Lion D4 3 hits", "D3 strikes D4")
    assert answered(*refusal.in_full) == answered("Plains: Ogre D3 / Lion D4 3 hits", "Ogre strikes Lion")


def inserted(word: str, chance: random.Random, words: list[str]) -> tuple[list[str], str]:
    """A word put in between some words."""
    place = 2 * chance.randrange(len(words) // 2 + 1)
    return [*words[:place], word, " ", *words[place:]], word


def offers(word: str) -> tuple[int, int, int]:
    """Of typed questions with one word put in: how many are refused, how many of these have a full line, and right."""
    counts = [0, 0, 0]
    for asked, texts, _ in changed_lines(lambda chance, words: inserted(word, chance, words)):
        try:
            read_question(texts)
        except NotRead as e:
            full = read_question(e.in_full) if e.in_full else None
            right = full is not None and full.first[0].action == read_question(asked).first[0].action
            counts = [n + one for n, one in zip(counts, (True, full is not None, right), strict=True)]
        except TitanError:
            continue
    return counts[0], counts[1], counts[2]


@pytest.mark.parametrize(("word", "share"), [("frobnicate", 0.9), ("instead", 0.9), ("to", 0.9)])
def test_without_a_word_that_says_nothing_the_line_means_what_was_asked(word: str, share: float) -> None:
    asked, offered, right = offers(word)
    assert offered > share * asked
    assert right == offered


@pytest.mark.parametrize("word", ["lion", "D4", "muster"])
def test_a_word_that_says_something_is_hardly_ever_dropped(word: str) -> None:
    asked, offered, _ = offers(word)
    assert offered < 0.1 * asked


def test_what_is_offered_to_new_users_can_be_typed() -> None:
    for typed, _, _ in some(NEW_USERS):
        try:
            read_question(typed.split(" | "))
        except NotRead as e:
            if e.in_full:
                read_question(e.in_full)
        except TitanError:
            continue


@for_each(
    ("texts", "code", "message", "named", "hint"),
    [
        # several actions: the first must be plain, and the others known words
        (["Plains: 2 Ogre D3 C3 / Lion D4", "Ogre strikes Lion; D4 strikes D3"], "ambiguous-action",
         'not read: "Ogre strikes Lion" (word 9): this can mean several actions', "Ogre strikes Lion",
         "say which: C3 strikes D4 or D3 strikes D4"),
        (["my Legion has 4 lions", "split off 2 lions", "end-splits"], "not-read",
         'not read: "end-splits" (word 10): where is the Legion?', "end-splits",
         'read so far: my Legion in 4 Lion; Bk01/Bk02 Lio Lio ...\n'
         'to be filled in: titan check "my Legion in 4 Lion" "Bk01/Bk02 Lio Lio ..."'),
        ([MELEE, "D3 strikes D4; then zork"], "not-read", 'not read: "zork" (word 7)', "zork",
         f'read so far: {MELEE}; D3 strikes D4 ...\nto be filled in: titan check "{MELEE}" "D3 strikes D4 ..."'),
        # one text: the word has its place in all of it
        ([f"{MELEE}, D3 strikes E9"], "not-read", 'not read: "E9" (word 9)', "E9",
         f'read so far: {MELEE}; D3 strikes D4 ...\nto be filled in: titan check "{MELEE}" "D3 strikes D4 ..."'),
        (["gorgon b3 ogre b1 shoot?"], "no-position",
         'not read: "shoot" (word 5): \'shoot\' has no target: who strikes whom?', "shoot",
         "as in: D3 strikes D4; Ogr D3-E4; Bk02 Cen,Cen>Lio"),
        (["my Ogre on D3 hits Rd02 in 105 in the Plains"], "no-position",
         "is it about a battle, or about the Masterboard?", "", "as in: D3 strikes D4; Bk02 P105; Ogr D3-E4"),
        (["Jungle: 2 gargoyles, Bk07 musters a Cyclops"], "no-position", "the Legion that acts is not described", "",
         "as in: Bk02 Cen,Cen>Lio; reinforce Ogr>Ogr; Bk02 P105"),
        ([], "no-position", "no position is understood in it", "", "give position and action"),
        # the position
        (["Plans:", "Ogre", "D3 / Lion D4", "strikes"], "not-read", 'not read: "Plans" (word 1)', "Plans",
         'did you mean Plains?\nto be filled in: titan check "Plains: ... / ..." "... strikes ..."'),
        # nothing is done
        ([MELEE], "no-action", "what is done?", "",
         f'to be filled in: titan check "{MELEE}" "..."\nas in: Ogr D3-E4; D3 strikes D4'),
        (["Plains, turn 3, attacker's maneuver: Ogre D3 / Lion D4"], "no-action", "what is done?", "",
         'to be filled in: titan check "Plains, turn 3, attacker\'s maneuver: Ogre D3 / Lion D4" "..."\n'
         "as in: Ogr D3-E4; end-maneuver"),
        (["turn 5, Black's commencement: Bk02 109 4 Lion"], "no-action", "what is done?", "",
         'to be filled in: titan check "turn 5, Black\'s commencement: Bk02 109 4 Lion" "..."\n'
         "as in: Bk01/Bk02 Ang 2 Ogr Cen; end-splits"),
        (["Bk02 109 4 Lion"], "no-action", "what is done?", "",
         'to be filled in: titan check "Bk02 109 4 Lion" "..."\nas in: Bk02 P105; Bk02 Cen,Cen>Lio'),
        ([f"is {MELEE} legal?"], "not-read", "what is done?", "",
         f'read so far: {MELEE}\nto be filled in: titan check "{MELEE}" "..."\n'
         "as in: Ogr D3-E4; D3 strikes D4; Bk02 Cen,Cen>Lio"),
        (["Plains: Ogre D3 / Lion D9"], "not-read", 'not read: "D9" (word 6)', "D9",
         'read so far: Plains: Ogre D3 / ...\nto be filled in: titan check "Plains: Ogre D3 / ..." "..."\n'
         "as in: Ogr D3-E4; D3 strikes D4; Bk02 Cen,Cen>Lio"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_word_and_says_what_to_type(
    texts: list[str], code: str, message: str, named: str, hint: str
) -> None:
    with pytest.raises(NotRead) as caught:
        read_question(texts)
    fault = caught.value.fault
    assert (fault.code, fault.message, fault.hint) == (code, message, hint)
    assert caught.value.text[slice(*caught.value.place)] == named


def test_words_that_were_typed_without_quotes_are_told_so() -> None:
    for texts in ("Plains: Ogre D3 / Lion D4", "Plans: Ogre D3 / Lion D4"):
        with pytest.raises(DocumentError) as caught:
            read_question(texts.split())
        assert [fault.hint for fault in caught.value.faults] == ["put the position in quotes, and each action"]


def test_a_long_text_is_refused_without_a_line_to_type() -> None:
    said = f"{MELEE} {' '.join(['zork'] * 80)}"
    with pytest.raises(NotRead) as caught:
        read_question([said, "D3 strikes D4"])
    assert caught.value.so_far == ""
    assert caught.value.fault.hint == "as in: Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"


@pytest.mark.parametrize("texts", [["105: 2 Lion", "with a Ranger"], ["Swamp with 2 wyverns and an ogre"]])
def test_somebody_who_is_only_shown_musters_nobody(texts: list[str]) -> None:
    with pytest.raises(NotRead):
        read_question(texts)


def test_what_cannot_be_is_refused_without_another_line_to_type() -> None:
    with pytest.raises(DocumentError, match="nobody can be in it"):
        read_question(["Jungle: Behemoth D3 / Gargoyle D4", "Behemoth strikes Gargoyle"])


@pytest.mark.parametrize(
    ("text", "action", "position"),
    [
        ("roll 2, 109 to 111", "Bk01 S111", "Bk01 109"),
        ("Bk03 20-24, roll 4", "Bk03 B24", "Bk03 20"),
        ("Can Bk02 in 20 move to 24 on a roll of 4", "Bk02 B24", "Bk02 20"),
    ],
)
def test_a_move_says_where_it_starts(text: str, action: str, position: str) -> None:
    judged = judge_texts([text])
    assert judged.answer.text == action
    assert f"{position} height 4" in str(judged.before)


def test_a_bare_name_is_mustered_where_nothing_else_can_be_done() -> None:
    assert judge_texts(["marsh: two ogres", "trolls?"]).answer.text == "Bk01 Ogr,Ogr>Tro"
    assert judge_texts(["Tundra: 2 Troll", "a warbear"]).answer.text == "Bk01 Tro,Tro>Warb"
    with pytest.raises(ActionError):
        judge_texts(["Black's movement, roll 2: Bk02 109 2 Ogre", "trolls?"])


@pytest.mark.parametrize("action", ["the Lion is struck by the Ogre", "can the Lion be hit?", "Lion is hit by my Ogre"])
def test_what_is_done_to_somebody_is_not_what_they_do(action: str) -> None:
    assert judge_texts(["Plains: my Ogre D3, his Lion D4", action]).answer.text == "D3 strikes D4"
    with pytest.raises(ActionError):
        judge_texts(["Plains: my Ogre D3, his Lion D4", "I am hit"])


@pytest.mark.parametrize("deed", ["flees", "stands", "stays"])
def test_ENG_3_the_legion_that_flees_or_stands_is_the_defender(deed: str) -> None:
    meeting = "Black's engagement: Bk02 105 2 Lion / Rd01 300 Titan, Rd02 105 2 Ogre"
    assert judge_texts([meeting, f"Rd02 {deed}"]).answer.verdict == "legal"
    assert judge_texts([meeting, f"Red {deed}"]).answer.verdict == "legal"
    for other in ("Bk02", "Rd01", "Rd07", "Bk07", "Black"):
        with pytest.raises(NotRead, match="does not do this here"):
            judge_texts([meeting, f"{other} {deed}"])


@pytest.mark.parametrize("action", ["Bk02 stays", "Bk02 flees", "I concede"])
def test_nobody_stands_or_flees_where_no_legions_meet(action: str) -> None:
    with pytest.raises(ActionError, match="no Legions are said to meet"):
        judge_texts(["Bk02 in 109 with 2 lions, rolled 4", action])


def test_what_newcomers_type_at_the_prompt() -> None:
    game = parse_line(
        "turn 2, Black's movement, roll 3: Black tower 600: Bk01 600 Titan 2 Ogre, Bk02 600 2 Ogre / Red tower 300: "
        "Rd01 300 Titan"
    )
    assert isinstance(game, Game)
    assert written(parse("move my titan legion to 117", game)) == "Bk01 M117"
    with pytest.raises(ActionError, match="a Legion that does not move stays"):
        parse("bk02 stays", game)
    enlistment = evolve(game, phase="enlistment")
    assert (
        written(parse("muster ogre in bk02", enlistment)) == written(parse("ogre for bk02", enlistment)) == "Bk02 >Ogr"
    )


def test_get_to_strike_is_to_strike_and_to_get_hit_is_not() -> None:
    assert judge_texts(["Plains: Ogre D3 / Lion D4", "the Ogre gets to hit the Lion"]).answer.text == "D3 strikes D4"
    for action in ("the Ogre gets hit", "may the Ogre take a hit"):
        with pytest.raises(ActionError):
            judge_texts(["Plains: Ogre D3 / Lion D4", action])


@pytest.mark.parametrize(
    ("position", "action"),
    [
        ("marsh: two ogres", "his troll?"),
        ("Black's movement, roll 6: Bk01 100 Titan 2 Ogre, Bk02 9 2 Lion", "move his titan legion to 15"),
        ("Black's movement, roll 6: Bk01 100 Titan 2 Ogre, Bk02 9 2 Lion", "move my titan and lion legion to 15"),
        ("Plains: Ogre D3 / Lion D4, Lion E3", "Ogre hits the rest"),
    ],
)
def test_an_owner_or_a_rest_without_a_use_refuses(position: str, action: str) -> None:
    with pytest.raises(ActionError):
        judge_texts([position, action])


def test_it_in_is_it_legal_is_nobody() -> None:
    text = "is it legal that my Ogre on D3 hits his Lion on D4 in the Plains"
    assert judge_texts([text]).answer.text == "D3 strikes D4"


@pytest.mark.parametrize("text", ["no all fights", "no nothing fights"])
def test_nobody_is_called_all_or_nothing(text: str) -> None:
    with pytest.raises(ActionError) as caught:
        read_question(["Plains: Ogre D3 / Lion D4", f"{text.split()[1]} strikes the Lion"])
    assert text not in str(caught.value)


def test_with_nothing_read_the_nearest_forms_are_named() -> None:
    assert nearest_forms("may he flee")[0] == "flee"
    with pytest.raises(NotRead) as caught:
        read_question(["may two legions move in the same turn"])
    assert caught.value.fault.code == "no-position"


@pytest.mark.parametrize(
    "text",
    [
        "may two legions move in the same turn",
        "May I carry hits over to my own Lion?",
        "Can I summon an Angel from an enemy Legion?",
        "an angel cannot flee, right?",
        "if the attacker did not summon in the battle may he summon once he has won",
        "how many points is a hydra worth",
        "[20:14] my titan has 412 points, I'm jumping on Ben's stack in 12",
        "I have a Titan and 2 Ogres and leave 5",
        "!!: can a gargoyle fly over a tree?",
        "plains, my ogre d3, his lions d4 and e4. I hit him",
        "plains: my ogre d3 and my centaur e3, his lion d4. both hit lion",
        "Ben says his lion on d4 hits my ogre on d3, plains",
    ],
)
def test_there_is_no_verdict_on_a_sentence(text: str) -> None:
    with pytest.raises(TitanError):
        judge_texts([text])


# --- the forms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("do", "form"), [(do, form) for do, forms in FORMS.items() for form in forms])
def test_every_form_is_read(do: str, form: str) -> None:
    if form in ("Ogre strikes Lion", "summon Angel", "D3 to E4"):  # which one depends on the position
        with pytest.raises(ActionError) as caught:
            parse(form)
        assert caught.value.fault.code == "position-needed"
        return
    action = parse(form)
    assert action.do == do
    assert parse(written(action)) == action


@pytest.mark.parametrize("form", [form for rows in POSITIONS.values() for forms in rows.values() for form in forms])
def test_every_form_of_a_position_is_read(form: str) -> None:
    read = read_line(form)
    assert parse_line(line(read.position)) == read.position


def test_every_action_has_a_form() -> None:
    assert all(form.forms and form.short and form.sentence for form in TABLE.values())


# --- cost ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["Plains: Ogre D3 / Lion D4 " + "ogre " * 400, "Bk02: marches 113 all 119-1000000 " * 40, '"' * 2000, "D3-" * 400,
     "my his " * 300, "2 " * 1000, "a" * 2000, "Plains. " * 250, "hits " * 400,
     "Legion on 1000, dice 6000 is 1, I go " * 10],
)  # fmt: skip
def test_any_text_is_answered_in_time_that_grows_with_it(text: str) -> None:
    def refused(words: str) -> None:
        with pytest.raises((TitanError, CannotTell)):
            judge_texts([words])

    refused(text)  # what is made at the first call is not counted
    assert grows_with(refused, text)


@pytest.mark.parametrize(("politeness", "offered"), [(1, True), (100, False)])
def test_a_long_position_is_not_written_in_order_for_its_player(politeness: int, offered: bool) -> None:
    position = "Plains. My ogre is on d3, the lion is on d4." + " please" * politeness
    with pytest.raises(TitanError) as caught:
        read_question([position, "my ogre hits the lion"])
    assert isinstance(caught.value, NotRead) is offered


# --- who acts, and signs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "action"),
    [
        ("you attack my 2 Lions in 105", "the attacker flees"),
        ("you attack my 2 Lions in 105", "you flee"),
        ("I attack your 2 Lions in 105", "I flee"),
        ("my Legion is in 6, I rolled a 3", "your Legion goes to 9"),
        ("my Legion is in 6, I rolled a 3", "you go to 9"),
        ("your two gargoyles in the Jungle", "I muster a Cyclops"),
        ("turn 1, I rolled a 1", "you mulligan"),
        ("Plains: my Ogre D3, your Lion D4", "you move Ogre to D2"),
    ],
)
def test_whoever_is_said_to_act_is_who_acts_or_the_text_is_refused(position: str, action: str) -> None:
    with pytest.raises(ActionError, match=r"does not do this here|is not of whoever acts"):
        judge_texts([position, action])


@pytest.mark.parametrize(
    ("position", "action", "text"),
    [
        ("you attack my 2 Lions in 105", "I flee", "flee"),
        ("I attack your 2 Lions in 105", "you flee", "flee"),
        ("my Legion is in 6, I rolled a 3", "I go to 9", "Bk01 H9"),
        ("my two gargoyles in the Jungle", "I muster a Cyclops", "Bk01 Gar,Gar>Cyc"),
    ],
)
def test_whoever_acts_may_be_said(position: str, action: str, text: str) -> None:
    assert judge_texts([position, action]).answer.text == text


@pytest.mark.parametrize("action", ["I Zork's flee", "Zork's flees", "2 Lions Zork's flee"])
def test_an_owner_who_owns_nothing_is_not_dropped(action: str) -> None:
    with pytest.raises(ActionError, match="Zork's"):
        judge_texts(["you attack my 2 Lions in 105", action])


@pytest.mark.parametrize("first", ["Planes", "zork", "Zork"])
def test_an_unknown_word_where_the_terrain_would_stand_is_no_player(first: str) -> None:
    with pytest.raises(ActionError, match=first):
        judge_texts([f"{first}: Ogre D3 / Lion D4", "D3 strikes D4"])


@pytest.mark.parametrize("hits", ["-4 hits", "~4 hits"])
def test_a_sign_before_a_number_is_not_dropped(hits: str) -> None:
    with pytest.raises(TitanError):
        judge_texts([f"Plains: Ogre D3 / Lion D4 {hits}", "Ogre strikes Lion"])
    with pytest.raises(ActionError):
        judge_texts(["Plains: Ogre D3 / Lion D4", "Ogre strikes Lion with -6 6 5 1 1 2"])


@pytest.mark.parametrize(
    ("position", "action", "verdict"),
    [
        ("turn 5, my Legion has Titan, 2 Ogres, Troll, Lion", "I split off the Troll and the Lion", "legal"),
        ("turn 5, my Legion has Titan, 2 Ogres, Troll, Lion", "I split off the Troll", "illegal"),
        ("you attack my 3 lions", "I flee", "legal"),
        ("you attack my Angel and 2 Lions", "I flee", "illegal"),
    ],
)
def test_a_split_and_a_flight_need_no_land(position: str, action: str, verdict: str) -> None:
    assert judge_texts([position, action]).answer.verdict == verdict


@pytest.mark.parametrize("actions", [["muster a griffon"], ["to 105"], ["split off 2 lions", "end-splits"]])
def test_what_depends_on_the_land_asks_for_it(actions: list[str]) -> None:
    with pytest.raises(ActionError, match="where is the Legion"):
        judge_texts(["my Legion has 4 lions", *actions])


@pytest.mark.parametrize(
    ("position", "action"),
    [
        ("I attack Red in 105", "Red may flee"),
        ("I attack Red in 105", "Red concedes"),
        ("my Legion is in 19, score 500, rolled a 6, Red is in 20", "titan teleport to 20"),
    ],
)
def test_the_only_legion_that_is_named_need_not_hold_the_titan(position: str, action: str) -> None:
    try:
        verdict = judge_texts([position, action]).answer.verdict
    except CannotTell:
        return
    assert verdict == "cannot-tell"


OPEN_BATTLE, IN_PLAINS = "Ogre D3 / Lion D4", "turn 3, Red's strike, Plains: Black: Ogre D3 / Red: Lion D4"
OPEN_GAME = "Bk01 in 100 with Titan, Angel, Ogre, rolled 6"
BLACKS = "turn 2, Black's movement, roll 6: Bk01 100 Titan Angel"


@pytest.mark.parametrize(
    ("position", "action"),
    [
        (OPEN_BATTLE, "in the Brush Ogre strikes Lion"),
        (IN_PLAINS, "in the Brush Lion strikes Ogre"),
        (IN_PLAINS, "in Black's strike phase Ogre strikes Lion"),
        (BLACKS, "Red's movement: Bk01 teleports to 200"),
        (OPEN_GAME, "in the Plains Bk01 teleports to 200"),
        (OPEN_GAME, "Bk01 Plains teleports to 200"),
        (OPEN_GAME, "Bk01 tower Plains teleports to 200"),
        ("Jungle: 2 Gargoyle, Ogre", "musters Cyclops in the Brush"),
        ("turn 2, Black's engagement: Bk01 105 Titan / Red: Rd01 105 Lion", "in the Brush Red flees"),
    ],
)
def test_an_action_that_says_another_place_or_turn_than_its_position_is_refused(position: str, action: str) -> None:
    assert answered(position, action).startswith("refused")


@pytest.mark.parametrize(
    ("position", "action", "verdict"),
    [
        (IN_PLAINS, "in the Plains Lion strikes Ogre", "legal"),
        (IN_PLAINS, "in Red's strike phase Lion strikes Ogre", "legal"),
        (OPEN_BATTLE, "defender's strike: Lion strikes Ogre", "legal"),
        (OPEN_BATTLE, "defender's strike: Ogre strikes Lion", "illegal"),
        (OPEN_BATTLE, "Red's strikeback: Lion strikes Ogre", "legal"),
        (OPEN_BATTLE, "in my turn Ogre strikes Lion", "legal"),
        (OPEN_GAME, "in Black's turn Bk01 teleports to 200", "legal"),
        (OPEN_GAME, "in Red's turn Bk01 teleports to 200", "illegal"),
        (OPEN_GAME, "Bk01 moves to the Plains in 105", "legal"),
        ("Jungle: 2 Gargoyle, Ogre", "musters Cyclops in the Jungle", "legal"),
        ("turn 2, Black's engagement: Bk01 105 Titan / Red: Rd01 105 Lion", "Red flees in the Plains", "legal"),
    ],
)
def test_an_action_may_say_where_and_in_whose_turn(position: str, action: str, verdict: str) -> None:
    assert judge_texts([position, action]).answer.verdict == verdict


def test_where_both_sides_have_one_and_no_turn_is_said_the_striker_must_be_named() -> None:
    melee = "Plains: Ogre D3, Lion C3 / Ogre D4, Lion E4"
    assert "D4 strikes C3: legal" in answered(melee, "Ogre strikes Lion")
    assert "who strikes?" in answered(melee, "strike the Lion")
