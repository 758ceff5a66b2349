"""The server behind ``titan serve``: one page and its questions; other requests are refused."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from socket import socket

from anyio import fail_after
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from titan_rules.box.loading import opening
from titan_rules.kernel.errors import Fault
from titan_rules.kernel.jsontext import JSON, decode, loads
from titan_rules.position.documents import FORMAT

from . import output
from .files import SavedFile, only_writer
from .web import Opened
from .web.ask import ask, files_held
from .web.page import page

LARGEST = 4 * 1024 * 1024
"""The largest request that is read, in bytes."""

PATIENCE = 10.0
"""How long a client may take to send a request, in seconds."""

TOKEN_HEADER = "x-titan-token"
_NAMES = ("127.0.0.1", "localhost")
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Unanswered(Exception):
    """A request that is not answered.

    :ivar status: the HTTP status.
    :ivar fault: why.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        self.status, self.fault = status, Fault(code, message)
        super().__init__(message)


class Guard:
    """Lets only this page's requests pass: right address, right origin, right token."""

    def __init__(self, app: ASGIApp, token: str, hosts: Collection[str]) -> None:
        self._app, self._token, self._hosts = app, token, hosts
        self._origins = {f"http://{host}" for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            self._check(Request(scope))
        except Unanswered as unanswered:
            await _refused(unanswered)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check(self, request: Request) -> None:
        headers = request.headers
        if headers.get("host", "").lower() not in self._hosts:
            raise Unanswered(403, "wrong-host", "the Host header does not name this server")
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins:
            raise Unanswered(403, "wrong-origin", "another page asks")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Unanswered(403, "wrong-origin", "another page asks")
        given = headers.get(TOKEN_HEADER) or headers.get("authorization", "").removeprefix("Bearer ")
        if request.method == "GET":
            given = given or request.query_params.get("token", "")
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            raise Unanswered(403, "wrong-token", "the request must hold the token that was printed at the start")


class Impatient(H11Protocol):
    """Closes a connection if an awaited request does not arrive in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn serves TCP
        """Start waiting for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Start waiting for a later request when its first bytes arrive."""
        if self._clock is None and self._idle:
            self._wait()
        super().data_received(data)

    @property
    def _idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        self._clock = self.loop.call_later(PATIENCE, self._give_up)

    def _give_up(self) -> None:
        self._clock = None
        if self._idle and not self.transport.is_closing():
            self.transport.close()

    _clock: asyncio.TimerHandle | None = None


def answering(reply: Callable[[dict[str, JSON]], dict[str, JSON]]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that answers a posted question with ``reply``."""

    async def answer(request: Request) -> Response:
        try:
            asked = loads(decode(await _body(request)))
            if type(asked) is not dict:
                raise Unanswered(400, "wrong-type", "a question is a JSON object")
            return JSONResponse(await run_in_threadpool(reply, asked), headers=_HEADERS)
        except Unanswered as unanswered:
            return _refused(unanswered)
        except Exception as error:
            return _failed(error)

    return answer


def application(token: str, port: int, opened: Opened | None = None, saved: str | None = None) -> ASGIApp:
    """The server.

    :param token: a request without it gets no answer.
    :param port: the server's own: requests to another address are refused.
    :param opened: what the page opens on, as :func:`titan_cli.web.page.page` takes it; None: an empty battle.
    :param saved: the file that the page saves to, if any.
    """

    kept = None if saved is None else SavedFile(saved)

    async def show(_: Request) -> Response:
        return HTMLResponse(page("server", saved=saved, **(opened or {})), headers=_HEADERS)

    def save(asked: dict[str, JSON]) -> dict[str, JSON]:
        if saved is None or kept is None:
            raise Unanswered(404, "not-found", "this server saves nothing")
        with opening(files_held(asked.get("boxes"))):
            position = FORMAT.read(asked.get("position"), ("game", "battle"))
        with only_writer(saved):
            kept.save(FORMAT.dumps(position).encode())
        return {"saved": saved}

    routes = [
        Route("/", show, methods=["GET"]),
        Route("/api/ask", answering(ask), methods=["POST"]),
        Route("/api/save", answering(save), methods=["POST"]),
    ]
    hosts = {f"{name}:{port}" for name in _NAMES}
    return Guard(Starlette(routes=routes, exception_handlers={HTTPException: _on_http}), token, hosts)


def answer_on(own: socket, token: str, port: int, opened: Opened, saved: str | None) -> None:
    """Answer on a socket until Ctrl-C, as the :func:`application` does."""
    app = application(token, port, opened, saved)
    config = Config(app, log_level="error", access_log=False, server_header=False, ws="none", http=Impatient)
    with suppress(KeyboardInterrupt):  # the normal way to stop
        Server(config).run(sockets=[own])


async def _body(request: Request) -> bytes:
    """The bytes of a request.

    :raises Unanswered: it is not JSON, too large, or too slow.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Unanswered(415, "not-json", "a question is sent as application/json")
    held = bytearray()
    try:
        with fail_after(PATIENCE):
            async for part in request.stream():
                held += part
                if len(held) > LARGEST:
                    raise Unanswered(413, "too-large", f"a question has at most {LARGEST >> 20} MiB")
    except TimeoutError:
        raise Unanswered(408, "too-slow", f"a question is sent within {PATIENCE:g} seconds") from None
    return bytes(held)


def _refused(unanswered: Unanswered) -> Response:
    """The response to a refused request; nothing more is read on its connection."""
    return JSONResponse(output.error_json(unanswered.fault), unanswered.status, {**_HEADERS, "Connection": "close"})


async def _on_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _refused(Unanswered(error.status_code, "http", error.detail))


def _failed(error: Exception) -> Response:
    """400 for an error in the question; 500, without details, for a bug in this program."""
    faults = output.faults_of(error)
    status = 500 if faults[0].code == "internal" else 400
    return JSONResponse(output.error_json(faults[0], faults[1:]), status, _HEADERS)
