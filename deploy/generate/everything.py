"""The files that are made, and what each of them shall hold."""

import shutil
from pathlib import Path

from deploy.generate import dashboard, game_components, settings_file

ROOT = Path(__file__).resolve().parents[2]
GAMES = Path("deploy/k8s/components/games")


def made() -> dict[Path, str]:
    """Path from the root → content, as the code of this moment wants it."""
    components = {GAMES / path: text for path, text in game_components.texts().items()}
    return {
        Path("deploy/local/settings.env"): settings_file.text(ROOT),
        Path("deploy/observability/grafana/kafeneio.json"): dashboard.text(),
    } | components


def left_over(root: Path) -> list[Path]:
    """Folders of components of families that there are no more, from the root."""
    wanted = {path.parent for path in made()}
    return sorted(
        folder.relative_to(root)
        for folder in (root / GAMES).iterdir()
        if folder.is_dir() and folder.relative_to(root) not in wanted
    )


def write_all(root: Path = ROOT) -> None:
    """Bring all of them up to date."""
    for path, content in made().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, encoding="utf-8")
    for folder in left_over(root):
        shutil.rmtree(root / folder)
