#!/bin/sh
# Rehearse how a script behaves when the server limits the rate, or when a reply is lost.
# exit: 0
set -eu

trivet sandbox exec --fault 429:2 -- trivet workspace show network-prod --field name --quiet
echo

code=0
trivet sandbox exec --fault lost:1@/actions/lock -- \
  trivet workspace lock ws-miQ1odLBhm3izzYE --quiet >/dev/null 2>&1 || code=$?
echo "a lock whose reply was lost ends with $code"
