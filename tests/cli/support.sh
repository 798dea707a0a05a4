# Sourced by the CLI tests. `program` is the built program; its state goes to a folder of the test.
# shellcheck shell=bash
set -u
program=$1
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export WARPSCHOOL_STATE="$scratch/state" NO_COLOR=1 LC_ALL=C.UTF-8
failures=0

# expect STATUS TEXT COMMAND...: the program's status must be STATUS, and its output contain TEXT
expect() {
    local status="$1" text="$2" output actual
    shift 2
    output=$("$program" "$@" 2>&1)
    actual=$?
    if [ "$actual" != "$status" ] || [[ "$output" != *"$text"* ]]; then
        printf 'FAIL warpschool %s\n  status %s, expected %s; expected text: %s\n%s\n' "$*" "$actual" "$status" "$text" "$output"
        failures=$((failures + 1))
    fi
}

finish() {
    [ "$failures" = 0 ] && echo "all as expected"
    exit $((failures > 0))
}

# Tests that compile kernels need NVRTC. ctest reports status 77 as skipped.
need_toolkit() {
    "$program" doctor 2>/dev/null | grep -q '^MISSING *NVRTC' && { echo "skipped: no NVRTC"; exit 77; }
    return 0
}

# small_course: from here on, the course is week 1 alone. Each start of the program reads the whole
# course: 30 lessons take a fifth of the time of all. A link to a later lesson becomes one to the
# first.
small_course() {
    local shipped="$tests/../.." folder
    export WARPSCHOOL_ROOT="$scratch/course"
    mkdir -p "$WARPSCHOOL_ROOT/lessons"
    for folder in kernels exercises solutions src tests; do
        ln -s "$shipped/$folder" "$WARPSCHOOL_ROOT"
    done
    cp -r "$shipped"/lessons/week01 "$shipped"/lessons/*.{yaml,json} "$WARPSCHOOL_ROOT/lessons"
    sed -i 's/(lesson:project[^)]*)/(lesson:w01-hello-grid)/' "$WARPSCHOOL_ROOT"/lessons/week01/*.yaml
}
