#!/usr/bin/env bash
# One check in a pipeline, as action.yml and scripts/gitlab-ci.yml run it. What to check is
# in one of these variables:
#   MCPSIM_SERVER    a server's command; white space separates its words
#   MCPSIM_URL       a server's URL
#   MCPSIM_CONFIG    a settings file with servers, such as .mcp.json
#   MCPSIM_CLIENT    a client's command: its last argument will be the URL of a server
#   MCPSIM_FEATURES  feature files or folders, separated by white space
# And how:
#   MCPSIM_BASELINE  a file of known failures; not for features
#   MCPSIM_FLAGS     more flags, separated by white space
#   MCPSIM_REPORTS   the folder for reports; default: mcpsim-reports
# The exit code is that of mcpsim.
set -euo pipefail

reports=${MCPSIM_REPORTS:-mcpsim-reports}
read -r -a flags <<<"${MCPSIM_FLAGS:-}"
read -r -a server <<<"${MCPSIM_SERVER:-}"
read -r -a features <<<"${MCPSIM_FEATURES:-}"

given=()
for name in MCPSIM_SERVER MCPSIM_URL MCPSIM_CONFIG MCPSIM_CLIENT MCPSIM_FEATURES; do
  if [ -n "${!name:-}" ]; then given+=("$name"); fi
done
if [ "${#given[@]}" != 1 ]; then
  echo "check.sh: want one of MCPSIM_SERVER, MCPSIM_URL, MCPSIM_CONFIG, MCPSIM_CLIENT and MCPSIM_FEATURES, have: ${given[*]:-none}" >&2
  exit 2
fi

target=()
case ${given[0]} in
MCPSIM_SERVER) command=(validate) target=(-- "${server[@]}") ;;
MCPSIM_URL) command=(validate) target=("$MCPSIM_URL") ;;
MCPSIM_CONFIG) command=(validate --config "$MCPSIM_CONFIG") ;;
MCPSIM_CLIENT) command=(client --command "$MCPSIM_CLIENT") ;;
MCPSIM_FEATURES) command=(run) target=("${features[@]}") ;;
esac
if [ -n "${MCPSIM_BASELINE:-}" ]; then command+=(--baseline "$MCPSIM_BASELINE"); fi

mkdir -p "$reports"
for format in json:results.jsonl junit:junit.xml sarif:results.sarif markdown:results.md badge:badge.txt; do
  command+=(--report "${format%%:*}:$reports/${format#*:}")
done

code=0
mcpsim "${command[@]}" ${flags[@]+"${flags[@]}"} ${target[@]+"${target[@]}"} || code=$?

# mcpsim run writes no summary of the job by itself; the others do.
if [ "${command[0]}" = run ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$reports/results.md" ]; then
  cat "$reports/results.md" >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  {
    echo "exit-code=$code"
    echo "reports=$reports"
    if [ -f "$reports/badge.txt" ]; then echo "badge=$(cat "$reports/badge.txt")"; fi
    if [ -f "$reports/results.sarif" ]; then echo "sarif=$reports/results.sarif"; fi
  } >>"$GITHUB_OUTPUT"
fi
exit "$code"
