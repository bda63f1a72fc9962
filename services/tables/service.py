"""The tables service's requests; moves do not come this way but through shard.py."""

from services.contracts import tables as contract
from services.kernel.refusal import Refusal
from services.plumbing import settings as environment
from services.plumbing.host import Base, Wired
from services.plumbing.rpc import rpc
from services.plumbing.rpc_client import RpcClient
from services.tables import handlers
from services.tables.settings import TablesSettings


class App:
    """What the entrypoints work with."""

    def __init__(self, base: Base, settings: TablesSettings) -> None:
        """Made once a process."""
        self.base = base
        self.settings = settings


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; tables asks nobody."""
    return App(base, environment.load(TablesSettings))


class TablesService:
    """Queries that any tables process answers from the database."""

    name = "tables"
    app = Wired()

    @rpc(contract.GetCatalogue)
    def get_catalogue(self, _request: contract.GetCatalogue) -> contract.Catalogue:
        """All games."""
        return handlers.get_catalogue(self.app.settings)

    @rpc(contract.CheckOptions)
    def check_options(self, request: contract.CheckOptions) -> contract.CheckedOptions | Refusal:
        """Are these options right?"""
        return handlers.check_options(self.app.settings, request)

    @rpc(contract.GetMatch)
    def get_match(self, request: contract.GetMatch) -> contract.MatchRecord | Refusal:
        """A stored match."""
        return self.app.base.database.run(handlers.get_match, request)

    @rpc(contract.GetJournal)
    def get_journal(self, request: contract.GetJournal) -> contract.Journal | Refusal:
        """An ended match's journal."""
        return self.app.base.database.run(handlers.get_journal, request)


SERVICE = TablesService
