"""What another system tries over gRPC, run by the interpreter of an empty environment (`clients/packages.py`): it
knows the
client package and nothing else of the project. Prints one JSON object; fails where the platform does not do as it says.

python clients/partner_calls.py TRIAL JSON
"""

import asyncio
import json
import sys
import time
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

import grpc
from google.protobuf.message_factory import GetMessageClass
from kafeneio_client import Platform, Refused, gen
from kafeneio_client.gen.kafeneio.lobby.v1 import lobby_pb2
from kafeneio_client.gen.kafeneio.moderation.v1 import moderation_pb2
from kafeneio_client.gen.kafeneio.ranking.v1 import ranking_pb2
from kafeneio_client.gen.kafeneio.wallet.v1 import wallet_pb2
from kafeneio_client.rest import request

API: tuple[ModuleType, ...] = tuple(
    import_module(each.name) for each in walk_packages(gen.__path__, f"{gen.__name__}.") if each.name.endswith("_pb2")
)
"""Every module of messages that the package has."""
CALL_S = 20.0
END_S = 5.0
"""A stream ends within this time after its token opens it no more."""
NOT_LET_IN = ("scope_missing", "token_unknown", "token_invalid", "rate_limited", "internal_error")
PAUSE_S, TRIES = 0.2, 300
REASON = "tried from outside"


async def refusal(platform: Platform, answer: Any) -> str:
    """The code with which a call is refused; empty if it is not."""
    try:
        await platform.call(answer)
    except Refused as refused:
        return refused.code
    return ""


# --- every method with the right scope, with a wrong one, and without a token ---------------------------------------


async def scopes(address: str, tokens: dict[str, list[str]]) -> dict[str, Any]:
    """`tokens`: method → a token that has its scope alone, and one that has all others."""
    wrong: list[str] = []
    tried = 0
    async with grpc.aio.insecure_channel(address) as channel:
        for method, streams in sorted(methods().items()):
            right, others = tokens[method]
            answers = [await outcome(channel, method, streams, token) for token in (right, others, None)]
            ok = answers[0] not in ("scope_missing", "token_unknown", "internal_error")
            if not ok or answers[1:] != ["scope_missing", "token_unknown"]:
                wrong.append(f"{method}: {answers}")
            tried += 1
    return {"methods": tried, "wrong": wrong}


def described() -> dict[str, Any]:
    """The path of every method → its descriptor."""
    services = [service for module in API for service in module.DESCRIPTOR.services_by_name.values()]
    return {f"/{service.full_name}/{each.name}": each for service in services for each in service.methods}


def methods() -> dict[str, bool]:
    """The path of every method → whether it answers with a stream."""
    return {path: method.server_streaming for path, method in described().items()}


async def outcome(channel: grpc.aio.Channel, method: str, streams: bool, token: str | None, body: bytes = b"") -> str:
    """How a call without any fields ends: the platform's code, empty where it is answered or the stream begins.
    `body`: fields all the same."""
    metadata = () if token is None else (("authorization", f"Bearer {token}"),)
    try:
        if streams:
            call = channel.unary_stream(method)(body, metadata=metadata, timeout=2.0)
            await call.read()
            call.cancel()
        else:
            await channel.unary_unary(method)(body, metadata=metadata, timeout=CALL_S)
    except grpc.aio.AioRpcError as error:
        return error.details() or error.code().name
    return ""


# --- personal tokens of players' programs ---------------------------------------------------------------------------


async def personal(
    address: str, tokens: dict[str, str], opens: dict[str, list[str]], acting: list[str]
) -> dict[str, Any]:
    """Every method with each token, whose name ends with its scope. `opens`: method → the scopes of which one opens
    it; `acting`: methods whose field `account` says who acts, and who is nobody but the token's account."""
    wrong: list[str] = []
    tried = 0
    async with grpc.aio.insecure_channel(address) as channel:
        for path, method in sorted(described().items()):
            message = GetMessageClass(method.input_type)
            for name, token in tokens.items():
                is_open = name.split()[1] in opens[path]
                code = await outcome(channel, path, method.server_streaming, token)
                right = code not in NOT_LET_IN if is_open else code == "scope_missing"
                if right and is_open and path in acting:
                    foreign = message(account="somebody else").SerializeToString()
                    code = await outcome(channel, path, method.server_streaming, token, foreign)
                    right = code == "actor_not_own"
                if not right:
                    wrong.append(f"{name}: {path}: {code or 'done'}")
            tried += 1
    return {"methods": tried, "wrong": wrong}


