#!/usr/bin/env bash
# Makes the virtual environment in the folder named, with $PYTHON or else the first Python 3.11+ on the path.
set -euo pipefail

folder=$1
python=

for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
  if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=$candidate
    break
  fi
done

if [ -z "$python" ]; then
  echo "Kafeneio needs Python 3.11 or newer and found none (looked for: ${PYTHON:-python3, python3.11 … python3.14})." >&2
  echo "Install one (Debian, Ubuntu: apt-get install python3 python3-venv), or name it: make PYTHON=/path/to/python3 …" >&2
  exit 1
fi

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  version=$("$python" -c 'import sys; print(f"{sys.version_info.major}.{sys.version_info.minor}")')
  echo "$python ($version) cannot make virtual environments: its module ensurepip is missing." >&2
  echo "Install it (Debian, Ubuntu: apt-get install python$version-venv) and run make again." >&2
  exit 1
fi

"$python" -m venv "$folder"
