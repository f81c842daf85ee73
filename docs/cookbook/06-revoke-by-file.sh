#!/bin/sh
# Revoke the certificate in a file, and find it in the revocation list.
# exit: 0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

trivet pki issue web --common-name old.example.com --ttl 1h --out "$folder/old" --quiet >/dev/null
serial=$(openssl x509 -in "$folder/old/cert.pem" -noout -serial | cut -d= -f2)
trivet pki revoke "@$folder/old/cert.pem" --yes --quiet >/dev/null
trivet pki crl show --pem | openssl crl -noout -text | grep -q "$serial" && echo "revoked $serial"
