"""A service's settings that operators change while it runs: kept in its database, used by all its processes.

An order comes as an event, is checked against the service's other settings and becomes a row; a process adopts the rows
at once when it has written them itself, and within a second when another process has. Use cases get the settings as an
immutable value, as before: whoever began with one value ends with it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa

from services.contracts.moderation.operator_settings import SettingDone, SettingNow, SettingsAnnounced
from services.contracts.moderation.orders import ChangeSetting, OrderAnswered, OrderPlaced, SettingChanged
from services.kernel.operator_settings import RULES, Value, used_by
from services.kernel.refusal import Refusal
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Database, Work
from services.platform.process import metrics
from services.platform.process.json import decode, encode_text
from services.platform.process.logs import get_logger

log = get_logger(__name__)

S = TypeVar("S", bound=msgspec.Struct)
Check = Callable[[Any], Refusal | None]
"""Whether settings fit together; `bad_parameters` names the field that does not."""

metadata = sa.MetaData()
changed_settings = sa.Table(
    "changed_settings",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
)
"""What operators have changed; `seq`: the order's number, of two the greater is newer."""


class Changed(NamedTuple):
    """A setting that an operator has changed."""

    value: Value
    seq: int


Changes = Mapping[str, Changed]


def fits_always(_settings: Any) -> Refusal | None:
    """The check of a service whose settings do not depend on each other."""
    return None


class LiveSettings(Generic[S]):
    """The settings of one process: those of the environment, with what operators have changed."""

    def __init__(self, service: str, usual: S, adopt: Callable[[S], None], check: Check = fits_always) -> None:
        """`usual`: from the environment. `adopt` is called with the settings whenever they are other ones."""
        self.service = service
        self._usual = usual
        self._adopt = adopt
        self._check = check
        self._known: Changes = {}
        fields = {field.name: field.type for field in msgspec.structs.fields(usual)}
        self._types = {rule.name: fields[rule.name] for rule in used_by(service) if rule.name in fields}
        self._seq = metrics.settings_seq.labels(service)

    @property
    def usual(self) -> S:
        """The settings of the environment."""
        return self._usual

    def uses(self, name: str) -> bool:
        """Whether the service has this setting."""
        return name in self._types

    def owns(self, name: str) -> bool:
        """Whether the service decides about this setting."""
        return self.uses(name) and RULES[name].owners[0] == self.service

    def with_changes(self, changes: Changes) -> S:
        """The settings with these changes."""
        mine = {name: each.value for name, each in changes.items() if self.uses(name)}
        return msgspec.structs.replace(
            self._usual, **{name: msgspec.convert(value, self._types[name]) for name, value in mine.items()}
        )

    def check(self, changes: Changes) -> Refusal | None:
        """Whether the settings would fit together. Refusals: `setting_invalid` with the field, and those of the
        service's own check."""
        try:
            refusal = self._check(self.with_changes(changes))
        except msgspec.ValidationError as error:
            return Refusal("setting_invalid", str(error))
        if refusal is not None and refusal.error == "bad_parameters":
            return Refusal("setting_invalid", refusal.detail)
        return refusal

    def plain(self, changes: Changes) -> dict[str, Value]:
        """The settings' values as plain data, by name."""
        settings = self.with_changes(changes)
        return {name: decode(encode_text(getattr(settings, name))) for name in self._types}

    def take(self, changes: Changes) -> None:
        """Use these from now on, but for values older than known ones: somebody may have read them before the last
        change. What does not fit together (the environment has changed) is not used."""
        kept = {name: each for name, each in self._known.items() if name in changes and changes[name].seq < each.seq}
        changes = {**changes, **kept}
        if changes == self._known:
            return
        self._known = changes
        self._seq.set(max((each.seq for each in changes.values()), default=0))
        if (refusal := self.check(changes)) is not None:
            metrics.settings_refused.labels(self.service).inc()
            log.error("settings_do_not_fit", service=self.service, error=refusal.error, detail=refusal.detail)
            return
        self._adopt(self.with_changes(changes))
        log.info("settings_changed", service=self.service, names=sorted(changes))

    def refresh(self, database: Database) -> None:
        """Read what operators have changed, and use it."""
        self.take(database.look(read))


