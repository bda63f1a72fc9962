#!/usr/bin/env bash
# Puts promtool, amtool, prometheus and prometheus-alertmanager below a folder, unless the system has them: Debian's
# packages, unpacked and not installed, so nothing is started. Root is needed for alertmanager itself alone.
set -euo pipefail

folder=$1
if command -v promtool amtool prometheus prometheus-alertmanager >/dev/null; then exit 0; fi
mkdir -p "$folder"
cd "$folder"
apt-get download -qq prometheus prometheus-alertmanager
for package in ./*.deb; do
  dpkg -x "$package" .
  rm "$package"
done
# Debian's alertmanager looks for its templates in one place only.
if [ "$(id -u)" = 0 ] && [ ! -e /usr/share/prometheus/alertmanager ]; then
  mkdir -p /usr/share/prometheus
  cp -r usr/share/prometheus/alertmanager /usr/share/prometheus/
fi
