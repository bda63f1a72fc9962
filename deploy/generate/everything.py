"""The generated files and their contents."""

import shutil
from pathlib import Path

from deploy.generate import (
    all_well,
    broker_objects,
    broker_users,
    chart,
    dashboard,
    game_components,
    message_schemas,
    one_server,
    rules,
    settings_file,
)
from deploy.generate.chart.everything import CHART
from tools import python_client

ROOT = Path(__file__).resolve().parents[2]
GAMES = Path("deploy/k8s/components/games")
DASHBOARDS = Path("deploy/observability/grafana")
MONITORING = Path("deploy/k8s/components/monitoring")
BROKER = Path("deploy/k8s/components/rabbitmq")
MESSAGES = Path("tests/contracts/schemas")
FRAMES = python_client.FRAMES.relative_to(python_client.ROOT)


def made() -> dict[Path, str]:
    """Path from the root → content, from the present code."""
    components = {GAMES / path: text for path, text in game_components.texts().items()}
    dashboards = {DASHBOARDS / name: text for name, text in dashboard.texts().items()}
    alerts = {MONITORING / name: text for name, text in rules.texts(ROOT).items()}
    single = {
        Path("deploy/rabbitmq/users.sh"): broker_users.text(),
        BROKER / "kustomization.yaml": broker_objects.kustomization(),
        BROKER / "users.yaml": broker_objects.users(),
        Path("deploy/observability/prometheus/tests/all-well.test.yml"): all_well.text(ROOT),
        Path("deploy/local/settings.env"): settings_file.text(ROOT),
        Path("deploy/k8s/components/keda/tables.yaml"): game_components.scalers(),
        Path("deploy/observability/prometheus/prometheus-server.yml"): one_server.units(),
        Path("deploy/compose/prometheus.yml"): one_server.containers(),
        FRAMES: python_client.frames_module(),
    }
    messages = {MESSAGES / name: text for name, text in message_schemas.texts(ROOT).items()}
    manifests = single | components | dashboards | alerts
    return manifests | messages | chart.texts(ROOT, manifests)


def left_over(root: Path) -> list[Path]:
    """Components of families, dashboards, alerts and templates that no longer exist, from the root."""
    wanted = {*made(), *(path.parent for path in made())}
    found = [folder for folder in (root / GAMES).glob("*") if folder.is_dir()]
    found += [*(root / DASHBOARDS).glob("*.json"), *(root / MONITORING).glob("rules-*.yaml")]
    found += (root / MESSAGES).glob("*.json")
    found += [path for path in (root / CHART).rglob("*") if path.is_file()]
    return sorted(path.relative_to(root) for path in found if path.relative_to(root) not in wanted)


def write_all(root: Path = ROOT) -> None:
    """Write all of them."""
    for path, content in made().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, encoding="utf-8")
    for path in left_over(root):
        if (root / path).is_dir():
            shutil.rmtree(root / path)
        else:
            (root / path).unlink()
