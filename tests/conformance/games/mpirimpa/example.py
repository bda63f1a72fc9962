"""An example for the tests of what all families read alike."""

from tests.conformance.toolkit.melding.example import EXAMPLE

__all__ = ["EXAMPLE"]
