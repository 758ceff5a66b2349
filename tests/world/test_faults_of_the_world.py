"""Full disks, kills, locked folders, lost workers: each is made to happen; nothing is lost, and one line says what is.

"Killed at every touch of the disk" is meant: a copy of this process runs the command and is killed at its first touch
of the files, another at the second, and so on until one gets to the end.
"""

import ast
import errno
import fcntl
import json
import os
import pty
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import get_ident
from typing import Any

import pytest

import warm
from checkout import EXAMPLES, ROOT
from looping import some
from running import COMMAND, IN_SHELL, UNMEASURED, Done, shell, titan
from titan_cli import serve_app
from titan_cli.files import text_output, write_whole
from titan_cli.titan_keeper import TitanKeeper
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import DocumentError
from titan_rules.replays.record import RECORD_FORMAT

GAMES = EXAMPLES / "games"
BATTLE = str(EXAMPLES / "battle.json")
ANSWERING = (
    ["legal-moves", BATTLE],
    ["replay", str(GAMES)],
    ["replay", str(GAMES), "--jobs", "2"],
    ["schema", "game"],
    ["strike-odds", "Ogre", "Lion"],
    ["show", BATTLE],
    ["rules"],
)
TOUCHES = ("open", "os.rename", "os.remove", "os.chmod", "fcntl.flock")
"""The audit events of what changes files."""
NOBODY = 65534
AS_NOBODY = pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody who may not write")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "g.titan"
    assert titan("play", str(path), "--players", "Ann,Ben,Cy", "--seed", "7").code == 0
    return path


def writing(place: Path) -> dict[str, list[str]]:
    """Command lines that write a file, by that file's name."""
    record = str(EXAMPLES / "game.replay.jsonl")
    return {
        "battle.svg": ["render", BATTLE, "-o", str(place / "battle.svg")],
        "game.titan": ["replay", record, "--format", "sheet", "-o", str(place / "game.titan")],
        "game.jsonl": ["import", "colossus", str(EXAMPLES / "game.xml"), "-o", str(place / "game.jsonl")],
        "g.titan": ["play", str(place / "g.titan"), "Ann tower 5", "--seed", "1"],
    }


WRITING = tuple(writing(Path()))


def one_line(done: Done) -> None:
    assert done.code == 2, done
    assert done.out == ""
    assert done.err.startswith("titan: ")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    assert "internal error" not in done.err


