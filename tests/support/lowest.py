"""The lowest versions that ``pyproject.toml`` allows to users, as pip takes them: ``make test-lowest``."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

EXTRAS = PROJECT["optional-dependencies"]

for requirement in dict.fromkeys([*PROJECT["dependencies"], *(one for extra in EXTRAS.values() for one in extra)]):
    print(re.sub(r">=([0-9.]+).*", r"==\1", requirement))
