#!/usr/bin/env bash
# Makes a folder in which wine runs programs of Go for Windows. The wine of Debian 12 (8.0)
# has no bcryptprimitives.dll, where Go gets random numbers; then one is made, of one name
# that leads to the function of advapi32 which does the same. apt-get installs what is missing.
#   scripts/wine.sh DIR
set -euo pipefail
missing=()
command -v wine >/dev/null || missing+=(wine wine64)
command -v x86_64-w64-mingw32-ld >/dev/null || missing+=(binutils-mingw-w64-x86-64)
if [ ${#missing[@]} != 0 ]; then
  echo "installing ${missing[*]}"
  root=()
  [ "$(id -u)" = 0 ] || root=(sudo -n)
  { "${root[@]}" apt-get update -qq && DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; } || {
    echo "make wine: apt-get cannot install ${missing[*]} here" >&2
    exit 1
  }
fi

mkdir -p "$1"
prefix=$(cd "$1" && pwd)
system=$prefix/drive_c/windows/system32
[ -e "$system/kernel32.dll" ] || WINEPREFIX=$prefix WINEDEBUG=-all DISPLAY='' wineboot -i </dev/null >"$prefix.log" 2>&1
[ ! -e "$system/bcryptprimitives.dll" ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'LIBRARY bcryptprimitives.dll\nEXPORTS\n  ProcessPrng=advapi32.SystemFunction036\n' >"$work/prng.def"
x86_64-w64-mingw32-as -o "$work/empty.o" </dev/null
x86_64-w64-mingw32-ld -shared --entry 0 -o "$system/bcryptprimitives.dll" "$work/empty.o" "$work/prng.def"
