"""Holds the clients' histories against what the platform kept: in Jepsen's manner, without knowing how it works.

A command that was never answered may have happened or not. One that was answered has happened (or, refused, has not),
exactly once, and whoever asks afterwards is shown it.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

import msgspec

from bench.faults.splits.history import Effect, Kept, Operation, Read, Shown


class Findings(msgspec.Struct):
    """What is not as promised; all must be empty and 0."""

    lost: list[str] = []
    """Acknowledged, and not there."""
    doubled: list[str] = []
    """One command with two effects, or a refused one with any."""
    chips: list[str] = []
    """Chips that were made, destroyed or taken for nothing."""
    order: list[str] = []
    """Gaps and repeats, and versions of which two clients were shown different things."""
    stale: list[str] = []
    """Asked after an acknowledgement, answered without it."""
    ledger: int = 0
    """The sum of all balances."""

    @property
    def all(self) -> list[str]:
        """Every one, with its kind."""
        named = {name: getattr(self, name) for name in ("lost", "doubled", "chips", "order", "stale")}
        told = [f"{name}: {what}" for name, found in named.items() for what in found]
        return told + ([f"the ledger's sum is {self.ledger}"] if self.ledger else [])


def check(operations: Iterable[Operation], shown: Iterable[Shown], reads: Iterable[Read], kept: Kept) -> Findings:
    """Everything together."""
    commands, frames = list(operations), list(shown)
    lost, doubled = check_effects(commands, kept.effects)
    return Findings(
        lost=lost,
        doubled=doubled,
        chips=check_prices(commands, kept.effects) + check_balances(kept),
        order=check_journals(kept) + check_frames(frames) + check_agreement(frames),
        stale=check_reads(commands, reads),
        ledger=sum(kept.balances.values()),
    )


# --- effects -----------------------------------------------------------------------------------------------------


def check_effects(operations: Iterable[Operation], effects: Iterable[Effect]) -> tuple[list[str], list[str]]:
    """What is lost, and what happened too often."""
    found: dict[str, list[Effect]] = defaultdict(list)
    for effect in effects:
        found[effect.id].append(effect)
    lost: list[str] = []
    doubled: list[str] = []
    for operation in operations:
        made = found.get(operation.id, [])
        if operation.outcome == "done" and not made:
            lost.append(f"{operation.kind} {operation.id} of {operation.client} at {operation.place}")
        if len(made) > 1:
            doubled.append(f"{operation.kind} {operation.id} of {operation.client} has {len(made)} effects")
        if operation.outcome == "refused" and made:
            doubled.append(f"{operation.kind} {operation.id} of {operation.client} was refused, and has an effect")
        lost += [
            f"{operation.kind} {operation.id} was done at {operation.place} {operation.version or ''}, "
            f"and is kept at {effect.place} {effect.order or ''}"
            for effect in made
            if effect.place != operation.place or (operation.version or effect.order) != effect.order
        ]
    return lost, doubled


# --- chips -------------------------------------------------------------------------------------------------------


def check_prices(operations: Iterable[Operation], effects: Iterable[Effect]) -> list[str]:
    """What has an effect was paid for once, at its price; what has none was not paid for."""
    paid: Counter[str] = Counter()
    for effect in effects:
        paid[effect.id] += effect.chips
    happened = {effect.id for effect in effects}
    return [
        f"{operation.kind} {operation.id} of {operation.client} cost {paid[operation.id]} instead of {operation.chips}"
        for operation in operations
        if operation.id in happened and paid[operation.id] != operation.chips
    ]


def check_balances(kept: Kept) -> list[str]:
    """Every balance is the sum of its transfers."""
    moved: Counter[str] = Counter()
    for transfer in kept.transfers:
        moved[transfer.source] -= transfer.chips
        moved[transfer.target] += transfer.chips
    return [
        f"{account} has {kept.balances.get(account, 0)} chips, its transfers make {moved[account]}"
        for account in sorted({*moved, *kept.balances})
        if kept.balances.get(account, 0) != moved[account]
    ]


# --- order -------------------------------------------------------------------------------------------------------


def check_journals(kept: Kept) -> list[str]:
    """A journal's versions are 1, 2, 3 …: none is missing, none is there twice."""
    return [
        f"the journal of {table} goes {before} → {after}"
        for table, versions in kept.journals.items()
        for before, after in pairwise([0, *versions])
        if after != before + 1
    ]


def check_frames(shown: Iterable[Shown]) -> list[str]:
    """On one connection a table's versions never go back, and no event comes again or after a later one."""
    found: list[str] = []
    at: dict[tuple[str, int, str], int] = {}
    for frame in shown:
        key = (frame.client, frame.connection, frame.table)
        before = at.get(key, -1)
        if frame.version < before:
            found.append(f"{frame.client} was shown {frame.table} at {before}, then at {frame.version}")
        at[key] = max(before, frame.version)
        versions = [version for version, _ in frame.events]
        if any(after <= earlier for earlier, after in pairwise([before, *versions])):
            found.append(f"{frame.client} heard {versions} at {frame.table} after {before}")
        if any(after != earlier + 1 for earlier, after in pairwise(versions)):
            found.append(f"{frame.client} heard {versions} at {frame.table}, with a gap")
    return found


def check_agreement(shown: Iterable[Shown]) -> list[str]:
    """No two clients were shown different events at one version of a table: no two owners went on with it."""
    said: dict[tuple[str, int], tuple[str, str]] = {}
    found = []
    for frame in shown:
        for version, content in ((version, content) for version, content in frame.events if content):
            client, known = said.setdefault((frame.table, version), (frame.client, content))
            if known != content:
                found.append(f"{frame.table} {version}: {client} was shown {known}, {frame.client} {content}")
    return found


# --- reads -------------------------------------------------------------------------------------------------------


def check_reads(operations: Iterable[Operation], reads: Iterable[Read]) -> list[str]:
    """Whoever asks after a command was acknowledged, to anybody, is shown its effect."""
    done: dict[str, list[Operation]] = defaultdict(list)
    for operation in operations:
        if operation.outcome == "done" and operation.answered_s is not None:
            done[operation.place].append(operation)
    times: dict[str, list[float]] = {}
    newest: dict[str, list[int]] = {}
    for place, found in done.items():
        found.sort(key=lambda operation: operation.answered_s or 0.0)
        times[place] = [operation.answered_s or 0.0 for operation in found]
        newest[place] = _running_maximum(operation.version or 0 for operation in found)
    return [
        complaint
        for read in reads
        if read.place in times
        for count in [bisect_left(times[read.place], read.sent_s)]
        if count and (complaint := _missing(read, done[read.place][:count], newest[read.place][count - 1]))
    ]


def _running_maximum(values: Iterable[int]) -> list[int]:
    found: list[int] = []
    for value in values:
        found.append(max(value, found[-1] if found else 0))
    return found


def _missing(read: Read, before: list[Operation], version: int) -> str:
    """What a read should have shown of the commands that were acknowledged `before` it; empty: it showed them all."""
    if read.version is not None and read.version < version:
        return f"{read.client} asked for {read.place} after {version} had been acknowledged, and got {read.version}"
    if read.found is not None:
        absent = [operation.id for operation in before if operation.kind != "move" and operation.id not in read.found]
        if absent:
            return f"{read.client} asked for {read.place} and was not shown {absent}"
    return ""
