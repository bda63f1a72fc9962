"""Cards of players, made for the account that looks (RULES.md §21)."""

import msgspec

from services.contracts.lobby.people import cards as contract
from services.contracts.lobby.people.cards import Relation
from services.contracts.tournaments.entries import Face, Faces, GetFaces
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.accounts.rules import username_key
from services.lobby.cards import rows as stored
from services.lobby.cards import rules
from services.lobby.cards.rules import Between
from services.lobby.lists import room as rooms
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.social import block_rows as blocks
from services.lobby.social import friend_rows as friends
from services.lobby.tables import rows as tables
from services.lobby.tables.rows import TableRow
from services.platform.database.unit_of_work import Work


def get_card(work: Work, ports: Ports, request: contract.GetCard) -> contract.PlayerCard | Refusal:
    """A player's card."""
    viewer = players.find(work, request.viewer)
    player = players.find(work, request.player) or players.find_by_key(work, username_key(request.player))
    if viewer is None or player is None or player.is_erased:
        return Refusal("player_unknown")
    between = _between(work, ports, viewer, player)
    metrics.cards_shown.labels(_kind(between)).inc()
    row = _table_of(work, player)
    card = contract.PlayerCard(
        account=player.account,
        name=player.name,
        photo=player.photo,
        avatar=player.avatar,
        guest=player.guest,
        home=ports.visits.home_of(player.account),
        bare=between.is_bare,
        relation=between.relation,
        blocked=between.blocks,
        may=rules.may(viewer, player, row.table if row else None, between),
    )
    return card if between.is_bare else _whole(work, ports, card, player, row)


def get_faces(work: Work, _ports: Ports, request: GetFaces) -> Faces:
    """How accounts look: what every card shows, also a bare one."""
    found = players.find_some(work, set(request.accounts))
    faces = [
        Face(account=each.account, photo=each.photo, avatar=each.avatar)
        for each in sorted(found, key=lambda one: one.account)
        if not each.is_erased
    ]
    return Faces(faces=faces)


def get_card_settings(work: Work, _ports: Ports, request: contract.GetCardSettings) -> contract.CardSettings:
    """One's choices."""
    return contract.CardSettings(last_seen=stored.last_seen_of(work, request.account))


def set_card_settings(work: Work, _ports: Ports, request: contract.SetCardSettings) -> contract.CardSettings:
    """Choose."""
    players.lock(work, [request.account])
    stored.save(work, request.account, request.last_seen)
    return contract.CardSettings(last_seen=request.last_seen)


def _between(work: Work, ports: Ports, viewer: Player, player: Player) -> Between:
    me, other = viewer.account, player.account
    if me == other:
        return Between(relation="self")
    return Between(
        relation=_relation(work, me, other),
        blocks=bool(blocks.who_blocks(work, other, [me])),
        blocked_by=bool(blocks.who_blocks(work, me, [other])),
        viewer_visits=ports.visits.home_of(me) is not None,
        player_visits=ports.visits.home_of(other) is not None,
    )


def _relation(work: Work, me: str, other: str) -> Relation:
    """A request that was refused looks like one without an answer, as in the list of friends."""
    own = friends.state_of(work, me, other)
    if own == "friend":
        return "friend"
    if own in ("asked", "refused"):
        return "asked"
    return "asks" if friends.state_of(work, other, me) == "asked" else "none"


def _table_of(work: Work, player: Player) -> TableRow | None:
    row = tables.find(work, player.seated_at) if player.seated_at and player.status != "absent" else None
    return None if row is None or row.is_closed else row


def _whole(
    work: Work, ports: Ports, card: contract.PlayerCard, player: Player, row: TableRow | None
) -> contract.PlayerCard:
    audience = stored.last_seen_of(work, player.account)
    return msgspec.structs.replace(
        card,
        elo=ports.settings.elo_start if player.elo is None else player.elo,
        quintile=player.quintile,
        since_ms=rules.since_ms(player),
        status=player.status,
        table=rooms.table_line(row) if row else None,
        seen_at_ms=rules.seen_at_ms(player, audience, card.relation),
    )


def _kind(between: Between) -> str:
    if between.relation == "self":
        return "own"
    return "bare" if between.is_bare else "whole"
