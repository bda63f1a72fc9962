"""Which interpreter runs, and whether it was built with profiles of use (PGO), which is worth a third."""

import os
import sys
import sysconfig

OF_ANOTHER = "use Debian's python3, or one that was configured with --enable-optimizations --with-lto"


def is_optimised() -> bool:
    """Whether this interpreter was built with PGO. Debian's is, and does not write it into its configuration."""
    configured = f"{sysconfig.get_config_var('CONFIG_ARGS')} {sysconfig.get_config_var('PY_CORE_CFLAGS')}"
    is_debians = "deb_system" in sysconfig.get_scheme_names()
    return is_debians or "--enable-optimizations" in configured or "-fprofile-use" in configured


def described() -> str:
    """Version, place and build in one line: `Python 3.13.5 at /usr/bin/python3, built with PGO, 2 processors`."""
    version = ".".join(map(str, sys.version_info[:3]))
    built = "built with PGO" if is_optimised() else "built without PGO: a third slower"
    return f"Python {version} at {sys.executable}, {built}, {os.cpu_count()} processors"
