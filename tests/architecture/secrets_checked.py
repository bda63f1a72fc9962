"""Passwords and codes of second factors are compared in one module. Answers complaints."""

import ast
from pathlib import Path

from tests.architecture.project import PRODUCTION, Module, modules

CHECKS = "services/lobby/access/credential_checks.py"
"""The module that counts, logs, delays and locks."""
HASHER = "services/lobby/access/password_hashing.py"
FACTORS = "services/lobby/access/factor_codes.py"
PASSKEYS = "services/lobby/access/passkeys/ceremonies.py"
PROVIDERS = "services/lobby/access/providers/client.py"
PROGRAMS = "services/lobby/programs/authorization.py"
_LIBRARIES = {
    "argon2": (HASHER,),
    "pyotp": (FACTORS,),
    "passlib": (HASHER,),
    "bcrypt": (HASHER,),
    "webauthn": (PASSKEYS,),
    "authlib": (PROVIDERS, PROGRAMS),
}
_HASHER_USERS = (CHECKS, "services/lobby/service/app.py", HASHER)


def secrets_are_checked_in_one_place(root: Path) -> list[str]:
    """Nobody else reaches the port that hashes passwords, the rule that takes codes, or a library for either."""
    found = modules(root, *PRODUCTION, "tools")
    return [complaint for module in found for complaint in _complaints(module)]


def _complaints(module: Module) -> list[str]:
    complaints = []
    for each in module.imports:
        library = each.name.partition(".")[0]
        if library in _LIBRARIES and module.path not in _LIBRARIES[library]:
            complaints.append(f"{module.at(each.line)}: uses {library} itself")
        if each.is_in("services.lobby.access.password_hashing") and module.path not in _HASHER_USERS:
            complaints.append(f"{module.at(each.line)}: reaches the hasher")
    if module.path == CHECKS:
        return complaints
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and node.attr == "passwords" and module.path.startswith("services/lobby"):
            complaints.append(f"{module.at(node.lineno)}: reaches the hasher")
        if isinstance(node, ast.Attribute | ast.ImportFrom) and _takes_code(node) and module.path != FACTORS:
            complaints.append(f"{module.at(node.lineno)}: takes a code itself")
    return complaints


def _takes_code(node: ast.Attribute | ast.ImportFrom) -> bool:
    """`factors.take(…)`, or the import of it."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "services.lobby.access.factor_codes" and any(each.name == "take" for each in node.names)
    return node.attr == "take" and isinstance(node.value, ast.Name) and node.value.id == "factors"
