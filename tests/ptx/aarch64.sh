#!/bin/sh
# Runs the conformance programs on AArch64: parser, loader, executor and checks, compiled for it and run under emulation.
#
#     tests/ptx/aarch64.sh [BUILD_FOLDER]
#
# Wants aarch64-linux-gnu-gcc and qemu-aarch64 or qemu-aarch64-static (Debian: gcc-aarch64-linux-gnu, qemu-user-static);
# without them it ends with status 77, which ctest counts as skipped. Libraries of that architecture are not needed: the
# two that these layers reach (text measuring, the test runner) have stand-ins in aarch64/.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
folder=${1:-${TMPDIR:-/tmp}/warpschool-aarch64}
compiler=aarch64-linux-gnu-gcc
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static || true)
if ! command -v "$compiler" >/dev/null || [ -z "$emulator" ]; then
    echo "aarch64: no $compiler or no qemu-aarch64: skipped"
    exit 77
fi
mkdir -p "$folder"
tables=$(find "$source/src" "$source/tests/ptx/aarch64" "$source/tests/support" -name '*.h' -o -name '*.def')
newest=$(ls -t $tables | head -n 1) # an object older than any header is made again
flags="-std=gnu17 -D_GNU_SOURCE -O2 -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-strict-aliasing -w -static"
flags="$flags -Werror=implicit-function-declaration"
flags="$flags -I$source/tests/ptx/aarch64 -I$source/src -I$source/tests/support"
{
    for base in arena buffer diagnostics error mangled; do
        echo "$source/src/base/$base.c"
    done
    find "$source/src/ptx" "$source/src/vgpu" "$source/tests/ptx/aarch64" -name "*.c"
    echo "$source/tests/unit/vgpu/test_conformance.c"
} | xargs -P "${JOBS:-2}" -I{} sh -c '
    object="$1/$(echo "$2" | tr / _).o"
    [ "$object" -nt "$2" ] && [ "$object" -nt "$3" ] ||
        '"$compiler $flags"' -DVGPU_HANDLER_ISA=portable -DWARPSCHOOL_SOURCE_DIR=\"'"$source"'\" -c "$2" -o "$object"
' sh "$folder" {} "$newest"
"$compiler" -static "$folder"/*.o -lm -lpthread -o "$folder/conformance"
"$emulator" "$folder/conformance"
