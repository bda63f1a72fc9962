"""Makes the Python stubs of the public gRPC API: protos/kafeneio/<service>/v1/*.proto → gateway/grpc/gen.

They import one another by relative names, so that the same files are a package of the gateway and, through the link
`clients/python/src/kafeneio_client/gen`, one of the Python client, whose wheel gets them as files.

Run from the root: `python -m tools.protos [folder]`.
"""

import re
import shutil
import sys
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
STUBS = ROOT / "gateway" / "grpc" / "gen"

# protoc writes imports as if its output folder were on the path; ours is inside a package.
_IMPORT = re.compile(r"^from kafeneio\b", re.MULTILINE)


def generate(folder: Path) -> list[Path]:
    """Write the stubs of every proto into `folder`, which then holds nothing else; returns the files, in order."""
    sources = sorted(PROTOS.glob("kafeneio/*/v*/*.proto"))
    well_known = Path(protoc.__file__).parent / "_proto"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    outputs = [f"--{kind}_out={folder}" for kind in ("python", "pyi", "grpc_python")]
    code = protoc.main(["protoc", f"-I{PROTOS}", f"-I{well_known}", *outputs, *map(str, sources)])
    if code:
        raise SystemExit(code)
    for stub in folder.rglob("*_pb2*.py*"):
        up = "." * len(stub.relative_to(folder).parents)
        stub.write_text(_IMPORT.sub(f"from {up}kafeneio", stub.read_text()))
    for package in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        (package / "__init__.py").write_text('"""Made from protos/ by `make protos`. Do not edit."""\n')
    return sorted(path for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else STUBS)
