#!/bin/sh
# Runs clients that others wrote against the sandbox: CLIENT, passed, failed. Installs them below WORK (a new folder by
# default) from PyPI, npm and the Go module proxy; what cannot be installed is skipped with the reason. Not part of npm test.
set -u
here=$(cd "$(dirname "$0")" && pwd)
trivet=${TRIVET_PROGRAM:-$here/../../bin/trivet}
work=${WORK:-$(mktemp -d)}
failed=0

python=$work/venv/bin/python
if [ ! -x "$python" ]; then
  python3 -m venv "$work/venv" || python=
  "$work/venv/bin/pip" install --quiet hvac==2.4.0 python-nomad==2.1.0 pytfe==1.5.0 terrasnek==0.1.14 || python=
fi
if [ ! -d "$work/node_modules" ]; then
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" node-vault@0.12.0 || echo "node-vault	skipped: npm cannot install it"
fi

# run PRODUCT COMMAND…, over HTTPS, in a sandbox of its own
run() {
  product=$1
  shift
  MODULES=$work "$trivet" sandbox exec --vendor-env --tls --product "$product" -- "$@" || failed=$((failed + 1))
}

if [ -n "$python" ]; then
  run vault@1.19+ent "$python" "$here/hvac_client.py"
  run openbao "$python" "$here/hvac_client.py"
  run nomad "$python" "$here/nomad_client.py"
  run hcp-terraform "$python" "$here/terrasnek_client.py"
  run hcp-terraform "$python" "$here/pytfe_client.py"
else
  echo "Python clients	skipped: there is no Python with pip"
fi
[ -d "$work/node_modules/node-vault" ] && run vault node "$here/node-vault.mjs"

if [ -x "$work/go-clients" ] || (cd "$here/go" && go build -mod=readonly -o "$work/go-clients" .); then
  run nomad "$work/go-clients" nomad
  run vault@1.19+ent "$work/go-clients" vault
  run openbao "$work/go-clients" openbao
  run hcp-terraform "$work/go-clients" tfe
else
  echo "Go clients	skipped: there is no Go, or it cannot get the modules"
fi
exit "$failed"
