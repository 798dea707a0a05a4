#!/usr/bin/env bash
# The placement check, and its effect on the next lesson.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"

expect 0 "next: w00-day0" status
expect 0 "2 of 6 questions answered; the course begins at its beginning" placement < <(printf '2\n2\n')
expect 0 "next: w00-day0" status
need_toolkit
expect 0 "5 of 6 right: begin with w01-coalescing" placement < <(printf '3\n2\n1\n4\n3\n2\n')
expect 0 "next: w01-coalescing" status
expect 0 "" placement --forget
expect 0 "next: w00-day0" status
expect 0 "begin with w00-day0" placement < <(printf '1\n2\n1\n8\n3\n2\n')
finish
