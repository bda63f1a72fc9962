"""Settings come from the environment, are checked, and every limit among them is a metric."""

import pytest
from prometheus_client import REGISTRY

from gateway.grpc.settings import GrpcSettings
from gateway.metrics import Counts, _Scrape, counts
from gateway.settings import GatewaySettings
from services.platform.process.settings import SettingsError, load
from tests.support.services.settings_in_rules import assert_as_operators_read


def test_numbers_are_those_that_operators_read() -> None:
    assert_as_operators_read(GatewaySettings())
    assert_as_operators_read(GrpcSettings())


def test_settings_are_read_from_the_environment() -> None:
    environ = {
        "KAFENEIO_GATEWAY_HOST": "0.0.0.0",
        "KAFENEIO_GATEWAY_PORT": "8080",
        "KAFENEIO_TABLE_SHARDS": "4",
        "KAFENEIO_GATEWAY_ALLOWED_ORIGINS": "https://a.example, https://b.example",
        "KAFENEIO_GATEWAY_FRAMES_PER_S": "7.5",
    }
    found = load(GatewaySettings, environ)
    assert (found.gateway_host, found.gateway_port, found.table_shards) == ("0.0.0.0", 8080, 4)
    assert found.gateway_allowed_origins == ["https://a.example", "https://b.example"]
    assert found.gateway_frames_per_s == 7.5


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("GATEWAY_PORT", "70000"),
        ("GATEWAY_CONNECTIONS_MAX", "0"),
        ("HEARTBEAT_LOST_S", "-1"),
        ("GATEWAY_FRAMES_BURST", "many"),
        ("GATEWAY_PROXY_HOPS", "-1"),
    ],
)
def test_a_setting_that_makes_no_sense_stops_the_start(name: str, text: str) -> None:
    with pytest.raises(SettingsError):
        load(GatewaySettings, {f"KAFENEIO_{name}": text})


def test_grpc_settings_are_read_too() -> None:
    found = load(GrpcSettings, {"KAFENEIO_GRPC_TOKENS": "a=1,b=2", "KAFENEIO_GRPC_PORT": "0"})
    assert found.grpc_tokens == ["a=1", "b=2"]


def test_every_limit_is_a_metric() -> None:
    limits = GatewaySettings().limits()
    assert {"gateway_connections_max", "gateway_frames_per_s", "heartbeat_lost_s"} <= limits.keys()
    assert not {"gateway_port", "gateway_host", "table_shards", "gateway_metrics_on_port"} & limits.keys()
    own = Counts()
    own.limits = limits
    samples = {
        sample.labels["setting"]: sample.value
        for metric in _Scrape(own).collect()
        for sample in metric.samples
        if sample.name == "kafeneio_gateway_limit"
    }
    assert samples == limits


def test_counts_are_scraped_with_their_labels() -> None:
    before = REGISTRY.get_sample_value("kafeneio_gateway_frames_total", {"kind": "move"}) or 0
    counts.frames["move"] += 2
    assert REGISTRY.get_sample_value("kafeneio_gateway_frames_total", {"kind": "move"}) == before + 2


def test_gauges_are_asked_when_they_are_read() -> None:
    own, values = Counts(), [1.0]
    own.gauges["connections"] = ("Sockets", lambda: values[0])
    values[0] = 5
    found = {sample.name: sample.value for metric in _Scrape(own).collect() for sample in metric.samples}
    assert found["kafeneio_gateway_connections"] == 5
