"""What the lobby has on record of the persons behind accounts, as keys (services/kernel/persons/identity.py)."""

from services.contracts.base import Event


class PersonKnown(Event, frozen=True, kw_only=True):
    """The person behind an account that was registered before all of this was published. The fields are those of
    `lobby.Registered`; the account is not new."""

    account: str
    device: str
    created_at_ms: int
    email_key: str
    person_key: str
    device_identity: str
