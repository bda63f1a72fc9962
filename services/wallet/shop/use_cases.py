"""Avatars and items, bought for chips (RULES.md §8)."""

from collections.abc import Mapping

import msgspec

from services.contracts.wallet import shop as contract
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.ledger.accounts import player
from services.wallet.ledger.rows import post, publish_chips, read_balances
from services.wallet.limits.checks import first_refusal
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings
from services.wallet.shop import avatar_and_gift_rows as stored
from services.wallet.shop import rules as shop
from services.wallet.shop.rules import avatar_batch, item_batch


def _cheapest_first(prices: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(prices.items(), key=lambda each: (each[1], each[0]))


def list_shop(work: Work, settings: WalletSettings, request: contract.ListShop) -> contract.Shop:
    """The shop for an account."""
    owned = stored.owned_avatars(work, request.account)
    person = people.find(work, [request.account])[request.account]
    return contract.Shop(
        packs=[
            contract.PackLine(pack=name, chips=pack.chips, price_cents=pack.price_cents)
            for name, pack in sorted(settings.packs.items(), key=lambda each: (each[1].price_cents, each[0]))
        ],
        avatars=[
            contract.AvatarLine(avatar=name, price_chips=chips, owned=name in owned)
            for name, chips in _cheapest_first(settings.avatars)
        ],
        items=[contract.ItemLine(item=name, price_chips=chips) for name, chips in _cheapest_first(settings.items)],
        worn=person.avatar,
        provider=settings.payment_provider,
        helpline=settings.rg_helpline,
        item_recipients=settings.item_recipients,
        debt_chips=person.debt_chips,
    )


def buy_avatar(work: Work, settings: WalletSettings, request: contract.BuyAvatar) -> contract.Wardrobe | Refusal:
    """Buy an avatar and wear it; a repeated order gets the same answer."""
    person = people.lock(work, request.account)
    if person is None:
        return Refusal("account_unknown", {"account": request.account})
    owned = stored.owned_avatars(work, request.account)
    if owned.get(request.avatar) == request.id:
        return _wardrobe(work, person)
    price_chips = shop.find_avatar(request.avatar, settings.avatars)
    if isinstance(price_chips, Refusal):
        return price_chips
    barred = first_refusal(work, settings, person, "blocked")
    sold = shop.check_avatar(request.avatar in owned, request.place)
    if refusal := barred or sold or shop.check_price(request.seen_chips, price_chips):
        return refusal
    (answer,) = answers = post(work, [avatar_batch(request.account, request.avatar, price_chips)])
    if isinstance(answer, Refusal):
        return answer
    stored.add_avatar(work, request.account, request.avatar, request.id)
    publish_chips(work, answers)
    return _wear(work, person, request.avatar)


def wear_avatar(work: Work, _settings: WalletSettings, request: contract.WearAvatar) -> contract.Wardrobe | Refusal:
    """Wear an avatar that the account owns, or none."""
    person = people.lock(work, request.account)
    if person is None:
        return Refusal("account_unknown", {"account": request.account})
    if request.avatar is not None and request.avatar not in stored.owned_avatars(work, request.account):
        return Refusal("avatar_unknown")
    return _wear(work, person, request.avatar)


def _wear(work: Work, person: Person, avatar: str | None) -> contract.Wardrobe:
    if person.avatar != avatar:
        person = msgspec.structs.replace(person, avatar=avatar)
        people.save(work, person)
        work.publish(contract.AvatarWorn(account=person.account, avatar=avatar, at_ms=work.now_ms))
    return _wardrobe(work, person)


def _wardrobe(work: Work, person: Person) -> contract.Wardrobe:
    name = player(person.account)
    return contract.Wardrobe(
        owned=sorted(stored.owned_avatars(work, person.account)),
        worn=person.avatar,
        chips=read_balances(work, [name]).get(name, 0),
    )


def buy_item(work: Work, settings: WalletSettings, request: contract.BuyItem) -> contract.Gift | Refusal:
    """Buy an item for another seat; a repeated order gets the same answer. Everybody at the table is informed."""
    person = people.lock(work, request.account)
    if person is None:
        return Refusal("account_unknown", {"account": request.account})
    given = stored.find_gift(work, request.account, request.id)
    if given is not None:
        return given
    price_chips = shop.find_item(request.item, settings.items)
    if isinstance(price_chips, Refusal):
        return price_chips
    if (
        refusal := first_refusal(work, settings, person, "blocked")
        or _check_item(settings, request)
        or shop.check_pace(person.item_at_ms, work.now_ms)
        or shop.check_price(request.seen_chips, price_chips)
    ):
        return refusal
    gift = _gift(work, request)
    (answer,) = answers = post(work, [item_batch(gift.gift, request.account, price_chips)])
    if isinstance(answer, Refusal):
        return answer
    stored.add_gift(work, gift, request.id)
    people.save(work, msgspec.structs.replace(person, item_at_ms=work.now_ms))
    publish_chips(work, answers)
    work.publish(contract.ItemGiven(gift=gift, accounts=[each for each in request.accounts if each is not None]))
    return gift


def _check_item(settings: WalletSettings, request: contract.BuyItem) -> Refusal | None:
    buyer = request.accounts.index(request.account) if request.account in request.accounts else None
    computers = [seat for seat, account in enumerate(request.accounts) if account is None]
    table = shop.Table(request.sides, computers) if request.running else None
    return shop.check_item(table, buyer, request.to_seat, settings.item_recipients)


def _gift(work: Work, request: contract.BuyItem) -> contract.Gift:
    receiver = request.accounts[request.to_seat]
    assert receiver is not None, "checked before"
    return contract.Gift(
        gift=new_id(),
        table=request.table,
        item=request.item,
        from_seat=request.accounts.index(request.account),
        to_seat=request.to_seat,
        giver=request.account,
        receiver=receiver,
        at_ms=work.now_ms,
        match=request.match,
    )


def list_gifts(work: Work, _settings: WalletSettings, request: contract.ListGifts) -> contract.Gifts | Refusal:
    """Gifts at a table, or to an account. Refusal: `bad_parameters` (neither is named)."""
    if request.table is None and request.receiver is None:
        return Refusal("bad_parameters", {"field": "table"})
    return contract.Gifts(gifts=stored.list_gifts(work, request.table, request.receiver, request.since_ms))