def apart(work: Callable[[], int], prepare: Callable[[], None] = lambda: None) -> Done:
    """Run something in a copy of this process; its exit code is negative where a signal ended it."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(write, 2)
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
            prepare()
            code = work()
            sys.stderr.flush()
        except BaseException as error:
            os.write(2, repr(error).encode())
            code = 99
        os._exit(code)
    os.close(write)
    with open(read, "rb") as pipe:
        said = pipe.read().decode()
    return Done(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), "", said)


def start(args: list[str]) -> str | None:
    """How a shell starts a command: one with workers tidies up after them as it ends, which no fork does."""
    return IN_SHELL if "--jobs" in args else None


def command(args: list[str]) -> Callable[[], int]:
    from titan_cli.app import run

    return lambda: run(args)


def killed_at(touch: int, place: Path) -> Callable[[], None]:
    """Be killed at a touch of the files in a folder."""

    def prepare() -> None:
        left = [touch]

        def hook(event: str, args: tuple[Any, ...]) -> None:
            if event in TOUCHES and (event == "fcntl.flock" or str(place) in str(args[0])):
                left[0] -= 1
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hook)

    return prepare


@pytest.mark.parametrize("name", WRITING)
def test_killed_at_any_touch_of_the_disk_a_file_is_the_old_or_the_new(name: str, game: Path) -> None:
    place = game.parent
    args = writing(place)[name]
    before = game.read_bytes() if name == "g.titan" else b"what stood there before\n"
    assert titan(*args).code == 0  # everything is imported now
    after = (place / name).read_bytes()
    assert after != before
    for touch in range(1, 40):
        (place / name).write_bytes(before)
        done = apart(command(args), killed_at(touch, place))
        now = (place / name).read_bytes()
        assert now in (before, after)
        if done.code != -signal.SIGKILL:
            break
    assert done.code == 0, done
    assert touch > 3, "something was killed"
    assert now == after
    if name == "g.titan":
        assert sorted(path.name for path in place.iterdir()) == [name], "what the killed ones left is gone"
        assert titan("play", str(game), "Ben tower 2").code == 0


@pytest.mark.parametrize("name", WRITING)
def test_a_disk_that_gets_full(name: str, game: Path) -> None:
    place = game.parent
    before = game.read_bytes() if name == "g.titan" else b"what stood there before\n"
    assert titan(*writing(place)[name]).code == 0  # everything is imported now
    (place / name).write_bytes(before)
    done = apart(command(writing(place)[name]), lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20)))
    one_line(done)
    assert done.err == f"titan: {place / name}: File too large\n"
    assert (place / name).read_bytes() == before
    assert not list(place.glob(".*"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("args", ANSWERING, ids=" ".join)
def test_an_answer_that_cannot_be_written(args: list[str]) -> None:
    one_line(shell(f"titan {shlex.join(args)} > /dev/full", start=start(args)))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_process_that_cannot_write_ends_with_one_line() -> None:
    one_line(shell("titan rules > /dev/full", start=IN_SHELL))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_an_action_stands_in_the_file_though_it_could_not_be_told(game: Path) -> None:
    done = shell(f"titan play {shlex.quote(str(game))} 'Ann tower 5' > /dev/full")
    told = "titan: warning: the action is recorded, but could not be told: No space left on device\n"
    assert (done.code, done.out, done.err) == (3, "", told)
    assert "Ann tower 5" in game.read_text()
    one_line(shell(f"titan play {shlex.quote(str(game))} > /dev/full"))  # nothing was recorded
    assert titan("play", str(game), "Ben tower 2").code == 0


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that every user can read, whatever the modes of the checkout and of pytest's own folders."""
    with TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        yield place
        place.chmod(0o755)


@AS_NOBODY
@pytest.mark.parametrize("name", WRITING)
def test_a_folder_that_may_not_be_written(name: str, shared_folder: Path) -> None:
    place = shared_folder
    args = [str(shutil.copy(arg, place)) if Path(arg).is_file() else arg for arg in writing(place)[name]]
    assert titan("play", str(place / "g.titan"), "--players", "Ann,Ben,Cy", "--seed", "7").code == 0
    assert titan(*args).code == 0
    before = {path.name: path.read_bytes() for path in place.iterdir()}
    for path in place.iterdir():
        path.chmod(0o644)
    place.chmod(0o555)
    done = apart(command(args), lambda: os.setuid(NOBODY))
    one_line(done)
    assert done.err == f"titan: {place / name}: Permission denied\n"
    assert {path.name: path.read_bytes() for path in place.iterdir()} == before


def test_who_may_read_a_file_does_not_change(game: Path) -> None:
    game.chmod(0o600)
    assert titan("play", str(game), "Ann tower 5").code == 0
    assert game.stat().st_mode & 0o777 == 0o600
    with text_output(str(game)) as out:
        out.write("else")
    assert game.stat().st_mode & 0o777 == 0o600


def test_a_game_that_something_else_has_changed_is_not_written_over(game: Path) -> None:
    keeper = TitanKeeper(str(game), RECORD_FORMAT, "1", Dice(1))

    def play(text: str) -> None:
        tried = keeper.play([text])
        if tried.error is not None:
            raise tried.error

    play("Ann tower 5")
    changed = game.read_text() + "; written by hand\n"
    game.write_text(changed)
    for change in (
        lambda: play("Ben tower 2"),
        lambda: keeper.undo(1),
        lambda: keeper.comment("mine"),
    ):
        with pytest.raises(
            DocumentError, match=r"g\.titan has been changed by something else since it was read"
        ) as refused:
            change()
        assert [fault.code for fault in refused.value.faults] == ["changed"]
        assert game.read_text() == changed
    assert len(keeper.record.places) == 1, "what could not be written has not happened"
    game.unlink()
    with pytest.raises(DocumentError, match="has been changed"):
        play("Ben tower 2")
    assert not game.exists()


