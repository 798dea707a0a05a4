#!/usr/bin/env bash
# The shell as lines, and the ways to open it.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

# lines TEXT COMMANDS ARGUMENTS...: the shell, given the commands, prints TEXT and no control
# character
lines() {
    local text="$1" commands="$2" output
    shift 2
    output=$(printf '%b' "$commands" | timeout 60 "$program" "$@" --plain 2>&1)
    if [[ "$output" != *"$text"* ]] || printf '%s' "$output" | LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f]'; then
        printf 'FAIL plain %s: expected %s\n%s\n' "$commands" "$text" "$output"
        failures=$((failures + 1))
    fi
}

lines "Welcome to warpschool" ""
lines "One program, many threads" "q\n" shell w01-hello-grid
lines " 0  1  2  3  4  5  6  7│ │ 0  1  2  3  4  5  6  7│ │ 0  1  2  3  4  5  6  7│" "q\n" shell w01-hello-grid
lines "Add two vectors" "q\n" shell vector_add
lines "Un programa, muchos hilos" "q\n" --language es shell w01-hello-grid
lines ">      ○ first_steps" "home\ndown\nq\n" shell w00-day0
lines "there is no command 'dance' here" "dance\nq\n" shell w00-day0
# A line replaces the last answer, which a screen would keep to be corrected. Esc leaves the blank.
lines "int i =  zz " "Right\nRight\nyy\nLeft\nRight\nzz\nq\n" shell w01-hello-grid
lines "The hardware counts in 32" "Right\nRight\nEsc\nRight\nq\n" shell w01-hello-grid
lines "there is no lesson or exercise 'nowhere'" "q\n" shell nowhere
expect 2 "no folder /nonexistent/lessons" --root /nonexistent
expect 2 "--theme takes dark or light" shell --plain --theme blue
expect 2 "no folder /nonexistent/lessons" --root=/nonexistent shell
expect 0 "vector_add" --language en list
expect 2 "there is no command 'graed'" --language en graed
expect 0 "usage: warpschool" --help
finish
