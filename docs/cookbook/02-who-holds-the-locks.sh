#!/bin/sh
# Every locked workspace: its name and its ID.
# exit: 0
set -eu

trivet workspace list --query 'data[?attributes.locked].[attributes.name, id]' -o tsv
