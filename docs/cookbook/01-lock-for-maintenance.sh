#!/bin/sh
# Lock a workspace while a command runs, and unlock it however the command ends.
# Usage: 01-lock-for-maintenance.sh [WORKSPACE COMMAND...]
# exit: 0
set -eu
workspace=${1:-network-prod}
if [ $# -gt 1 ]; then shift; else set -- echo "working on $workspace"; fi

# A signal is ignored until it is known whether the lock was taken.
trap '' HUP INT TERM
trivet workspace lock "$workspace" --reason "maintenance by ${USER:-cron}" --quiet >/dev/null
trap 'trivet workspace unlock "$workspace" --quiet >/dev/null' EXIT
# dash runs the EXIT trap only if the shell itself exits.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

"$@"
