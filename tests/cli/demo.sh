#!/usr/bin/env bash
# The demo: four right versions, each faster than the one before, with modelled times.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit

output=$("$program" demo --device virtual --json)
[ "$(grep -c '"right": true' <<<"$output")" = 4 ] || { echo "FAIL: not all versions are right: $output"; failures=1; }
grep -q '"modelled": true' <<<"$output" || { echo "FAIL: times are not said to be modelled"; failures=1; }
speedups=$(grep '"speedup"' <<<"$output" | tr -dc '0-9.\n')
[ "$(wc -l <<<"$speedups")" = 4 ] || { echo "FAIL: not every version has its speedup: $output"; failures=1; }
sort -c -n <<<"$speedups" || { echo "FAIL: a version is slower than the one before"; failures=1; }
expect 0 "Times are modelled for H100" demo --device virtual
finish
