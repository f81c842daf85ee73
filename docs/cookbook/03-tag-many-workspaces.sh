#!/bin/sh
# Put one tag on every workspace of a search, four at a time, and go on where an earlier run stopped.
# exit: 0
set -eu
list=$(mktemp)
journal=$(mktemp -u)
trap 'rm -f "$list" "$journal"' EXIT

trivet workspace list --search-name network -o tsv --fields id |
  while read -r id; do echo "workspace tag add $id reviewed"; done >"$list"
trivet batch run "$list" --parallel 4 --journal "$journal" >/dev/null
trivet workspace list --search-tags reviewed -o tsv --fields name
