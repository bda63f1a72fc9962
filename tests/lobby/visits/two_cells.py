"""Two lobbies of cells that know each other, as two operators would set them up (services/lobby/RULES.md §19)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from services.contracts.lobby.accounts import visits as contract
from services.contracts.wallet.balances import Balance, GetBalance
from services.lobby.ports import Ports
from services.lobby.visits import use_cases as visits
from services.lobby.visits.cell_directory import KEY_BYTES, CellEntry, encode_key, make_key_pair, read
from services.lobby.visits.visitors import Visitors
from tests.lobby.local_lobby import Here, LocalLobby

CHIPS = 4_200
"""What everybody has in the wallet."""
NAMES = {"a": "Athens", "b": "Berlin", "c": "Chania"}


def address_of(cell: str) -> str:
    return f"https://{cell}.example"


class CellOfTwo:
    """The lobby of one cell: its key pair, and the use cases of visits."""

    def __init__(self, lobby: LocalLobby, cell: str) -> None:
        self.lobby, self.cell = lobby, cell
        self.private, self.public = make_key_pair()
        lobby.rpc.answers[GetBalance] = lambda asked: Balance(account=asked.account, chips=CHIPS)
        self.name_cells({})

    @property
    def ports(self) -> Ports:
        return self.lobby.ports

    def name_cells(self, keys: dict[str, str | Sequence[str]]) -> None:
        """The directory from now on; `keys`: of each neighbour, by its id."""
        entries = {
            cell: CellEntry(NAMES[cell], address_of(cell), key if isinstance(key, str) else list(key))
            for cell, key in keys.items()
        }
        self.directory = read(self.cell, list(entries), self.private, entries)
        self._name_cell()

    def set(self, **settings: Any) -> None:
        """Other settings from now on."""
        self.lobby.set(**settings)
        self._name_cell()

    def _name_cell(self) -> None:
        self.lobby.ports = replace(self.lobby.ports, cell=self.cell, visits=Visitors(self.cell))

    def sweep(self) -> None:
        """What the lobby does again and again, with its part about visitors."""
        self.lobby.sweep()
        visits.sweep_sessions(self.ports)

    def cells(self) -> list[contract.Cell]:
        return visits.list_cells(self.directory).cells

    def issue(self, who: Here, to: str) -> Any:
        asked = contract.IssuePass(token=who.token, cell=to, address="192.0.2.7")
        return visits.issue_pass(self.ports, self.directory, asked)

    def a_pass(self, who: Here, to: str) -> str:
        issued = self.issue(who, to)
        assert isinstance(issued, contract.CellPass), issued
        return issued.text

    def begin(self, signed: str, **fields: Any) -> Any:
        asked = contract.BeginVisit(signed=signed, address="192.0.2.8", **fields)
        return visits.begin_visit(self.ports, self.directory, asked)

    def visit_of(self, account: str) -> Any:
        return self.ports.run(visits.get_visit, self.directory, contract.GetVisit(account=account))


def introduce(*cells: CellOfTwo) -> None:
    """Let each of the cells know all others."""
    for each in cells:
        each.name_cells({other.cell: other.public for other in cells if other is not each})


def key_pair(seed: int) -> tuple[str, str]:
    """A private key and its public key that are the same in every process; `seed`: 0 to 255."""
    key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * KEY_BYTES)
    return encode_key(key.private_bytes_raw()), encode_key(key.public_key().public_bytes_raw())
