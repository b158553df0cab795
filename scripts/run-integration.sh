#!/bin/sh
# Runs the integration suite of the RoomServer documents: a room server at port 40801, an
# operator at port 40802, four scenarios, and their results below .artifacts/integration/.
# The options are those of "mcpsim integration". Needs Go.
set -eu
cd "$(dirname "$0")/.."
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go build -o "$program/mcpsim" ./cmd/mcpsim
"$program/mcpsim" integration "$@"
