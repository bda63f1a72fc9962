"""Decodes and encodes photos with Pillow, one at a time in a thread."""

import io
from collections.abc import Callable
from typing import Any

from eventlet import tpool
from eventlet.semaphore import Semaphore
from PIL import Image, ImageOps

from services.kernel.refusal import Refusal
from services.lobby.accounts.pictures.rules import FORMS, SIDE_PX, PictureSettings, check_bytes, check_size
from services.platform.broker.rpc_client import UNAVAILABLE

_WAITING_MAX = 8
_QUALITY = 82


class PhotoProcessor:
    """Makes small squares of pictures. Metadata (place, camera, comments) is dropped."""

    def __init__(self, settings: PictureSettings, run_in_thread: Callable[..., Any] = tpool.execute) -> None:
        """`run_in_thread(function, *args)` runs it on another thread and waits for its answer."""
        self._settings = settings
        self._run_in_thread = run_in_thread
        self._one = Semaphore(1)
        self._inside = 0

    def shrink(self, sent: bytes) -> bytes | Refusal:
        """The stored form of a photo."""
        refused = check_bytes(sent, self._settings)
        if refused is not None:
            return refused
        if self._inside >= _WAITING_MAX:
            return Refusal(UNAVAILABLE, {"service": "lobby"})
        self._inside += 1
        try:
            with self._one:
                made: bytes | Refusal = self._run_in_thread(_shrink, sent, self._settings)
                return made
        finally:
            self._inside -= 1


def _shrink(sent: bytes, settings: PictureSettings) -> bytes | Refusal:
    try:
        with Image.open(io.BytesIO(sent), formats=sorted(FORMS)) as opened:
            refused = check_size(opened.format, opened.width, opened.height, settings)
            return refused or _square(opened)
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return Refusal("photo_invalid")


def _square(opened: Image.Image) -> bytes:
    """Rotate the picture upright, cut it to its middle square and scale it; only pixels are written."""
    opened.draft("RGB", (2 * SIDE_PX, 2 * SIDE_PX))
    upright = ImageOps.exif_transpose(opened).convert("RGBA")
    small = ImageOps.fit(upright, (SIDE_PX, SIDE_PX), Image.Resampling.LANCZOS)
    fresh = Image.new("RGBA", small.size)
    fresh.paste(small)
    written = io.BytesIO()
    fresh.save(written, "WEBP", quality=_QUALITY)
    return written.getvalue()
