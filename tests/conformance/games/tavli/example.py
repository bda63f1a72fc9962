"""An example for the tests of what all families read alike."""

from tests.conformance.example import Example

EXAMPLE = Example(
    {"variant": "portes", "target": 3},
    {"turn": 0, "dice": [2, 1]},
    {"score": [1, 0], "timeouts": [0, 2], "checkers": [{"24": 15}, {"24": 15}]},
    {"move": "play", "steps": [[24, 22], [24, 23]]},
    "resign",
    {"position": {"checkers": [{"24": 15}, {"24": 15}]}, "seat": 0},
)
