"""How the documentation of the companions is built: ``make docs``."""

from importlib.metadata import version as version_of

project = html_title = "titan-companions"
author = "The titan-rules authors"
project_copyright = "2026, the titan-rules authors"
version = release = version_of("titan-companions")

extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "furo"

myst_enable_extensions = ["colon_fence", "deflist", "html_image"]
myst_heading_anchors = 3
