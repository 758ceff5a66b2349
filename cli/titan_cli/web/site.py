"""``titan site``: the table with the library in it, run by Pyodide in a Web Worker; a folder or one file."""

import base64
import gzip
import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path
from shutil import which
from subprocess import run
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo

import click

import titan_rules
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.jsontext import compact

from .. import output, web
from ..files import write_whole
from . import cases
from .page import asset, page

LIBRARIES = ("attrs", "defusedxml")
"""The distributions that the library needs for the page, all pure Python."""

LEFT_OUT = ("app", "__pycache__")
"""Folders of the packages that the page does not need."""

UNUSED = re.compile(
    r"(_pyio|_pyrepl|bdb|ctypes|curses|dbm|doctest|ensurepip|ftplib|imaplib|mailbox|multiprocessing"
    r"|optparse|pdb|pickletools|profile|pydoc|pydoc_data|smtplib|sqlite3|statistics|tabnanny|trace|unittest|venv|wsgiref"
    r"|xmlrpc)[./]|encodings/(?!(__init__|aliases|ascii|cp437|idna|latin_1|utf_16|utf_16_le|utf_8|utf_8_sig)[.])."
)
"""Modules of the standard library that neither the library nor Pyodide imports."""

SUMS = "SHA256SUMS"
"""The file that lists the others by hash, as ``sha256sum --check`` reads it."""

