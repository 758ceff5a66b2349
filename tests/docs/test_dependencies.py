"""``docs/dependencies.md`` says what ``pyproject.toml`` and the installed packages say."""

import pytest

from dependencies import PAGE, USES, groups, lowest, page, rows, split
from titan_cli.web.site import LIBRARIES


def test_the_page_is_fresh() -> None:
    said, now = (text.splitlines() for text in (PAGE.read_text(encoding="utf-8"), page()))
    for line, fresh in zip(said, now, strict=True):
        if fresh.split(" | ")[2:3] != ["?"]:  # of what is not installed, the licence cannot be looked up
            assert line == fresh, "run make dependencies"


def test_every_package_is_listed_with_a_licence() -> None:
    listed = {row.split(" | ")[0].removeprefix("| ").split(" ")[0]: row for row in PAGE.read_text().splitlines()}
    assert set(groups()) == set(USES)
    for requirements in groups().values():
        for requirement in requirements:
            name, bounds = split(requirement)
            assert bounds in listed[name]
            assert " | ? | " not in listed[name]
    assert not {name for name in LIBRARIES if f"{name.replace('_', '-')} ·" not in PAGE.read_text()}


def test_nothing_that_users_need_asks_them_to_publish_their_own_code() -> None:
    for name, _, licence, _ in rows():
        assert licence is None or "GPL" not in licence, name


@pytest.mark.parametrize("extras", [[], ["serve"], ["serve", "png", "cluster"]])
def test_the_lowest_versions_are_the_bounds(extras: list[str]) -> None:
    found = lowest(extras)
    assert "click==8.2" in found or any(each.startswith("click==") for each in found)
    assert any(each.startswith("starlette==") for each in found) == ("serve" in extras)
    assert len(found) == len(set(found))
