"""Orders of operators: checked, written into the audit log, published for the service that carries them out (RULES.md
§13)."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from services.contracts.base import wire_name
from services.contracts.moderation import orders as contract
from services.contracts.moderation.operator_settings import SettingDone
from services.kernel import operator_settings as rules
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.moderation import metrics, operator_setting_rows, operator_settings
from services.moderation.audit import audit_rows
from services.moderation.audit.audit_rows import append_audit
from services.moderation.audit.chain import Record
from services.moderation.cards.rules import CardSettings
from services.moderation.orders import order_rows as stored
from services.moderation.staff import roles
from services.moderation.staff.authority import act, roles_of
from services.moderation.staff.roles import Role
from services.platform.database.unit_of_work import Work

A = TypeVar("A")
_SUBJECTS = ("match", "round", "table", "reference", "board", "name")
"""Fields of an operation that name its subject."""


# --- placing ---------------------------------------------------------------------------------------------------------


def place_order(work: Work, cards: CardSettings, request: contract.PlaceOrder) -> contract.Order | Refusal:
    """Store an order and publish it; a setting of moderation is changed at once. A repeated id is one order."""
    role = act(work, request.account, "operate")
    refusal = role if isinstance(role, Refusal) else check_reason(request.reason)
    if refusal is not None or isinstance(role, Refusal):
        return refusal or Refusal("forbidden")
    audit_rows.lock_conduct(work)
    known = stored.find(work, request.id)
    if known is not None:
        same = (known.by, _core(known.operation)) == (request.account, _core(_cleaned(request.operation)))
        return known if same else Refusal("idempotency_conflict")
    order = contract.Order(
        id=request.id,
        by=request.account,
        reason=clean_text(request.reason),
        operation=request.operation,
        at_ms=work.now_ms,
    )
    if isinstance(request.operation, contract.ChangeSetting):
        return _change_setting(work, cards, order, role, request.operation)
    return _place(work, order, role)


def _cleaned(operation: contract.AnyOperation) -> contract.AnyOperation:
    """The stored form of an operation: words of a setting without spaces around them."""
    if isinstance(operation, contract.ChangeSetting):
        value = rules.check(operation.name, operation.value)
        return operation if isinstance(value, Refusal) else msgspec.structs.replace(operation, value=value)
    return operation


def _core(operation: contract.AnyOperation) -> contract.AnyOperation:
    """What was ordered without what a board was called then: sent again after it was renamed, it is the same order."""
    return msgspec.structs.replace(operation, title="") if isinstance(operation, contract.CloseBoard) else operation


def _place(work: Work, order: contract.Order, role: Role) -> contract.Order:
    stored.add(work, order)
    metrics.orders.labels(wire_name(type(order.operation)), order.state).inc()
    action = f"order_{wire_name(type(order.operation))}"
    after = msgspec.to_builtins(order.operation)
    entry = append_audit(work, _record(order, role, action, None, after))
    work.publish(
        contract.OrderPlaced(
            order=order.id, by=order.by, reason=order.reason, operation=order.operation, seq=entry.seq
        ),
    )
    return order


def _change_setting(
    work: Work, cards: CardSettings, order: contract.Order, role: Role, change: contract.ChangeSetting
) -> contract.Order | Refusal:
    """Moderation's own settings change at once; those of others when their owner has answered."""
    value = rules.check(change.name, change.value)
    if isinstance(value, Refusal):
        return value
    order = msgspec.structs.replace(order, operation=_cleaned(change))
    if rules.owner_of(change.name) != "moderation":
        return _place(work, order, role)
    before = operator_settings.settings_now(work, cards)[change.name]
    operator_setting_rows.save_setting(work, change.name, value)
    done = msgspec.structs.replace(order, state="done", answered_at_ms=work.now_ms)
    stored.add(work, done)
    metrics.orders.labels("change_setting", done.state).inc()
    entry = append_audit(work, _record(order, role, "change_setting", before, value))
    work.publish(contract.SettingChanged(name=change.name, seq=entry.seq, value=value))
    return done


def _record(order: contract.Order, role: Role, action: str, before: Any, after: Any) -> Record:
    about = [getattr(order.operation, name) for name in _SUBJECTS if hasattr(order.operation, name)]
    subject = about[0] if about else wire_name(type(order.operation))
    return Record(order.at_ms, order.by, role, action, subject, order.id, order.reason, before, after)


# --- answers ---------------------------------------------------------------------------------------------------------


def orders_answered(work: Work, events: Sequence[contract.OrderAnswered]) -> None:
    """Services have carried orders out, or refused them."""
    audit_rows.lock_conduct(work)
    for event in sorted(events, key=lambda each: (each.order, each.error is None)):
        known = stored.find(work, event.order)
        if known is not None and known.state != "done":
            stored.answer(work, event.order, event.error, event.detail)
            state = "done" if event.error is None else "refused"
            metrics.orders.labels(wire_name(type(known.operation)), state).inc()
            if isinstance(known.operation, contract.ChangeSetting) and event.error is None:
                _setting_done(work, known, msgspec.convert(event.detail, SettingDone))


def _setting_done(work: Work, order: contract.Order, done: SettingDone) -> None:
    """The owner of a setting has changed it: log the values before and after, and publish it for the other services."""
    append_audit(work, _record(order, "operator", "change_setting", done.before, done.after))
    work.publish(contract.SettingChanged(name=done.name, seq=done.seq, value=done.after))


# --- queries ---------------------------------------------------------------------------------------------------------


def list_orders(work: Work, request: contract.ListOrders) -> contract.Orders | Refusal:
    """A page of the orders, for operators and auditors."""
    refusal = roles.check(roles_of(work, request.account), "read_orders")
    return refusal or contract.Orders(orders=stored.list_newest(work, contract.LISTED_MAX))


def get_order(work: Work, request: contract.GetOrder) -> contract.Order | Refusal:
    """An order, for operators and auditors: `forbidden`, `order_unknown`."""
    refusal = roles.check(roles_of(work, request.account), "read_orders")
    return refusal or stored.find(work, request.order) or Refusal("order_unknown")
