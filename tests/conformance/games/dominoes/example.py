"""An example for the tests of what all families read alike."""

from tests.conformance.example import Example

EXAMPLE = Example(
    {"target": 100},
    {"leader": 0},
    {"hands": [["6-6", "1-0"], ["5-5"], ["4-4"], ["3-3"]], "timeouts": [0, 0, 0, 1]},
    {"move": "lay", "tile": "6-6"},
    "options",
    {"chain": ["6-5"], "hand": ["6-6"], "leader": 0},
)
