#!/bin/sh
# Builds the virtual GPU without race checks and runs tests that do not need them.
#
#     tests/setup/without_checks.sh SOURCE BUILD_FOLDER
set -eu
source=$1
folder=$2
tests="test_vgpu_counters test_vgpu_matrix test_vgpu_sampled_memory"
cmake -S "$source" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-g -O1" \
    -DWARPSCHOOL_VGPU_ISAS=portable -DWARPSCHOOL_WITHOUT_CHECKS=races >/dev/null
# shellcheck disable=SC2086 # a list of targets
cmake --build "$folder" --target $tests >"$folder/build.log" || { tail -n 40 "$folder/build.log"; exit 1; }
if nm "$folder/libwarpschool_vgpu.a" 2>/dev/null | grep -q ' T race_'; then
    echo "the build without race checks has some"
    exit 1
fi
cd "$source"
for test in $tests; do
    WARPSCHOOL_VGPU_ISA=portable "$folder/$test"
done
