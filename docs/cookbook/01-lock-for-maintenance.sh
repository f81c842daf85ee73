#!/bin/sh
# Lock a workspace for the time of a piece of work, and unlock it whatever happens.
# exit: 0
set -eu
workspace=${1:-network-prod}

trivet workspace lock "$workspace" --reason "maintenance by ${USER:-cron}" --quiet >/dev/null
trap 'trivet workspace unlock "$workspace" --quiet >/dev/null' EXIT

echo "working on $(trivet workspace show "$workspace" --field id)"
