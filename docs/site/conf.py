"""The site of the documents: every Markdown file of the tree, as it is. `make docs` builds it into var/docs."""

from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]

project = "Kafeneio"
extensions = ["myst_parser"]
root_doc = "docs/site/index"
source_suffix = {".md": "markdown"}
exclude_patterns = [".*", "**/.*", "var", "**/node_modules", "**/dist", "**/build"]
myst_heading_anchors = 4
nitpicky = True
templates_path = ["."]
html_theme = "furo"
html_title = "Kafeneio"
html_additional_pages = {"index": "begin.html"}
html_copy_source = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("doctree-read", _folders_are_text)


def _folders_are_text(app: Sphinx, tree: nodes.document) -> None:
    """A link to a folder, which a forge shows and a site does not have, becomes its text."""
    folder = (ROOT / app.env.docname).parent
    for link in list(tree.findall(pending_xref)):
        if folder.joinpath(link["reftarget"]).is_dir():
            link.replace_self(link.children)
