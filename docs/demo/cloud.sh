#!/bin/sh
# Cloud credentials: roles, credentials made on demand, a managed user. Run it in the sandbox
#   trivet sandbox exec -- sh docs/demo/cloud.sh
# or against a real server with TRIVET_SECRETS_URL, TRIVET_SECRETS_TOKEN and TRIVET_SECRETS_PRODUCT. CLOUD_USER is an
# existing user for the static role, CLOUD_ROLE_ARN a role that can be assumed.
set -eu

user=${CLOUD_USER:-deploy-user}
arn=${CLOUD_ROLE_ARN:-arn:aws:iam::123456789012:role/demo-role}
policy='{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}]}'

trivet() { command "${TRIVET:-trivet}" "$@"; }
say() { printf '\n== %s\n' "$*"; }
# Runs a command that must fail with the given exit code.
fails() {
  wanted=$1
  shift
  if "$@"; then code=0; else code=$?; fi
  [ "$code" -eq "$wanted" ] || { echo "exit $code instead of $wanted: $*" >&2; exit 1; }
}

say "Show the configuration of the engine"
trivet aws config show --fields access_key,region
trivet aws lease set --lease 30m --lease-max 12h
trivet aws lease show

say "A write replaces the whole root configuration: trivet lists what would be lost and needs --yes"
fails 2 trivet aws config set --region eu-north-1 --no-input

say "The rules of the credential types are checked before anything is sent"
fails 2 trivet aws role write demo-bad --credential-type iam_user --policy-document "$policy" --role-arns "$arn"
fails 2 trivet aws role write demo-bad --credential-type assumed_role
fails 2 trivet aws role write demo-bad --policy "$policy" --credential-type iam_user

say "Write two roles"
trivet aws role write demo-user --credential-type iam_user --policy-document "$policy" --iam-tags team=demo
trivet aws role write demo-assume --credential-type assumed_role --role-arns "$arn" --max-sts-ttl 2h
trivet aws role list | grep '^demo-'
trivet aws role show demo-assume --fields credential_type,role_arns,max_sts_ttl

say "Create a user on demand, with its keys as shell variables"
trivet aws creds demo-user -o json >creds.$$
trap 'rm -f creds.$$' EXIT
chmod 600 creds.$$
lease=$(sed -n 's/^ *"lease_id": "\(.*\)",$/\1/p' creds.$$)
trivet lease lookup "$lease" --fields id,renewable
trivet lease renew "$lease" --increment 20m --fields lease_duration
trivet lease revoke "$lease" --sync --yes

say "Get a session of the token service for the tools of the provider"
eval "$(trivet aws sts demo-assume --ttl 15m --role-session-name demo -o export)"
echo "key $(printf %.4s "$AWS_ACCESS_KEY_ID")..., session token of ${#AWS_SESSION_TOKEN} characters"
trivet aws sts demo-assume --ttl 15m -o credential-process | grep -c '"Version": *1'

say "Wrap a reply so that only one reader can open it"
WRAPPED=$(trivet aws sts demo-assume --wrap-ttl 60s --field token)
export WRAPPED
trivet lease unwrap env:WRAPPED -o json | grep -c '"secret_key": *"'
fails 1 trivet lease unwrap env:WRAPPED -o json

say "Manage a user whose key is rotated"
trivet aws static-role write demo-static --username "$user" --rotation-period 24h --yes
trivet aws static-creds demo-static --fields access_key
fails 2 trivet aws static-role write demo-static --username "$user" --rotation-period 30s --yes

say "Clean up"
trivet aws static-role delete demo-static --yes
trivet aws role delete demo-user --yes
trivet aws role delete demo-assume --yes
fails 5 trivet aws role show demo-user
