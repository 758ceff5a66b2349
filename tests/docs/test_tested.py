"""``make tested`` renews the rows of what was measured, and no others."""

from checkout import ROOT
from tested import HEAD, package, renewed, rows

PAGE = f"# Testing\n\n{HEAD}| kernel | 90.0 % | 2026-01-01 | 5 of 9 | 2026-01-02 |\n\n## Next\n"


def test_only_what_was_measured_is_written() -> None:
    page = renewed(PAGE, {"kernel": "97.5 %", "all": "96.0 %"}, {"text": "57 of 60"}, "2026-02-03")
    assert page.endswith("\n\n## Next\n")
    assert list(rows(page)) == ["kernel", "text", "all"]
    assert rows(page)["kernel"] == ["97.5 %", "2026-02-03", "5 of 9", "2026-01-02"]
    assert rows(page)["text"] == ["", "", "57 of 60", "2026-02-03"]
    assert renewed(page, {}, {}, "2026-02-04") == page
    empty = f"{HEAD}\n## Next\n"
    assert renewed(empty, {}, {}, "2026-02-04") == empty
    assert (
        renewed(empty, {"all": "96.0 %"}, {}, "2026-02-04") == f"{HEAD}| all | 96.0 % | 2026-02-04 |  |  |\n\n## Next\n"
    )


def test_a_file_belongs_to_its_package() -> None:
    assert package("/somewhere/titan_rules/kernel/dice.py") == "kernel"
    assert package("titan_rules/suite.py") == "titan_rules"
    assert package("cli/titan_cli/web/ask.py") == "titan_cli"


def test_the_page_has_the_table() -> None:
    assert HEAD in (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
