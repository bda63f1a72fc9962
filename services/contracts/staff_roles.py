"""The roles of staff that requests need (services/moderation/RULES.md §10): the sets that requests name as
`staff_roles`."""

from typing import Final

READERS: Final = frozenset({"moderator", "administrator", "auditor"})
"""Reports, watched chat, players' files, journals."""
DECIDERS: Final = frozenset({"moderator", "administrator"})
"""`ignore`, `warn`, a mute, closing a case."""
ADMINISTRATORS: Final = frozenset({"administrator"})
"""Red cards, blocks, appeals, roles."""
OPERATORS: Final = frozenset({"operator"})
"""Settings, competitions, boards, corrections of results."""
AUDITORS: Final = frozenset({"administrator", "operator", "auditor"})
"""The audit log."""
WRITERS: Final = frozenset({"moderator", "administrator", "operator"})
"""Messages from the Administrator; to one player moderators and administrators, to all administrators and operators."""
EVERYONE: Final = READERS | OPERATORS
"""The names of accounts."""
OVERSEERS: Final = frozenset({"operator", "auditor"})
"""Changes of a competition by operators."""
