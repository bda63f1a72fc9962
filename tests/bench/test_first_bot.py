"""docs/first-bot.md as `make try-clients` reads it: it names everything that a reader needs, and what it does not name
is found."""

import subprocess
from pathlib import Path

import pytest

from bench.clients.first_bot import LANGUAGES, PAGE, Block, blocks, script, unnamed

NEEDS = "You need `bash`, `make`.\n\n"
HEAD = NEEDS + "First:\n\n```bash\nexport SITE=http://127.0.0.1:8000  # where it is\nmake packages\n```\n\n"


def of_page(rest: str, language: str = "Python") -> list[str]:
    page = f"{HEAD}## {language}\n\n{rest}"
    return unnamed(page, [each for each in blocks(page) if each.section in ("", language)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_all_that_its_programs_need(language: str) -> None:
    page = PAGE.read_text()
    chosen = [each for each in blocks(page) if each.section in ("", language)]
    assert [bool(each.file) for each in chosen] == [False, False, True, True, False]
    assert unnamed(page, chosen) == []


def test_a_name_that_no_block_sets_is_found() -> None:
    assert of_page("Then:\n\n```bash\nmake x TOKEN=$TOKEN ${SITE} # $LATER\n```\n") == ["$TOKEN"]
    assert of_page('In `a.py`:\n\n```python\nprint(os.environ["SITE"], os.environ["USER"])\n```\n') == ["$USER"]
    used = "const { SITE, KEY } = process.env;\nuse(process.env.OTHER);"
    assert of_page(f"In `a.mjs`:\n\n```js\n{used}\n```\n") == ["$KEY", "$OTHER"]


def test_a_program_that_the_page_does_not_ask_for_is_found() -> None:
    assert of_page("Then:\n\n```bash\nexport A=$(jq .x)\n.venv/bin/python a.py\n```\n") == ["program jq"]


def test_dots_to_be_filled_in_are_found() -> None:
    assert of_page("Then:\n\n```bash\nmake x A=kaf_…\n```\n") == ["to be filled in: make x A=kaf_…"]


def test_a_program_that_belongs_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="where this belongs: print"):
        blocks("A program:\n\n```python\nprint()\n```\n")


def test_what_is_typed_is_the_page_with_the_address_that_was_printed(tmp_path: Path) -> None:
    chosen = [
        Block("", "", "export SITE=http://127.0.0.1:8000 # here\n"),
        Block("", "a b.txt", "it's $SITE\n"),
        Block("", "", 'cat "a b.txt"\necho $SITE\n'),
    ]
    typed = script(chosen, "http://127.0.0.1:9")
    done = subprocess.run(["bash", "-c", typed], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "it's $SITE\nhttp://127.0.0.1:9\n"
