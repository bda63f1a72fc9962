"""An example for the tests of what all families read alike: of games with two sides, melds and pots."""

from tests.conformance.example import Example

EXAMPLE = Example(
    {},
    {"to_move": 0, "phase": "play", "stock_count": 9, "pile": ["2s"]},
    {
        "hands": [["6c", "Tc", "9d"], ["7s"]],
        "table": [[{"id": 1, "cards": ["3c", "4c", "5c"]}], [{"id": 2, "cards": ["6d", "7d", "8d"]}]],
        "timeouts": [1, 0],
        "pot_taken": [False, False],
        "pots": [["Jc"], ["Qc"]],
        "totals": [10, 20],
    },
    {"move": "discard", "card": "9d"},
    "close_hand",
    {"totals": [100, 0], "hand_score": [5, 10]},
)
