"""The engine agrees with the slow rules of reference.py, and the comparison finds a wrong engine out."""

import pytest

from services.tables.games.tavli.variant import Variant
from services.tables.games.tavli.variants import VARIANTS
from tests.games.tavli.crosscheck import differences
from tests.games.tavli.positions import NAMES


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", NAMES)
def test_engine_and_reference_find_the_same_plays_and_refusals(variant: str, seed: int) -> None:
    """100 positions each; by hand as many as you like (crosscheck.py)."""
    assert [found for found in differences(variant, 100, seed) if found] == []


@pytest.mark.parametrize("variant", NAMES)
def test_an_engine_that_bears_off_too_early_is_found_out(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaving(own: int, die: int) -> int:
        return 1 << 4 * die

    monkeypatch.setattr(Variant, "_leaving", staticmethod(leaving))
    assert any(differences(variant, 200, seed=2))


def test_an_engine_that_forgets_a_rule_of_its_own_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for variant, name in (("plakoto", "movable"), ("fevga", "movable"), ("fevga", "sources"), ("portes", "blocked")):
        with monkeypatch.context() as patch:
            without = getattr(Variant, name) if name != "blocked" else lambda self, board: 0
            patch.setattr(type(VARIANTS[variant]), name, without)
            assert any(differences(variant, 200, seed=3)), (variant, name)
