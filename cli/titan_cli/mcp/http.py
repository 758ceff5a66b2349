"""``titan mcp --http``: the protocol over streamable HTTP, with the guards of ``titan serve``."""

from contextlib import suppress
from socket import socket

from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp
from uvicorn import Config, Server

from ..serve_app import LARGEST, Guard, Impatient
from .server import server

PATH = "/mcp"

MOST_SESSIONS = 32
"""More clients than this at a time are refused."""

IDLE = 1800.0
"""Seconds after which a client that asks nothing has to begin anew."""


def application(token: str, hosts: frozenset[str]) -> ASGIApp:
    """The server.

    :param token: requests without it get no answer.
    :param hosts: the addresses that a request may name, each with its port.
    """
    settings = TransportSecuritySettings(
        allowed_hosts=sorted(hosts), allowed_origins=[f"http://{host}" for host in sorted(hosts)]
    )
    app = server().streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=LARGEST,
        max_sessions=MOST_SESSIONS,
        session_idle_timeout=IDLE,
        transport_security=settings,
    )
    return Guard(app, token, hosts)


def answer_on(own: socket, token: str, hosts: frozenset[str]) -> None:
    """Answer on a socket until Ctrl-C, as the :func:`application` does."""
    config = Config(
        application(token, hosts),
        log_level="critical",
        access_log=False,
        server_header=False,
        ws="none",
        http=Impatient,
    )
    with suppress(KeyboardInterrupt):  # the normal way to stop
        Server(config).run(sockets=[own])
