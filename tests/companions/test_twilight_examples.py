"""Every question of Twilight Struggle, asked from the shell as its help shows, of the documents in docs/examples."""

import shlex
import shutil
from pathlib import Path

import pytest

from checkout import EXAMPLES
from running import titan
from titan_rules.companions.twilight_struggle.companion import COMPANION
from titan_rules.kernel.companions import Question
from twilight_play import rules_of

GAME = ("companion", "twilight-struggle")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in EXAMPLES.glob("cold-war*"):
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("question", COMPANION.questions, ids=lambda question: question.name)
def test_the_example_of_a_question_works(question: Question) -> None:
    name, example = question.name, question.example
    assert f"titan companion twilight-struggle {name} {example}" in titan(*GAME, name, "--help").out
    done = titan(*GAME, name, *shlex.split(example), "--format", "json")
    assert done.code in (0, 1), done.err
    assert done.json["format"] == "twilight-struggle/1"
    assert done.json["kind"] == name
    assert rules_of(done.json) or name in ("legal", "show", "explain")
    table = titan(*GAME, name, *shlex.split(example), "--format", "table")
    assert table.code == done.code
    assert all(rule in table.out for rule in rules_of({"rulings": done.json.get("rulings", [])}))


@pytest.mark.usefixtures("folder")
def test_the_shipped_documents_are_valid_and_the_start_is_what_new_prints() -> None:
    assert Path("cold-war-start.json").read_text(encoding="utf-8") == titan(*GAME, "new").out
    for path in ("cold-war.json", "cold-war-start.json"):
        assert titan(*GAME, "validate", path).code == 0


def test_schemas_accept_what_is_shipped() -> None:
    import json

    import jsonschema

    schema = json.loads(titan(*GAME, "schema", "position").out)
    for path in EXAMPLES.glob("cold-war*.json"):
        jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"format": "twilight-struggle/1", "kind": "position", "defkon": 3}, schema)
    assert titan(*GAME, "schema").out.split() == ["position", "operations", "action"]


def test_rules_of_the_digest_by_id_chapter_and_japanese_word() -> None:
    assert [r["id"] for r in titan(*GAME, "rules", "ts-inf-2", "--format", "json").json["rules"]] == ["TS-INF-2"]
    coups = titan(*GAME, "rules", "TS-COUP", "--format", "json").json["rules"]
    assert [r["id"] for r in coups] == [f"TS-COUP-{n}" for n in range(1, 7)]
    found = titan(*GAME, "rules", "--search", "安定度", "--format", "json").json["rules"]
    assert {r["id"] for r in found} == {"TS-CTRL-1", "TS-COUP-2"}
    options = titan(*GAME, "rules", "TS-SCR-2", "--format", "json").json["rules"][0]["options"]
    assert [option["option"] for option in options] == ["domination"]
