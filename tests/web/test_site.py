"""The site's bytes: the same for the same versions, each pinned by its hash."""

import gzip
import hashlib
import json
import struct
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from checkout import ROOT
from running import UNMEASURED, titan
from titan_cli.web import site

LOCK = b'{"info": {"python": "3.13.2", "version": "0.28"}, "packages": {}}'


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that has what the npm package has, by name."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in ("pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.js", "pyodide.mjs"):
        (folder / name).write_bytes(name.encode())
    with ZipFile(folder / "python_stdlib.zip", "w") as standard:
        for name in (
            "json/__init__.py",
            "pydoc_data/topics.py",
            "encodings/utf_8.py",
            "encodings/big5.py",
            "unittest/mock.pyc",
        ):
            standard.writestr(name, "")
    (folder / "pyodide-lock.json").write_bytes(LOCK)
    return folder


@pytest.fixture(scope="module")
def held(runtime: Path) -> Mapping[str, bytes]:
    return site.read_runtime(runtime)


def test_every_file_that_is_shipped_is_pinned_by_its_hash(runtime: Path, tmp_path: Path) -> None:
    place = tmp_path / "public"
    assert titan("site", str(place), "--pyodide", str(runtime)).code == 0
    listed = dict(line.split("  ")[::-1] for line in (place / site.SUMS).read_text().splitlines())
    assert set(listed) == {path.name for path in place.iterdir()} - {site.SUMS}
    assert set(listed) >= {"index.html", "engine.js.gz", "worker.js", "titan.json.gz", "pyodide.asm.wasm.gz"}
    for name, digest in listed.items():
        assert hashlib.sha256((place / name).read_bytes()).hexdigest() == digest
    checked = subprocess.run(["sha256sum", "--check", "--quiet", site.SUMS], cwd=place, check=False)
    assert checked.returncode == 0
    (place / "index.html").write_text("another")
    assert subprocess.run(["sha256sum", "--check", "--quiet", site.SUMS], cwd=place, check=False).returncode == 1


def test_the_same_versions_give_the_same_bytes(runtime: Path, held: Mapping[str, bytes]) -> None:
    made = site.site(held)
    assert made == site.site(site.read_runtime(runtime))
    other = site.site({**held, "python_stdlib.zip": b"another"})
    assert other[site.SUMS] != made[site.SUMS]
    assert gzip.decompress(other["python_stdlib.zip.gz"]) == b"another"


def test_what_the_page_never_imports_is_left_out(held: Mapping[str, bytes]) -> None:
    with ZipFile(BytesIO(held["python_stdlib.zip"])) as kept:
        assert kept.namelist() == ["json/__init__.py", "encodings/utf_8.py"]


def test_what_the_page_imports_when_it_is_asked_is_not_left_out() -> None:
    """Among it the reader of XML, for a save of another program."""
    asked = "import sys, titan_cli.web.records, titan_cli.web.simulating, titan_rules.text.hints; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, env=UNMEASURED)
    needed = [name.replace(".", "/") + ".py" for name in done.stdout.split()]
    assert "email/message.py" in needed
    assert [name for name in needed if site.UNUSED.match(name)] == []


def test_the_runtime_is_pinned_by_the_lock_file() -> None:
    from checkout import ROOT
    from titan_rules.kernel.jsontext import loads

    packages = loads((ROOT / "site" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert all(entry["integrity"].startswith("sha512-") for name, entry in packages.items() if name)


def test_the_page_s_script_and_style_are_made_of_their_sources() -> None:
    sum_ = hashlib.sha256()
    for source in sorted((ROOT / "site" / "app").iterdir(), key=lambda path: path.name):
        sum_.update(f"{source.name}\n".encode() + source.read_bytes())
    for made in ("table.js", "table.css"):
        first = (ROOT / "cli" / "titan_cli" / "web" / "app" / made).read_text(encoding="utf-8").partition("\n")[0]
        assert sum_.hexdigest() in first, "npm run build, in the folder site"


def test_the_shapes_of_questions_and_answers_are_those_of_the_library() -> None:
    made = subprocess.run(
        [sys.executable, "-c", "import protocol; print(protocol.text(), end='')"],
        cwd=ROOT / "site",
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout == (ROOT / "site" / "app" / "protocol.d.ts").read_text(encoding="utf-8"), (
        "python site/protocol.py"
    )


def test_the_site_can_be_installed(held: Mapping[str, bytes]) -> None:
    made = site.site(held)
    manifest = json.loads(made["manifest.webmanifest"])
    assert manifest["display"] == "standalone"
    assert {icon["src"] for icon in manifest["icons"]} <= set(made)
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            wide, high = struct.unpack(">II", made[icon["src"]][16:24])
            assert icon["sizes"] == f"{wide}x{high}"
    assert any(icon["type"] == "image/png" for icon in manifest["icons"])
    assert b'<link rel="manifest" href="manifest.webmanifest">' in made["index.html"]
    assert b"manifest-src &#x27;self&#x27;" in made["index.html"]
    assert b'rel="manifest"' not in site.single(held).encode()
