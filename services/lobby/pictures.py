"""Photos: what may be sent, and what becomes of it (RULES.md §1)."""

from typing import Protocol

import msgspec

from services.kernel.refusal import Refusal

KIND = "image/webp"
"""What every photo is kept and served as."""
SIDE_PX = 192
"""Photos are squares of this side."""


class PictureSettings(msgspec.Struct, frozen=True):
    """The operator's numbers of photos."""

    bytes_max: int = 524_288
    side_min_px: int = 48
    pixels_max: int = 24_000_000
    """Width × height: a small file may claim to be a picture that takes all memory."""


FORMS: frozenset[str] = frozenset({"PNG", "JPEG", "WEBP"})


class Pictures(Protocol):
    """Reads pictures and makes small squares of them, beside the hub."""

    def shrink(self, sent: bytes) -> bytes | Refusal:
        """The photo as it is kept: without what else was in the file. `photo_too_large`, `photo_invalid`,
        `photo_size_invalid`; `service_unavailable` when too many wait."""
        ...


def check_bytes(sent: bytes, settings: PictureSettings) -> Refusal | None:
    """Codes: `photo_too_large`: more bytes than allowed; `photo_invalid`: no bytes at all."""
    if len(sent) > settings.bytes_max:
        return Refusal("photo_too_large", {"bytes_max": settings.bytes_max})
    return None if sent else Refusal("photo_invalid")


def check_size(form: str | None, width_px: int, height_px: int, settings: PictureSettings) -> Refusal | None:
    """What the file says of itself, before it is decoded: `photo_invalid` (another kind), `photo_size_invalid`."""
    if form not in FORMS:
        return Refusal("photo_invalid", {"kinds": sorted(FORMS)})
    fits = min(width_px, height_px) >= settings.side_min_px and width_px * height_px <= settings.pixels_max
    return None if fits else Refusal("photo_size_invalid", {"side_min_px": settings.side_min_px})
