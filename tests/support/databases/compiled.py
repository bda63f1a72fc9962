"""A statement is compiled once a run, not once a database: engines that speak the same dialect share what they know.

A process of ours has one engine for all its life; a test process makes thousands, and a fifth of a service's test was
SQLAlchemy writing the same statements again.
"""

from typing import Any

from sqlalchemy.engine import Engine
from sqlalchemy.util import LRUCache

_ENOUGH = 5_000


class Compiled(LRUCache[Any, Any]):
    """What SQLAlchemy keeps of statements, for all engines; a key begins with the engine's own dialect object."""

    def get(self, key: Any, default: Any = None) -> Any:
        """What was compiled for any engine of this kind."""
        return super().get(_shared(key), default)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(_shared(key), value)


def _shared(key: Any) -> Any:
    dialect, *others = key
    return (dialect.name, dialect.driver, dialect.server_version_info, *others)


_COMPILED: Any = Compiled(_ENOUGH)
Engine._compiled_cache = property(lambda _engine: _COMPILED, lambda _engine, _own: None)  # type: ignore[assignment]
