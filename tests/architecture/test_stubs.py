"""The gRPC stubs in the tree are those that the protos make."""

from pathlib import Path

from tools import protos


def test_stubs_are_made_from_the_protos_as_they_are(tmp_path: Path) -> None:
    made = {path.relative_to(tmp_path / "gen"): path.read_text() for path in protos.generate(tmp_path / "gen")}
    sources = (path for path in protos.STUBS.rglob("*.py*") if path.suffix in (".py", ".pyi"))
    kept = {path.relative_to(protos.STUBS): path.read_text() for path in sources}
    assert any(path.name.endswith("_pb2_grpc.py") for path in made)
    assert kept == made, "run `make protos`"
