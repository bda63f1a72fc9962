"""The package `kafeneio-client` stands alone, and the web client knows it by its name alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture import client_package
from tests.architecture.project import ROOT, assert_none, files

Rule = Callable[[Path, list[Path]], list[str]]
WEB, PACKAGE = "clients/web/src/app/a.ts", "clients/typescript/src/a.ts"
by_name, itself = client_package.web_client_imports_the_package_by_its_name, client_package.package_imports_only_itself
FOUND: list[tuple[Rule, str, str]] = [
    (by_name, WEB, 'import { Link } from "../../../../clients/typescript/src/link.ts";'),
    (by_name, WEB, 'import type { Room } from "kafeneio-client/generated/wire";'),
    (by_name, WEB, 'const link = await import("kafeneio-client/link");'),
    (itself, PACKAGE, 'import { tableView } from "../../../clients/web/src/state/samples";'),
    (itself, PACKAGE, 'export { create } from "zustand";'),
    (itself, PACKAGE, 'import { vi } from "vitest";'),
]
LET_BE: list[tuple[Rule, str, str]] = [
    (by_name, WEB, 'import { rest, type Room } from "kafeneio-client";'),
    (itself, PACKAGE, 'import { newId } from "./ids.ts";'),
    (itself, "clients/typescript/src/a.test.ts", 'import { vi } from "vitest";'),
]


def complaints(root: Path, rule: Rule, path: str, text: str) -> list[str]:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text + "\n")
    return rule(root, [target])


@pytest.mark.parametrize(("rule", "path", "text"), FOUND)
def test_an_import_past_the_name_is_found(tmp_path: Path, rule: Rule, path: str, text: str) -> None:
    assert len(complaints(tmp_path, rule, path, text)) == 1


@pytest.mark.parametrize(("rule", "path", "text"), LET_BE)
def test_an_import_by_name_is_let_be(tmp_path: Path, rule: Rule, path: str, text: str) -> None:
    assert complaints(tmp_path, rule, path, text) == []


@pytest.mark.parametrize("rule", [by_name, itself])
def test_the_project_keeps_the_rule(rule: Rule) -> None:
    found = files()
    assert any(path.is_relative_to(ROOT / "clients/typescript/src") for path in found)
    assert_none(rule(ROOT, found))
