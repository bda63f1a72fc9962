"""An example for the tests of what all families read alike."""

from tests.conformance.example import Example

EXAMPLE = Example(
    {"variant": "palatisti", "target": 151},
    {"phase": "auction", "turn": 0},
    {"hands": [["Jh", "7h"], ["7c"], ["8c"], ["9c"]], "totals": [10, 20], "timeouts": [0, 1, 0, 0]},
    {"move": "pass"},
    "best_declaration",
    {"hand": ["7h", "8h", "9h"], "trump": "c"},
)
