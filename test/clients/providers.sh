#!/bin/sh
# Builds the providers of Terraform that terraform.py uses from their sources: providers.sh FOLDER, which PROVIDERS can name
# then. SOURCES is where the repositories are (GitHub by default). Says which provider cannot be had, and why.
set -u
folder=${1:?a folder for the providers}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
sources=${SOURCES:-https://github.com}
platform=$(go env GOOS)_$(go env GOARCH) || exit 1
failed=0
for provider in nomad:2.6.1 tfe:0.79.0 vault:5.10.1; do
  name=${provider%:*}
  version=${provider#*:}
  place=$folder/registry.terraform.io/hashicorp/$name/$version/$platform
  program=$place/terraform-provider-${name}_v$version
  [ -x "$program" ] && continue
  work=$(mktemp -d)
  mkdir -p "$place"
  if git -c advice.detachedHead=false clone --quiet --depth 1 --branch "v$version" "$sources/hashicorp/terraform-provider-$name" "$work" &&
    (cd "$work" && go build -p 1 -o "$program" . 2>"$work/build.log"); then
    printf '%s %s\tbuilt\n' "$name" "$version"
  else
    failed=$((failed + 1))
    reason='its repository'
    [ -f "$work/build.log" ] && reason=$(grep -v '^go: downloading' "$work/build.log" | head -n 1)
    printf '%s %s\tcannot be had: %s\n' "$name" "$version" "$reason"
  fi
  rm -rf "$work"
done
exit "$failed"
