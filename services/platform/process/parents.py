"""The parent of a process that computes beside others, and is of no use once the parent is gone."""

import os

_PARENT = "COMPUTES_FOR_PID"


def environment_of_child() -> dict[str, str]:
    """What such a process is started with beside the rest of its environment: the id of this one. It may be gone before
    the other one has begun to look."""
    return {_PARENT: str(os.getpid())}


class Parent:
    """The process that started this one."""

    def __init__(self) -> None:
        """By the environment, else the one that is there now."""
        self._id = int(os.environ.get(_PARENT) or os.getppid())

    def require(self) -> None:
        """Ends this process if its parent has ended, however that was: killed, for want of memory, or stopped."""
        if os.getppid() != self._id:
            raise SystemExit(1)
