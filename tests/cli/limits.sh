#!/usr/bin/env bash
# Limits of the shell and a machine without /proc: each ends in a sentence, not in silence.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# within SETUP STATUS TEXT COMMAND...: as expect, after the shell command SETUP
within() {
    local setup="$1" status="$2" text="$3" output actual
    shift 3
    output=$(eval "$setup"; "$program" "$@" 2>&1)
    actual=$?
    if [ "$actual" != "$status" ] || [[ "$output" != *"$text"* ]]; then
        printf 'FAIL %s: status %s, expected %s; expected text: %s\n%s\n' "$setup" "$actual" "$status" "$text" "$output"
        failures=$((failures + 1))
    fi
}

# Without /proc the program must still find itself and its lessons.
if unshare -rm sh -c 'mount -t tmpfs none /proc' 2>/dev/null; then
    output=$(unshare -rm sh -c "mount -t tmpfs none /proc; '$program' doctor" 2>&1)
    if [[ "$output" != *"resources in"* ]]; then
        printf 'FAIL doctor without /proc\n%s\n' "$output"
        failures=$((failures + 1))
    fi
fi

need_toolkit
root=$("$program" doctor | sed -n 's/.*resources in //p')
kernel="$root/solutions/week01/vector_add.cu"
within "ulimit -n 16" 3 "ulimit -n 1024" grade vector_add --file "$kernel"
within "ulimit -S -n 16" 0 "passed" grade vector_add --file "$kernel"
within "ulimit -f 0" 0 "progress file could not be" grade vector_add --file "$kernel"
finish
