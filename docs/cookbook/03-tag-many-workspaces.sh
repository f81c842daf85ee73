#!/bin/sh
# Put a tag on every workspace that a search finds, four at a time. After a failure, run it again: it resumes.
# exit: 0
set -eu
list=reviewed.txt
receipt=reviewed.receipt

if [ -e "$receipt" ]; then
  trivet batch run "$list" --parallel 4 --receipt "$receipt" --resume >/dev/null
else
  ids=$(trivet workspace list --search-name network -o tsv --fields id)
  for id in $ids; do echo "workspace tag add $id reviewed"; done >"$list"
  trivet batch run "$list" --parallel 4 --receipt "$receipt" >/dev/null
fi
rm "$list" "$receipt"
trivet workspace list --search-tags reviewed -o tsv --fields name