async def revoked(address: str, url: str, username: str, password: str) -> dict[str, Any]:
    """A stream by a personal token, which its owner revokes meanwhile: how it ends, and whether within 5 s."""
    login = await request(url, "POST", "/api/login", {"username": username, "password": password})
    form = {"name": "revoked", "scopes": ["read"], "days": 1, "password": password}
    made = await request(url, "POST", "/api/me/tokens", form, login["token"])
    async with Platform(address, made["secret"]) as platform:
        call = platform.lobby.WatchTables(lobby_pb2.WatchTablesRequest())
        began = (await call.read()).all
        await request(url, "DELETE", f"/api/me/tokens/{made['line']['id']}", None, login["token"])
        began_s = time.monotonic()
        try:
            while await call.read() is not grpc.aio.EOF:
                pass
            end = "OK"
        except grpc.aio.AioRpcError as error:
            end = error.details() or error.code().name
        took_s = time.monotonic() - began_s
    return {"began": began, "end": end, "in time": took_s < END_S, "took_s": round(took_s, 1)}


# --- chips: what a day allows, and a second caller's approval -------------------------------------------------------


async def money(address: str, shop: str, auditor: str, account: str) -> dict[str, Any]:
    """The platform's limits are 1,000 chips a day, and 400 without approval."""
    credit = wallet_pb2.CreditRequest
    async with Platform(address, shop) as platform, Platform(address, auditor) as second:
        wallet = platform.wallet
        before = await first_balance(platform, account)
        first = await platform.call(wallet.Credit(credit(account=account, chips=300, request_id="c-1")))
        again = await platform.call(wallet.Credit(credit(account=account, chips=300, request_id="c-1")))
        other = await refusal(platform, wallet.Credit(credit(account=account, chips=301, request_id="c-1")))
        large = credit(account=account, chips=500, request_id="c-2")
        waits = await refusal(platform, wallet.Credit(large))
        approve = wallet_pb2.ApproveCreditRequest(caller="shop", key="c-2", request_id="a-1")
        own = await refusal(platform, wallet.ApproveCredit(approve))
        listed = [each async for each in second.pages(
            second.wallet.ListPendingCredits, wallet_pb2.ListPendingCreditsRequest(), "credits"
        )]  # fmt: skip
        approved = await second.call(second.wallet.ApproveCredit(approve))
        limit = await refusal(platform, wallet.Credit(credit(account=account, chips=300, request_id="c-3")))
        ask = second.wallet.GetBalance(wallet_pb2.GetBalanceRequest(account=account))
        return {
            "first": first.balance_chips - before,
            "again": [again.replayed, again.balance_chips - before],
            "same id, other chips": other,
            "above the limit": waits,
            "approved by oneself": own,
            "waiting": [(each.caller, each.key, each.chips) for each in listed],
            "approved": approved.balance_chips - before,
            "beyond the day": limit,
            "balance without wallet.read": await refusal(second, ask),
        }


async def first_balance(platform: Platform, account: str) -> int:
    """The chips of a new account, of which the wallet learns by an event."""
    asked = wallet_pb2.GetBalanceRequest(account=account)
    for _ in range(TRIES):
        if await refusal(platform, platform.wallet.GetBalance(asked)) != "account_unknown":
            break
        await asyncio.sleep(PAUSE_S)
    return int((await platform.call(platform.wallet.GetBalance(asked))).chips)


# --- moderation -----------------------------------------------------------------------------------------------------


