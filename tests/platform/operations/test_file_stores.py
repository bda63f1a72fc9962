"""A folder and a bucket keep files alike."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit
from xml.sax.saxutils import escape

import pytest

from services.platform.operations.file_stores import BucketStore, FileStore, FolderStore, open_store


class _S3(BaseHTTPRequestHandler):
    """As much of an S3 service as a bucket's store uses; the bucket is called `house`."""

    files: ClassVar[dict[str, bytes]]
    protocol_version = "HTTP/1.1"

    def do_PUT(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(200, b"", lambda: self.files.update({self._key(): content}))

    def do_GET(self) -> None:
        if self._key() == "":
            entries = "".join(_ENTRY.format(escape(key), len(each)) for key, each in sorted(self.files.items()))
            self._answer(200, _LIST.format(entries).encode())
            return
        content = self.files.get(self._key())
        if content is None:
            self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
            return
        first, _, last = self.headers["Range"].removeprefix("bytes=").partition("-")
        part = content[int(first) : int(last) + 1]
        self._answer(206, part, headers={"Content-Range": f"bytes {first}-{int(first) + len(part) - 1}/{len(content)}"})

    def do_DELETE(self) -> None:
        self._answer(204, b"", lambda: self.files.pop(self._key(), None))

    def do_POST(self) -> None:
        """Several files are deleted."""
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        keys = [part.partition("</Key>")[0] for part in text.split("<Key>")[1:]]
        for key in keys:
            self.files.pop(key, None)
        deleted = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
        self._answer(200, f'<?xml version="1.0"?><DeleteResult>{deleted}</DeleteResult>'.encode())

    def _key(self) -> str:
        return unquote(urlsplit(self.path).path).removeprefix("/house").lstrip("/")

    def _answer(self, status: int, body: bytes, act=lambda: None, headers: dict[str, str] | None = None) -> None:
        if status < 300:
            act()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), "ETag": '"e"', **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Last-Modified", "Mon, 01 Jan 2024 00:00:00 GMT")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


_ENTRY = "<Contents><Key>{}</Key><Size>{}</Size><LastModified>2024-01-01T00:00:00.000Z</LastModified><ETag>e</ETag></Contents>"  # fmt: skip  # noqa: E501
_LIST = '<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>{}</ListBucketResult>'


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[_S3]]:
    """A bucket service of the test's own, at which the library finds itself by its environment variables."""
    service = type("S3", (_S3,), {"files": {}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), service)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    for name, value in {
        "AWS_ENDPOINT": f"http://127.0.0.1:{server.server_port}",
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_REGION": "eu-south-1",
    }.items():
        monkeypatch.setenv(name, value)
    yield service
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(params=["folder", "memory", "s3"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> FileStore:
    if request.param == "s3":
        request.getfixturevalue("s3")
        return open_store("s3://house/archive")
    return open_store(str(tmp_path / "files") if request.param == "folder" else "memory:///")


def test_what_was_put_is_read_part_by_part_and_listed(store: FileStore) -> None:
    store.put("2026-11-01/a.gz", b"0123456789")
    store.put("2026-11-02/b.gz", b"x")
    assert store.read("2026-11-01/a.gz", 0, 10) == b"0123456789"
    assert store.read("2026-11-01/a.gz", 3, 4) == b"3456"
    assert sorted(store.names()) == ["2026-11-01/a.gz", "2026-11-02/b.gz"]


def test_what_was_deleted_is_gone_and_may_be_deleted_again(store: FileStore) -> None:
    store.put("d/a", b"1")
    store.delete("d/a")
    store.delete("d/a")
    assert list(store.names()) == []
    with pytest.raises(OSError):
        store.read("d/a", 0, 1)


def test_a_folder_shows_no_file_that_is_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FolderStore(tmp_path / "files")

    def torn(_descriptor: int) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", torn)
        with pytest.raises(OSError):
            store.put("d/a", b"1")
    assert list(store.names()) == []
    store.put("d/a", b"1")
    assert list(store.names()) == ["d/a"]


def test_an_address_says_which_kind_it_is(tmp_path: Path) -> None:
    assert isinstance(open_store(str(tmp_path)), FolderStore)
    assert isinstance(open_store("memory:///"), BucketStore)
