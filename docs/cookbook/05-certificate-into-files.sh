#!/bin/sh
# Write a certificate, its key (mode 0600) and its chain to files, and check that they belong together.
# exit: 0
set -eu
name=${1:-www.example.com}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

trivet pki issue web --common-name "$name" --ttl 24h --out "$folder/$name" --quiet >/dev/null
openssl verify -CAfile "$folder/$name/chain.pem" "$folder/$name/cert.pem" >/dev/null
openssl x509 -in "$folder/$name/cert.pem" -noout -subject
