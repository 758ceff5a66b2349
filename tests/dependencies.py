"""What the project needs, and under which licence: ``docs/dependencies.md``.

Names and bounds are those of ``pyproject.toml``, licences those of the installed distributions' metadata.
``python tests/dependencies.py`` writes the page; ``python tests/dependencies.py lowest`` prints the lowest versions.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "dependencies.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = ROOT / "site" / "package-lock.json"

USES = {
    "": "needed by everybody",
    "serve": "`titan serve`: the extra `serve`",
    "png": "pictures as PNG: the extra `png`",
    "cluster": "`--scheduler`: the extra `cluster`",
    "test": "the tests",
    "lint": "linters and type checkers",
    "docs": "this documentation",
}
SPELT = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Python Software Foundation License": "PSF-2.0",
    "PSFL": "PSF-2.0",
}
UNSAID = {"resvg-py": "MIT", "furo": "MIT", "myst-parser": "MIT", "sphinx": "BSD-2-Clause"}
"""The licences of those whose metadata does not say, or which ``make docs`` alone installs."""
_REQUIREMENT = re.compile(r"([A-Za-z0-9_.-]+)\s*(.*)")

HEAD = """\
<!-- Written by `make dependencies` from pyproject.toml and the metadata of what is installed. -->
# What it needs

titan-rules is under the MIT licence. Nothing of what it needs is copied into this repository; `titan site` packs the
libraries marked with a dot into the page, and the Python that runs in the browser.

| Package | Versions | Licence | For |
|---|---|---|---|
"""
FOOT = """
`make test-lowest` runs the tests with the lowest of these versions. Extras need packages of their own, which pip
brings; `pip-licenses` lists those of an environment.
"""


def groups() -> dict[str, Sequence[str]]:
    """What is required, by extra; ``""`` is the library itself."""
    return {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}


def split(requirement: str) -> tuple[str, str]:
    """A requirement's name, and its bounds."""
    found = _REQUIREMENT.fullmatch(requirement)
    assert found is not None
    return found[1], found[2]


def licence(name: str) -> str | None:
    """The licence of a distribution in short; None where it is not installed."""
    if name in UNSAID:
        return UNSAID[name]
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return None
    classified = [c.rpartition(" :: ")[2] for c in said.get_all("Classifier", ()) if c.startswith("License :: ")]
    said_so = (said[key] for key in ("License-Expression", "License") if key in said)
    found = next(filter(None, said_so), (classified or ["?"])[0])
    return SPELT.get(found, found)


def rows() -> Iterator[tuple[str, str, str | None, str]]:
    """Each package once: its name, bounds, licence, and what needs it."""
    from titan_cli.web.site import LIBRARIES

    needed: dict[str, tuple[str, list[str]]] = {}
    order = [extra for extra in USES if extra in groups()]
    for extra in order:
        for requirement in groups()[extra]:
            name, bounds = split(requirement)
            needed.setdefault(name, (bounds, []))[1].append(extra)
    for name, (bounds, extras) in needed.items():
        dot = " ·" if name in LIBRARIES else ""
        yield name + dot, bounds or "any", licence(name), "; ".join(USES[extra] for extra in extras)
    for path, entry in json.loads(LOCK.read_text(encoding="utf-8"))["packages"].items():
        name = path.removeprefix("node_modules/")
        if name in ("pyodide", "axe-core"):
            use = "Python in the browser, for `titan site`" if name == "pyodide" else "the tests"
            yield f"{name} (npm)", f"=={entry['version']}", entry["license"], use


def page() -> str:
    """The page as it should be."""
    body = "".join(f"| {name} | {bounds} | {licence or '?'} | {use} |\n" for name, bounds, licence, use in rows())
    return HEAD + body + FOOT


def lowest(extras: Sequence[str]) -> list[str]:
    """The lowest versions that are said to do, as pip takes them."""
    found = []
    for extra in ("", *extras):
        for requirement in groups()[extra]:
            name, bounds = split(requirement)
            low = re.match(r">=([0-9.]+)", bounds)
            found.append(f"{name}=={low[1]}" if low else name)
    return sorted(set(found))


if __name__ == "__main__":
    if sys.argv[1:2] == ["lowest"]:
        print("\n".join(lowest(["serve", "png", "cluster"])))
    else:
        PAGE.write_text(page(), encoding="utf-8")
