"""Companies: groups of players with a name, a chat, tables and a standing evening."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Literal

from kafeneio_client.generated.frames import ChatLine, CompanyFrame, ToClient
from kafeneio_client.link import Link
from kafeneio_client.pushed import Pushed
from kafeneio_client.rest import Rest
from kafeneio_client.table import Table

Data = dict[str, Any]
"""An answer as the OpenAPI document has it."""
Joining = Literal["open", "asked", "invited"]
Role = Literal["founder", "host", "member"]
_ROOM = "company:"


class Companies:
    """A player's companies, each named by its id. All methods raise `Refused` with the codes that their operations
    document, such as `company_forbidden` where the player's role is not enough."""

    def __init__(self, link: Link, rest: Rest, sit: Callable[[str], Awaitable[Table]]) -> None:
        """Created by `Player`; `sit` gives the table of an id."""
        self._link = link
        self._rest = rest
        self._sit = sit
        self._notices: Pushed[CompanyFrame] = Pushed()
        self._said: Pushed[ChatLine] = Pushed()

    # --- looking ---

    async def own(self) -> Data:
        """The companies that one is in (`mine`), `invitations`, and those that one has `asked` to join."""
        return dict(await self._rest.ask("GET /api/me/companies"))

    async def to_join(self) -> AsyncIterator[Data]:
        """Companies that one could join or ask to join; pages are asked for as they are needed."""
        after: str | None = ""
        while after is not None:
            page = await self._rest.ask("GET /api/companies", query={"after": after})
            for line in page["companies"]:
                yield line
            after = page["next"]

    async def look(self, company: str) -> Data:
        """A company as one may see it: its line with the evening, and for members `members` and `tables`."""
        return dict(await self._rest.ask("GET /api/companies/{company}", company=company))

    # --- in and out ---

    async def found(self, name: str, joining: Joining = "invited") -> str:
        """Found a company; returns its id."""
        answer = await self._rest.command("POST /api/companies", {"name": name, "joining": joining})
        return str(answer["company"])

    async def join(self, company: str) -> None:
        """Join an open company, or ask to; who is invited joins."""
        await self._rest.command("POST /api/companies/{company}/join", company=company)

    async def answer_invitation(self, company: str, accept: bool) -> None:
        """Accept an invitation, or decline it."""
        await self._rest.command("POST /api/companies/{company}/answer", {"accept": accept}, company=company)

    async def leave(self, company: str) -> None:
        """Leave a company, or take one's request back."""
        await self._rest.command("POST /api/companies/{company}/leave", company=company)

    # --- for founder and hosts ---

    async def invite(self, company: str, name: str) -> None:
        """Invite a player (a name); who asks to join becomes a member at once."""
        await self._rest.command("POST /api/companies/{company}/invitations", {"name": name}, company=company)

    async def answer_request(self, company: str, player: str, accept: bool) -> None:
        """Let a player (an account) in who asks, or not."""
        operation = "POST /api/companies/{company}/requests/{player}"
        await self._rest.command(operation, {"accept": accept}, company=company, player=player)

    async def remove(self, company: str, player: str) -> None:
        """Remove a member (an account), or take an invitation back."""
        operation = "POST /api/companies/{company}/members/{player}/remove"
        await self._rest.command(operation, company=company, player=player)

    async def mute(self, company: str, player: str, muted: bool = True) -> None:
        """Mute a member (an account) in the company's chat for 24 hours, or end that."""
        operation = "POST /api/companies/{company}/members/{player}/mute"
        await self._rest.command(operation, {"muted": muted}, company=company, player=player)

    async def set_role(self, company: str, player: str, role: Role) -> None:
        """Give a member (an account) another role; `founder` hands the company over."""
        operation = "POST /api/companies/{company}/members/{player}/role"
        await self._rest.command(operation, {"role": role}, company=company, player=player)

    async def change(self, company: str, name: str, joining: Joining) -> None:
        """Change the name and the way in, as its founder."""
        body = {"name": name, "joining": joining}
        await self._rest.command("PUT /api/companies/{company}", body, company=company)

    async def close(self, company: str) -> None:
        """Close a company for good, as its founder."""
        await self._rest.command("POST /api/companies/{company}/close", company=company)

    # --- the evening ---

    async def set_evening(self, company: str, *, weekday: int, minute: int, zone: str, game: str) -> None:
        """Meet every week: `weekday` 0 is Monday, `minute` counts from midnight of the local time of `zone`, such as
        `Europe/Athens`. For founder and hosts."""
        evening = {"weekday": weekday, "minute": minute, "zone": zone, "game": game}
        await self._set_evening(company, evening)

    async def end_evening(self, company: str) -> None:
        """Meet no more. For founder and hosts."""
        await self._set_evening(company, None)

    async def _set_evening(self, company: str, evening: Data | None) -> None:
        await self._rest.command("PUT /api/companies/{company}/evening", {"evening": evening}, company=company)

    async def come(self, company: str, comes: bool = True) -> None:
        """Come to the next evening, or not after all."""
        await self._rest.command("POST /api/companies/{company}/evening/come", {"comes": comes}, company=company)

    async def open_table(self, company: str, game: str, **fields: Any) -> Table:
        """Open a table that the company's members alone see; `fields` as in `Player.create_table`."""
        frame = {"t": "create_table", "name": "Table of a company", "game": game, "company": company}
        answer = await self._link.command({**frame, **fields})
        return await self._sit(answer["data"]["table"])

    # --- chat and notices ---

    async def say(self, company: str, text: str) -> None:
        """Write in a company's chat."""
        await self._link.command({"t": "say", "room": f"{_ROOM}{company}", "text": text})

    async def chat(self, company: str) -> list[Data]:
        """The last lines of a company's chat, oldest first."""
        return list((await self._rest.ask("GET /api/companies/{company}/chat", company=company))["lines"])

    async def lines(self) -> AsyncIterator[ChatLine]:
        """What is said in one's companies while one is connected, one's own lines too; `room` is `company:` and the
        id."""
        async for line in self._said:
            yield line

    async def notices(self) -> AsyncIterator[CompanyFrame]:
        """What happens in one's companies: `news` is `invited`, `asked`, `joined`, `removed`, `closed`, `changed`, and
        of the evening `soon` and `now`."""
        async for frame in self._notices:
            yield frame

    # --- pushed frames ---

    def hear(self, frame: ToClient) -> None:
        """Keep notices and lines of companies."""
        if frame["t"] == "company":
            self._notices.put(frame)
        elif frame["t"] == "chat" and frame["line"]["room"].startswith(_ROOM):
            self._said.put(frame["line"])
