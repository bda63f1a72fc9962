"""Photos: the limits of what may be sent, and the stored form (RULES.md §1)."""

from typing import Protocol

import msgspec

from services.kernel.refusal import Refusal

KIND = "image/webp"
"""The format in which every photo is stored and served."""
SIDE_PX = 192
"""Photos are squares of this side."""


class PictureSettings(msgspec.Struct, frozen=True):
    """The operator's settings of photos."""

    bytes_max: int = 524_288
    side_min_px: int = 48
    pixels_max: int = 24_000_000
    """Width × height: a small file may claim to be a picture that takes all memory."""


FORMS: frozenset[str] = frozenset({"PNG", "JPEG", "WEBP"})


class Pictures(Protocol):
    """Decodes pictures and makes small squares of them, in a thread."""

    def shrink(self, sent: bytes) -> bytes | Refusal:
        """The stored form of the photo, without any metadata of the file. `photo_too_large`, `photo_invalid`,
        `photo_size_invalid`; `service_unavailable` when too many wait."""
        ...


def check_bytes(sent: bytes, settings: PictureSettings) -> Refusal | None:
    """Codes: `photo_too_large`: more bytes than allowed; `photo_invalid`: no bytes at all."""
    if len(sent) > settings.bytes_max:
        return Refusal("photo_too_large", {"bytes_max": settings.bytes_max})
    return None if sent else Refusal("photo_invalid")


def check_size(form: str | None, width_px: int, height_px: int, settings: PictureSettings) -> Refusal | None:
    """Check the form and size that the file declares, before it is decoded: `photo_invalid` (another kind),
    `photo_size_invalid`."""
    if form not in FORMS:
        return Refusal("photo_invalid", {"kinds": sorted(FORMS)})
    fits = min(width_px, height_px) >= settings.side_min_px and width_px * height_px <= settings.pixels_max
    return None if fits else Refusal("photo_size_invalid", {"side_min_px": settings.side_min_px})
