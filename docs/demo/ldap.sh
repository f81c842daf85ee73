#!/bin/sh
# Directory accounts: rotated, made on demand, and lent. Run it in the sandbox
#   trivet sandbox exec -- sh docs/demo/ldap.sh
# or against a real server with TRIVET_SECRETS_URL, TRIVET_SECRETS_TOKEN and TRIVET_SECRETS_PRODUCT. LDAP_SET is a set
# whose accounts are all available, LDAP_ENTRY an entry for a static role, LDAP_BASE the base for new entries.
set -eu

set=${LDAP_SET:-team/ops}
entry=${LDAP_ENTRY:-alice}
base=${LDAP_BASE:-ou=users,dc=example,dc=com}

trivet() { command "${TRIVET:-trivet}" "$@"; }
say() { printf '\n== %s\n' "$*"; }
# Reads one text from the JSON of a reply that is given only once.
given() { sed -n "s/^ *\"$1\": \"\(.*\)\",\{0,1\}\$/\1/p"; }
# Runs a command that must fail with the given exit code.
fails() {
  wanted=$1
  shift
  if "$@"; then code=0; else code=$?; fi
  [ "$code" -eq "$wanted" ] || { echo "exit $code instead of $wanted: $*" >&2; exit 1; }
}

say "Show the configuration of the directory"
trivet ldap config show --fields url,binddn,schema

say "Rotate the password of an entry"
trivet ldap static-role write demo-static --username "$entry" --rotation-period 24h --yes
before=$(trivet ldap static-creds demo-static --field password)
trivet ldap static-role rotate demo-static --yes
after=$(trivet ldap static-creds demo-static --field password)
[ "$before" != "$after" ] && echo 'another password'
fails 2 trivet ldap static-role write demo-static --username somebody-else --rotation-period 24h --yes
fails 2 trivet ldap static-role write demo-static --username "$entry" --rotation-period 4s --yes
trivet ldap static-role delete demo-static --yes

say "Create entries on demand from a template"
printf 'dn: uid={{.Username}},%s\nchangetype: add\nobjectClass: inetOrgPerson\nuid: {{.Username}}\ncn: {{.Username}}\nsn: demo\nuserPassword: {{.Password}}\n' "$base" |
  trivet ldap role write demo-dynamic --creation-ldif - --default-ttl 10m \
    --deletion-ldif "dn: uid={{.Username}},$base
changetype: delete
"
trivet ldap role write demo-dynamic --max-ttl 1h
trivet ldap role show demo-dynamic --fields default_ttl,max_ttl
lease=$(trivet ldap creds demo-dynamic -o json | given lease_id)
trivet lease renew "$lease" --increment 15m --fields lease_duration
trivet lease revoke "$lease" --sync --yes
trivet ldap role delete demo-dynamic --yes

say "Lend an account to a command; it is checked in when the command ends"
trivet ldap library check-out "$set" -- sh -c 'echo "$LDAP_USERNAME, a password of ${#LDAP_PASSWORD} characters"'
fails 7 trivet ldap library check-out "$set" -- sh -c 'exit 7'
trivet ldap library status "$set" --fields account,available

say "Check out every account of the set"
borrowed=
for account in $(trivet ldap library status "$set" -o name); do
  reply=$(trivet ldap library check-out "$set" --ttl 10m -o json)
  borrowed="$borrowed $(echo "$reply" | given service_account_name)=$(echo "$reply" | given lease_id)"
done
trivet ldap library status "$set" --fields account,available
fails 6 trivet ldap library check-out "$set" -o json

say "Check in by lease, so that no lease remains; an account that is already available is not an error"
for one in $borrowed; do
  trivet ldap library check-in "$set" "${one%%=*}" --lease-id "${one#*=}" --yes
done
first=$(trivet ldap library status "$set" -o name | head -n 1)
trivet ldap library check-in "$set" "$first"

say "Check in an account, whoever borrowed it"
account=$(trivet ldap library check-out "$set" --ttl 5s -o json | given service_account_name)
trivet ldap library manage check-in "$set" "$account" --yes
trivet ldap library status "$set" --fields account,available
