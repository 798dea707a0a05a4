#!/usr/bin/env bash
# Random lines for the shell as lines: commands, keys, numbers, text and bytes that are no text. The
# shell must end with status 0 and write no control character. WARPSCHOOL_MONKEY_LINES gives their
# number, WARPSCHOOL_MONKEY_SEED the sequence.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
export VISUAL=true
RANDOM=${WARPSCHOOL_MONKEY_SEED:-1}
count=${WARPSCHOOL_MONKEY_LINES:-600}
sources=$(dirname "$0")/../..
mapfile -t commands < <(sed -n 's/^ACTION([A-Z_]*, "\([a-z-]*\)".*/\1/p' "$sources/src/tui/keys/keymap.def" |
    grep -vxE 'quit|run|microscope|own-case|failing-case')
keys=(Enter Esc Tab Up Down Left Right PgUp PgDn Home End Space Backspace F1 : / '?' a c f g h j k l n o p t u v x y z 1 2 3 4 5 6)

random_line() {
    case $((RANDOM % 10)) in
    0) printf '%s' "$RANDOM" ;;
    1) printf 'w0%d-hello-grid n=%d %s' $((RANDOM % 10)) "$RANDOM" 'μ 线程 "%s%n' ;;
    2) head -c $((RANDOM % 40)) /dev/zero | tr '\0' "\\$(printf '%03o' $((1 + RANDOM % 255)))" | tr -d '\n' ;;
    3) ;;
    [4-6]) printf '%s' "${keys[RANDOM % ${#keys[@]}]}" ;;
    *) printf '%s' "${commands[RANDOM % ${#commands[@]}]}" ;;
    esac
    printf '\n'
}

[ "${#commands[@]}" -gt 50 ] || { echo "FAIL: no names of commands found"; exit 1; }
for ((i = 0; i < count; i++)); do random_line; done >"$scratch/lines"
timeout 120 "$program" --root "$sources/tests/screens/fixture" shell --plain first <"$scratch/lines" >"$scratch/said" 2>&1
status=$?
if [ "$status" != 0 ] || [ "$(wc -l <"$scratch/said")" -lt 20 ]; then
    printf 'FAIL: status %s after %s random lines\n' "$status" "$count"
    tail -20 "$scratch/said"
    failures=$((failures + 1))
fi
if LC_ALL=C grep -n $'[\x01-\x08\x0b-\x1f]' "$scratch/said"; then
    echo "FAIL: a control character was written"
    failures=$((failures + 1))
fi
finish
