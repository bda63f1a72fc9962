"""The metrics of two processes as one text: of a process and of the one that it has started for a part of its work."""

from collections.abc import Iterable, Iterator

from prometheus_client import generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector
from prometheus_client.samples import Sample

_OF_ONE_PROCESS = ("process_", "python_")
_GAUGE = "gauge"


class _Families(Collector):
    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = list(families)

    def collect(self) -> Iterator[Metric]:
        """All of them."""
        yield from self._families


def with_ours(theirs: bytes) -> bytes:
    """This process's metrics and those of the other one, as it wrote them; ours alone where it wrote nothing."""
    ours = generate_latest()
    return merged(ours.decode(), theirs.decode()) if theirs else ours


def merged(ours: str, theirs: str) -> bytes:
    """Both texts together: counts are added up, of two gauges the larger counts (limits are the same in both). What
    describes a process itself (memory, garbage collection) is ours."""
    families = {family.name: family for family in text_string_to_metric_families(ours)}
    for family in text_string_to_metric_families(theirs):
        if not family.name.startswith(_OF_ONE_PROCESS):
            known = families.setdefault(family.name, family)
            if known is not family:
                known.samples = _combined(known, family)
    return generate_latest(_Families(families.values()))


def _combined(ours: Metric, theirs: Metric) -> list[Sample]:
    found = {_key(sample): sample for sample in ours.samples}
    for sample in theirs.samples:
        known = found.get(_key(sample))
        if known is None:
            found[_key(sample)] = sample
        else:
            is_larger = ours.type == _GAUGE
            value = max(known.value, sample.value) if is_larger else known.value + sample.value
            found[_key(sample)] = known._replace(value=value)
    return list(found.values())


def _key(sample: Sample) -> tuple[str, tuple[tuple[str, str], ...]]:
    return sample.name, tuple(sorted(sample.labels.items()))
