"""Blocks as text, HTML and Markdown."""

from typing import ClassVar

import pytest
from attrs import field, frozen

from titan_rules.kernel.blocks import Block, Listed, Prose, Table, Why, column, spread
from titan_rules.kernel.rendering import drawn, html, indented, markdown, table_of, text, word
from titan_rules.kernel.rulings import legal
from titan_rules.kernel.writing import Part

WHY = Why([legal("FROG-1", "a frog may jump"), legal("FROG-2", "it is green")])


def lines(*blocks: Block) -> list[str]:
    return text(blocks).split("\n")


def table(*rows: list[object], **more: object) -> Table:
    return Table(rows, ["Frog", "Jumps"], **more)


def test_blank_lines_part_blocks_and_never_stand_first_last_or_twice() -> None:
    assert lines("", "one", "", "", "two", "") == ["one", "", "two"]
    assert lines("one", Table([], ["Frog"]), "two") == ["one", "two"]
    assert lines("  kept") == ["  kept"]


def test_rulings_stand_on_a_line_each_with_their_rule() -> None:
    assert lines(WHY) == ["  a frog may jump (FROG-1)", "  it is green (FROG-2)"]
    assert lines(Why(WHY.rulings, indent=0, width=12)) == [
        "a frog may",
        "  jump",
        "  (FROG-1)",
        "it is green",
        "  (FROG-2)",
    ]
    assert text([WHY], str.upper).startswith("  A FROG MAY JUMP (FROG-1)\n")


def test_prose_wraps_at_its_width_and_only_a_rule_is_translated() -> None:
    assert text([Prose("a frog may jump", 10, "- ")], str.upper) == "a frog may\n- jump"
    assert text([Prose("a frog may jump", 10, is_rule=True)], str.upper) == "A FROG MAY\n  JUMP"


def test_a_table_is_as_wide_as_its_cells_and_headings() -> None:
    found = drawn(table(["Tree frog", 12], ["Toad", None], right=[1], indent=2))
    assert found.split("\n") == [
        "  Frog         Jumps",
        "  ---------  -------",
        "  Tree frog       12",
        "  Toad",
    ]


def test_a_column_without_heading_is_dropped_if_it_is_empty_and_short_rows_are_filled() -> None:
    rows = [["Toad", "", 1], ["Newt"]]
    assert drawn(Table(rows, ["", "", "n"], right=[2])).split("\n") == ["        n", "----  ---", "Toad    1", "Newt"]
    assert drawn(Table([["a", "b"]], ["", ""])) == "a  b"
    assert drawn(Table([["", 3], ["", 4]], ["Frog", ""])).split("\n")[2:] == ["        3", "        4"]


def test_cells_are_what_a_person_writes_and_harmless() -> None:
    assert [word(value) for value in (True, False, None, 0, "x")] == ["true", "false", "", "0", "x"]
    assert drawn(Table([[True, "\x1b"]], ["", ""])) == "true  \\x1b"


def test_a_cap_makes_a_column_wrap_but_never_a_word() -> None:
    found = drawn(table(["tree frog of the woods", 1], ["unbreakable", 2], caps=[10, 9]))
    assert found.split("\n") == [
        "Frog         Jumps",
        "-----------  -------",
        "tree frog    1",
        "of the",
        "woods",
        "unbreakable  2",
    ]


def test_the_widest_columns_give_way_to_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    found = drawn(table(["toad toad", "far " * 12], indent=1)).split("\n")
    assert found[0].split() == ["Frog", "Jumps"]
    assert found[2].startswith(" toad toad  far far")
    assert max(map(len, found)) in range(38, 41)
    assert len(found) == 4


def test_what_fits_no_terminal_becomes_a_block_for_each_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    long = "x" * 30
    rows = [[long, long, "", "green"], ["toad", long, "3  4", ""]]
    found = drawn(Table(rows, ["Frog", "Jumps", "n", ""], indent=1))
    assert found.split("\n") == [
        f" Frog: {long}",
        f"   Jumps: {long}",
        "   green",
        "",
        " Frog: toad",
        f"   Jumps: {long}",
        "   n: 3 4",
    ]


def test_a_table_of_many_columns_is_parted_and_its_first_column_repeated() -> None:
    heads = ["Frog", *[f"h{i}" for i in range(20)]]
    row = ["Toad", *[f"cell-{i:02}" for i in range(20)]]
    parts = drawn(Table([row], heads, right=[20], indent=1, parted=True)).split("\n\n")
    assert [part.split("\n")[0].split()[0] for part in parts] == ["Frog"] * 2
    assert [cell for part in parts for cell in part.split("\n")[2].split()[1:]] == row[1:]
    assert [max(map(len, part.split("\n"))) for part in parts] == [115, 79]
    assert parts[1].split("\n")[0].endswith("h18" + " " * 10 + "h19")


def test_a_part_of_a_table_has_at_least_two_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    parts = drawn(Table([["Toad", "x" * 33, "y" * 33]], ["Frog", "a", "b"], parted=True)).split("\n\n")
    assert len(parts) == 2


def test_html_keeps_words_harmless_and_columns_aligned() -> None:
    shown = html(["a < b", "", Prose("c & d"), WHY, table(["<toad>", 2], right=[1])])
    assert shown.startswith(
        '<p style="white-space: pre-wrap">a &lt; b</p><p style="white-space: pre-wrap">c &amp; d</p>'
    )
    assert "<ul><li>a frog may jump (FROG-1)</li><li>it is green (FROG-2)</li></ul><table>" in shown
    assert '<td>&lt;toad&gt;</td><td style="text-align: right;">' in shown
    assert "<th>Frog  </th>" in shown


def test_markdown_means_nothing_in_a_cell() -> None:
    shown = markdown(table(["a|b <i>\n*c*", 2], right=[1])).split("\n")
    assert shown[2].startswith(r"| a\|b \<i\> \*c\* |")
    assert shown[1].endswith("-:|")
    assert markdown(Table([], ["Frog", "a_b"])).split("\n")[0] == r"| Frog   | a\_b   |"


def test_every_line_of_a_text_is_indented() -> None:
    assert indented("a\nb") == "  a\n  b"
    assert indented("a\nb", 0) == "a\nb"


@frozen
class Leg(Part):
    side: str = field(metadata=column("Side"))
    hops: int = field(metadata=column("Hops", lambda leg: leg.hops * 2, right=True))


@frozen
class Hopper(Part):
    KEYS: ClassVar[tuple[str, ...]] = ()

    legs: tuple[Leg, ...] = field(metadata=spread("no legs"))
    name: str = field(metadata=column("Frog", once=True, rank=-1))
    green: bool = field(metadata=column("Green"))
    ponds: tuple[str, ...] = field(metadata=column("Ponds"))
    secret: str = ""


def test_parts_are_rows_with_the_columns_of_their_fields() -> None:
    parts = [Hopper((Leg("left", 1), Leg("right", 2)), "Toad", True, ("A", "B")), Hopper((), "Newt", False, ())]
    found = table_of(Listed(parts, {"green": "Is green"}))
    assert found.headings == ["Frog", "Side", "Hops", "Is green", "Ponds"]
    assert found.rows == [
        ["Toad", "left", "2", "true", "A B"],
        ["", "right", "4", "true", "A B"],
        ["Newt", "no legs", "", "", ""],
    ]
    assert found.right == [2]
    assert table_of(Listed([])) == Table([], [])
    assert "no legs" in text([Listed(parts)])
    assert "no legs" in html([Listed(parts)])
    assert "no legs" in markdown(Listed(parts))
