"""``titan`` as a shell runs it, without its start: a process that has imported everything answers each in a fork.

For tests of what commands print in a shell, with pipes, files and a terminal. How a process starts, and what it tidies
up as it ends, is tested elsewhere (``running.COMMAND``).
"""

import atexit
import io
import marshal
import os
import select
import shlex
import socket
import subprocess
import sys
import tempfile
from contextlib import redirect_stdout, suppress
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import click

from titan_cli.__main__ import main
from titan_cli.app import run, titan

ASKED_BEFORE = (
    ["check", "Plains: Ogre D3 / Lion D4", "D3 strikes D4"],
    *[["companion", game, "new"] for game in ("cloudspire", "lords-of-xidit", "twilight-struggle")],
)
"""What is answered once before the forks, so that none of them reads the boxes, rules and words of the games anew."""

CLIENT = Path(__file__).with_name("warm_client.py")


@cache
def command() -> tuple[str, ...]:
    """What a shell runs as ``titan``; what answers it is started once, and ends with this process."""
    folder = tempfile.TemporaryDirectory()
    address = str(Path(folder.name) / "titan")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        number = listening.fileno()
        words = [sys.executable, __file__, str(number)]
        server = subprocess.Popen(words, stdin=subprocess.PIPE, pass_fds=[number])

    def end() -> None:
        server.communicate()  # it ends with its standard input
        folder.cleanup()

    atexit.register(end)
    return sys.executable, "-I", "-S", str(CLIENT), address


def in_shell() -> str:
    """Makes ``titan`` this command in a shell."""
    return f'titan() {{ {shlex.join(command())} "$@"; }}\n'


def script(folder: Path) -> Path:
    """A program ``titan`` in a folder that is this command."""
    path = folder / "titan"
    path.write_text(f'#!/bin/sh\nexec {shlex.join(command())} "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def serve(listening: socket.socket) -> None:
    """Answer until standard input ends."""
    with click.Context(titan) as context:
        for name in titan.list_commands(context):
            titan.get_command(context, name)  # imports it
    for asked in ASKED_BEFORE:
        with redirect_stdout(io.StringIO()):
            run(asked)
    while sys.stdin not in select.select([listening, sys.stdin], [], [])[0]:
        connection, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            answer(connection)
        connection.close()
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:  # those that have ended
                pass


def answer(connection: socket.socket) -> NoReturn:
    """Run a command on the streams of who asked, and tell its exit code."""
    head, streams, _, _ = socket.recv_fds(connection, 4, 3)
    with connection.makefile("rb") as data:
        folder, args, environment = marshal.loads(data.read(int.from_bytes(head, "big")))
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path.insert(0, folder)
    sys.argv[1:] = args
    sys.stdin, sys.stdout = open(0, encoding="utf-8", closefd=False), open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    code: Any = 1
    try:
        main()
    except SystemExit as e:
        code = e.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        connection.sendall(bytes([code]))
        os._exit(0)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        serve(listener)
