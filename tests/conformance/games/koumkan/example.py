"""An example for the tests of what all families read alike."""

from tests.conformance.example import Example

EXAMPLE = Example(
    {"seats": 2},
    {"to_move": 0, "phase": "play", "stock_count": 9, "discard": ["2s"]},
    {"hands": [["Tc", "9d"], ["7s"]], "timeouts": [1, 0], "totals": [10, 20]},
    {"move": "discard", "card": "9d"},
    "close_hand",
    {"totals": [10, 20], "hand_points": [0, 5]},
)
