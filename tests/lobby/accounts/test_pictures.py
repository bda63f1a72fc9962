"""How players look: services/lobby/RULES.md §1."""

import io

import pytest
from PIL import Image

from services.contracts.base import Done
from services.contracts.lobby import presence as contract
from services.contracts.lobby.accounts import pictures, privacy
from services.contracts.wallet import shop as economy
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.accounts.pictures import use_cases as player_pictures
from services.lobby.accounts.pictures.rules import SIDE_PX, PictureSettings, check_size
from tests.lobby.local_lobby import PASSWORD, LocalLobby

PLACE = "38.0 N, 23.7 E"


def picture(form: str = "PNG", size: tuple[int, int] = (300, 200), mode: str = "RGB") -> bytes:
    written = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = PLACE
    Image.new(mode, size, "teal").save(written, form, **({} if form == "GIF" else {"exif": exif}))
    return written.getvalue()


def photo_of(lobby: LocalLobby, account: str) -> str | None:
    (line,) = [line for line in lobby.ask(contract.ListPlayers()).players if line.account == account]
    return line.photo


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_photo_is_kept_as_a_small_square_without_what_else_was_in_the_file(lobby: LocalLobby, form: str):
    (ana,) = lobby.enter("Ana")
    sent = picture(form)
    assert PLACE.encode() in sent
    kept = lobby.ask(pictures.SetPhoto(account=ana.account, image=sent))
    assert photo_of(lobby, ana.account) == kept.photo
    file = lobby.ask(pictures.GetPhoto(photo=kept.photo))
    assert (file.kind, PLACE.encode() in file.image) == ("image/webp", False)
    with Image.open(io.BytesIO(file.image)) as opened:
        assert (opened.format, opened.size) == ("WEBP", (SIDE_PX, SIDE_PX))


def test_all_players_are_notified_and_a_new_photo_has_another_id(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    first = lobby.ask(pictures.SetPhoto(account=ana.account, image=picture()))
    lobby.push.forget()
    second = lobby.ask(pictures.SetPhoto(account=ana.account, image=picture("JPEG")))
    assert lobby.push.changed_players == [ana.account]
    assert second.photo != first.photo
    assert lobby.ask(pictures.GetPhoto(photo=first.photo)) == Refusal("photo_unknown")


BAD = {
    "nothing": (b"", "photo_invalid"),
    "words": (b"<svg onload='alert(1)'/>", "photo_invalid"),
    "another kind": (picture("GIF"), "photo_invalid"),
    "cut off": (picture("JPEG")[:200], "photo_invalid"),
    "only its head": (picture("PNG")[:40], "photo_invalid"),
    "too small": (picture(size=(47, 300)), "photo_size_invalid"),
    "too heavy": (picture() + b"\0" * 524_288, "photo_too_large"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_fitting_picture_is_refused(lobby: LocalLobby, name: str):
    (ana,) = lobby.enter("Ana")
    sent, code = BAD[name]
    assert lobby.ask(pictures.SetPhoto(account=ana.account, image=sent)).error == code
    assert photo_of(lobby, ana.account) is None


def test_a_picture_that_claims_to_be_huge_is_refused_before_it_is_decoded():
    assert check_size("PNG", 6_000, 4_001, PictureSettings()).error == "photo_size_invalid"
    assert check_size("PNG", 6_000, 4_000, PictureSettings()) is None


def test_a_photo_that_lies_on_its_side_is_set_upright(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    made = Image.new("RGB", (200, 200), "white")
    made.paste("black", (0, 0, 200, 100))
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter to the right
    written = io.BytesIO()
    made.save(written, "JPEG", exif=exif)
    kept = lobby.ask(pictures.SetPhoto(account=ana.account, image=written.getvalue()))
    with Image.open(io.BytesIO(lobby.ask(pictures.GetPhoto(photo=kept.photo)).image)) as opened:
        seen = opened.convert("L")
        assert seen.getpixel((20, SIDE_PX // 2)) > 200 > 50 > seen.getpixel((SIDE_PX - 20, SIDE_PX // 2))


def test_a_photo_can_be_taken_away_and_goes_with_its_account(lobby: LocalLobby):
    ana, ben = lobby.enter("Ana", "Ben")
    for each in (ana, ben):
        lobby.ask(pictures.SetPhoto(account=each.account, image=picture()))
    assert lobby.ask(pictures.DeletePhoto(account=ana.account)) == Done()
    assert photo_of(lobby, ana.account) is None
    assert len(lobby.rows(schema.photos)) == 1
    lobby.ask(privacy.EraseAccount(token=ben.token, password=PASSWORD))
    assert lobby.rows(schema.photos) == []


def test_the_avatar_worn_last_counts_in_any_order_of_events(lobby: LocalLobby):
    (ana,) = lobby.enter("Ana")
    for name, at_ms in (("owl", 5), ("cat", 4)):
        lobby.deliver(player_pictures.avatars_worn, economy.AvatarWorn(account=ana.account, avatar=name, at_ms=at_ms))
    (line,) = lobby.ask(contract.ListPlayers()).players
    assert line.avatar == "owl"
    assert lobby.push.changed_players.count(ana.account) >= 1
