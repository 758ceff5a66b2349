"""The documentation's pictures are what its commands draw today."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from looping import some
from pictures import marked, read
from titan_rules.box import STANDARD

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def drawing() -> Any:
    spec = importlib.util.spec_from_file_location("drawing", DOCS / "pictures" / "draw.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def drawn(drawing: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as kept:
        kept.chdir(DOCS)
        return {path.name: path.read_text() for path in drawing.draw(tmp_path_factory.mktemp("pictures"))}


def test_the_pictures_are_fresh(drawn: Any) -> None:
    others = {"reliability.svg"}  # drawn from recorded battles, by benchmarks/reliability.py
    kept = {p.name: p.read_text() for p in (DOCS / "pictures").glob("*.svg") if p.name not in others}
    assert sorted(kept) == sorted(drawn)
    stale = [name for name, svg in kept.items() if svg != drawn[name]]
    assert not stale, "draw them again with make pictures"


def test_the_page_shows_every_picture(drawn: Any) -> None:
    page = (DOCS / "pictures.md").read_text()
    assert [name for name in drawn if f"(pictures/{name})" not in page] == []


def test_every_battleland_is_shown_with_characters(drawn: Any) -> None:
    for terrain in some(STANDARD.terrains):
        root = read(drawn[f"{terrain.lower()}.svg"])
        assert {e.get("data-terrain") for e in marked(root, "terrain")} == {terrain}
        assert len([e for e in marked(root, "character") if e.get("data-hex")]) >= 7


def test_a_late_game_is_shown(drawn: Any) -> None:
    root = read(drawn["game.svg"])
    assert len(marked(root, "legion")) >= 15
    assert marked(root, "engagement")
    assert any(float(e.get("data-score")) >= 400 for e in marked(root, "active"))
