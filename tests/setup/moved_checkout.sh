#!/usr/bin/env bash
# A moved or copied checkout with a build folder builds its own sources (setup_build in setup.sh).
#
#     tests/setup/moved_checkout.sh SOURCE_FOLDER
set -u
setup=$(cd "$1" && pwd)/cmake/setup/setup.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# A project whose build copies one file.
make_checkout() {
    mkdir -p "$1/cmake/setup"
    cat >"$1/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(small NONE)
add_custom_command(OUTPUT built COMMAND cp ${CMAKE_SOURCE_DIR}/text built DEPENDS ${CMAKE_SOURCE_DIR}/text)
add_custom_target(program ALL DEPENDS built)
END
    cat >"$1/CMakePresets.json" <<'END'
{"version": 6,
 "configurePresets": [{"name": "learn", "generator": "Ninja", "binaryDir": "${sourceDir}/build/learn"}],
 "buildPresets": [{"name": "learn", "configurePreset": "learn"}]}
END
    echo "$2" >"$1/text"
}

# build FOLDER: builds as ./learn does
# shellcheck disable=SC1090,SC2034 # setup.sh of the checkout under test, which reads root
build() {
    if ! (root=$1; . "$setup"; setup_build learn program) >"$scratch/log" 2>&1; then
        echo "FAIL building $1:"
        cat "$scratch/log"
        failures=$((failures + 1))
    fi
}

# expect WHAT FOLDER TEXT: the built text
expect() {
    if [ "$(cat "$2/build/learn/built")" != "$3" ]; then
        printf 'FAIL %s: built "%s", expected "%s"\n' "$1" "$(cat "$2/build/learn/built")" "$3"
        failures=$((failures + 1))
    fi
}

# expect_said WHAT TEXT: the last build's message
expect_said() {
    grep -q "$2" "$scratch/log" || { echo "FAIL $1: no '$2' in:"; cat "$scratch/log"; failures=$((failures + 1)); }
}

make_checkout "$scratch/first" one
build "$scratch/first"
expect "a fresh checkout" "$scratch/first" one

mv "$scratch/first" "$scratch/moved"
build "$scratch/moved"
expect_said "a moved checkout" "starting afresh"
echo two >"$scratch/moved/text"
build "$scratch/moved"
expect "a moved checkout" "$scratch/moved" two

cp -r "$scratch/moved" "$scratch/copied"
echo three >"$scratch/copied/text"
build "$scratch/copied"
expect "a copied checkout" "$scratch/copied" three
expect "the checkout that it was copied from" "$scratch/moved" two

# Another name of the folder is the same place.
ln -s "$scratch/copied" "$scratch/link"
build "$scratch/link"
grep -q "afresh" "$scratch/log" && { echo "FAIL a link to a checkout was built afresh"; failures=$((failures + 1)); }
expect "a link to a checkout" "$scratch/copied" three

[ "$failures" = 0 ] && echo "all as expected"
exit $((failures > 0))
