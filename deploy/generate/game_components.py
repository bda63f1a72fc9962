"""A kustomization per family of games: its own workers, made from the pattern in components/tables."""

from pathlib import Path

from games import registry

_HEAD = """\
# Made by `python -m deploy.generate`. Do not edit: what differs in one installation belongs into its overlay.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
"""
_FAMILY = """\
  - ../../tables
nameSuffix: -{name}
labels:
  - pairs:
      kafeneio/games: {name}
    includeSelectors: true
patches:
  - target:
      kind: Deployment
      name: tables
    patch: |-
      - op: replace
        path: /spec/template/spec/containers/0/args/3
        value: {games}
"""


def families() -> dict[str, list[str]]:
    """Family → the ids of its games."""
    found: dict[str, list[str]] = {}
    for game_id, entry in registry.entries().items():
        found.setdefault(entry.family.__name__.rpartition(".")[2], []).append(game_id)
    return found


def texts() -> dict[Path, str]:
    """Path from components/games → content: one folder a family, and the list of them."""
    found = {name_in_cluster(family): games for family, games in families().items()}
    listed = "".join(f"  - {name}\n" for name in sorted(found))
    components = {
        Path(name) / "kustomization.yaml": _HEAD + _FAMILY.format(name=name, games=",".join(games))
        for name, games in found.items()
    }
    return {Path("kustomization.yaml"): _HEAD + listed} | components


def name_in_cluster(family: str) -> str:
    """A family's name as Kubernetes allows it: no underscores."""
    return family.replace("_", "-")