# --- as they are kept --------------------------------------------------------------------------------------------


def read(work: Work) -> Changes:
    """What operators have changed, by name."""
    rows = bulk_rows.ask(work, "SELECT name, value, seq FROM changed_settings")
    return {row.name: Changed(decode(row.value), row.seq) for row in rows}


def read_settings(work: Work, service: str, usual: S) -> S:
    """The settings as they are now, for a command that runs once."""
    return LiveSettings(service, usual, lambda _settings: None).with_changes(read(work))


def _save(work: Work, name: str, changed: Changed) -> None:
    """Keep a value. The caller holds the lock, and has looked whether a newer one is kept."""
    values = {"name": name, "value": encode_text(changed.value), "seq": changed.seq}
    same = changed_settings.c.name == name
    if not work.execute(changed_settings.update().where(same).values(values)).rowcount:
        work.execute(changed_settings.insert().values(values))


def _lock(work: Work) -> Changes:
    """What is changed already; nobody else changes anything before this unit of work ends."""
    if not work.is_sqlite:
        work.execute(sa.text("LOCK TABLE changed_settings IN SHARE ROW EXCLUSIVE MODE"))
    return read(work)


# --- changed -----------------------------------------------------------------------------------------------------


def settings_ordered(work: Work, live: LiveSettings[Any], events: Sequence[OrderPlaced]) -> None:
    """Carry out the orders about settings that this service owns, and answer them."""
    for event in sorted(events, key=lambda each: each.seq):
        assert isinstance(event.operation, ChangeSetting)
        if live.owns(event.operation.name):
            found = _change(work, live, event.operation, event.seq)
            if isinstance(found, Refusal):
                work.publish(OrderAnswered(order=event.order, error=found.error, detail=found.detail))
            else:
                work.publish(OrderAnswered(order=event.order, detail=msgspec.to_builtins(found)))


def _change(work: Work, live: LiveSettings[Any], order: ChangeSetting, seq: int) -> SettingDone | Refusal:
    before = _lock(work)
    known = before.get(order.name)
    if known is not None and known.seq > seq:
        return Refusal("setting_outdated")
    after = {**before, order.name: Changed(order.value, seq)}
    if (refusal := live.check(after)) is not None:
        return refusal
    _save(work, order.name, after[order.name])
    work.after(lambda: live.take(after))
    announce(work, live, after)
    return SettingDone(
        name=order.name, seq=seq, before=live.plain(before)[order.name], after=live.plain(after)[order.name]
    )


def settings_changed(work: Work, live: LiveSettings[Any], events: Sequence[SettingChanged]) -> None:
    """Follow the owners of settings that this service uses too."""
    mine = [event for event in events if live.uses(event.name) and not live.owns(event.name)]
    if not mine:
        return
    changes = dict(_lock(work))
    for event in mine:
        known = changes.get(event.name)
        if known is None or known.seq < event.seq:
            changes[event.name] = Changed(event.value, event.seq)
            _save(work, event.name, changes[event.name])
    work.after(lambda: live.take(changes))


def announce(work: Work, live: LiveSettings[Any], changes: Changes | None = None) -> None:
    """Publish the settings that the service owns, as they are after `changes` (None: as they are kept)."""
    changes = read(work) if changes is None else changes
    now, usual = live.plain(changes), live.plain({})
    mine = [name for name in now if live.owns(name)]
    newest = max((changes[name].seq for name in mine if name in changes), default=0)
    settings = [SettingNow(name=name, value=now[name], usual=usual[name]) for name in mine]
    work.publish(SettingsAnnounced(service=live.service, seq=newest, at_ms=work.now_ms, settings=settings))
