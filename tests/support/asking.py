"""Requests to an ASGI application without a network between."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from attrs import frozen


@frozen
class Reply:
    """What an application answered."""

    status_code: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The body."""
        return self.content.decode()

    def json(self) -> Any:
        """The body's JSON value."""
        return json.loads(self.content)


class Client:
    """Asks an application as a browser that shows its page would.

    :param host: the Host that requests name.
    """

    def __init__(self, app: Any, host: str) -> None:
        self._app, self._host = app, host

    def get(self, address: str, headers: Mapping[str, str] | None = None) -> Reply:
        """Ask for a page."""
        return self._ask("GET", address, headers or {}, [b""])

    def post(self, address: str, body: Iterable[bytes], headers: Mapping[str, str]) -> Reply:
        """Send a body, in as many pieces as it comes in."""
        return self._ask("POST", address, headers, body)

    def _ask(self, method: str, address: str, headers: Mapping[str, str], body: Iterable[bytes]) -> Reply:
        parts = urlsplit(address)
        named = {"host": self._host, **{name.lower(): value for name, value in headers.items()}}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 80),
        }
        return asyncio.run(self._run(scope, body))

    async def _run(self, scope: dict[str, Any], body: Iterable[bytes]) -> Reply:
        pieces = iter(body)
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            piece = next(pieces, None)
            return {"type": "http.request", "body": piece or b"", "more_body": piece is not None}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Reply(sent[0]["status"], headers, b"".join(m.get("body", b"") for m in sent[1:]))
