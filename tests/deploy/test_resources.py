"""The rule by which requests and limits follow from what a process was measured to use."""

import pytest

from deploy.generate.resources import Used, derived


@pytest.mark.parametrize(
    ("used", "expected"),
    [
        (Used(idle_cpu_m=1, cpu_m=100, peak_cpu_m=180, idle_mib=60, mib=80, peak_mib=90), "150m, 128Mi; at most 192Mi"),
        (Used(idle_cpu_m=1, cpu_m=61, peak_cpu_m=180, idle_mib=60, mib=64, peak_mib=65), "95m, 96Mi; at most 144Mi"),
        (Used(idle_cpu_m=1, cpu_m=2, peak_cpu_m=3, idle_mib=60, mib=64, peak_mib=40), "10m, 96Mi; at most 96Mi"),
    ],
    ids=["whole steps", "rounded up", "at least"],
)
def test_a_process_requests_half_as_much_again_and_may_have_twice_its_most(used: Used, expected: str) -> None:
    assert str(derived(used)) == expected