async def moderate(address: str, token: str, rookie: str, colleague: str, staff: str, player: str) -> dict[str, Any]:
    """A card, a mute, a message, what the audit log says of them. `staff`: the account of an administrator, in whose
    name no token acts; `rookie`: the token of a service account without a role; `colleague`: of one of somebody
    else's, who takes back what the first has decided."""
    async with (
        Platform(address, token) as platform,
        Platform(address, rookie) as second,
        Platform(address, colleague) as other_one,
    ):
        desk = platform.moderation
        who: dict[str, Any] = {"to": player}
        card = moderation_pb2.GiveCardRequest(**who, reason=REASON, request_id="card-1")
        given = await platform.call(desk.GiveCard(card))
        again = await platform.call(desk.GiveCard(card))
        conduct = await platform.call(desk.GetConduct(moderation_pb2.GetConductRequest(account=player)))
        mute = moderation_pb2.MuteRequest(**who, minutes=5, reason=REASON, request_id="mute-1")
        await platform.call(desk.Mute(mute))
        message = moderation_pb2.SendMessageRequest(
            **who, kind="notice", subject="From outside", body="A word.", request_id="message-1"
        )
        await platform.call(desk.SendMessage(message))
        block = moderation_pb2.BlockRequest(**who, reason=REASON, request_id="block-1")
        await platform.call(desk.Block(block))
        unblock = moderation_pb2.UnblockRequest(**who, reason=REASON, request_id="unblock-1")
        taken_back = await refusal(platform, desk.Unblock(unblock))
        await other_one.call(other_one.moderation.Unblock(unblock))
        short = moderation_pb2.BlockRequest(**who, reason="short", request_id="block-2")
        stranger = moderation_pb2.GiveCardRequest(to=staff, reason=REASON, request_id="card-2")
        other = moderation_pb2.BlockRequest(account=staff, **who, reason=REASON, request_id="block-3")
        log = moderation_pb2.ListAuditEntriesRequest(subject=player, page_size=2)
        entries = [(each.action, each.actor) async for each in platform.pages(desk.ListAuditEntries, log, "entries")]
        return {
            "card": [given.suspension.account == player, given == again],
            "suspended": conduct.conduct.HasField("suspension"),
            "taken back by who has decided": taken_back,
            "without a reason": await refusal(platform, desk.Block(short)),
            "without a role": await refusal(second, second.moderation.GiveCard(stranger)),
            "in another name": await refusal(platform, desk.Block(other)),
            "log": entries,
        }


async def report(address: str, token: str, players: list[str]) -> dict[str, Any]:
    """The first of these players reports the others; staff decide the first report."""
    async with Platform(address, token) as platform:
        desk = platform.moderation
        filed = []
        for number, other in enumerate(players[1:]):
            request = moderation_pb2.FileReportRequest(
                account=players[0], to=other, category="insult", comment=REASON, request_id=f"report-{number}"
            )
            filed.append((await platform.call(desk.FileReport(request))).id)

        async def waiting() -> list[str]:
            asked = moderation_pb2.ListReportsRequest(reported=players[1], page_size=1)
            return [each.id async for each in platform.pages(desk.ListReports, asked, "reports")]

        found = await waiting()
        decide = moderation_pb2.DecideRequest(report=found[0], decision="ignore", reason=REASON, request_id="decide-1")
        decided = await platform.call(desk.Decide(decide))
        left = len(await waiting())
        return {"filed": len(filed), "waiting": len(found), "decision": decided.report.decision, "left": left}


# --- TLS ------------------------------------------------------------------------------------------------------------


async def tls(address: str, token: str, trusted: str, own: str) -> dict[str, Any]:
    """Whether a call passes that trusts this certificate, with a client's certificate of its own and without one."""
    return {"with": await passes(address, token, trusted, own), "without": await passes(address, token, trusted, "")}


async def passes(address: str, token: str, trusted: str, own: str) -> bool:
    """`own`: the folder's path and name of key and certificate."""
    pair = [Path(f"{own}.{kind}").read_bytes() for kind in ("key", "pem")] if own else [None, None]
    credentials = grpc.ssl_channel_credentials(Path(f"{trusted}.pem").read_bytes(), *pair)
    async with Platform(address, token, credentials) as platform:
        asked = ranking_pb2.ListBoardsRequest()
        return await refusal(platform, platform.ranking.ListBoards(asked)) == ""


TRIALS = {
    "scopes": scopes, "personal": personal, "revoked": revoked, "money": money, "moderate": moderate,
    "report": report, "tls": tls,
}  # fmt: skip

if __name__ == "__main__":
    print(json.dumps(asyncio.run(TRIALS[sys.argv[1]](**json.loads(sys.argv[2])))))  # type: ignore[operator]
