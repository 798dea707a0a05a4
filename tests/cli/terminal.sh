#!/usr/bin/env bash
# The shell on terminals of several kinds.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }

# draw TERM: what the map of the course sends to a terminal
draw() {
    TERM=$1 timeout 60 python3 "$(dirname "$0")/terminal.py" "$program" shell w01-vector-add
}

# Where the cursor goes to the next line after the last column, that column stays empty. Inside
# another terminal the cursor would stay in it.
rules() { draw "$1" | grep -o '─*' | sed -n 1p | wc -m; }
for case in xterm:81 ansi:80; do
    [ "$(rules ${case%:*})" = ${case#*:} ] || { echo "FAIL: ${case%:*} does not use $((${case#*:} - 1)) columns"; failures=$((failures + 1)); }
done

finish