RUNTIME = ("pyodide.asm.wasm", "python_stdlib.zip")
LIBRARY, SNAPSHOT = "titan.json", "snapshot.bin"
_SCRIPTS = ("pyodide.asm.mjs", "pyodide.js", "pyodide.mjs", "pyodide-lock.json")
_NO_IMPORTS = "self.importScripts = () => { throw new Error('nothing is imported'); };\n"
_HEAD = '<link rel="manifest" href="manifest.webmanifest">\n<link rel="apple-touch-icon" href="icon-192.png">\n'
_ICONS = (
    {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    {"src": "icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
    {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
)
_MANIFEST = {
    "name": "TITAN: the table",
    "short_name": "TITAN",
    "description": "Set up a position of TITAN, ask by touching, play on: with its rules.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f3efe6",
    "theme_color": "#6a1b9a",
    "icons": _ICONS,
}
_WHEN = (1980, 1, 1, 0, 0, 0)


def read_runtime(folder: Path) -> dict[str, bytes]:
    """Pyodide's files, from the unpacked npm package, with a snapshot of its memory if Node is installed.

    :raises CannotTell: the package is missing.
    """
    missing = [name for name in (*RUNTIME, *_SCRIPTS) if not (folder / name).is_file()]
    if missing:
        hint = "npm install pyodide, and name its folder: --pyodide node_modules/pyodide"
        raise CannotTell(Fault("no-pyodide", f"{folder} is not the npm package pyodide: no {missing[0]}", hint=hint))
    runtime = {name: (folder / name).read_bytes() for name in (*RUNTIME, *_SCRIPTS)}
    runtime["python_stdlib.zip"] = _trimmed(runtime["python_stdlib.zip"])
    taken = snapshot(runtime)
    return runtime if taken is None else {**runtime, SNAPSHOT: taken}


def _trimmed(standard: bytes) -> bytes:
    """The standard library without unused modules; uncompressed, because gzip packs it as a whole."""
    packed = io.BytesIO()
    with ZipFile(io.BytesIO(standard)) as whole, ZipFile(packed, "w") as kept:
        for name in whole.namelist():
            if not UNUSED.match(name):
                kept.writestr(ZipInfo(name, _WHEN), whole.read(name))
    return packed.getvalue()


def snapshot(runtime: Mapping[str, bytes]) -> bytes | None:
    """Pyodide's memory with the library loaded, so that pages start faster; None without Node.

    The same versions give the same snapshot.
    """
    node = which("node")
    if node is None:
        return None
    with TemporaryDirectory() as folder:
        for name, content in {**runtime, LIBRARY: library()}.items():
            (Path(folder) / name).write_bytes(content)
        script = asset("app/python.js") + asset("app/snapshot.mjs")
        run([node, "--input-type=module", "-"], cwd=folder, input=script.encode(), check=False, capture_output=True)
        made = Path(folder) / SNAPSHOT
        return made.read_bytes() if made.exists() else None


def library() -> bytes:
    """The library and its dependencies: files by path, as JSON."""
    return compact({name: content.decode() for name, content in sorted(_modules())}).encode()


def _modules() -> Iterator[tuple[str, bytes]]:
    yield "titan_cli/__init__.py", b""
    for package in (titan_rules, web):
        root = Path(str(package.__file__)).parent
        for path in root.rglob("*"):
            parts = path.relative_to(root).parts
            if path.is_file() and path.suffix in (".py", ".json") and not _is_left_out(parts):
                yield "/".join((*package.__name__.split("."), *parts)), path.read_bytes()
    for name, content in cases.tables().items():
        yield f"titan_cli/web/{name}", content
    for name in LIBRARIES:
        try:
            modules = distribution(name).files or []
        except PackageNotFoundError:
            raise CannotTell(Fault("missing-library", f"{name} is not installed here")) from None
        for file in modules:
            if file.suffix == ".py" and ".." not in file.parts:
                yield file.as_posix(), Path(str(file.locate())).read_bytes()


def _is_left_out(parts: tuple[str, ...]) -> bool:
    if parts[0] == "data":  # of titan_rules itself: the catalogue; those of its packages hold the rules
        return True
    return any(part in LEFT_OUT for part in parts)


def engine(runtime: Mapping[str, bytes], packed: Mapping[str, bytes]) -> str:
    """The worker's script: Pyodide's own, and after it the page's, which knows the files that it fetches."""
    loader = runtime["pyodide.asm.mjs"].decode().replace("export default _createPyodideModule;", "")
    loader = loader.replace("import.meta.url", "self.location.href")  # a module worker cannot load from a disk
    start = re.sub(r"^//# sourceMappingURL=.*$", "", runtime["pyodide.js"].decode(), flags=re.MULTILINE)
    info = json.dumps(json.loads(runtime["pyodide-lock.json"])["info"])
    sizes = json.dumps({name: len(content) for name, content in packed.items()})
    known = f"const PYODIDE_INFO = {info}, FILE_SIZES = {sizes};\n"
    return f"{_NO_IMPORTS}{loader}\n{start}\n{known}" + asset("app/python.js") + asset("app/worker.js")


def packed_files(runtime: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that the worker fetches, by name, gzipped."""
    held = {name: runtime[name] for name in (*RUNTIME, SNAPSHOT) if name in runtime} | {LIBRARY: library()}
    return {name: _packed(content) for name, content in held.items()}


@cache
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def site(runtime: Mapping[str, bytes]) -> dict[str, bytes]:
    """A web site: the page, the worker, the files it fetches, the offline cache, and their hashes."""
    packed = packed_files(runtime)
    made = {
        "index.html": page("worker", worker=True, head=_HEAD).encode(),
        "manifest.webmanifest": json.dumps(_MANIFEST, indent=1).encode(),
        **{icon["src"]: (files(__package__) / "app" / icon["src"]).read_bytes() for icon in _ICONS},
        "engine.js.gz": gzip.compress(engine(runtime, packed).encode(), 9, mtime=0),
        **{f"{name}.gz": content for name, content in packed.items()},
    }
    digest = hashlib.sha256(b"".join(made[name] for name in sorted(made))).hexdigest()[:16]
    listed = json.dumps(["./", *sorted(made.keys() - {"index.html"})])
    keeper = asset("app/offline.js").replace("{{version}}", digest).replace("{{files}}", listed)
    made["worker.js"] = keeper.encode()
    return {**made, SUMS: sums(made).encode()}


def sums(files: Mapping[str, bytes]) -> str:
    """Files with their SHA-256, one a line."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))


def single(runtime: Mapping[str, bytes]) -> str:
    """The page with everything in one file, which opens from a disk."""
    packed = packed_files(runtime)
    parts = [
        f'<script type="text/plain" data-file="{name}">{base64.b64encode(content).decode()}</script>'
        for name, content in packed.items()
    ]
    script = engine(runtime, packed).replace("</script", "<\\/script").replace("<!--", "<\\!--")
    return page("worker", engine="\n".join((*parts, f'<script type="text/plain" id="engine">{script}</script>')))


@click.command("site")
@click.argument("folder", required=False, metavar="[DIR]")
@click.option("--single", "target", metavar="FILE", help="One HTML file that opens from a disk, in place of a folder.")
@click.option(
    "--pyodide", "runtime", default="node_modules/pyodide", show_default=True, metavar="DIR",
    help="The npm package pyodide, unpacked: the Python that runs in browsers.",
)  # fmt: skip
def command(folder: str | None, target: str | None, runtime: str) -> int:
    """The table as a web site: the library runs in the browser, with nothing to install.

    DIR gets static files for any web server. After one visit the page works offline. The board appears at once; the
    page shows its progress while the rules load.

    \b
    npm install pyodide
    titan site public
    titan site --single table.html
    """
    if (folder is None) == (target is None):
        raise click.UsageError("name a folder, or a file with --single")
    held = read_runtime(Path(runtime))
    if target is not None:
        write_whole(target, single(held).encode())
        return output.ANSWERED
    place = Path(str(folder))
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise DocumentError([Fault("file", f"{place}: {e.strerror}")]) from None
    if not place.is_dir():
        raise CannotTell(Fault("no-folder", f"{place} is not a folder"))
    for name, content in site(held).items():
        write_whole(str(place / name), content)
    return output.ANSWERED
