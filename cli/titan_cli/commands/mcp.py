"""``titan mcp``: the referee as tools of an assistant."""

import secrets

import click

from titan_rules.kernel.errors import CannotTell, Fault

from .. import output
from ..serve import listening

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine."""


@click.command("mcp")
@click.option(
    "--http", "address", is_flag=False, flag_value="127.0.0.1:0", metavar="[HOST:PORT]",
    help="Serve over HTTP, by default on this machine and a free port; without it, over standard input and output.",
)  # fmt: skip
def command(address: str | None) -> int:
    """The referee as tools of an assistant, over the Model Context Protocol.

    An assistant starts this command itself: put it into the assistant's list of servers. It reads no file, writes none
    and keeps nothing. With --http the printed address is for clients on this machine, and every request needs the
    printed token. Ctrl-C ends it.

    It needs the extra titan-rules[mcp].

    \b
    titan mcp
    titan mcp --http
    titan mcp --http 127.0.0.1:8765
    """
    try:
        import anyio  # noqa: PLC0415 (an optional extra)

        from ..mcp import http, server  # noqa: PLC0415 (an optional extra)
    except ImportError:
        message = "titan mcp needs the extra 'mcp': pip install 'titan-rules[mcp]'"
        raise CannotTell(Fault("missing-extra", message)) from None
    if address is None:
        anyio.run(server.serve_stdio)
        return output.ANSWERED
    host, port = _parted(address)
    with listening(port, host) as (own, port):
        names = LOOPBACK if host in LOOPBACK else (host,)
        token = secrets.token_urlsafe(24)
        click.echo(f"http://{host}:{port}{http.PATH}\nAuthorization: Bearer {token}")
        http.answer_on(own, token, frozenset(f"{name}:{port}" for name in names))
    return output.ANSWERED


def _parted(address: str) -> tuple[str, int]:
    """The host and port of an address; 0 is a free port."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or int(port[:6]) > 65_535:
        raise click.UsageError(f"an address is HOST:PORT, not {address[:60]}")
    return host, int(port)
