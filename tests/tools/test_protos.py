"""tools/protos.py makes stubs that work as a package inside any other: the gateway, and the client by a link."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import protos

SEAT = 'syntax = "proto3"; package kafeneio.hall.v1; message Seat { int32 number = 1; }'
HALL = (
    'syntax = "proto3"; package kafeneio.tables.v1; import "kafeneio/hall/v1/seat.proto";'
    "service Tables { rpc Sit(kafeneio.hall.v1.Seat) returns (kafeneio.hall.v1.Seat); }"
)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two protos, one of which imports the other, and the stubs made from them."""
    for path, text in {"hall/v1/seat.proto": SEAT, "tables/v1/tables.proto": HALL}.items():
        target = tmp_path / "protos/kafeneio" / path
        target.parent.mkdir(parents=True)
        target.write_text(text)
    monkeypatch.setattr(protos, "PROTOS", tmp_path / "protos")
    for package in ("gateway", "gateway/grpc"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    protos.generate(tmp_path / "gateway/grpc/gen")
    return tmp_path


@pytest.mark.parametrize("package", ["gateway.grpc", "client"])
def test_the_stubs_are_imported_and_used_from_within_a_package(root: Path, package: str) -> None:
    (root / "client").mkdir()
    (root / "client/gen").symlink_to("../gateway/grpc/gen")
    program = (
        f"from {package}.gen.kafeneio.hall.v1.seat_pb2 import Seat\n"
        f"from {package}.gen.kafeneio.tables.v1 import tables_pb2_grpc\n"
        "assert tables_pb2_grpc.TablesServicer.Sit\n"
        "print(Seat.FromString(Seat(number=3).SerializeToString()).number)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("3\n", "")


def test_making_them_twice_gives_the_same_files(root: Path) -> None:
    folder = root / "gateway/grpc/gen"
    before = {path: path.read_text() for path in folder.rglob("*.py*") if path.is_file()}
    (folder / "left_over_pb2.py").touch()
    made = protos.generate(folder)
    assert {path: path.read_text() for path in made} == before


def test_a_proto_that_cannot_be_read_fails(root: Path) -> None:
    (root / "protos/kafeneio/hall/v1/seat.proto").write_text("message {")
    with pytest.raises(SystemExit):
        protos.generate(root / "gateway/grpc/gen")
