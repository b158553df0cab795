#!/usr/bin/env bash
# Fetches what the container image with Node is made of into a folder, and compares it with
# cmd/release/node.sums: packages of Debian (the C library, and busybox for the shell that
# npx starts), and of npm (node, npm). Needs apt-get of Debian, and npm. What is there already
# and is right is not fetched again.
#   scripts/node-parts.sh DIR            those that are pinned, for both processors
#   scripts/node-parts.sh DIR --try      for this processor, to try the image: of a version
#                                        that Debian does not keep any more the newest one
#   scripts/node-parts.sh DIR --update   the newest, and write node.sums anew
# DIR/node.sums says what is in DIR.
set -euo pipefail
sums=$(cd "$(dirname "$0")/../cmd/release" && pwd)/node.sums
dir=$1 mode=${2:-}
arches=(amd64 arm64)
[ "$mode" != --try ] || arches=("$(dpkg --print-architecture)")
mkdir -p "$dir"
cd "$dir"
pinned() { for arch in "${arches[@]}"; do grep "  $arch/" "$sums"; done; }
if [ "$mode" != --update ] && pinned | sha256sum --status -c - 2>/dev/null; then
  pinned >node.sums
  exit
fi

system=$(mktemp -d) # apt's own, so that nothing of this machine's is changed
trap 'rm -rf "$system"' EXIT
mkdir -p "$system/state/lists/partial" "$system/cache/archives/partial"
touch "$system/status"

debian() { # apt-get for the processor arch
  apt-get -qq -o Dir::State="$system/state" -o Dir::State::status="$system/status" -o Dir::Cache="$system/cache" \
    -o APT::Architecture="$arch" -o APT::Architectures="$arch" -o APT::Sandbox::User=root "$@"
}
for arch in "${arches[@]}"; do
  rm -rf "$arch"
  mkdir -p "$arch"
  # What is pinned: NAME_VERSION_ARCH.deb, %3a for a colon, NAME-VERSION.tgz.
  mapfile -t debs < <(sed -n "s,^.*  $arch/\\([^_]*\\)_\\(.*\\)_$arch\\.deb$,\\1=\\2,p" "$sums" | sed 's/%3a/:/')
  mapfile -t tars < <(sed -n "s,^.*  $arch/\\(.*\\)-\\([0-9][0-9.]*\\)\\.tgz$,\\1@\\2,p" "$sums")
  newest=(libc6 libstdc++6 libgcc-s1 busybox-static)
  if [ "$mode" = --update ]; then
    case $arch in amd64) cpu=x64 ;; *) cpu=$arch ;; esac
    debs=("${newest[@]}") tars=("node-linux-$cpu@22" npm@11)
  fi
  debian update
  if ! (cd "$arch" && debian download "${debs[@]}"); then
    echo "node-parts.sh: Debian no longer keeps a version that cmd/release/node.sums pins: node-parts.sh DIR --update pins the newest" >&2
    [ "$mode" = --try ] || exit 1
    rm -f "$arch"/*.deb
    (cd "$arch" && debian download "${newest[@]}")
  fi
  npm pack --silent --pack-destination "$arch" "${tars[@]}" >/dev/null
done
(for arch in "${arches[@]}"; do sha256sum -- "$arch"/*; done) >node.sums
case $mode in
--update) cp node.sums "$sums" ;;
--try) ;; # what Debian and npm have signed is compared by apt-get and npm
*)
  pinned | sha256sum --quiet -c - || {
    echo "node-parts.sh: these are not the parts of cmd/release/node.sums" >&2
    exit 1
  }
  ;;
esac
