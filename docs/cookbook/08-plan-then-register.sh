#!/bin/sh
# Register a job exactly as it was planned. If somebody else has changed it since, the exit code is 6 and nothing changes.
# exit: 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/web.nomad.hcl" <<'HCL'
job "cookbook" {
  datacenters = ["dc1"]
  group "app" {
    task "app" {
      driver = "raw_exec"
      config { command = "/bin/sleep" }
    }
  }
}
HCL

code=0
trivet job plan "$folder/web.nomad.hcl" --detailed-exitcode -o json >"$folder/plan.json" || code=$?
[ "$code" -eq 0 ] && echo 'nothing to do' && exit 0
[ "$code" -eq 11 ] || exit "$code"
index=$(sed -n 's/.*"JobModifyIndex": *\([0-9]*\).*/\1/p' "$folder/plan.json" | tail -n 1)
trivet job register "$folder/web.nomad.hcl" --check-index "$index" --quiet >/dev/null
echo "registered $(trivet job show cookbook --field ID)"
