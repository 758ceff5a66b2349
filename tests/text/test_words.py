"""Texts as tokens and words: total, linear, every name of every box."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import for_each, some
from titan_rules.box import Box
from titan_rules.box.current_box import use_box
from titan_rules.box.loading import shipped
from titan_rules.text.lexer import Token, tokens
from titan_rules.text.lexicon import CLOSED, Deed, Kind
from titan_rules.text.words import refused_unknown, short_name, words

NEVER_IDLE = "not only illegal forbidden if unless instead after before again other must"


def kinds(text: str) -> list[Kind]:
    return [word.kind for word in words(text)]


def test_whose_name_has_stood_in_the_genitive_is_a_person() -> None:
    read = [word for word in words("Ann's Lion, Ann or ann or Ben") if word.kind in (Kind.PERSON, Kind.UNKNOWN)]
    assert [(word.kind, word.value) for word in read[:1]] == [(Kind.PERSON, "Ann")]
    assert Kind.PERSON not in [word.kind for word in read[1:]]


@given(st.text(max_size=200))
def test_any_text_is_tokens_that_cover_it(text: str) -> None:
    found = tokens(text)
    gaps = [
        text[a:b] for a, b in zip([0, *(t.end for t in found)], [*(t.start for t in found), len(text)], strict=True)
    ]
    assert all(not gap or gap.isspace() for gap in gaps)


@given(st.text(max_size=200))
def test_any_text_has_words(text: str) -> None:
    assert all(isinstance(word.kind, Kind) for word in words(text))


@pytest.mark.parametrize("box", shipped())
def test_every_name_of_a_box_is_read_in_full_short_and_in_the_plural(box: str) -> None:
    the_box = Box.load(box)
    with use_box(the_box):
        for name in some(the_box.character_names.names):
            for form in (name, name.lower(), short_name(name), f"2 {name}s"):
                found = words(form)[-1]
                assert (found.kind, found.value) == (Kind.NAME, name), form
        for terrain in some(the_box.terrain_names.names):
            assert [(w.kind, w.value) for w in words(terrain)] == [(Kind.TERRAIN, terrain)]
        for marker in some(the_box.markers.every):
            assert [(w.kind, w.value) for w in words(marker)] == [(Kind.MARKER, marker)]


@pytest.mark.parametrize("word", NEVER_IDLE.split())
def test_words_that_change_a_meaning_are_never_without_a_role(word: str) -> None:
    assert kinds(word) != []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("gargoyl", "Gargoyle"),
        ("minotuar", "Minotaur"),
        ("struk", Deed.STRIKE),
        ("shoting", Deed.SHOOT),
        ("lino", None),
    ],
)
def test_one_wrong_letter_in_five_or_more(text: str, value: object) -> None:
    (word,) = words(text)
    assert word.value == value


@pytest.mark.parametrize("word", ["range", "other", "again", "strive"])
def test_english_words_are_no_slips(word: str) -> None:
    assert kinds(word) == [Kind.UNKNOWN]


def test_a_word_of_the_forms_has_one_entry() -> None:
    assert CLOSED["hits"].kind is Kind.HITS
    assert kinds("hits the lion") == [Kind.DEED, Kind.NAME]
    assert kinds("3 hits") == [Kind.NUMBER, Kind.HITS]


ENGLISH = (
    "coins peace class change changes found ought light short match words plans ranges angle grant stamp based files"
    " quite stuck share reader happy flash sound lower master danger sight design strings"
)


@pytest.mark.parametrize("word", ENGLISH.split())
def test_a_plain_english_word_is_not_respelt(word: str) -> None:
    assert [found.kind for found in words(f"ogre {word}")] == [Kind.NAME, Kind.UNKNOWN]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("gargoyl", "Gargoyle"), ("gargoile", "Gargoyle"), ("centuar", "Centaur"), ("wyvvern", "Wyvern"),
     ("grifon", "Griffon"), ("plians", "Plains"), ("strkes", Deed.STRIKE), ("attakcs", Deed.STRIKE)],
)  # fmt: skip
def test_one_slip_behind_the_first_letter_is_read(typed: str, meant: object) -> None:
    assert [found.value for found in words(typed)] == [meant]


def test_with_may_be_written_short() -> None:
    assert [found.kind for found in words("w/ 6 5")] == [Kind.WITH, Kind.NUMBER, Kind.NUMBER]
    assert [found.kind for found in words("Ogre D3/Lion D4")][2] is Kind.SLASH


@pytest.mark.parametrize("text", ["٣turn", "x²", "Ⅷ", "ogre²", "１"])
def test_digits_of_other_scripts_are_no_numbers(text: str) -> None:
    assert words(text)[0].kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    ("text", "plural"),
    [("ogres", True), ("ogre", False), ("Lion's", False), ("cyclops", False), ("cylcops", False), ("colossuses", True)],
)
def test_a_name_in_the_plural(text: str, plural: bool) -> None:
    [word] = words(text)
    assert word.plural is plural


NUMBERS = [
    ("one hundred and nine", "NUMBER 109"),
    ("a hundred and nine", "(a) NUMBER 109"),
    ("two hundred and twenty one", "NUMBER 221"),
    ("two hundred and twenty and one", "NUMBER 220; AND; NUMBER 1"),
    ("twenty and one", "NUMBER 20; AND; NUMBER 1"),
    ("twenty ten", "NUMBER 20; NUMBER 10"),
    ("ten one", "NUMBER 10; NUMBER 1"),
    ("ten hundred", "NUMBER 10; NUMBER 100"),
    ("one hundred hundred", "NUMBER 100; NUMBER 100"),
    ("20 one", "NUMBER 20; NUMBER 1"),
    ("100 and nine", "NUMBER 100; AND; NUMBER 9"),
    ("one hundred, nine", "NUMBER 100; COMMA; NUMBER 9"),
    ("ogre and nine", "NAME Ogre; AND; NUMBER 9"),
    ("and nine", "AND; NUMBER 9"),
    ("4d6", "NUMBER 4; DICE"),
    ("4 d", "NUMBER 4; DICE"),
    ("d 4", "UNKNOWN; NUMBER 4"),
    ("3rd turn", "ORDINAL 3; (rd) TURN"),
    ("2nd 1st", "ORDINAL 2; (nd) ORDINAL 1"),
    ("needs 6s", "NEED; NUMBER 6"),
    ("6 s", "NUMBER 6; UNKNOWN"),
    ("2xOgre", "NUMBER 2; TIMES; NAME Ogre"),
    ("2xog", "NUMBER 2; UNKNOWN"),
    ("2 x Ogre", "NUMBER 2; TIMES; NAME Ogre"),
    ("ogre x2", "NAME Ogre; TIMES; NUMBER 2"),
    ("ogre x lion", "NAME Ogre; DEED STRIKE; NAME Lion"),
    ("3 hits", "NUMBER 3; HITS hits"),
    ("3h", "NUMBER 3; HITS hits"),
    ("h 3", "UNKNOWN; NUMBER 3"),
    ("hits lion", "DEED STRIKE; NAME Lion"),
    ("t3", "TURN; NUMBER 3"),
    ("turn3", "TURN; NUMBER 3"),
    ("t lion", "UNKNOWN; NAME Lion"),
    ("r 4", "ROLL; NUMBER 4"),
    ("r lion", "UNKNOWN; NAME Lion"),
    ("-4 hits", "UNKNOWN; NUMBER 4; HITS hits"),
    ("3 - 4", "NUMBER 3; DASH; NUMBER 4"),
    ("3 -4", "NUMBER 3; UNKNOWN; NUMBER 4"),
    ("99999999999999999999999", "UNKNOWN is too large a number"),
    ("turn99999999999999999999", "UNKNOWN is too large a number"),
]
"""Numbers in digits and words; what stands beside them says what they count."""
CODES = [
    ("OgreD3", "NAME Ogre; HEX D3"),
    ("OgrD3", "NAME Ogre; HEX D3"),
    ("d3xd4", "HEX D3; DEED STRIKE; HEX D4"),
    ("Bk1", "MARKER Bk01"),
    ("Bk0", "MARKER Bk00"),
    ("bk02", "MARKER Bk02"),
    ("Bk123", "COLOUR Black; NUMBER 123"),
    ("Bk02's", "MARKER Bk02"),
    ("P105", "LAND 105"),
    ("p105", "LAND 105"),
    ("P106", "UNKNOWN is wrong: land 106 is Brush"),
    ("p106", "UNKNOWN"),
    ("P999", "UNKNOWN is wrong: there is no land 999"),
    ("M3", "UNKNOWN is no hex, and land 3 is Brush"),
    ("D3", "HEX D3"),
    ("D9", "UNKNOWN is no hex, and land 9 is Hills"),
    ("d9", "UNKNOWN"),
    ("A7", "UNKNOWN"),
    ("x2 Ogre", "TIMES; NUMBER 2; NAME Ogre"),
    ("frob7", "UNKNOWN"),
    ("Ogre_D3", "NAME Ogre; (_) HEX D3"),
]
"""Letters with digits: a hex, a Legion Marker, a land, or a word with its number."""
MARKERS = [
    ("Bk02(Eye) moves", "MARKER Bk02; DEED MOVE"),
    ("Bk02 (Eye) moves", "MARKER Bk02; COMMA; MARKER Bk02; COMMA; DEED MOVE"),
    ("Bk02(Eye", "MARKER Bk02; COMMA; MARKER Bk02"),
    ("Bk02(D3)", "MARKER Bk02; COMMA; HEX D3; COMMA"),
    ('Bk02("Eye")', "MARKER Bk02; COMMA; QUOTED Eye; COMMA"),
    ("Ogre(Eye)", "NAME Ogre; COMMA; MARKER Bk02; COMMA"),
    ("105(Eye)", "NUMBER 105; COMMA; MARKER Bk02; COMMA"),
    ("Hand moves", "MARKER Bk05; DEED MOVE"),
    ("hand moves", "UNKNOWN; DEED MOVE"),
    ("Black's hand", "MARKER Bk05"),
    ("Black's Lion", "OWNER Black; NAME Lion"),
    ("Black's Lion D4", "OWNER Black; NAME Lion; HEX D4"),
    ("black hand", "COLOUR Black; UNKNOWN"),
    ("Bk02 P105 Cen/Lio", "MARKER Bk02; LAND 105; NAME Centaur; TO of a kind; NAME Lion"),
    ("Bk02 P105 Cen /Lio", "MARKER Bk02; LAND 105; NAME Centaur; SLASH; NAME Lion"),
    ("Bk02 B3 Gar/Gar", "MARKER Bk02; HEX B3; NAME Gargoyle; TO of a kind; NAME Gargoyle"),
    ("Bk02 Gar/Gar D3", "MARKER Bk02; NAME Gargoyle; SLASH; NAME Gargoyle; HEX D3"),
    ("Bk02/Ogre", "MARKER Bk02; SLASH; NAME Ogre"),
    ("Cen/Lio", "NAME Centaur; SLASH; NAME Lion"),
    ("Rd01 Ogre D3 Troll/Lion D4", "MARKER Rd01; NAME Ogre; HEX D3; NAME Troll; SLASH; NAME Lion; HEX D4"),
]
"""Legion Markers by their pictures, and slashes that muster as in games by mail."""
NEIGHBOURS = [
    ("Ran", "NAME Ranger"),
    ("ran", "DEED MOVE"),
    ("RAN", "DEED MOVE"),
    ("Bk moves", "COLOUR Black; DEED MOVE"),
    ("BK moves", "UNKNOWN; DEED MOVE"),
    ("Ann's Lion. Ann moves", "OWNER Ann; NAME Lion; STOP; PERSON Ann; DEED MOVE"),
    ("ann's Lion", "UNKNOWN; NAME Lion"),
    ("Al's", "OWNER Al"),
    ("Black's", "OWNER Black"),
    ("attacker's strikes", "OWNER attacker; DEED STRIKE"),
    ("Lion's", "NAME Lion"),
    ("lions'", "NAME Lion"),
    ("no more", "DEED NO_MORE"),
    ("no no more", "UNKNOWN; DEED NO_MORE"),
    ("is it", ""),
    ("strike-back", "DEED STRIKE; BACK"),
    ("lion-frob", "NAME Lion; UNKNOWN"),
    ("end-moves", "DEED END"),
    ("D4, right?", "HEX D4; COMMA; (right) ASKED"),
    ("lion right", "NAME Lion"),
    ("from the right", "FROM; (the) SIDE right"),
    ("Red stands", "COLOUR Red; DEED STAND"),
    ("Red stands in 105", "COLOUR Red; (stands) AT; NUMBER 105"),
    ("Red stands!", "COLOUR Red; DEED STAND; STOP"),
    ("Bk02 stands", "MARKER Bk02; DEED STAND"),
    ("lion stands", "NAME Lion"),
    ("Black's s", "OWNER Black; UNKNOWN"),
    ("D3…", "HEX D3; STOP"),
    ("w/6", "WITH; NUMBER 6"),
    ("the quick lion", "(the) UNKNOWN; NAME Lion"),
    ('"Ann', "UNKNOWN opens a quote that is not closed; UNKNOWN"),
    ("lino", "UNKNOWN"),
]
"""Words that mean something else beside others, or with a capital."""


def told(typed: str) -> str:
    """The words of a text with their kinds and values; words without a role stand in brackets before the next."""
    said = []
    for word in words(typed):
        value = word.value.name if isinstance(word.value, Deed) else "" if word.value is None else str(word.value)
        said.append(" ".join(filter(None, [*[f"({low})" for low in word.lead], word.kind.name, value])))
    return "; ".join(said)


@for_each(("typed", "meaning"), [*NUMBERS, *CODES, *MARKERS, *NEIGHBOURS])
def test_words_mean_what_their_neighbours_leave_them(typed: str, meaning: str) -> None:
    assert told(typed) == meaning


@for_each(
    ("typed", "meaning"),
    [
        ("ann moves to 5", "PLAYER A; DEED MOVE; TO; NUMBER 5"),
        ("Ann's Lion", "OWNER A; NAME Lion"),
        ("ogre moves", "NAME Ogre; DEED MOVE"),
        ("Bk02 moves", "MARKER Bk02; DEED MOVE"),
        ("ben moves", "UNKNOWN; DEED MOVE"),
    ],
)
def test_a_player_is_known_by_name_unless_it_is_a_word(typed: str, meaning: str) -> None:
    found = words(typed, {"ann": "A", "ogre": "O", "moves": "M"})
    said = [(word.kind.name, word.value.name if isinstance(word.value, Deed) else word.value) for word in found]
    assert "; ".join(kind if value is None else f"{kind} {value}" for kind, value in said) == meaning


@for_each(
    ("typed", "refusal"),
    [
        ("b c frob D3", "'frob' is not understood"),
        ("c D3 b", "'c' is not understood"),
        ("frob c P106", "'P106' is wrong: land 106 is Brush"),
        ('frob "Ann', "'\"' opens a quote that is not closed"),
        ("Ogre D3", None),
    ],
)
def test_the_most_telling_of_the_words_without_a_meaning_is_named(typed: str, refusal: str | None) -> None:
    refused = refused_unknown(words(typed))
    assert (None if refused is None else str(refused)) == refusal


def test_names_with_numbers_are_read_in_full_and_shortened_before_the_number() -> None:
    with use_box(Box.load("balrog")):
        assert [told(typed) for typed in ("Balrog100", "bal200", "Ba300", "Balrog700", "Bal")] == [
            "NAME Balrog100", "NAME Balrog200", "UNKNOWN", "UNKNOWN", "UNKNOWN",
        ]  # fmt: skip


def _place(token: Token) -> tuple[str, int, int, bool]:
    return token.text, token.start, token.end, token.glued


def test_the_words_behind_a_place_of_a_text_keep_their_places() -> None:
    assert [_place(word.token) for word in words("Ogre 2xLion, OgrD3", start=5)] == [
        ("2", 5, 6, False), ("x", 6, 7, True), ("Lion", 7, 11, True), (",", 11, 12, True), ("Ogr", 13, 16, False),
        ("D3", 16, 18, True),
    ]  # fmt: skip
