#!/usr/bin/env bash
# No command and no verdict says English that a catalogue cannot translate.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit
found=$(python3 "$(dirname "$0")/pseudo_language.py" "$program") || { echo "FAIL: no translation of"; echo "$found"; exit 1; }
finish
