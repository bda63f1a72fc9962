"""An example for the tests of what all families read alike."""

from tests.conformance.example import Example

EXAMPLE = Example(
    {"target": 1000},
    {"phase": "play", "turn": 0},
    {
        "hands": [["5j", "9j"], ["6j"], ["7j"], ["8j"]],
        "calls": ["tichu", None, None, None],
        "piles": [["2j"], [], [], []],
        "timeouts": [0, 1, 0, 0],
    },
    {"move": "play", "cards": ["5j"]},
    "match_end",
    {"totals": [1000, 20]},
)
