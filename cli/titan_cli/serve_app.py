"""The server behind ``titan serve``: one page, a few questions, and nobody else is answered."""

import secrets
from asyncio import timeout

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from titan_rules.kernel.errors import Fault
from titan_rules.kernel.jsontext import JSON, decode, loads

from . import output
from .serve_answers import QUESTIONS, answer
from .serve_page import page

LARGEST = 4 * 1024 * 1024
"""The largest request that is read, in bytes."""

LONGEST = 10.0
"""How long the whole of a request may take to come, in seconds."""

TOKEN_HEADER = "x-titan-token"
_NAMES = ("127.0.0.1", "localhost")
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Refusal(Exception):
    """A request that is not answered.

    :ivar status: the HTTP status.
    :ivar fault: why.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        self.status, self.fault = status, Fault(code, message)
        super().__init__(message)


class Guard:
    """Lets pass only what the page of this server sends: right address, right origin, right token."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app, self._token = app, token
        self._hosts = {f"{name}:{port}" for name in _NAMES}
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            self._check(Request(scope))
        except Refusal as refusal:
            await _refused(refusal)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check(self, request: Request) -> None:
        headers = request.headers
        if headers.get("host", "").lower() not in self._hosts:
            raise Refusal(403, "wrong-host", "this server is addressed by another name")
        origin = headers.get("origin")
        if origin is not None and origin not in self._origins:
            raise Refusal(403, "wrong-origin", "another page asks")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise Refusal(403, "wrong-origin", "another page asks")
        given = request.query_params.get("token", "") if request.method == "GET" else headers.get(TOKEN_HEADER, "")
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            raise Refusal(403, "wrong-token", "the address must hold the token that titan serve has printed")


def application(token: str, port: int, document: JSON = None, saved: str | None = None) -> ASGIApp:
    """The server.

    :param token: whoever does not know it gets no answer.
    :param port: where it listens: requests to another address are refused.
    :param document: what the page begins with.
    :param saved: the file that the page saves to, if any.
    """

    async def show(_: Request) -> Response:
        return HTMLResponse(page(document, saved), headers=_HEADERS)

    async def ask(request: Request) -> Response:
        try:
            name = request.path_params["name"]
            if name not in QUESTIONS:
                raise Refusal(404, "not-found", "there is no such question")
            asked = loads(decode(await _body(request)))
            return JSONResponse(await run_in_threadpool(answer, name, asked, saved), headers=_HEADERS)
        except Refusal as refusal:
            return _refused(refusal)
        except Exception as error:
            return _failed(error)

    routes = [Route("/", show, methods=["GET"]), Route("/api/{name}", ask, methods=["POST"])]
    return Guard(Starlette(routes=routes, exception_handlers={HTTPException: _on_http}), token, port)


async def _body(request: Request) -> bytes:
    """What a request holds.

    :raises Refusal: it is no JSON, too large, or too slow in coming.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "not-json", "a question is sent as application/json")
    held = bytearray()
    try:
        async with timeout(LONGEST):
            async for part in request.stream():
                held += part
                if len(held) > LARGEST:
                    raise Refusal(413, "too-large", f"a question has at most {LARGEST >> 20} MiB")
    except TimeoutError:
        raise Refusal(408, "too-slow", f"a question is sent within {LONGEST:g} seconds") from None
    return bytes(held)


def _refused(refusal: Refusal) -> Response:
    return JSONResponse(output.error_json(refusal.fault), refusal.status, _HEADERS)


async def _on_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _refused(Refusal(error.status_code, "http", error.detail))


def _failed(error: Exception) -> Response:
    """An error of the question: 400; a fault of this program: 500, and no word of where."""
    faults = output.faults_of(error)
    status = 500 if faults[0].code == "internal" else 400
    return JSONResponse(output.error_json(faults[0], faults[1:]), status, _HEADERS)
