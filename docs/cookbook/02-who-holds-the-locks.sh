#!/bin/sh
# List every locked workspace with the holder of the lock (a user, a team or a run) and the reason.
# exit: 0
set -eu

trivet workspace list -o tsv --query \
  'data[?attributes.locked].[attributes.name, relationships."locked-by".data.type, relationships."locked-by".data.id, attributes."locked-reason"]'
