"""Where large files are kept outside of the databases: a folder, or a bucket of an object store.

A file is written once, whole, and never changed. A bucket is reached with obstore, which has no Python dependencies and
speaks S3, Google Cloud Storage and Azure; boto3 and s3fs bring ten packages and more, and each speaks to one of them.
"""

import contextlib
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

TIMEOUT_S = 20


class FileStore(Protocol):
    """Files by name; names are paths with `/`. All methods raise OSError where the store fails."""

    def put(self, name: str, content: bytes) -> None:
        """Write a file; it is durable when this returns. A name is used once."""
        ...

    def read(self, name: str, offset_bytes: int, length_bytes: int) -> bytes:
        """A part of a file. Raises: FileNotFoundError."""
        ...

    def delete(self, name: str) -> None:
        """Delete a file; one that is not there is no error."""
        ...

    def names(self) -> Iterator[str]:
        """The name of every file."""
        ...


class FolderStore:
    """Files below a folder."""

    def __init__(self, folder: Path) -> None:
        """The folder is made with the first file."""
        self._folder = folder

    def put(self, name: str, content: bytes) -> None:
        """Under another name first, so that nobody ever sees half of it."""
        path = self._folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".{uuid.uuid4().hex}")
        try:
            with partial.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            partial.rename(path)
        finally:
            partial.unlink(missing_ok=True)
        _sync_folder(path.parent)
        _sync_folder(self._folder)

    def read(self, name: str, offset_bytes: int, length_bytes: int) -> bytes:
        """As many of these bytes as there are."""
        with (self._folder / name).open("rb") as file:
            file.seek(offset_bytes)
            return file.read(length_bytes)

    def delete(self, name: str) -> None:
        """And the folder in which it was the last file."""
        path = self._folder / name
        path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            path.parent.rmdir()

    def names(self) -> Iterator[str]:
        """In order, without what is just being written."""
        for path in sorted(self._folder.rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                yield path.relative_to(self._folder).as_posix()


class BucketStore:
    """Files in a bucket; the library takes keys and region from its own environment variables (`AWS_…`)."""

    def __init__(self, url: str) -> None:
        """`url`: `s3://bucket/folder`, `gs://…` or `az://…`."""
        import obstore
        from obstore import store

        make: Any = store.from_url
        self._library: Any = obstore
        self._bucket: Any = make(url) if url.startswith("memory:") else make(url, client_options=_CLIENT)

    def put(self, name: str, content: bytes) -> None:
        """Durable with the store's answer."""
        with _as_os_errors():
            self._library.put(self._bucket, name, content)

    def read(self, name: str, offset_bytes: int, length_bytes: int) -> bytes:
        """One request for this part alone."""
        with _as_os_errors():
            return bytes(self._library.get_range(self._bucket, name, start=offset_bytes, length=length_bytes))

    def delete(self, name: str) -> None:
        """Object stores do not say whether it was there."""
        with _as_os_errors(), contextlib.suppress(FileNotFoundError):
            self._library.delete(self._bucket, name)

    def names(self) -> Iterator[str]:
        """As the store lists them, page by page."""
        with _as_os_errors():
            for page in self._library.list(self._bucket):
                for each in page:
                    yield str(each["path"])


_CLIENT = {"timeout": f"{TIMEOUT_S}s", "connect_timeout": "5s", "allow_http": True}
"""Plain HTTP is for a store of one's own in the cluster; public ones are `https` by their addresses."""


def open_store(place: str) -> FileStore:
    """The store of an address: with `://` a bucket, else a folder."""
    return BucketStore(place) if "://" in place else FolderStore(Path(place))


@contextlib.contextmanager
def _as_os_errors() -> Iterator[None]:
    """The library's own errors as OSError, like a folder's."""
    from obstore.exceptions import BaseError

    try:
        yield
    except OSError:
        raise
    except BaseError as error:
        raise OSError(str(error)) from error


def _sync_folder(folder: Path) -> None:
    """A file's name is on the disk only once its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
