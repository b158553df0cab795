# What sphinx-build is told. Furo brings the dark mode; the search index is a script, so
# that it works from a file, too.
import pathlib
import re

from pygments.lexers.data import JsonLexer

project = "mcpsim"
html_title = "mcpsim"
extensions = ["myst_parser"]
myst_heading_anchors = 4  # links to headings are those of GitHub
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_domain_indices = False
html_use_index = False


def join_scripts(app, error):
    """Debian's Furo keeps its script as modules, which no browser loads from a file."""
    scripts = pathlib.Path(app.outdir, "_static", "scripts")
    furo, part = scripts / "furo.js", scripts / "gumshoe-patched.js"
    first, _, rest = furo.read_text().partition("\n")
    if error is None and first.startswith("import Gumshoe"):
        furo.write_text(part.read_text() + rest)


def follow_system(app, error):
    """Debian's Furo has dark colours for those who choose them, not for those whose system does."""
    style = pathlib.Path(app.outdir, "_static", "styles", "furo.css")
    dark = re.search(r'body\[data-theme="dark"\] \{(.*?)\}', style.read_text(), re.DOTALL)
    if error is None and dark and "prefers-color-scheme" not in style.read_text():
        with style.open("a") as out:
            out.write('@media screen and (prefers-color-scheme: dark) { body[data-theme="auto"] {%s} }\n' % dark[1])


def setup(app):
    app.add_lexer("jsonl", JsonLexer)
    app.connect("build-finished", join_scripts)
    app.connect("build-finished", follow_system)
