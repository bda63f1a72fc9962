"""The subjects of commits, which CONTRIBUTING.md limits. Answers complaints."""

import subprocess
from pathlib import Path

SUBJECT_CHARACTERS_MAX = 72
SINCE = "2026-11-23T00:00:00Z"
"""Three subjects before this moment are longer, and history is not rewritten."""


def subjects_are_short(root: Path, since: str = SINCE) -> list[str]:
    """No commit since then has a longer subject; merges are named by git."""
    command = ["git", "log", "--no-merges", f"--since={since}", "--format=%h %s"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    commits = (line.partition(" ") for line in listed.splitlines())
    return [
        f"{commit}: {len(subject)} characters, {SUBJECT_CHARACTERS_MAX} are allowed: {subject}"
        for commit, _, subject in commits
        if len(subject) > SUBJECT_CHARACTERS_MAX
    ]
