#!/bin/sh
# Builds the virtual GPU without its checks, or without one at a time, and runs tests that do not
# need them.
#
#     tests/setup/without_checks.sh SOURCE BUILD_FOLDER all|each
set -eu
source=$1
folder=$2
tests="test_vgpu_counters test_vgpu_matrix test_vgpu_sampled_memory"

# Arguments: what WARPSCHOOL_WITHOUT_CHECKS leaves out, and how functions of its rooms begin.
try_without() {
    cmake -S "$source" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-g -O1" \
        -DWARPSCHOOL_VGPU_ISAS=portable "-DWARPSCHOOL_WITHOUT_CHECKS=$1" >/dev/null
    # shellcheck disable=SC2086 # a list of targets
    cmake --build "$folder" --target $tests >"$folder/build.log" || { tail -n 40 "$folder/build.log"; exit 1; }
    if nm "$folder/libwarpschool_vgpu.a" 2>/dev/null | grep -E " T ($2)"; then
        echo "the build without $1 has some of it"
        exit 1
    fi
    for test in $tests; do
        (cd "$source" && WARPSCHOOL_VGPU_ISA=portable "$folder/$test")
    done
}

bounds="check_(bounds|leaks)" undefined="undefined_|check_initialised|check_load" races="race_|check_race"
synchronisation="check_(barrier|deadlock|sync)" origins="origin_"
if [ "$3" = all ]; then
    try_without "bounds;undefined;races;synchronisation;origins" "$bounds|$undefined|$races|$synchronisation|$origins"
    exit
fi
try_without bounds "$bounds"
try_without undefined "$undefined"
try_without races "$races"
try_without synchronisation "$synchronisation"
try_without origins "$origins"