@pytest.mark.parametrize("name", WRITING)
def test_a_write_protected_file_is_sealed_for_its_owner_and_for_root(name: str, game: Path) -> None:
    place = game.parent
    before = game.read_bytes() if name == "g.titan" else b"what stood there before\n"
    (place / name).write_bytes(before)
    (place / name).chmod(0o444)
    done = titan(*writing(place)[name])
    one_line(done)
    assert done.err == f"titan: {place / name} is write-protected: nothing is written\n"
    assert (place / name).read_bytes() == before
    assert not list(place.glob(".*"))


def test_a_lock_that_is_a_link_is_not_followed(game: Path) -> None:
    other = game.with_name("other")
    game.with_name(".g.titan.lock").symlink_to(other)
    done = titan("play", str(game), "Ann tower 5")
    one_line(done)
    assert done.err == f"titan: {game}: its lock .g.titan.lock is a link\n"
    assert not other.exists()


def test_a_draft_that_is_a_link_is_not_followed(game: Path) -> None:
    other = game.with_name("other")
    other.write_text("mine")
    game.with_name(f".{game.name}.{os.getpid()}-{get_ident()}.part").symlink_to(other)
    write_whole(str(game), b"new")
    assert (game.read_bytes(), other.read_text()) == (b"new", "mine")
    assert not game.is_symlink()


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_s_lock_is_removed_by_a_signal_that_ends_it(game: Path, sent: signal.Signals) -> None:
    control, terminal = pty.openpty()
    streams = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
    run = subprocess.Popen([*COMMAND, "play", str(game)], **streams, env={**UNMEASURED, "TERM": "dumb"})
    os.close(terminal)
    shown = b""
    while b"> " not in shown:  # it asks
        shown += os.read(control, 4096)
    assert game.with_name(".g.titan.lock").exists()
    code = None
    while code is None:
        run.send_signal(sent)  # once more if it came before the terminal was read
        with suppress(subprocess.TimeoutExpired):
            code = run.wait(timeout=3)
    os.close(control)
    assert code == 128 + sent
    assert [path.name for path in game.parent.iterdir()] == [game.name]


