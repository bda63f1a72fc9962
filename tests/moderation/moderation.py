"""A moderation process without a broker, for the tests of its entrypoints."""

from typing import Any

from services.contracts.lobby.accounts.privacy import ErasureAnswered
from services.contracts.moderation import events
from services.contracts.moderation import reports as discipline
from services.contracts.moderation.companies import CompanyDecided
from services.contracts.moderation.conduct import CardsChanged, ChatMuted, Conduct, GetConduct
from services.contracts.moderation.messages import MessageSent
from services.contracts.moderation.orders import OrderPlaced, SettingChanged
from services.contracts.tables.commands import Expel
from services.moderation import schema
from services.moderation.audit.audit_rows import append_audit, read_audit
from services.moderation.audit.chain import Entry, Record
from services.moderation.cards.rules import CardSettings
from services.moderation.service import App, ModerationService
from services.moderation.staff import role_rows
from tests.support.services.process import Process

REASON = "seen in the chat of the table"
ROLES = ("moderator", "administrator", "operator", "auditor")


class Moderation(Process):
    """One moderation process without a broker."""

    sent = Expel
    events = {
        "moderation.appeal_filed": events.AppealFiled,
        "privacy.erasure_answered": ErasureAnswered,
        "moderation.cards_changed": CardsChanged,
        "moderation.case_opened": events.CaseOpened,
        "moderation.company_decided": CompanyDecided,
        "moderation.chat_muted": ChatMuted,
        "moderation.message_acknowledged": events.MessageAcknowledged,
        "moderation.message_sent": MessageSent,
        "moderation.order_placed.annul_match": OrderPlaced,
        "moderation.order_placed.correct_match": OrderPlaced,
        "moderation.order_placed.change_setting": OrderPlaced,
        "moderation.report_filed": events.ReportFiled,
        "moderation.review_changed": events.ReviewChanged,
        "moderation.roles_changed": events.RolesChanged,
        "moderation.setting_changed": SettingChanged,
        "moderation.standing_changed": events.StandingChanged,
        "moderation.watch_changed": events.WatchChanged,
    }

    def __init__(self, url: str, cards: CardSettings | None = None) -> None:
        super().__init__(url, "moderation")
        self.service = ModerationService()
        self.service.app = App(self.base, cards or CardSettings())
        self._filed = 0

    def conduct(self, account: str) -> Conduct:
        return self.ask(GetConduct(account=account))

    def hire(self) -> None:
        """Staff of every role: `a moderator`, `an auditor` …; and a second administrator."""
        for role in ROLES:
            self.keep(role_rows.add_role, f"the {role}", role)
        self.keep(role_rows.add_role, "another administrator", "administrator")

    def report(self, by: str = "ana", reported: str = "ben", **fields: Any) -> Any:
        """File a report that nothing speaks against, but for what `fields` say."""
        self._filed += 1
        asked: dict[str, Any] = {
            "id": f"r{self._filed}",
            "reported_kind": "human",
            "category": "insult",
            "comment": "said something",
            "context": discipline.ReportContext(room="lobby"),
            "lines": [],
            "seated": [],
            "contact_ms_ago": 0,
        }
        return self.ask(discipline.FileReport(account=by, reported=reported, **asked | fields))

    def decide(self, report: str, decision: Any, by: str = "the administrator", **fields: Any) -> Any:
        asked = {"reason": REASON} | fields
        return self.ask(discipline.Decide(account=by, report=report, decision=decision, **asked))

    def keep(self, function: Any, *args: Any) -> Any:
        """Call one of the store's functions in a transaction of its own."""
        return self.database.run(function, *args)

    def write(self, *records: Record) -> list[Entry]:
        return [self.keep(append_audit, record) for record in records]

    def cards(self) -> list[Any]:
        """Every card that is kept."""
        with self.database.work() as work:
            return list(work.execute(schema.cards.select()))

    def log(self) -> list[Entry]:
        with self.database.work() as work:
            return list(read_audit(work))
