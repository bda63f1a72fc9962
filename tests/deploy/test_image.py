"""The image holds what runs, nothing else, and no secrets."""

import os
import re
import subprocess
from fnmatch import fnmatchcase
from typing import NamedTuple

import pytest

from deploy.validate.images import PLACEHOLDER, image_complaints
from tests.architecture.project import PRODUCTION, files
from tests.deploy.manifests import K8S, ROOT, container, kustomization, manifests, of_kind, pod, workloads

BUILT_BEFORE = {"clients/web/dist", "var/wheels/*.whl", "var/wheels/*.tar.gz"}
"""What is not in the repository: there only for who builds without Node.js or without an index."""


class Step(NamedTuple):
    """An instruction of a stage: `COPY`, and the rest of the line."""

    stage: str
    instruction: str
    rest: str


def steps() -> list[Step]:
    """The Dockerfile, lines joined, comments gone. The last stage is called `image`, what precedes all `(before)`."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", "")
    found, stage = [], "(before)"
    for line in filter(None, (line.strip() for line in text.splitlines())):
        instruction, _, rest = line.partition(" ")
        if instruction == "FROM":
            stage = rest.partition(" AS ")[2] or "image"
        found.append(Step(stage, instruction, " ".join(rest.split())))
    return found


def rests(instruction: str, stage: str | None = None) -> list[str]:
    return [each.rest for each in steps() if each.instruction == instruction and stage in (None, each.stage)]


def copied(stage: str | None = None) -> set[str]:
    """What a stage takes from the project."""
    found = (rest.split()[:-1] for rest in rests("COPY", stage) if not rest.startswith("--from"))
    return {source for sources in found for source in sources}


def test_bases_are_arguments_with_a_version() -> None:
    defaults = dict(rest.split("=", 1) for rest in rests("ARG", "(before)"))
    assert set(defaults) == {"BASE", "NODE", "WEB"}
    assert all(re.fullmatch(r"[a-z]+:\d[\w.-]*", defaults[name]) for name in ("BASE", "NODE"))
    names = {each.stage for each in steps()}
    origins = [rest.partition(" AS ")[0] for rest in rests("FROM")]
    assert set(origins) <= {"${BASE}", "${NODE}", "scratch", "web-${WEB}"}
    assert f"web-{defaults['WEB']}" in names


def runs(instruction: str, **arguments: str) -> int:
    """The exit code of a RUN instruction with these build arguments."""
    return subprocess.run(["sh", "-c", instruction], env=arguments, capture_output=True, check=False).returncode


@pytest.mark.parametrize(("stage", "base"), [("image", "BASE"), ("web-built", "NODE")])
def test_a_release_is_built_on_bases_by_digest_alone(stage: str, base: str) -> None:
    check = rests("RUN", stage)[0]
    by_digest = f"python:3.11-slim-bookworm@sha256:{'5' * 64}"
    assert base in rests("ARG", stage), "else it is empty in the stage"
    assert "VERSION=unreleased" in rests("ARG", stage)
    assert runs(check, VERSION="0.1.0", **{base: "python:3.11-slim-bookworm"}) == 1
    assert runs(check, VERSION="0.1.0", **{base: by_digest}) == 0
    assert runs(check, VERSION="unreleased", **{base: "python:3.11-slim-bookworm"}) == 0


def test_the_image_says_what_it_was_built_on() -> None:
    (label,) = rests("LABEL", "image")
    assert 'org.opencontainers.image.base.name="${BASE}"' in label


POD = "kind: Pod\nspec: {containers: [{name: a, image: %s}]}\n---\nkind: RabbitmqCluster\nspec: {image: %s}\n"
DIGEST = f"sha256:{'5' * 64}"


def test_images_by_tag_and_the_placeholder_are_refused_before_they_are_deployed() -> None:
    assert image_complaints(POD % (f"r.example/kafeneio:1@{DIGEST}", f"rabbitmq@{DIGEST}")) == []
    complaints = image_complaints(POD % (f"r.example/kafeneio:1@{PLACEHOLDER}", "rabbitmq:4"))
    assert complaints == [
        f"r.example/kafeneio:1@{PLACEHOLDER}: has the digest of no image",
        "rabbitmq:4: has no digest",
    ]


@pytest.mark.parametrize("overlay", ["prod", "small"])
def test_production_names_images_by_digest(overlay: str) -> None:
    for image in kustomization(K8S / "overlays" / overlay / "release")["images"]:
        assert re.fullmatch(r"sha256:[0-9a-f]{64}", image["digest"])


def test_what_is_copied_is_in_the_project() -> None:
    tracked = {path.relative_to(ROOT) for path in files()}
    there = tracked | {parent for path in tracked for parent in path.parents}
    wanted = copied() - BUILT_BEFORE
    missing = [source for source in wanted if not any(fnmatchcase(str(path), source) for path in there)]
    assert wanted
    assert missing == []


def test_every_python_package_that_runs_is_copied() -> None:
    assert copied("source") == set(PRODUCTION)


def test_all_that_the_web_client_is_built_of_is_copied() -> None:
    web = ROOT / "clients" / "web"
    named = re.findall(r'"(\.{1,2}/[^"]+)"', (web / "vite.config.ts").read_text() + (web / "tsconfig.json").read_text())
    needed = {os.path.relpath(web / each, ROOT) for each in named if "node_modules" not in each and each != "../.."}
    assert {"clients/web/scripts/compress.ts", "clients/typescript/src/index.ts"} <= needed
    taken = copied("web-built")
    assert [each for each in needed if not any(each == one or each.startswith(f"{one}/") for one in taken)] == []


def test_nothing_comes_along_that_does_not_run() -> None:
    others = {source for source in copied() if source not in PRODUCTION}
    client = copied("web-built") | BUILT_BEFORE
    assert others == {"requirements.txt", "deploy/kafeneio"} | client
    assert copied("image") == set()


def test_the_web_client_is_where_the_gateway_looks_for_it() -> None:
    from gateway.settings import PACKAGED_WEB_DIR

    (target,) = [rest.split()[-1] for rest in rests("COPY", "image") if rest.startswith("--from=web ")]
    assert PACKAGED_WEB_DIR.relative_to(ROOT).as_posix() == target
    assert rests("WORKDIR", "image") == ["/app"]


def test_nothing_secret_is_baked_in() -> None:
    words = re.compile(r"password|secret|token|credential|_url|_key|kafeneio_[a-z]", re.IGNORECASE)
    found = [(each.instruction, each.rest.replace("KAFENEIO_VERSION", "")) for each in steps()]
    assert not [rest for instruction, rest in found if instruction in ("ARG", "ENV", "LABEL") and words.search(rest)]


def test_the_user_is_the_one_that_pods_run_as() -> None:
    (user,) = rests("USER", "image")
    uid, gid = map(int, user.split(":"))
    contexts = [pod(each)["securityContext"] for each in workloads(manifests())]
    assert {(each["runAsUser"], each["runAsGroup"]) for each in contexts} == {(uid, gid)}
    assert [each.instruction for each in steps() if each.stage == "image"].index("USER") > max(
        index
        for index, each in enumerate(s for s in steps() if s.stage == "image")
        if each.instruction in ("RUN", "COPY")
    )


def test_signals_reach_the_process() -> None:
    (entry,) = rests("ENTRYPOINT", "image")
    assert entry == '["kafeneio"]'
    (command,) = [rest.split() for rest in rests("COPY") if rest.endswith("/bin/kafeneio")]
    script = (ROOT / command[-2]).read_text().splitlines()
    assert script[0] == f"#!{command[-1].removesuffix('kafeneio')}python"
    assert "from kafeneio.main import main" in script
    assert os.access(ROOT / command[-2], os.X_OK)
    assert rests("STOPSIGNAL", "image") == ["SIGTERM"]
    assert not [each for each in workloads(manifests()) if "command" in container(each)]


def test_the_ports_are_those_of_the_pods() -> None:
    (exposed,) = rests("EXPOSE", "image")
    ports = {
        str(port["containerPort"]) for each in of_kind(manifests(), "Deployment") for port in container(each)["ports"]
    }
    assert set(exposed.split()) == ports
