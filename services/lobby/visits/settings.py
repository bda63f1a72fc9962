"""Settings of visits between cells (RULES.md §19): read once, at the start."""

import msgspec

from services.lobby.visits import cell_directory
from services.lobby.visits.cell_directory import CellEntry, Directory
from services.platform.process.settings import CommonSettings, SettingsError, load


class VisitSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's directory of cells."""

    cell_pass_key: str = ""
    """Secret: the key with which this cell signs passes of its players to other cells, 32 bytes as base64url; made by
    `kafeneio cells key`."""
    cell_directory: dict[str, CellEntry] = {}
    """JSON: id of a neighbour → `{"name": "Thessaloniki", "address": "https://…", "key": "…"}`. `key`: its public key,
    or a list of keys while it changes to another. Needs the pass key, and each of them among the neighbours."""


def load_directory(common: CommonSettings) -> Directory:
    """The cells that can be visited from here.

    Raises:
        SettingsError: the settings do not fit together.
    """
    settings = load(VisitSettings)
    try:
        return cell_directory.read(common.cell, common.cell_neighbours, settings.cell_pass_key, settings.cell_directory)
    except ValueError as error:
        raise SettingsError(str(error)) from error
