"""Ids and roots from the operating system's random numbers."""

import os

from services.kernel.fair import ROOT_BYTES
from services.kernel.ids import new_id


class SystemSecrets:
    """Unguessable ids and roots."""

    def match_id(self) -> str:
        """A new match id."""
        return new_id()

    def root(self) -> str:
        """32 random bytes as hex."""
        return os.urandom(ROOT_BYTES).hex()
