#!/bin/sh
# Short-lived cloud credentials in the environment of one command, never on the screen or in the history.
# exit: 0
set -eu

(
  # Not eval "$(…)": that goes on after a failure.
  credentials=$(trivet cloud creds ci -o export)
  eval "$credentials"
  sh -c 'echo "key ${AWS_ACCESS_KEY_ID%"${AWS_ACCESS_KEY_ID#????}"}..."'
)
