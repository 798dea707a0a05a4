#!/usr/bin/env bash
# tier.sh TIER: one tier of ./check.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=cmake/setup/setup.sh
. "$root/cmake/setup/setup.sh"
setup_use_user_prefix
cd "$root" || exit 1

c_files() { find src tests -name '*.[ch]' | sort; }

check_format() { c_files | xargs clang-format --dry-run --Werror; }

# Includes of rooms, names, lengths of files and functions, and the prose that people read.
check_structure() {
    tests/style/rooms.py && tests/style/names.py && tests/style/sizes.py && tests/style/concepts.py &&
        tests/style/prose.py
}


# Code asks a device for its abilities (device.h). Only the device layer knows the names of kinds.
check_kinds() { ! grep -rnE 'str(n|case)*cmp\([^;]*"(virtual|cuda)' src --include='*.c' --exclude-dir=device; }

# Each text has its translations.
check_translations() { tests/style/translations.sh; }

check_scripts() { shellcheck -x learn check .ci/run cmake/setup/*.sh tests/setup/*.sh; }

# clang-tidy is slow. It skips a file that passed with the same text and headers.
check_tidy() {
    local stamps="$root/build/tidy-stamps" context
    mkdir -p "$stamps"
    context=$({ cat .clang-tidy; find src -name '*.h' -o -name '*.def' | sort | xargs cat; } | sha256sum)
    export root stamps context
    # shellcheck disable=SC2016 # expanded by the inner shell
    find src -name '*.c' | sort | xargs -P "$(nproc)" -I{} bash -c '
        stamp="$stamps/$({ printf %s "$context"; cat "$1"; } | sha256sum | cut -c1-40)"
        [ -e "$stamp" ] && exit 0
        clang-tidy -quiet -p "$root/build/dev" "$1" 2>/dev/null && touch "$stamp"' tidy {}
}

# run_ctest PRESET OPTIONS...: then the costliest tests, by ctest's own record of this run
run_ctest() {
    local preset="$1" record="$root/build/$1-tests.xml" status
    shift
    ctest --test-dir "build/$preset" --output-on-failure -j"$(nproc)" --output-junit "$record" "$@"
    status=$?
    echo "The costliest tests, in seconds:"
    sed -n 's/.*<testcase name="\([^"]*\)".* time="\([^"]*\)".*/\2 \1/p' "$record" | sort -rn | head -20 |
        while read -r seconds name; do printf '%8.1f  %s\n' "$seconds" "$name"; done
    return "$status"
}

# run_tsan OPTIONS...: the tests of the layers that start threads
run_tsan() { TSAN_OPTIONS="suppressions=$root/tests/support/tsan.supp" run_ctest tsan -L '^threads$' "$@"; }

case "$1" in
style)
    setup_build dev all all_verify_interface_header_sets || exit 1
    check_format && check_structure && check_kinds && check_translations && check_scripts && check_tidy
    ;;
unit)
    setup_build dev tests_unit && run_ctest dev -L "^unit\$"
    ;;
integration | gpu | web)
    setup_build dev && run_ctest dev -L "^$1\$"
    ;;
stress)
    setup_build dev all tests_unit && run_ctest dev -L "^stress\$"
    ;;
course)
    setup_build dev && run_ctest dev -L '^course$' && setup_build tsan tests_threads && run_tsan -L '^course$'
    ;;
asan)
    setup_build asan tests_unit && run_ctest asan -L '^unit$'
    ;;
tsan)
    setup_build tsan tests_threads && run_tsan -LE '^(stress|course)$'
    ;;
*)
    say "no such tier: $1 (style unit integration asan tsan course stress gpu web)"
    exit 2
    ;;
esac
