"""An example for the tests of what all families read alike."""

from tests.conformance.example import Example

EXAMPLE = Example(
    {"size": 3},
    {"board": ["...", "...", "..."], "marks": {"0": "X", "1": "O"}},
    {"timeouts": [1, 0]},
    {"move": "place", "row": 1, "col": 1},
    "lines",
    {"size": 4},
)
