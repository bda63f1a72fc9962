"""Fixtures and rules of the whole test suite; they live in tests/support."""

pytest_plugins = [
    "tests.support.garbage",
    "tests.support.databases.compiled",
    "tests.support.examples",
    "tests.support.fixtures",
    "tests.support.lazy_routes",
    "tests.support.databases.migrated",
    "tests.support.no_skips",
    "tests.support.order",
    "tests.support.warm_parent",
]
