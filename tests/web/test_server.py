"""``titan serve`` answers its own page as the command line does, and nobody else at all."""

import builtins
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from asking import Client
from checkout import EXAMPLES
from pages import Parsed
from running import COMMAND, titan
from titan_cli import serve_answers
from titan_cli.serve_app import LARGEST, application

BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))
GAME = json.loads((EXAMPLES / "game.json").read_text(encoding="utf-8"))
TOKEN = "a-word-that-nobody-knows"
PORT = 4321
HOST = f"127.0.0.1:{PORT}"
HERE = f"http://{HOST}"
ALLOWED = {"x-titan-token": TOKEN}
JSON = {"content-type": "application/json"}


@pytest.fixture
def client(tmp_path: Path) -> Client:
    app = application(TOKEN, PORT, BATTLE, str(tmp_path / "saved.json"))
    return Client(app, HOST)


def post(client: Client, name: str, question: Any, headers: dict[str, str] = ALLOWED) -> Any:
    return client.post(f"/api/{name}", [json.dumps(question).encode()], {**JSON, **headers})


def refused(reply: Any, status: int, code: str) -> None:
    assert reply.status_code == status
    assert reply.json()["error"]["code"] == code
    assert "Traceback" not in reply.text


# ---- answers ----


def test_legal_moves_as_the_command_line_says(client: Client) -> None:
    told = titan("legal-moves", str(EXAMPLES / "battle.json"), "--character", "D3")
    assert post(client, "legal", {"document": BATTLE, "character": "D3"}).json()["answer"] == told.json


def test_legal_moves_of_a_game(client: Client) -> None:
    told = titan("legal-moves", str(EXAMPLES / "game.json"))
    found = post(client, "legal", {"document": GAME}).json()
    assert found["answer"] == told.json
    assert found["text"] + "\n" == titan("legal-moves", str(EXAMPLES / "game.json"), "--format", "table").out


def test_odds_as_the_command_line_says(client: Client) -> None:
    told = titan("strike-odds", str(EXAMPLES / "battle.json"), "--from", "D3", "--to", "D4", "--exchange")
    question = {"document": BATTLE, "from": "D3", "to": "D4", "exchange": True}
    assert post(client, "odds", question).json()["answer"] == told.json


def test_a_duel(client: Client) -> None:
    document = {**BATTLE, "phase": "maneuver"}
    told = titan("strike-odds", "-", "--duel", "--from", "D3", "--to", "D4", stdin=json.dumps(document))
    assert told.code == 0
    found = post(client, "odds", {"document": document, "from": "D3", "to": "D4", "duel": True})
    assert found.json()["answer"] == told.json


def test_musters_as_the_command_line_says(client: Client) -> None:
    legion = GAME["players"][0]["legions"][0]["legion"]
    told = titan("recruit-options", str(EXAMPLES / "game.json"), "--legion", legion)
    assert post(client, "musters", {"document": GAME, "legion": legion}).json()["answer"] == told.json


def test_a_check_and_the_position_after_it(client: Client) -> None:
    action = "D3 strikes D4 at 6 with 6 6 1 1 2 3"
    found = post(client, "check", {"document": BATTLE, "action": action}).json()
    path = str(EXAMPLES / "battle.json")
    assert found["answer"] == titan("check", path, action).json
    assert found["after"] == titan("check", path, action, "--apply").json


def test_an_illegal_action_is_an_answer(client: Client) -> None:
    reply = post(client, "check", {"document": BATTLE, "action": "D3 strikes F2"})
    assert reply.status_code == 200
    assert reply.json()["answer"]["verdict"] == "illegal"
    assert reply.json()["answer"]["rulings"][0]["rule"]
    assert reply.json()["after"] is None


def test_the_picture_is_the_command_lines(client: Client) -> None:
    told = titan("render", str(EXAMPLES / "battle.json"), "--targets", "D3", "--sight", "B4", "F2")
    found = post(client, "show", {"document": BATTLE, "targets": "D3", "sight": ["B4", "F2"]}).json()
    assert found == {"svg": told.out, "faults": []}


