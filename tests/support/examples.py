"""How hypothesis looks for examples: without a clock, and in continuous integration the same ones every time."""

import os

from hypothesis import HealthCheck, settings

PROFILE = "kafeneio"

# A deadline, or the health check that wants examples fast, tells of the machine and not of the code.
settings.register_profile(
    PROFILE,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(PROFILE)
