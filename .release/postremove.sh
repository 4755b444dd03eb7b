#!/bin/sh
# After a removal. /var/lib/noir, its backups and the user that owns them stay: they are games, and
# the key that the house is known by.
set -e
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi
