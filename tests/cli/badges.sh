#!/usr/bin/env bash
# What passes earn: badges and certificates, and the cost of a seen solution.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit

expect 0 "badges: 0 of" status
expect 0 "still needs core of week 1: 0 of" status
expect 0 "are not in this course yet" status
expect 0 "intermediate assessment: not taken (not needed)" certificate
expect 0 "[ ] foundation assessment: not taken" certificate
expect 0 '"name": "Foundation"' status --json
expect 0 "next: hello_grid: not tried yet. \`warpschool shell hello_grid\`" certificate
expect 0 "w01-roofline: 0 of " certificate status foundation
expect 0 "assessment-foundation: not taken yet. \`warpschool assessment start foundation\`" certificate status foundation-badge
expect 0 "project1-transformer" certificate status project1-transformer
expect 2 "there is no badge or certificate 'medal'" certificate status medal
small_course

solution() { echo "$("$program" doctor | sed -n 's/.*resources in //p')/solutions/$1"; }
expect 0 "badge earned: " grade hello_grid --file "$(solution week01/hello_grid.cu)"
expect 0 "earned: \`warpschool certificate issue w01-hello-grid --name NAME\` writes it" certificate status w01-hello-grid
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

# The half-written starter comes after three failures with one diagnosis, and costs the badge. The
# variant restores it: unaided, and a day later at the earliest.
wrong=$scratch/wrong.cu
sed 's/ + add/ - add/' "$(solution week01/broadcast_add.cu)" >"$wrong"
expect 2 "comes after 3 failures with one diagnosis" reset broadcast_add --half --yes
for _ in 1 2 3; do expect 1 "wrong result" grade broadcast_add --file "$wrong"; done
expect 0 "broadcast_add is now the half-written starter" reset broadcast_add --half --yes
expect 0 "Pass its variant broadcast_scale_rows unaided, from 2" grade broadcast_add --file "$(solution week01/broadcast_add.cu)"
expect 2 "broadcast_add passed with help. Pass its variant" certificate issue w01-broadcast --name Ada
expect 0 "then it counts for badges. \`warpschool shell broadcast_scale_rows\`" certificate status week-1
expect 0 "Pass its variant broadcast_scale_rows unaided, from 2" grade broadcast_scale_rows --file "$(solution week01/broadcast_scale_rows.cu)"
expect 2 "'w01-broadcast' is not earned yet: 0 of 1 exercise or quiz" certificate issue w01-broadcast --name Ada
if command -v sqlite3 >/dev/null; then
    sqlite3 "$scratch/state/warpschool.db" "UPDATE exercise SET passed_at = strftime('%Y-%m-%dT%H:%M:%SZ', passed_at, '-1 day', '-1 minute')
        WHERE exercise = 'broadcast_add'"
    expect 0 "badges: 3 of" status
    expect 0 "written: " certificate issue w01-broadcast --name Ada --out "$scratch/badge.json"
    expect 0 "confirmed             broadcast_scale_rows" certificate verify "$scratch/badge.json"
fi
finish
