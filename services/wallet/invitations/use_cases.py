"""Invitations: codes, links, and the rewards of a friend's registration (RULES.md §7)."""

import secrets

import msgspec

from services.contracts.lobby.accounts.accounts import Registered
from services.contracts.moderation.signals import FriendRewarded
from services.contracts.wallet import invitations as contract
from services.kernel.persons.identity import may_be_same_person
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.invitations import first_chips
from services.wallet.invitations import network_rows as networks
from services.wallet.invitations import rows as invited
from services.wallet.invitations import rules as invites
from services.wallet.invitations.rows import InviteRow
from services.wallet.invitations.rules import Invite, InviterState, Reward, check_channel, invitee_batch, inviter_batch
from services.wallet.invitations.welcome import NotWelcomed, is_network_full, welcome
from services.wallet.ledger.accounts import player
from services.wallet.ledger.rows import post, publish_chips, read_balances
from services.wallet.limits import rules as limits
from services.wallet.limits.checks import check_exclusion
from services.wallet.persons import bound_persons
from services.wallet.persons import keys as person_keys
from services.wallet.persons import person_key_rows as persons
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings

_STATES: dict[str, InviterState] = {"suspended": "suspended", "blocked": "blocked", "closed": "closed"}


def get_invite_card(
    work: Work, settings: WalletSettings, request: contract.GetInviteCard
) -> contract.InviteCard | Refusal:
    """The invitation links of a player. The code is generated with the first request."""
    person = people.lock(work, request.account)
    if person is None:
        return Refusal("account_unknown", {"account": request.account})
    code = person.code or _new_code(work, person)
    today, month = _counts(work, person.account)
    return contract.InviteCard(
        code=code,
        link=invites.invite_link(request.host, code, None, request.scheme),
        share=invites.share_links(request.host, code, request.text, request.subject, request.scheme),
        invited=[
            contract.Invited(at_ms=row.at_ms, result=row.result, chips=row.inviter_chips)
            for row in invited.list_newest(work, person.account)
        ],
        inviter_chips=settings.invite_inviter_chips,
        invitee_chips=settings.invite_invitee_chips,
        left_today=max(0, settings.invite_daily_cap - today),
        left_month=max(0, settings.invite_monthly_cap - month),
    )


def _new_code(work: Work, person: Person) -> str:
    """Forty random bits; one that is taken is drawn again."""
    code = invites.code_of(secrets.randbelow(invites.CODE_RANGE))
    while people.find_by_code(work, code) is not None:
        code = invites.code_of(secrets.randbelow(invites.CODE_RANGE))
    people.save(work, msgspec.structs.replace(person, code=code))
    return code


def find_inviter(work: Work, request: contract.FindInviter) -> contract.Inviter:
    """The account with this invitation code."""
    return contract.Inviter(account=people.find_by_code(work, request.code))


def welcome_invited(work: Work, settings: WalletSettings, request: contract.Welcome) -> contract.Welcomed | Refusal:
    """Open a new account now, and reward both sides of its invitation; a repeated request gets the same answer.
    Refusals: `channel_unknown`."""
    channel = check_channel(request.channel)
    if isinstance(channel, Refusal):
        return channel
    welcome(work, settings, [_registered(request)])
    known = invited.find(work, request.account)
    row = known or _invite(work, settings, request, channel)
    name = player(request.account)
    return contract.Welcomed(chips=read_balances(work, [name])[name], invite_result=row.result)


def _registered(request: contract.Welcome) -> Registered:
    return Registered(
        account=request.account,
        name="",
        device=request.device,
        created_at_ms=request.created_at_ms,
        email_key=request.email_key,
        network=request.network,
        person_key=request.person_key,
        device_identity=request.device_identity,
    )


def _invite(work: Work, settings: WalletSettings, request: contract.Welcome, channel: str) -> InviteRow:
    """Decide an invitation while its inviter is locked, so that daily caps hold, and pay the rewards."""
    inviter = people.find_by_code(work, request.code)
    host = people.lock(work, inviter) if inviter is not None else None
    guest = people.find(work, [request.account])[request.account]
    reward = invites.reward(_facts(work, settings, host, guest, request), settings.invites)
    if is_network_full(networks.count(work, "account", request.network), settings):
        reward = Reward(0, 0, "invite_capped")
    if reward.result == "rewarded" and not _count_networks(work, settings, host, request.network):
        reward = Reward(0, 0, "invite_capped")
    if settings.gifts_need_email:
        first_chips.promise_invite(work, settings, host.account if host else None, request.account, reward)
    else:
        _pay(work, host, request.account, reward)
    row = InviteRow(
        invitee=request.account,
        inviter=inviter,
        channel=channel,
        result=reward.result,
        inviter_chips=reward.inviter_chips,
        device=guest.device,
        at_ms=work.now_ms,
    )
    invited.add(work, row)
    if reward.result == "rewarded" and host is not None:
        work.publish(FriendRewarded(inviter=host.account, friend=request.account, at_ms=work.now_ms))
    return row


def _facts(
    work: Work, settings: WalletSettings, host: Person | None, guest: Person, request: contract.Welcome
) -> Invite:
    if host is None:
        return Invite(code_known=False)
    own, theirs = (bound_persons.keys_of(work, each) for each in (host.account, guest.account))
    used = {guest.device, person_keys.keyed(settings.person_keys_secret, "used", guest.device)} - {""}
    today, month = _counts(work, host.account)
    is_excluded = check_exclusion(host.care.exclusion, work.now_ms) is not None
    return Invite(
        code_known=True,
        same_device=may_be_same_person(own, theirs) or invited.is_rewarded_device(work, host.account, used),
        same_email=len(persons.accounts_of(work, guest.account)) > 1,
        rewarded_today=today,
        rewarded_month=month,
        inviter_state=_STATES.get(request.inviter_state, "self_excluded" if is_excluded else "active"),
    )


def _count_networks(work: Work, settings: WalletSettings, host: Person | None, network: str) -> bool:
    """Whether both sides' networks may bring chips by an invitation this month; if so, one more is counted for each."""
    most = settings.invites_per_network_month
    both = sorted({network, host.session_address if host is not None else ""} - {""})
    if not most or any(networks.count(work, "invite", each) >= most for each in both):
        return not most
    for each in both:
        networks.count_one(work, "invite", each)
    return True


def _counts(work: Work, account: str) -> tuple[int, int]:
    """Rewards of this UTC day and of this calendar month."""
    day_ms, month_ms = (limits.window_start_ms(period, work.now_ms) for period in ("day", "month"))
    return invited.count_rewarded(work, account, day_ms), invited.count_rewarded(work, account, month_ms)


def _pay(work: Work, host: Person | None, invitee: str, reward: Reward) -> None:
    batches = []
    if host is not None and reward.inviter_chips:
        batches.append(inviter_batch(host.account, invitee, reward.inviter_chips))
    if reward.invitee_chips:
        batches.append(invitee_batch(invitee, reward.invitee_chips))
    answers = post(work, batches)
    if refused := [answer for answer in answers if isinstance(answer, Refusal)]:
        raise NotWelcomed(refused[0])
    publish_chips(work, answers)
