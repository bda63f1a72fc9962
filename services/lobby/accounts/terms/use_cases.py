"""The terms and rules: read, accepted, replaced by a new version (RULES.md §1)."""

from collections.abc import Sequence

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.accounts import accounts as contract
from services.contracts.moderation import orders
from services.kernel.refusal import Refusal
from services.lobby.accounts.terms import rows as stored
from services.lobby.accounts.terms import rules as terms
from services.lobby.accounts.terms.rules import Posted
from services.lobby.ports import Ports
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work


def get_terms(work: Work, _ports: Ports, _request: contract.GetTerms) -> contract.Terms:
    """The posted version and those before it."""
    versions = stored.history(work)
    return contract.Terms(version=versions[0].version, history=[_line(each) for each in versions])


def accept_terms(work: Work, ports: Ports, request: contract.AcceptTerms) -> Done | Refusal:
    """Store that an account has accepted the posted version."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    refusal = terms.check_accepted(request.version, stored.posted(work))
    if refusal is not None:
        return refusal
    stored.accept(work, found[1].account, request.version)
    return Done()


def post_terms(work: Work, changes: dict[str, str]) -> contract.TermsVersion | Refusal:
    """Post the next version; it counts for what begins from now on. `bad_request`."""
    said = terms.read_changes(changes)
    if isinstance(said, Refusal):
        return said
    new = Posted(stored.posted(work) + 1, work.now_ms, said)
    while not stored.add(work, new):
        new = Posted(new.version + 1, work.now_ms, said)
    return _line(new)


def _line(posted: Posted) -> contract.TermsVersion:
    return contract.TermsVersion(version=posted.version, posted_at_ms=posted.posted_at_ms, changes=posted.changes)


def terms_ordered(work: Work, _ports: Ports, events: Sequence[orders.OrderPlaced]) -> None:
    """Post new versions of the terms and rules."""
    for event in events:
        order = event.operation
        assert isinstance(order, orders.PostTerms)
        found = post_terms(work, {"el": order.el, "en": order.en, "es": order.es})
        if isinstance(found, Refusal):
            work.publish(orders.OrderAnswered(order=event.order, error=found.error, detail=found.detail))
        else:
            work.publish(orders.OrderAnswered(order=event.order, detail=msgspec.to_builtins(found)))
