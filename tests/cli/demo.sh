#!/usr/bin/env bash
# The demo: four right versions, each faster than the one before, with modelled times.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit

output=$("$program" demo --device virtual --json)
[ "$(grep -c '"right": true' <<<"$output")" = 4 ] || { echo "FAIL: not all versions are right: $output"; failures=1; }
grep -q '"modelled": true' <<<"$output" || { echo "FAIL: times are not said to be modelled"; failures=1; }
grep '"speedup"' <<<"$output" | tr -dc '0-9.\n' | sort -c -n || { echo "FAIL: a version is slower than the one before"; failures=1; }
expect 0 "Times are modelled for H100" demo --device virtual
finish
