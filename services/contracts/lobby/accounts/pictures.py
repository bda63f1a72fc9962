"""Pictures of players: photos of their own, stored by the lobby (services/lobby/RULES.md §1)."""

from typing import ClassVar

from services.contracts.base import Done, Message, Request


class Photo(Message, frozen=True):
    """A stored photo: its id, by which anybody who knows it may fetch it."""

    photo: str


class PhotoFile(Message, frozen=True):
    """A photo: its bytes, and what they are (`image/webp`)."""

    image: bytes
    kind: str


class SetPhoto(Request[Photo], frozen=True, kw_only=True):
    """Set the player's photo: PNG, JPEG or WebP, up to `photo_bytes_max`. It is stored as a small square, without
    the file's metadata."""

    answer: ClassVar[type] = Photo
    at_home = ("account",)
    refusals = ("photo_too_large", "photo_invalid", "photo_size_invalid", "player_unknown")
    account: str
    image: bytes


class DeletePhoto(Request[Done], frozen=True, kw_only=True):
    """No photo any more."""

    answer: ClassVar[type] = Done
    at_home = ("account",)
    account: str


class GetPhoto(Request[PhotoFile], frozen=True, kw_only=True):
    """A photo by its id."""

    answer: ClassVar[type] = PhotoFile
    refusals = ("photo_unknown",)
    photo: str
