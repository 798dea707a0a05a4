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

# public/ lets public headers include each other. A path through two layers would bypass the view.
check_includes() { ! grep -rnE '#include "[^"]*/[^"]*/' src; }

# Code asks a device for its abilities (device.h). Only the device layer knows the names of kinds.
check_kinds() { ! grep -rnE 'str(n|case)*cmp\([^;]*"(virtual|cuda)' src --include='*.c' --exclude-dir=device; }

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

run_ctest() {
    local preset="$1"
    shift
    ctest --test-dir "build/$preset" --output-on-failure -j"$(nproc)" "$@"
}

case "$1" in
style)
    setup_build dev all all_verify_interface_header_sets || exit 1
    check_format && check_includes && check_kinds && check_scripts && check_tidy
    ;;
unit | integration | stress | gpu)
    setup_build dev && run_ctest dev -L "^$1\$"
    ;;
asan)
    setup_build asan tests_unit && run_ctest asan -L '^unit$'
    ;;
tsan)
    export TSAN_OPTIONS="suppressions=$root/tests/support/tsan.supp"
    setup_build tsan tests_threads && run_ctest tsan -L '^threads$' -LE '^stress$'
    ;;
*)
    say "no such tier: $1 (style unit integration asan tsan stress gpu)"
    exit 2
    ;;
esac
