"""Whether every image of rendered manifests is named by its digest: what a tag means, the registry may change.

    kubectl kustomize deploy/k8s/overlays/prod | python -m deploy.validate.images

Exit code 1 if one is not, or still has the placeholder of this repository, which cannot know a registry's digests.
"""

import re
import sys
from collections.abc import Iterator
from typing import Any

import yaml  # type: ignore[import-untyped]

from services.platform.operations import console

PLACEHOLDER = "sha256:" + "0" * 64
_BY_DIGEST = re.compile(r"[^@\s]+@sha256:[0-9a-f]{64}")
_KEYS = frozenset({"image", "imageName"})
"""The fields in which pods, and the objects of operators, name images."""


def images(document: Any) -> Iterator[str]:
    """Every image that a document names, at any depth."""
    if isinstance(document, dict):
        for key, value in document.items():
            if key in _KEYS and isinstance(value, str):
                yield value
            else:
                yield from images(value)
    elif isinstance(document, list):
        for value in document:
            yield from images(value)


def image_complaints(text: str) -> list[str]:
    """What is wrong with the images of rendered manifests; they are named once each."""
    found = sorted({image for document in yaml.safe_load_all(text) for image in images(document)})
    return [f"{image}: {wrong}" for image in found if (wrong := _wrong(image))]


def _wrong(image: str) -> str:
    if not _BY_DIGEST.fullmatch(image):
        return "has no digest"
    return "has the digest of no image" if image.endswith(PLACEHOLDER) else ""


def main() -> int:
    """Print the complaints about the manifests of standard input; returns the exit code."""
    found = image_complaints(sys.stdin.read())
    for complaint in found:
        console.say(complaint)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
