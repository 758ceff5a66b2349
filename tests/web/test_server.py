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
from time import monotonic
from typing import Any

import pytest

from asking import Client
from checkout import EXAMPLES
from pages import Parsed
from running import COMMAND, titan
from titan_cli.serve_app import LARGEST, application
from titan_cli.web.ask import ask
from titan_rules.box import STANDARD

BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))
GAME = json.loads((EXAMPLES / "game.json").read_text(encoding="utf-8"))
TOKEN = "a-word-that-nobody-knows"
PORT = 4321
HOST = f"127.0.0.1:{PORT}"
HERE = f"http://{HOST}"
OPENED = {"first": {"held": ask({"ask": "draw", "position": BATTLE}), "opened": True}}
LICENSE = "https://creativecommons.org/licenses/by/3.0/"
ALLOWED = {"x-titan-token": TOKEN}
JSON = {"content-type": "application/json"}
ORIGINS = ("http://evil.example", "null", "https://127.0.0.1:4321", "http://127.0.0.1:80")
HOSTS = ("evil.example", "evil.example:4321", "127.0.0.1", "127.0.0.1:80", "0.0.0.0:4321")


@pytest.fixture
def client(tmp_path: Path) -> Client:
    app = application(TOKEN, PORT, OPENED, str(tmp_path / "saved.json"))
    return Client(app, HOST)


def post(client: Client, name: str, question: Any, headers: dict[str, str] = ALLOWED) -> Any:
    return client.post(f"/api/{name}", [json.dumps(question).encode()], {**JSON, **headers})


def refused(reply: Any, status: int, code: str) -> None:
    assert reply.status_code == status
    assert reply.json()["error"]["code"] == code
    assert "Traceback" not in reply.text


# ---- answers ----


def test_a_question_is_answered_as_the_library_answers_it(client: Client) -> None:
    question = {"ask": "draw", "position": BATTLE}
    assert post(client, "ask", question).json() == ask(question)


def test_saving_writes_the_canonical_document(client: Client, tmp_path: Path) -> None:
    found = post(client, "save", {"position": BATTLE}).json()
    assert found == {"saved": str(tmp_path / "saved.json")}
    assert titan("validate", found["saved"]).code == 0
    assert json.loads((tmp_path / "saved.json").read_text(encoding="utf-8"))["terrain"] == BATTLE["terrain"]


