#!/bin/sh
# After an installation or an upgrade, by dpkg or rpm: the user, and the units as they are now.
set -e
if ! getent passwd noir >/dev/null; then
  useradd --system --user-group --home-dir /var/lib/noir --shell /usr/sbin/nologin noir
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart noir.service # games go on, and who connects meanwhile waits
fi
