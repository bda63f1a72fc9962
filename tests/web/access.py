"""What a player sees of the own account's security."""

from services.contracts.lobby.accounts import access
from tests.web.match import DAWN_MS

ACCESS = access.Access(
    email="eleni@example.org",
    email_confirmed_at_ms=None,
    mail=True,
    second_factor=False,
    recovery_codes=0,
    sessions=[
        access.SessionLine(
            began_at_ms=DAWN_MS, ended_at_ms=None, ended=None, network="192.0.2.0/24", here=True, this_device=True
        ),
        access.SessionLine(
            began_at_ms=DAWN_MS - 9_000_000,
            ended_at_ms=DAWN_MS - 8_000_000,
            ended="expired",
            network="2001:db8:5::/48",
            here=False,
            this_device=False,
        ),
    ],
)
