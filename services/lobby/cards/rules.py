"""What a player's card shows to one viewer, and which actions it offers (RULES.md §21)."""

import msgspec

from services.contracts.lobby.people.cards import Action, Audience, Relation
from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs
from services.lobby.presence.player import Player
from services.lobby.tables.open_table import OpenTable

LAST_SEEN_DEFAULT: Audience = "friends"
_ACQUAINTED: tuple[Relation, ...] = ("friend", "asked", "asks")


class Between(msgspec.Struct, frozen=True):
    """What there is between the viewer and the card's player."""

    relation: Relation = "none"
    blocks: bool = False
    """The viewer does not want the player."""
    blocked_by: bool = False
    """The player does not want the viewer."""
    viewer_visits: bool = False
    player_visits: bool = False

    @property
    def is_bare(self) -> bool:
        """Whether the card shows name and picture alone."""
        return self.blocked_by and self.relation != "self"


def may(viewer: Player, player: Player, table: OpenTable | None, between: Between) -> list[Action]:
    """What the card offers now; `table`: where the player sits. Each request is checked again by itself."""
    if between.relation == "self":
        return []
    if between.blocks:
        return ["unblock", "report"]
    if between.blocked_by:
        return ["block", "report"]
    found: list[Action] = []
    if between.relation not in _ACQUAINTED:
        found.append("befriend")
    if _may_challenge(viewer, player):
        found.append("challenge")
    if between.relation == "friend" and not viewer.guest and not player.guest:
        found.append("message")
    if _may_watch(viewer, table):
        found.append("watch")
    if _may_treat(viewer, player, table, between):
        found.append("treat")
    return [*found, "block", "report"]


def seen_at_ms(player: Player, audience: Audience, relation: Relation) -> TimeMs | None:
    """The hour in which an absent player was last here, for somebody in this relation."""
    is_allowed = relation == "self" or audience == "all" or (audience == "friends" and relation == "friend")
    at_ms = player.seen_at_ms or player.login_at_ms
    return at_ms - at_ms % HOUR_MS if is_allowed and player.status == "absent" and at_ms else None


def since_ms(player: Player) -> TimeMs:
    """The beginning of the UTC day on which the account was opened."""
    return player.created_at_ms - player.created_at_ms % DAY_MS


def _may_challenge(viewer: Player, player: Player) -> bool:
    """An invitation reaches a free player, from one who has no part at a table."""
    return player.status == "online" and viewer.part is None


def _may_watch(viewer: Player, table: OpenTable | None) -> bool:
    """House-banked tables have an age of their own, and are not entered from a card."""
    return table is not None and table.started and table.request.spectators and not table.house and viewer.part is None


def _may_treat(viewer: Player, player: Player, table: OpenTable | None, between: Between) -> bool:
    if viewer.guest or player.guest or between.viewer_visits or between.player_visits or table is None:
        return False
    plays = viewer.part == "playing" == player.part and viewer.table_id == player.table_id
    return plays and not viewer.practising
