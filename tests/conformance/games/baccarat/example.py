"""An example for the tests of what all families read alike."""

from tests.conformance.example import Example

EXAMPLE = Example(
    {"variant": "commission"},
    {"phase": "betting", "stakes": {"0": {"player": 20}}},
    {"timeouts": [0] * 7},
    {"move": "bet", "stakes": {"banker": 200}},
    "shoe_after",
    {"remaining_before": 100, "used": 5, "last_round": False},
)
