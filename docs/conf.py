"""How the documentation is built: ``make docs``."""

import titan_rules

project = "titan-rules"
author = "The titan-rules authors"
project_copyright = "2026, the titan-rules authors"
version = release = titan_rules.__version__

extensions = ["myst_parser"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build", "examples", "pictures"]
html_theme = "furo"
html_title = "titan-rules"
html_static_path: list[str] = []
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist", "html_image"]
myst_heading_anchors = 3
