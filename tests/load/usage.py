"""What the platform used: processor time by role between two moments, and memory."""

from typing import NamedTuple

from tests.load.platform import ROLES, Platform
from tests.support import processes


class Usage(NamedTuple):
    """Processor seconds by role since the processes began."""

    cpu_s: dict[str, float]

    @classmethod
    def now(cls, platform: Platform) -> "Usage":
        """As the kernel counts them."""
        return cls({role: processes.cpu_s(pids) for role, pids in platform.pids().items()})

    def since(self, before: "Usage") -> dict[str, float]:
        """What was used in between. Nobody may have been restarted."""
        return {role: self.cpu_s[role] - before.cpu_s[role] for role in ROLES}
