"""Cards and their orders (RULES.md §2)."""

from games.pilotta.cards import (
    BY_TEXT,
    CARDS,
    FULL,
    PLAIN_ABOVE,
    POINTS,
    TEXTS,
    TRUMP_ABOVE,
    cards_of,
    mask_of,
    read_cards,
    shown,
)
from games.toolkit.cards import PACK_52, pack
from tests.games.pilotta.tables import hand


def test_the_canonical_order_is_suit_by_suit_from_7_to_ace() -> None:
    assert TEXTS[:9] == ("7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac", "7d")
    assert TEXTS[-1] == "As" and len(set(TEXTS)) == CARDS == 32 and mask_of(range(32)) == FULL


def test_a_pack_of_52_is_laid_out_suit_by_suit_from_ace_to_king() -> None:
    assert PACK_52[:3] == ("Ac", "2c", "3c") and PACK_52[12:14] == ("Kc", "Ad") and PACK_52[-1] == "Ks"
    assert len(set(PACK_52)) == 52
    assert pack("AK", "js") == ("Aj", "Kj", "As", "Ks")


def test_the_pack_holds_152_points_whatever_is_trumps() -> None:
    assert [sum(table) for table in POINTS] == [152] * 4


def test_jack_nine_and_ace_lead_the_trumps_and_ace_ten_king_the_other_suits() -> None:
    def order(above: tuple[int, ...]) -> str:
        return "".join(TEXTS[card][0] for card in sorted(range(8, 16), key=lambda card: above[card].bit_count()))

    assert order(TRUMP_ABOVE) == "J9ATKQ87"
    assert order(PLAIN_ABOVE) == "ATKQJ987"
    assert all(not above[card] & ~0xFF00 for above in (TRUMP_ABOVE, PLAIN_ABOVE) for card in range(8, 16))


def test_a_hand_is_shown_trumps_first_each_suit_from_its_highest_card() -> None:
    cards = hand("7c Ac Th Jh 9h Ks As Ts")
    assert shown(cards, 2) == ("Jh", "9h", "Th", "Ac", "7c", "As", "Ts", "Ks")
    assert shown(cards) == ("Ac", "7c", "Th", "Jh", "9h", "As", "Ts", "Ks")
    assert set(shown(FULL, 3)) == set(TEXTS)


def test_codes_are_read_in_their_order_or_not_at_all() -> None:
    assert read_cards(["As", "7c"]) == (31, 0)
    assert read_cards([]) == ()
    assert read_cards(["7c", "7c"]) is read_cards(["1c"]) is read_cards([7]) is read_cards(["7C"]) is None
    assert list(cards_of(hand("As 7c"))) == [BY_TEXT["7c"], BY_TEXT["As"]]