def test_what_something_else_has_saved_is_not_written_over(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    post(client, "save", {"position": BATTLE})
    post(client, "save", {"position": BATTLE})
    path.write_text("mine", encoding="utf-8")
    refused(post(client, "save", {"position": BATTLE}), 400, "changed")
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_sealed_file_is_not_written_over(client: Client, tmp_path: Path) -> None:
    post(client, "save", {"position": BATTLE})
    (tmp_path / "saved.json").chmod(0o444)
    refused(post(client, "save", {"position": BATTLE}), 400, "sealed")


def test_an_impossible_position_is_not_saved(client: Client, tmp_path: Path) -> None:
    document = {**BATTLE, "attacker": {**BATTLE["attacker"], "entry_side": None}}
    refused(post(client, "save", {"position": document}), 400, "no-entry-side")
    assert not (tmp_path / "saved.json").exists()


def test_without_a_file_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused(post(Client(application(TOKEN, PORT), HOST), "save", {"position": BATTLE}), 404, "not-found")
    assert list(tmp_path.iterdir()) == []


def test_the_page_holds_the_position_and_a_policy(client: Client) -> None:
    reply = client.get(f"/?token={TOKEN}")
    page = Parsed(reply.text)
    assert page.data["first"] == OPENED["first"]
    drawn = {str(a["id"]) for tag, a in page.elements if tag == "template"}
    assert {f"battleland-{terrain}" for terrain in STANDARD.terrains} <= drawn
    assert page.policy["connect-src"] == "'self'"
    assert "unsafe" not in str(page.policy)
    assert page.outside() == [LICENSE]
    assert reply.headers["x-frame-options"] == "DENY"
    assert TOKEN not in reply.text


# ---- refusals ----


DRAW = json.dumps({"ask": "draw", "position": BATTLE}).encode()


@pytest.mark.parametrize(
    ("path", "body", "headers", "status", "code"),
    [
        *[("/api/ask", DRAW, {"x-titan-token": word}, 403, "wrong-token") for word in ("", "a guess", TOKEN + "x")],
        (f"/api/ask?token={TOKEN}", DRAW, {}, 403, "wrong-token"),
        *[("/api/ask", DRAW, {**ALLOWED, "origin": one}, 403, "wrong-origin") for one in ORIGINS],
        ("/api/ask", b'"' + b"x" * LARGEST + b'"', ALLOWED, 413, "too-large"),
        ("/api/ask", b"{}", {**ALLOWED, "content-type": "text/plain"}, 415, "not-json"),
        ("/api/ask", b"", ALLOWED, 400, "empty"),
        ("/api/ask", b"{", ALLOWED, 400, "truncated"),
        ("/api/ask", b"[1, 2", ALLOWED, 400, "truncated"),
        ("/api/ask", b"nonsense", ALLOWED, 400, "not-json"),
        ("/api/ask", b"\xff\xfe", ALLOWED, 400, "not-utf8"),
        ("/api/ask", b'{"ask": 1, "ask": 2}', ALLOWED, 400, "duplicate-key"),
        ("/api/ask", b"[" * 100_000, ALLOWED, 400, "too-deep"),
        ("/api/ask", b"[]", ALLOWED, 400, "wrong-type"),
        ("/api/ask", b'{"ask": "why", "action": "\\ud800"}', ALLOWED, 400, "bad-text"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_question_that_is_refused(
    client: Client, path: str, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    refused(client.post(path, [body], {**JSON, **headers}), status, code)


@pytest.mark.parametrize(
    ("path", "headers", "code"),
    [
        *[(path, {}, "wrong-token") for path in ("/", "/?token=", "/?token=guess", "/api/ask", "/anything")],
        *[(f"/?token={TOKEN}", {"sec-fetch-site": site}, "wrong-origin") for site in ("cross-site", "same-site")],
        *[(f"/?token={TOKEN}", {"host": host}, "wrong-host") for host in HOSTS],
    ],
)
def test_a_page_that_is_refused(client: Client, path: str, headers: dict[str, str], code: str) -> None:
    refused(client.get(path, headers=headers), 403, code)


def test_its_own_origin_is_not(client: Client) -> None:
    assert post(client, "ask", {"ask": "draw", "position": BATTLE}, {**ALLOWED, "origin": HERE}).status_code == 200


def test_large_requests_are_refused_when_they_come_in_pieces(client: Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(70):
            yield b" " * (LARGEST // 64)

    headers = {**ALLOWED, **JSON}
    refused(client.post("/api/ask", pieces(), headers), 413, "too-large")


@pytest.mark.parametrize("path", ["/api/nothing", "/api/", "/other"])
def test_there_is_nothing_else(client: Client, path: str) -> None:
    reply = client.post(path, [b"{}"], {**JSON, **ALLOWED})
    assert reply.status_code == 404
    assert "error" in reply.json()


def test_a_fault_of_the_program_shows_nothing_of_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("titan_cli.serve_app.run_in_threadpool", broken)
    refused(post(client, "ask", {"ask": "draw", "position": BATTLE}), 500, "internal")


def test_a_question_that_does_not_come_is_not_waited_for(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_: float) -> Any:
        raise TimeoutError

    monkeypatch.setattr("titan_cli.serve_app.fail_after", slow)
    refused(post(client, "ask", {"ask": "draw", "position": BATTLE}), 408, "too-slow")


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


@pytest.fixture(scope="module")
def impatient() -> Iterator[tuple[int, str]]:
    """The port and the token of a server that waits for a second."""
    code = "import titan_cli.serve_app as a, titan_cli.__main__ as m; a.PATIENCE = 1; m.main()"
    with subprocess.Popen([sys.executable, "-c", code, "serve"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            url = server.stdout.readline().strip()
            yield int(url.partition("127.0.0.1:")[2].partition("/")[0]), url.partition("token=")[2]
        finally:
            server.terminate()


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"])
def test_a_client_that_sends_no_whole_request_is_let_go(sent: bytes, impatient: tuple[int, str]) -> None:
    port, _ = impatient
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(sent)
        assert client.recv(100) == b""


def test_a_question_that_drips_is_let_go_in_time(impatient: tuple[int, str]) -> None:
    port, token = impatient
    head = f"POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Titan-Token: {token}\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=0.2) as client:
        client.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n".encode())
        began, told = monotonic(), b""
        while (part := _dripped(client)) != b"":
            told += part or b""
            assert monotonic() - began < 1.9, "the connection is kept open after the answer"
        assert b"408" in told.partition(b"\r\n")[0]


def _dripped(client: socket.socket) -> bytes | None:
    """What comes back when one more byte is sent; None while nothing does, nothing at all at the end."""
    try:
        client.sendall(b" ")
        return client.recv(9999)
    except TimeoutError:
        return None
    except OSError:
        return b""


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