def test_an_impossible_position_is_drawn_and_its_faults_told(client: Client) -> None:
    two = [{"name": "Ogre", "hex": "D3"}, {"name": "Lion", "hex": "D3"}]
    document = {**BATTLE, "attacker": {**BATTLE["attacker"], "characters": two}}
    found = post(client, "show", {"document": document, "moves": "D3"}).json()
    assert 'data-character="Lion"' in found["svg"]
    assert [fault["pointer"] for fault in found["faults"]]


def test_a_new_game(client: Client) -> None:
    document = post(client, "new", {"players": ["Ann", "Ben", "Cy"], "seed": 7}).json()["document"]
    assert sorted(player["name"] for player in document["players"]) == ["Ann", "Ben", "Cy"]
    assert post(client, "show", {"document": document}).json()["faults"] == []


def test_saving_writes_the_canonical_document(client: Client, tmp_path: Path) -> None:
    found = post(client, "save", {"document": BATTLE}).json()
    assert found["saved"] == str(tmp_path / "saved.json")
    assert (tmp_path / "saved.json").read_text(encoding="utf-8") == found["text"]
    assert titan("validate", found["saved"]).code == 0


def test_an_impossible_position_is_not_saved(client: Client, tmp_path: Path) -> None:
    document = {**BATTLE, "attacker": {**BATTLE["attacker"], "entry_side": None}}
    refused(post(client, "save", {"document": document}), 400, "no-entry-side")
    assert not (tmp_path / "saved.json").exists()


def test_without_a_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    client = Client(application(TOKEN, PORT), HOST)
    assert post(client, "save", {"document": BATTLE}).json()["saved"] is None
    assert list(tmp_path.iterdir()) == []


def test_the_page_holds_the_document_and_a_policy(client: Client) -> None:
    reply = client.get(f"/?token={TOKEN}")
    page = Parsed(reply.text)
    assert page.data["document"] == BATTLE
    assert page.policy["connect-src"] == "'self'"
    assert "unsafe" not in str(page.policy)
    assert page.outside() == []
    assert reply.headers["x-frame-options"] == "DENY"
    assert TOKEN not in reply.text


# ---- refusals ----


@pytest.mark.parametrize("headers", [{}, {"x-titan-token": "a guess"}, {"x-titan-token": TOKEN + "x"}])
def test_without_the_token_nothing_is_answered(client: Client, headers: dict[str, str]) -> None:
    refused(post(client, "show", {"document": BATTLE}, headers), 403, "wrong-token")


@pytest.mark.parametrize("path", ["/", "/?token=", "/?token=guess", "/api/show", "/anything"])
def test_without_the_token_there_is_no_page(client: Client, path: str) -> None:
    refused(client.get(path), 403, "wrong-token")


def test_a_question_needs_the_token_in_its_header(client: Client) -> None:
    refused(
        client.post(f"/api/show?token={TOKEN}", [json.dumps({"document": BATTLE}).encode()], JSON), 403, "wrong-token"
    )


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:4321", "http://127.0.0.1:80"])
def test_other_origins_are_refused(client: Client, origin: str) -> None:
    refused(post(client, "show", {"document": BATTLE}, {**ALLOWED, "origin": origin}), 403, "wrong-origin")


def test_its_own_origin_is_not(client: Client) -> None:
    assert post(client, "show", {"document": BATTLE}, {**ALLOWED, "origin": HERE}).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_requests_from_other_sites_are_refused(client: Client, site: str) -> None:
    reply = client.get(f"/?token={TOKEN}", headers={"sec-fetch-site": site})
    refused(reply, 403, "wrong-origin")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:4321", "127.0.0.1", "127.0.0.1:80", "0.0.0.0:4321"])
def test_other_names_of_this_machine_are_refused(client: Client, host: str) -> None:
    refused(client.get(f"/?token={TOKEN}", headers={"host": host}), 403, "wrong-host")


def test_large_requests_are_refused(client: Client) -> None:
    body = b'{"document": "' + b"x" * LARGEST + b'"}'
    headers = {**ALLOWED, **JSON}
    refused(client.post("/api/show", [body], headers), 413, "too-large")


