# Sourced by the CLI tests. `program` is the built program; its state goes to a folder of the test.
# shellcheck shell=bash
set -u
program=$1
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
