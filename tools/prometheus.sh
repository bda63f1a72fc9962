#!/usr/bin/env bash
# Puts promtool, amtool, prometheus and prometheus-alertmanager below a folder, unless the system has them: Debian's
# packages, unpacked and not installed, so nothing is started and no root is needed.
set -euo pipefail

folder=$1
if command -v promtool amtool prometheus prometheus-alertmanager >/dev/null; then exit 0; fi
if [ -x "$folder/usr/bin/promtool" ] && [ -x "$folder/usr/bin/amtool" ]; then exit 0; fi
mkdir -p "$folder"
cd "$folder"
apt-get download -qq prometheus prometheus-alertmanager
for package in ./*.deb; do
  dpkg -x "$package" .
  rm "$package"
done