def test_large_requests_are_refused_when_they_come_in_pieces(client: Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(70):
            yield b" " * (LARGEST // 64)

    headers = {**ALLOWED, **JSON}
    refused(client.post("/api/show", pieces(), headers), 413, "too-large")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty"),
        (b"{", "truncated"),
        (b"[1, 2", "truncated"),
        (b"nonsense", "not-json"),
        (b"\xff\xfe", "not-utf8"),
        (b'{"document": 1, "document": 2}', "duplicate-key"),
        (b"[" * 100_000, "too-deep"),
        (b"[]", "wrong-type"),
        (b"{}", "missing-key"),
        (b'{"document": null}', "not-a-document"),
        (b'{"document": {"format": "titan-rules/1", "kind": "battle"}}', "missing-key"),
    ],
)
def test_malformed_requests_are_refused(client: Client, body: bytes, code: str) -> None:
    headers = {**ALLOWED, **JSON}
    refused(client.post("/api/show", [body], headers), 400, code)


@pytest.mark.parametrize("name", sorted(set(serve_answers.QUESTIONS) - {"new"}))
def test_every_question_wants_a_document(client: Client, name: str) -> None:
    assert post(client, name, {}).status_code == 400


@pytest.mark.parametrize("name", sorted(serve_answers.QUESTIONS))
def test_unknown_keys_are_refused(client: Client, name: str) -> None:
    error = post(client, name, {"document": BATTLE, "nonsense": 1}).json()["error"]
    assert "unknown-key" in [fault["code"] for fault in (error, *error.get("more", []))]


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("legal", {"document": BATTLE, "legion": "Bk01"}),
        ("legal", {"document": BATTLE, "character": "A1"}),
        ("legal", {"document": GAME, "roll": 9}),
        ("odds", {"document": GAME, "from": "D3", "to": "D4"}),
        ("odds", {"document": BATTLE, "from": "D3,C3", "to": "D4", "best": "slain"}),
        ("musters", {"document": GAME, "legion": "Zz99"}),
        ("check", {"document": BATTLE, "action": "dance"}),
        ("new", {"players": ["Ann"]}),
    ],
)
def test_what_cannot_be_told_is_an_error_with_its_reason(client: Client, name: str, question: Any) -> None:
    reply = post(client, name, question)
    assert reply.status_code == 400
    assert reply.json()["error"]["message"]
    assert reply.json()["error"]["code"] != "internal"


def test_only_json_is_read(client: Client) -> None:
    headers = {**ALLOWED, "content-type": "text/plain"}
    refused(client.post("/api/show", [b"{}"], headers), 415, "not-json")


@pytest.mark.parametrize("path", ["/api/nothing", "/api/", "/other"])
def test_there_is_nothing_else(client: Client, path: str) -> None:
    reply = client.post(path, [b"{}"], {**JSON, **ALLOWED})
    assert reply.status_code == 404
    assert "error" in reply.json()


def test_a_fault_of_the_program_shows_nothing_of_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("titan_cli.serve_app.answer", broken)
    refused(post(client, "show", {"document": BATTLE}), 500, "internal")


# ---- the command ----


def test_the_command_listens_on_this_machine_alone_until_it_is_interrupted(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "serve", str(EXAMPLES / "battle.json"), "-o", str(tmp_path / "x.json")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        try:
            url = server.stdout.readline().strip()
            port = int(url.partition("127.0.0.1:")[2].partition("/")[0])
            connection = HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("GET", "/" + url.rpartition("/")[2])
            assert connection.getresponse().status == 200
            connection.close()
        finally:
            server.send_signal(signal.SIGINT)
            code = server.wait(20)
        assert (code, server.stderr.read()) == (0, "")


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = titan("serve", "--port", str(taken.getsockname()[1]))
    assert done.code == 2
    assert "Address already in use" in done.err
    assert done.err.count("\n") == 1


def test_a_bad_document_is_refused_before_anything_is_served() -> None:
    assert titan("serve", "-", stdin="{").code == 2


def test_without_the_extra_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *args: Any) -> Any:
        if name.startswith("starlette"):
            raise ImportError(name)
        return real(name, *args)

    monkeypatch.delitem(sys.modules, "titan_cli.serve_app", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    done = titan("serve")
    assert done.code == 2
    assert "titan-rules[serve]" in done.err
    assert done.err.count("\n") == 1
