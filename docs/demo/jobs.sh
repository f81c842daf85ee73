#!/bin/sh
# A job from plan to purge. In the sandbox: trivet sandbox exec -- sh docs/demo/jobs.sh
# Against a real server: with TRIVET_JOBS_URL, TRIVET_JOBS_TOKEN and TRIVET_JOBS_PRODUCT=nomad (raw_exec enabled).
set -eu

trivet() { command "${TRIVET:-trivet}" "$@"; }
say() { printf '\n== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# Runs a command and checks its exit code.
expect() {
  wanted=$1
  shift
  code=0
  "$@" || code=$?
  [ "$code" -eq "$wanted" ] || fail "exit $code instead of $wanted: $*"
}

web="trivet-demo-web-$$"
mailer="trivet-demo-mailer-$$"
folder=$(mktemp -d)
cleanup() {
  for job in "$web" "$mailer"; do
    trivet job stop "$job" --purge --confirm "$job" --quiet >/dev/null 2>&1 || true
  done
  rm -rf "$folder"
}
trap cleanup EXIT

cat >"$folder/web.nomad.hcl" <<HCL
variable "color" {
  type    = string
  default = "blue"
}

job "$web" {
  type = "service"
  group "app" {
    count = 1
    update {
      min_healthy_time = "0s"
    }
    task "server" {
      driver = "raw_exec"
      config {
        command = "/bin/sleep"
        args    = ["600"]
      }
      env {
        COLOR = var.color
      }
      resources {
        cpu    = 20
        memory = 20
      }
      action "fail" {
        command = "/bin/sh"
        args    = ["-c", "echo out; echo err >&2; exit 3"]
      }
    }
  }
}
HCL

cat >"$folder/mailer.nomad.hcl" <<HCL
job "$mailer" {
  type = "batch"
  parameterized {
    payload       = "required"
    meta_required = ["to"]
  }
  group "work" {
    task "send" {
      driver = "raw_exec"
      config {
        command = "/bin/true"
      }
      resources {
        cpu    = 20
        memory = 20
      }
    }
  }
}
HCL

say 'plan: a new job is a change (exit 11)'
expect 11 trivet job plan "$folder/web.nomad.hcl" --detailed-exitcode
index=$(trivet job plan "$folder/web.nomad.hcl" -o json --query JobModifyIndex)

say 'register exactly what was planned'
trivet job register "$folder/web.nomad.hcl" --check-index "$index"

say 'plan again: no changes (exit 0)'
expect 0 trivet job plan "$folder/web.nomad.hcl" --detailed-exitcode

say 'the old index again: refused (exit 6), nothing changed'
before=$(trivet job show "$web" --field JobModifyIndex)
expect 6 trivet job register "$folder/web.nomad.hcl" --var color=green --check-index "$index"
[ "$(trivet job show "$web" --field JobModifyIndex)" = "$before" ] || fail 'the job changed'

say 'wait for the deployment'
trivet job wait "$web" --wait-timeout 2m

say 'an action: its exit code 3 passes through'
expect 3 trivet job action "$web" fail </dev/null

say 'scale'
trivet job scale "$web" app 2 --message 'launch day'
trivet job scale-status "$web"

say 'a new version, and back'
current=$(trivet job show "$web" --field Version)
trivet job register "$folder/web.nomad.hcl" --var color=green
trivet job versions "$web" --diffs
trivet job revert "$web" "$current" --enforce-prior-version "$((current + 1))"
[ "$(trivet job submission "$web" 0 --field JobID)" = "$web" ] || fail 'the source is missing'

say 'dispatch from standard input'
trivet job register "$folder/mailer.nomad.hcl" --check-index 0
child=$(printf 'Dear customer' | trivet job dispatch "$mailer" --payload - --meta to=ops@example.com -o name)
trivet job show "$child"

say 'stop and purge'
trivet job stop "$child" --purge --confirm "$child"
trivet job stop "$mailer" --purge --confirm "$mailer"
trivet job stop "$web" --purge --confirm "$web"
expect 5 trivet job show "$web"

say 'done'
