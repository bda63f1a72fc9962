"""What the welcome page asks a browser to load (measured on a slow line by `python -m bench.clients.first_load`)."""

import re
from pathlib import Path

from tests.architecture.project import ROOT

DIST = ROOT / "clients/web/dist"
BYTES_MAX = 200_000
NAMED = re.compile(r'(?:src|href)="/([^"]+\.(?:js|css))"')


def weight_bytes(file: Path) -> int:
    """As a browser gets it: in the smallest coding that the build has made."""
    compressed = file.with_name(file.name + ".br")
    return (compressed if compressed.exists() else file).stat().st_size


def test_scripts_styles_and_words_of_the_first_page_stay_below_200_kb() -> None:
    """In whichever language: the largest words count."""
    files = [DIST / name for name in NAMED.findall((DIST / "index.html").read_text())]
    assert sorted(file.name.partition("-")[0] + file.suffix for file in files) == ["first.js", "index.css", "index.js"]
    words = [max(map(weight_bytes, (DIST / "assets").glob(f"{language}-*.js"))) for language in ("el", "en", "es")]
    assert sum(map(weight_bytes, files)) + max(words) <= BYTES_MAX
