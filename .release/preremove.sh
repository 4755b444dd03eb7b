#!/bin/sh
# Before a removal, not before an upgrade: dpkg says remove, rpm 0.
set -e
if [ "$1" = remove ] || [ "$1" = 0 ]; then
  if [ -d /run/systemd/system ]; then
    systemctl disable --now noir.socket noir.service noir-backup.timer
  fi
fi
