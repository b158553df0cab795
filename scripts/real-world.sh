#!/usr/bin/env bash
# The scenarios of the real world, 32 at a time: most of their time is spent waiting. What fails
# beside 31 others on a busy machine runs once more, one at a time, and the output tells so.
set -euo pipefail
cd "$(dirname "$0")/.."

told=$(mktemp)
trap 'rm -f "$told"' EXIT

real() { go run ./cmd/mcpsim run --world real "$@" >"$told"; }

if real -j 32; then
	tail -n 4 "$told"
	exit
fi
grep -v '^  *pass ' "$told" | tail -n 200
mapfile -t failed < <(sed -n 's/^  reproduce: mcpsim run \([^ ]*\) .*/\1/p' "$told")
[ ${#failed[@]} -gt 0 ] # else something else went wrong
printf '\nonce more, one at a time: %s\n' "${failed[*]}"
if real -j 1 "${failed[@]}"; then
	tail -n 4 "$told"
	exit
fi
tail -n 200 "$told"
exit 1
