#!/bin/sh
# Lock a workspace while a command runs, and unlock it however the command ends.
# Usage: 01-lock-for-maintenance.sh [WORKSPACE COMMAND...]
# exit: 0
set -eu
workspace=${1:-network-prod}
if [ $# -gt 1 ]; then shift; else set -- echo "working on $workspace"; fi

exec trivet workspace lock "$workspace" --reason "maintenance by ${USER:-cron}" --quiet -- "$@"
