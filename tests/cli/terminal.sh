#!/usr/bin/env bash
# The shell on terminals of several kinds.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }

# draw TERM [TEXT KEYS]...: what a lesson sends to a terminal, with the keys for each text
draw() {
    TERM=$1 timeout 60 python3 "$(dirname "$0")/terminal.py" "$program" shell w01-vector-add -- "${@:2}" quit q
}

# Where the cursor goes to the next line after the last column, that column stays empty. Inside
# another terminal the cursor would stay in it.
rules() { draw "$1" | grep -o '─*' | sed -n 1p | wc -m; }
for case in xterm:81 ansi:80; do
    [ "$(rules ${case%:*})" = ${case#*:} ] || { echo "FAIL: ${case%:*} does not use $((${case#*:} - 1)) columns"; failures=$((failures + 1)); }
done

# Pasted text is no command, but a line that is typed takes it: the search here.
paste=$'\e[200~quantise\n\e[201~'
drawn=$(draw xterm quit "$paste/" Search "$paste" hit $'\e')
[[ "$drawn" == *quantise* ]] || { echo "FAIL: the search takes no pasted text"; failures=$((failures + 1)); }

# On a terminal of 80 columns no line of a command breaks within a word.
lines=$(timeout 60 python3 "$(dirname "$0")/terminal.py" "$program" certificate status week-1 -- | tr -d '\r')
awk 'length > 80 { exit 1 }' <<<"$lines" || { echo "FAIL: a line is wider than the terminal"; failures=$((failures + 1)); }
grep -q '^  w01-launch-overhead: .* `warpschool shell$' <<<"$lines" || { echo "FAIL: no line goes on below its text"; failures=$((failures + 1)); }

finish
