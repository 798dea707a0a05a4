#!/usr/bin/env bash
# What passes earn: badges and certificates, and the cost of a seen solution.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit

expect 0 "badges: 0 of" status
expect 0 "still needs core of week 1: 0 of" status
expect 0 "are not in this course yet" status
expect 0 "intermediate assessment: not taken (not needed)" certificate
expect 0 '"name": "Foundation"' status --json

solution() { echo "$("$program" doctor | sed -n 's/.*resources in //p')/solutions/$1"; }
expect 0 "badge earned: " grade hello_grid --file "$(solution week01/hello_grid.cu)"
expect 0 "badges: 1 of" status
expect 0 '"earned": true' status --json

# After a seen solution, the pass earns nothing. Nor does the variant on that day.
expect 0 "" solution vector_add --yes
expect 0 "passed" grade vector_add --file "$(solution week01/vector_add.cu)"
expect 0 "badges: 1 of" status
expect 0 "passed" grade vector_scale_add --file "$(solution week01/vector_scale_add.cu)"
expect 0 "badges: 1 of" status
if command -v sqlite3 >/dev/null; then
    sqlite3 "$scratch/state/warpschool.db" "UPDATE exercise SET passed_at = datetime(passed_at, '-1 day', '-1 minute')
        WHERE exercise = 'vector_add'"
    expect 0 "badges: 2 of" status
fi
finish
