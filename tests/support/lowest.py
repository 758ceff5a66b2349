"""The lowest versions that ``pyproject.toml`` allows to users, as pip takes them: ``make test-lowest``."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

for extra in ("", "serve", "mcp", "png", "cluster"):
    for requirement in PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]:
        print(re.sub(r">=([0-9.]+).*", r"==\1", requirement))
