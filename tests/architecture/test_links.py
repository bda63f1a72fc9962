"""Every link of a document leads somewhere; one that does not is found."""

from pathlib import Path

import pytest

from tests.architecture.links import anchors, links_lead_somewhere
from tests.architecture.project import ROOT, assert_none, files


def complaints(root: Path, text: str) -> list[str]:
    """What is wrong with docs/page.md, beside docs/other.md and a file of code."""
    texts = {"docs/page.md": text, "docs/other.md": "# A heading, twice\n\n# A heading, twice\n", "games/rules.py": ""}
    for name, content in texts.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(content)
    return links_lead_somewhere(root, [root / name for name in texts])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[gone](gone.md)", "docs/page.md:1: gone.md does not exist"),
        ("[gone](../games/gone.py)", "docs/page.md:1: ../games/gone.py does not exist"),
        ("![a picture](picture.png)", "docs/page.md:1: picture.png does not exist"),
        ("\n[gone]: gone.md", "docs/page.md:2: gone.md does not exist"),
        ("[rooted](/docs/other.md)", "docs/page.md:1: /docs/other.md does not exist"),
        ("[gone](other.md#gone)", "docs/page.md:1: other.md#gone names a heading that does not exist"),
        ("# Here\n[gone](#there)", "docs/page.md:2: #there names a heading that does not exist"),
        ("[code](../games/rules.py#L1)", "docs/page.md:1: ../games/rules.py#L1 names a heading that does not exist"),
    ],
)
def test_a_link_to_nothing_is_found(tmp_path: Path, text: str, complaint: str) -> None:
    assert complaints(tmp_path, text) == [complaint]


@pytest.mark.parametrize(
    "text",
    [
        '[there](other.md "a title") and [a folder](../games) and [code](<../games/rules.py>)',
        "[first](other.md#a-heading-twice) [second](other.md#a-heading-twice-1)",
        "# Here\n[there](#here)",
        "`[x](gone.md)`\n```\n[x](gone.md)\n```\n",
        "[elsewhere](https://example.com/gone.md) [a mail](mailto:house@example.com)",
    ],
)
def test_other_links_are_accepted(tmp_path: Path, text: str) -> None:
    assert complaints(tmp_path, text) == []


def test_a_file_that_is_not_kept_is_not_there(tmp_path: Path) -> None:
    complaints(tmp_path, "")
    (tmp_path / "docs" / "built.md").write_text("")
    assert complaints(tmp_path, "[built](built.md)") == ["docs/page.md:1: built.md does not exist"]


def test_anchors_are_words_of_headings() -> None:
    text = '# The `kafeneio up` command: why?\n## [A link](a.md) — and more\n<a id="own"></a>\n'
    assert anchors(text) == {"the-kafeneio-up-command-why", "a-link--and-more", "own"}


def test_every_link_of_the_project_leads_somewhere() -> None:
    assert_none(links_lead_somewhere(ROOT, files()))
