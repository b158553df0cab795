#!/usr/bin/env bash
# Fetches what the container image with Node is made of into a folder, and compares it with
# cmd/release/node.sums: packages of Debian (the C library, and busybox for the shell that
# npx starts), and of npm (node, npm), for both processors. Needs apt-get of Debian, and npm.
#   scripts/node-parts.sh DIR            fetch those that are pinned; Debian keeps a version until the next one
#   scripts/node-parts.sh DIR --update   fetch the newest, and write node.sums anew
set -euo pipefail
sums=$(cd "$(dirname "$0")/../cmd/release" && pwd)/node.sums
dir=$1 update=${2:-}
mkdir -p "$dir"
cd "$dir"
if [ -z "$update" ] && sha256sum --status -c "$sums" 2>/dev/null; then exit; fi

system=$(mktemp -d) # apt's own, so that nothing of this machine's is changed
trap 'rm -rf "$system"' EXIT
mkdir -p "$system/state/lists/partial" "$system/cache/archives/partial"
touch "$system/status"
for arch in amd64 arm64; do
  rm -rf "$arch"
  mkdir -p "$arch"
  case $arch in amd64) cpu=x64 ;; *) cpu=$arch ;; esac
  debs=(libc6 libstdc++6 libgcc-s1 busybox-static) tars=("node-linux-$cpu@22" npm@11)
  if [ -z "$update" ]; then # those that are pinned: NAME_VERSION_ARCH.deb, %3a for a colon, NAME-VERSION.tgz
    mapfile -t debs < <(sed -n "s,^.*  $arch/\\([^_]*\\)_\\(.*\\)_$arch\\.deb$,\\1=\\2,p" "$sums" | sed 's/%3a/:/')
    mapfile -t tars < <(sed -n "s,^.*  $arch/\\(.*\\)-\\([0-9][0-9.]*\\)\\.tgz$,\\1@\\2,p" "$sums")
  fi
  debian() {
    apt-get -qq -o Dir::State="$system/state" -o Dir::State::status="$system/status" -o Dir::Cache="$system/cache" \
      -o APT::Architecture="$arch" -o APT::Architectures="$arch" -o APT::Sandbox::User=root "$@"
  }
  debian update
  (cd "$arch" && debian download "${debs[@]}")
  npm pack --silent --pack-destination "$arch" "${tars[@]}" >/dev/null
done
if [ -n "$update" ]; then
  sha256sum -- */* >"$sums"
else
  sha256sum --quiet -c "$sums" || {
    echo "node-parts.sh: these are not the parts of cmd/release/node.sums" >&2
    exit 1
  }
fi
