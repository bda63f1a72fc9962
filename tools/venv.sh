#!/usr/bin/env bash
# Makes the virtual environment in the folder named, with $PYTHON or else a Python 3.11+ of the path: the first one built
# with PGO, which is a third faster, or the first one.
set -euo pipefail

folder=$1
names='python3 python3.14 python3.13 python3.12 python3.11 python'
python=

is_new() {
  "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

makes_environments() {
  "$1" -c 'import ensurepip, venv' 2>/dev/null
}

# Debian's is, and does not write it into its configuration.
is_optimised() {
  "$1" -c '
import sys, sysconfig
get = sysconfig.get_config_var
configured = str(get("CONFIG_ARGS")) + str(get("PY_CORE_CFLAGS"))
debian = "deb_system" in sysconfig.get_scheme_names()
sys.exit(not (debian or "--enable-optimizations" in configured or "-fprofile-use" in configured))
' 2>/dev/null
}

first=
for candidate in ${PYTHON:-$(type -ap $names || true)}; do
  is_new "$candidate" || continue
  first=${first:-$candidate}
  makes_environments "$candidate" || continue
  python=${python:-$candidate}
  if is_optimised "$candidate"; then
    python=$candidate
    break
  fi
done
python=${python:-$first}

if [ -z "$python" ]; then
  echo "Kafeneio needs Python 3.11 or newer and found none (looked for: ${PYTHON:-python3, python3.11 … python3.14})." >&2
  echo "Install one (Debian, Ubuntu: apt-get install python3 python3-venv), or name it: make PYTHON=/path/to/python3 …" >&2
  exit 1
fi

if ! makes_environments "$python"; then
  version=$("$python" -c 'import sys; print(f"{sys.version_info.major}.{sys.version_info.minor}")')
  echo "$python ($version) cannot make virtual environments: its module ensurepip is missing." >&2
  echo "Install it (Debian, Ubuntu: apt-get install python$version-venv) and run make again." >&2
  exit 1
fi

"$python" -m venv "$folder"
