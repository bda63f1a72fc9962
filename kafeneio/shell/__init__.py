"""Commands of operators at a shell, a module for each subject. Each command is one action, which returns the exit code.

Most write straight into their service's database, in a transaction of the same use cases that its RPC has. Each action
imports what it needs, so that `kafeneio --help` and processes of other kinds load none of it.
"""

from typing import Any

from kafeneio.shell import (
    accounts,
    boards,
    checkpoints,
    keys,
    ledger,
    moderation,
    recovery,
    retention,
    server,
    stakes,
    tables,
    webhooks,
)


def add_commands(actions: Any) -> None:
    """Add the commands of every subject; `actions`: the command line's subparsers."""
    money = (boards, ledger, stakes)
    subjects = (tables, moderation, accounts, *money, recovery, retention, checkpoints, keys, server, webhooks)
    for subject in subjects:
        subject.add_commands(actions)
