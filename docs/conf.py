"""How `make docs` builds the site: searchable, and nothing in it is loaded from another host."""

from tablelaw.version import __version__

project = "Tablelaw"
version = release = __version__
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_title = "Tablelaw"
html_copy_source = False
myst_heading_anchors = 3
myst_url_schemes = ("http", "https", "mailto")
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
