"""Checks chance without the server: `kafeneio verify FILE`, or `python kafeneio/verify.py FILE`.

The file is a recording, or a drawn lottery ticket as the API answers it. This stands alone on purpose: standard library
only, none of the code that dealt (services/tables/RULES.md §14). It computes every draw again from the published root
and seeds, and says line by line what matched and what did not. Exit code 0: everything matched; 1: something did not;
2: the file could not be read.

What it cannot know is what was promised before the match. Whoever noted the commitment then, and the seed that their
own client sent, gives them: `--commit HEX`, `--seed HEX`.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = 1
_WORDS = 2**32
_SEED = re.compile(r"[0-9a-f]{32}")
_HEX_32 = re.compile(r"[0-9a-f]{64}")
_VALUES_SHOWN = 12
_TICKET_DRAWS = 10_000
_DRAW_MAX = 1_000
"""The largest numbers of pieces, bounds and dice that a game asks for; a file with more is not a recording of this
platform."""


class Finding(NamedTuple):
    """The result of one check."""

    holds: bool
    words: str


class Unreadable(Exception):
    """The file is not a recording that can be checked; the text says why."""


# --- chance by the rules ---------------------------------------------------------------------------------------------


def commitment(root: bytes) -> str:
    """The commitment that was to be published before play."""
    return hashlib.sha256(root).hexdigest()


def deal_key(root: bytes, match: str, hand: int) -> str:
    """The name of a hand: 16 bytes of an HMAC, with the bits of a version-4 UUID."""
    digest = bytearray(hmac.new(root, f"deal_key|{match}|{hand}".encode(), hashlib.sha256).digest()[:16])
    digest[6] = digest[6] % 16 + 64
    digest[8] = digest[8] % 64 + 128
    return str(uuid.UUID(bytes=bytes(digest)))


def numbers(root: bytes, key: str, purpose: str, seeds: str) -> Iterator[int]:
    """The stream of a purpose: unsigned 32-bit numbers without end."""
    block = 0
    while True:
        digest = hmac.new(root, f"{key}|{purpose}|{seeds}|{block}".encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    """The next number below n; those that would make some numbers likelier are dropped."""
    return next(word for word in stream if word < _WORDS - _WORDS % n) % n


def shuffled(stream: Iterator[int], n: int) -> list[int]:
    """The pieces 0 … n − 1 in shuffled order."""
    pieces = list(range(n))
    for i in reversed(range(1, n)):
        j = below(stream, i + 1)
        pieces[i], pieces[j] = pieces[j], pieces[i]
    return pieces


def drawn(stream: Iterator[int], kind: str, n: int) -> list[int]:
    """The values that a draw must have had."""
    if kind == "shuffle":
        return shuffled(stream, n)
    if kind == "dice":
        return [1 + below(stream, 6) for _ in range(n)]
    if kind == "below":
        return [below(stream, n)]
    raise Unreadable(f"no draw is called {kind!r}")


# --- a recording -----------------------------------------------------------------------------------------------------


def check(recording: dict[str, Any], commit: str | None = None, seed: str | None = None) -> list[Finding]:
    """Everything that can be checked, in order. `commit` and `seed`: what was noted before the match.

    Raises:
        Unreadable: it is no recording.
    """
    try:
        return list(_check(recording, commit, seed))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(f"{type(error).__name__}: {error}") from error


def _check(recording: dict[str, Any], commit: str | None, seed: str | None) -> Iterator[Finding]:
    if "ticket" in recording:
        yield from _check_ticket(recording, commit, seed)
        return
    if recording["format"] != FORMAT:
        raise Unreadable(f"format {recording['format']}; this reads format {FORMAT}")
    if not _HEX_32.fullmatch(recording["root"]):
        raise Unreadable("the root is not 64 lower-case hex digits")
    root = bytes.fromhex(recording["root"])
    yield from _check_commitment(root, recording["commit"], commit)
    yield from _check_seeds(recording["seeds"], len(recording["seats"]), seed)
    for hand in recording["hands"]:
        key = deal_key(root, recording["match"], hand["number"])
        yield Finding(key == hand["deal_key"], f"hand {hand['number']}: its key is {hand['deal_key']}")
    yield from _check_draws(root, recording)


def _check_ticket(ticket: dict[str, Any], commit: str | None, seed: str | None) -> Iterator[Finding]:
    """Check a drawn lottery ticket in the form that its owner is shown."""
    if not _HEX_32.fullmatch(ticket["root"]):
        raise Unreadable("the root is not 64 lower-case hex digits")
    root = bytes.fromhex(ticket["root"])
    own = ticket["seed"] or "0" * 32
    yield from _check_commitment(root, ticket["commit"], commit)
    yield from _check_seeds([own], 1, seed)
    draw = below(numbers(root, deal_key(root, ticket["ticket"], 1), "lottery", own), _TICKET_DRAWS)
    yield Finding(draw == ticket["draw"], f"the draw is {ticket['draw']}; by the rules {draw}")


def _check_commitment(root: bytes, recorded: str, noted: str | None) -> Iterator[Finding]:
    yield Finding(commitment(root) == recorded, f"the SHA-256 of the root is the commitment {recorded}")
    if noted is not None:
        yield Finding(noted.strip().lower() == recorded, "the commitment is the one that was noted before the match")


def _check_seeds(seeds: Sequence[str], seats: int, noted: str | None) -> Iterator[Finding]:
    sound = len(seeds) == seats and all(_SEED.fullmatch(each) for each in seeds)
    yield Finding(sound, f"each of the {seats} seats has a seed of 32 hex digits")
    if noted is not None:
        yield Finding(noted.strip().lower() in seeds, "the seed that was noted is among them")


def _check_draws(root: bytes, recording: dict[str, Any]) -> Iterator[Finding]:
    seeds = ".".join(recording["seeds"])
    streams: dict[tuple[int, str], Iterator[int]] = {}
    for event in recording["events"]:
        if event["kind"] != "drawn":
            continue
        hand, data = event["hand"], event["data"]
        kind, n, purpose = data["draw"], data["n"], data["purpose"]
        if type(n) is not int or not 1 <= n <= _DRAW_MAX:
            raise Unreadable(f"a draw of {n!r}")
        if (hand, purpose) not in streams:
            key = deal_key(root, recording["match"], hand)
            streams[hand, purpose] = numbers(root, key, purpose, seeds)
        wanted = drawn(streams[hand, purpose], kind, n)
        words = f"hand {hand}, {purpose}, {kind} {n} (event {event['seq']}): {_shown(data['values'])}"
        matches = wanted == data["values"]
        yield Finding(matches, words if matches else f"{words} in the recording, {_shown(wanted)} by the rules")


def _shown(values: Sequence[int]) -> str:
    shown = " ".join(map(str, values[:_VALUES_SHOWN]))
    return shown if len(values) <= _VALUES_SHOWN else f"{shown} …"


# --- the command -----------------------------------------------------------------------------------------------------


def report(findings: Sequence[Finding], asked_before: bool) -> list[str]:
    """The findings as lines for a person."""
    lines = [f"{'ok ' if found.holds else 'BAD'}  {found.words}" for found in findings]
    broken = sum(not found.holds for found in findings)
    if broken:
        return [*lines, f"{broken} of {len(findings)} checks failed: this recording is not what it claims to be."]
    lines.append(f"All {len(findings)} checks hold: every draw follows from the root and the seeds.")
    if not asked_before:
        lines.append("Not checked: whether the commitment was shown before the match (give it with --commit).")
    return lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("recording", help="a recording as JSON, or - for standard input")
    parser.add_argument("--commit", help="the commitment as it was shown before the match")
    parser.add_argument("--seed", help="the seed that your client sent")


def run(path: str, commit: str | None, seed: str | None) -> int:
    """Check a file and print the findings; returns the exit code."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        findings = check(json.loads(text), commit, seed)
    except (OSError, ValueError, RecursionError, Unreadable) as error:
        sys.stderr.write(f"{path}: not a recording that can be checked: {error}\n")
        return 2
    sys.stdout.write("\n".join(report(findings, commit is not None)) + "\n")
    return 0 if all(found.holds for found in findings) else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="verify", description="Check the chance of a recorded match.")
    add_arguments(parser)
    args = parser.parse_args(arguments)
    return run(args.recording, args.commit, args.seed)


if __name__ == "__main__":
    sys.exit(main())