def test_a_file_system_without_locks_is_no_game_in_use(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", no_locks)
    done = titan("play", str(game), "Ann tower 5")
    assert done.code == 0
    assert done.err.startswith("titan: warning: this file system has no locks")
    assert "Ann tower 5" in game.read_text()


def test_a_game_without_a_last_line_end_or_with_a_mark_in_front_is_played_on(game: Path) -> None:
    game.write_bytes(b"\xef\xbb\xbf" + game.read_bytes().removesuffix(b"\n"))
    assert titan("play", str(game), "Ann tower 5").code == 0
    assert titan("play", str(game), "Ben tower 2").code == 0


def test_many_writers_lose_nothing_that_was_told(game: Path) -> None:
    """Each waits its turn by trying again; what was answered with 0 stands in the file."""
    play = f'titan play {shlex.quote(str(game))} --comment "$1 $i"'
    script = warm.in_shell() + f'for i in 1 2 3; do {play} >/dev/null 2>&1 && echo "$1 $i"; done; true'
    writers = [
        subprocess.Popen(["bash", "-c", script, "bash", name], stdout=subprocess.PIPE, text=True) for name in "AB"
    ]
    said = "".join(writer.communicate(timeout=120)[0] for writer in writers).splitlines()
    assert said
    held = game.read_text().splitlines()
    assert [line.removeprefix("; ") for line in held if line.startswith("; ")] != []
    assert all(f"; {line}" in held for line in some(said))
    assert len([line for line in held if line.startswith(("; A ", "; B "))]) == len(said)


def test_threads_of_one_process_write_whole_files(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    path = tmp_path / "saved.json"
    contents = [bytes([65 + i]) * 200_000 for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for content in contents * 5:
            pool.submit(write_whole, str(path), content)
    assert path.read_bytes() in contents
    assert [each.name for each in tmp_path.iterdir()] == ["saved.json"]


PIPES = (["rules"], ["replay", str(GAMES), "--jobs", "2"], ["legal-moves", BATTLE])


@pytest.mark.parametrize(("args", "begun"), [*[(args, start(args)) for args in PIPES], (PIPES[0], IN_SHELL)])
def test_a_reader_who_has_had_enough(args: list[str], begun: str | None) -> None:
    done = shell(f"(titan {shlex.join(args)}; echo $? >&2) | true", start=begun)
    assert done.err in ("0\n", "1\n"), done.err
    done = shell(f"(titan {shlex.join(args)}; echo $? >&2) | head -1", start=begun)
    assert done.err in ("0\n", "1\n"), done.err
    assert done.out.count("\n") == 1


def test_nothing_reads_the_clock_that_can_be_set_back() -> None:
    """What waits asks the monotonic clock; no answer depends on the time of day."""
    wall = {("time", "time"), ("time", "time_ns"), ("datetime", "now"), ("datetime", "utcnow"), ("date", "today")}
    for path in some([*(ROOT / "titan_rules").rglob("*.py"), *(ROOT / "cli" / "titan_cli").rglob("*.py")]):
        text = path.read_text(encoding="utf-8")
        if not re.search(r"from\s+time\b|\.\s*(time|now|utcnow|today)", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert (node.value.id, node.attr) not in wall, f"{path}:{node.lineno}"
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                assert not {alias.name for alias in node.names} & {"time", "time_ns"}, f"{path}:{node.lineno}"


def test_a_clock_that_goes_back_changes_no_answer(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from asking import Client

    now = [2e9]

    def earlier() -> float:
        now[0] -= 3600
        return now[0]

    os.utime(game, (4e9, 4e9))  # and the file is from the future
    monkeypatch.setattr(time, "time", earlier)
    monkeypatch.setattr(time, "time_ns", lambda: int(earlier() * 1e9))
    assert titan("play", str(game), "Ann tower 5").code == 0
    application = serve_app.application("word", 4321)
    question = json.dumps({"ask": "strike", "position": json.loads(Path(BATTLE).read_text()), "from": "D3"}).encode()
    headers = {"content-type": "application/json", "x-titan-token": "word"}
    answer = Client(application, "127.0.0.1:4321").post("/api/ask", [question], headers)
    monkeypatch.undo()
    again = Client(serve_app.application("word", 4321), "127.0.0.1:4321").post("/api/ask", [question], headers)
    assert (answer.status_code, answer.content) == (again.status_code, again.content)


@pytest.fixture
def losing(tmp_path: Path) -> Iterator[str]:
    """An environment in which the first worker process of a command is killed when it has begun."""
    (tmp_path / "sitecustomize.py").write_text(
        "import multiprocessing.process, os, signal\n"
        f"token = {str(tmp_path / 'lost')!r}\n"
        "real = multiprocessing.process.BaseProcess.run\n"
        "def run(self):\n"
        "    try:\n"
        "        open(token, 'x').close()\n"
        "    except FileExistsError:\n"
        "        return real(self)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "multiprocessing.process.BaseProcess.run = run\n"
    )
    yield os.pathsep.join([str(tmp_path), *[path for path in sys.path if path]])
    assert (tmp_path / "lost").exists(), "a worker was lost"


@pytest.mark.parametrize(
    "args", [["replay", str(GAMES), str(GAMES)], ["resolve-battle", BATTLE, "--simulate", "300"]], ids=" ".join
)
def test_a_command_that_loses_a_worker_gives_the_same_answer(args: list[str], losing: str) -> None:
    done = shell(f"titan {shlex.join(args)} --jobs 2", start=IN_SHELL, PYTHONPATH=losing)
    assert done.code == 0, done.err
    assert done.err == ""
    assert done.out == titan(*args, "--jobs", "1").out


def test_a_game_that_vanishes_from_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from titan_rules.replays import archive

    for path in sorted(GAMES.glob("*.jsonl"))[:2]:
        shutil.copy(path, tmp_path)
    listed = archive.files_in([str(tmp_path)])
    Path(listed[0]).unlink()
    verdicts = [(each.verdict, each.reason) for each in archive.check_files(listed)]
    assert verdicts[0] == ("unreadable", "No such file or directory")
    assert verdicts[1][0] == "legal"
