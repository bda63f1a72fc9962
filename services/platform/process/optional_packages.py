"""Imports a library without an optional package that it would use if it is installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def not_installed(package: str) -> Iterator[None]:
    """Inside the block `import package` raises ImportError, whether the package is installed or not."""
    before = sys.modules.get(package)
    sys.modules[package] = None  # type: ignore[assignment]  # the documented way to forbid an import
    try:
        yield
    finally:
        if before is None:
            del sys.modules[package]
        else:
            sys.modules[package] = before
