#!/bin/sh
# A certificate authority from its root to a tidy. Run it in the sandbox
#   trivet sandbox exec -- sh docs/demo/pki.sh
# or against a real server with TRIVET_SECRETS_URL, TRIVET_SECRETS_TOKEN and TRIVET_SECRETS_PRODUCT, in mounts of its
# own: ROOT_MOUNT and INT_MOUNT, whose CA is deleted.
set -eu

root=${ROOT_MOUNT:-pki}
int=${INT_MOUNT:-$root}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

trivet() { command "${TRIVET:-trivet}" "$@"; }
say() { printf '\n== %s\n' "$*"; }

say "Generate a root CA"
# The sandbox has a CA already, and a root can be generated only in a mount without one.
trivet pki root delete --mount "$root" --confirm "$root" --quiet
trivet pki root generate internal --mount "$root" --common-name 'Demo Root CA' --ttl 87600h --key-type ec \
  --yes --out root
openssl x509 -in root/cert.pem -noout -subject

say "Sign an intermediate with the root"
if [ "$int" = "$root" ]; then
  # One mount: the root signs a request that openssl made, as it would for another system.
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout intermediate.key \
    -subj '/CN=Demo Intermediate CA' -out intermediate.csr 2>/dev/null
  trivet pki root sign-intermediate --mount "$root" --csr @intermediate.csr \
    --common-name 'Demo Intermediate CA' --ttl 43800h --out intermediate
else
  trivet pki root delete --mount "$int" --confirm "$int" --quiet
  trivet pki intermediate generate internal --mount "$int" --common-name 'Demo Intermediate CA' \
    --key-type ec --yes --out request
  trivet pki root sign-intermediate --mount "$root" --csr @request/csr.pem \
    --common-name 'Demo Intermediate CA' --ttl 43800h --out intermediate
  trivet pki intermediate set-signed --mount "$int" --certificate @intermediate/bundle.pem
fi
openssl verify -CAfile root/cert.pem intermediate/cert.pem

say "Write a role, and issue a certificate into files"
trivet pki role write demo-web --mount "$int" --allowed-domains example.com --allow-subdomains --max-ttl 72h \
  --key-type ec --quiet >role.txt
trivet pki issue demo-web --mount "$int" --common-name www.example.com --alt-names api.example.com --ttl 24h \
  --out www
ls -l www | awk 'NR > 1 { print $1, $NF }'
if [ "$int" = "$root" ]; then
  openssl verify -CAfile root/cert.pem www/cert.pem
else
  openssl verify -CAfile root/cert.pem -untrusted intermediate/cert.pem www/cert.pem
fi

say "A name outside the role is refused"
if trivet pki issue demo-web --mount "$int" --common-name www.example.net --out refused; then
  echo 'the name was not refused' >&2
  exit 1
fi

say "Revoke by the serial number as openssl prints it"
serial=$(openssl x509 -in www/cert.pem -noout -serial | cut -d= -f2)
echo "$serial"
trivet pki revoke "$serial" --mount "$int" --yes
trivet pki crl show --mount "$int" --der --out ca.crl
openssl crl -inform DER -in ca.crl -noout -text | grep -A1 'Serial Number'
openssl crl -inform DER -in ca.crl -noout -text | grep -q "$serial"

say "Tidy, and wait until it has finished"
trivet pki tidy --mount "$int" --tidy-cert-store --tidy-revoked-certs --safety-buffer 1s --wait
test "$(trivet pki tidy-status --mount "$int" --field state)" = Finished

say "Done"
