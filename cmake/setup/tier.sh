#!/usr/bin/env bash
# tier.sh TIER: one tier of ./check. tier.sh build asan|tsan: builds what that tier runs, no more.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=cmake/setup/setup.sh
. "$root/cmake/setup/setup.sh"
setup_use_user_prefix
cd "$root" || exit 1

check_format() {
    find src tests -name '*.[ch]' -print0 | xargs -0 -n 100 -P "$(nproc)" clang-format --dry-run --Werror
}

# Includes of rooms, names, lengths of files and functions, prose, and the width of figures.
check_structure() {
    tests/style/rooms.py && tests/style/names.py && tests/style/sizes.py && tests/style/concepts.py &&
        tests/style/prose.py && tests/style/figures.py
}

# Code asks a device for its abilities (device.h). Only the device layer knows the names of kinds.
check_kinds() { ! grep -rnE 'str(n|case)*cmp\([^;]*"(virtual|cuda)' src --include='*.c' --exclude-dir=device; }

# Each text has its translations.
check_translations() { tests/style/translations.sh; }

check_scripts() { shellcheck -x learn check .ci/run cmake/setup/*.sh tests/setup/*.sh; }

# check_texts: all but clang-tidy. The parts run beside it, for most use one processor.
check_texts() { check_structure && check_kinds && check_translations && check_scripts && check_format; }

# tidy_files { FILE STAMP }...: one process for all, since its start takes as long as a file. Of
# several files it can miss a header that another one saw by another link. Then each is read alone.
tidy_files() {
    local files=() passed=() tidy=(clang-tidy -quiet -p "$root/build/dev") status=0 i
    while [ $# -gt 0 ]; do
        files+=("$1") passed+=("$2")
        shift 2
    done
    "${tidy[@]}" "${files[@]}" >/dev/null 2>&1 && touch "${passed[@]}" && return
    for i in "${!files[@]}"; do
        "${tidy[@]}" "${files[i]}" 2>/dev/null && touch "${passed[i]}" || status=1
    done
    return "$status"
}

# untidied FILE...: the files that have no stamp yet, each with its stamp
untidied() {
    sha256sum "$@" | while read -r hash file; do
        [ -e "$stamps/$context-$hash" ] || printf '%s\0%s\0' "$file" "$stamps/$context-$hash"
    done
}

# clang-tidy is slow. It skips a file that passed with the same text and headers.
check_tidy() {
    local stamps="$root/build/tidy-stamps" context layer files status=0
    mkdir -p "$stamps"
    context=$({ cat .clang-tidy; find src -name '*.h' -o -name '*.def' | sort | xargs cat; } | sha256sum | cut -c1-20)
    export root
    export -f tidy_files
    for layer in src/*/; do
        mapfile -t files < <(find "$layer" -name '*.c' | sort)
        untidied "${files[@]}" | xargs -0 -r -n 24 -P "$(nproc)" bash -c 'tidy_files "$@"' tidy || status=1
    done
    return "$status"
}

check_style() {
    local tidy texts
    check_tidy &
    tidy=$!
    check_texts
    texts=$?
    wait "$tidy" && [ "$texts" = 0 ]
}

# run_ctest PRESET OPTIONS...: then the costliest tests, by ctest's own record of this run. Some
# tests wait for most of their time, so one more than there are processors runs.
run_ctest() {
    local preset="$1" record="$root/build/$1-tests.xml" status
    shift
    ctest --test-dir "build/$preset" --output-on-failure -j$(($(nproc) + 1)) --output-junit "$record" "$@"
    status=$?
    echo "The costliest tests, in seconds:"
    sed -n 's/.*<testcase name="\([^"]*\)".* time="\([^"]*\)".*/\2 \1/p' "$record" | sort -rn | head -20 |
        while read -r seconds name; do printf '%8.1f  %s\n' "$seconds" "$name"; done
    return "$status"
}

# build_sanitized asan|tsan: the tests that its tier runs
build_sanitized() {
    local -A tests=([asan]=tests_unit [tsan]=tests_threads)
    setup_build "$1" "${tests[$1]}"
}

# run_tsan OPTIONS...: the tests of the layers that start threads. Their child processes are those
# of build/dev, which are not watched (tests/support/temporary_app.h).
run_tsan() {
    setup_build dev warpschool && build_sanitized tsan &&
        TSAN_OPTIONS="suppressions=$root/tests/support/tsan.supp" \
            WARPSCHOOL_TEST_WORKER="$root/build/dev/warpschool" run_ctest tsan -L '^threads$' "$@"
}

case "$1" in
build)
    build_sanitized "$2"
    ;;
style)
    setup_build dev all all_verify_interface_header_sets || exit 1
    check_style
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
    setup_build dev && run_ctest dev -L '^course$' && run_tsan -L '^course$'
    ;;
asan)
    build_sanitized asan && run_ctest asan -L '^unit$'
    ;;
tsan)
    run_tsan -LE '^(stress|course)$'
    ;;
*)
    say "no such tier: $1 (style unit integration asan tsan course stress gpu web)"
    exit 2
    ;;
esac
