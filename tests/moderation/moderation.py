"""A moderation process without a broker, for the tests of its entrypoints."""

from typing import Any

from services.contracts.moderation import CardsChanged, Conduct, GetConduct, MessageSent, Suspended
from services.contracts.tables import Expel
from services.moderation import store
from services.moderation.audit import Entry, Record
from services.moderation.cards import CardSettings
from services.moderation.service import App, ModerationService
from services.moderation.store import append_audit, read_audit
from tests.wallet.process import Process


class Moderation(Process):
    """One moderation process without a broker."""

    sent = Expel
    events = {
        "moderation.cards_changed": CardsChanged,
        "moderation.suspended": Suspended,
        "moderation.message_sent": MessageSent,
    }

    def __init__(self, url: str, cards: CardSettings | None = None) -> None:
        super().__init__(url, "moderation")
        self.service = ModerationService()
        self.service.app = App(self.base, cards or CardSettings())

    def conduct(self, account: str) -> Conduct:
        return self.ask(GetConduct(account=account))

    def keep(self, function: Any, *args: Any) -> Any:
        """Call one of the store's functions in a transaction of its own."""
        return self.database.run(function, *args)

    def write(self, *records: Record) -> list[Entry]:
        return [self.keep(append_audit, record) for record in records]

    def cards(self) -> list[Any]:
        """Every card that is kept."""
        with self.database.work() as work:
            return list(work.execute(store.cards.select()))

    def log(self) -> list[Entry]:
        with self.database.work() as work:
            return list(read_audit(work))
