"""The transcript for authors of clients is true: the session is played again, and has the same frames."""

from pathlib import Path

from tests.e2e.guest import Guest
from tests.e2e.house import House
from tests.e2e.transcript import kinds_in, played, written

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "TRANSCRIPT.md"


def test_the_transcript_has_the_kinds_of_frames_of_a_session_step_by_step(house: House) -> None:
    """Their order within a step is not compared: answers and what they cause may overtake each other."""
    steps = played(Guest(house, "Writer", "writer@example.org", "transcript"))
    document = DOCUMENT.read_text(encoding="utf-8")
    assert [set(kinds) for kinds in kinds_in(document)] == [set(step.kinds()) for step in steps]
    assert [step.title for step in steps] == [
        line.partition(". ")[2] for line in document.splitlines() if line.startswith("## ")
    ]


def test_what_is_written_is_read_back() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert sum(kinds.count("→ move") for kinds in kinds_in(document)) == 3
    assert kinds_in(written([])) == []
