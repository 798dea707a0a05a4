#!/usr/bin/env bash
# predict.sh BUILD_FOLDER [ARCHITECTURE [MEASURED.tsv]]
#
# Predicts the kernels of variants.def and compares the predictions with measured times. Needs nvcc,
# no GPU, and the libraries of `cmake --build BUILD_FOLDER --target warpschool_timing`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=${1:?build folder}
architecture=${2:-h100}
measured=${3:-$here/measured_h100.tsv}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -O3 -arch=sm_90 -cubin -o "$work/kernels.cubin" "$here/measure.cu"
for file in "$root"/kernels/calibration/{memory,arithmetic,cooperation,tensor}.cu "$here"/kernels/*.cu; do
    nvcc -O3 -arch=sm_90 -lineinfo -ptx -o "$work/$(basename "$file" .cu).ptx" "$file"
done
gcc -std=gnu17 -O2 -D_GNU_SOURCE -I"$root/src" -I"$here" "$here/predict.c" "$root/src/device/backend/cubin.c" -o "$work/predict" \
    "$build"/libwarpschool_{timing,vgpu,ptx,base}.a -ljansson -lcrypto -lseccomp -lutf8proc -lpthread -lm
"$work/predict" "$architecture" "$measured" "$work/kernels.cubin" "$work"/*.ptx
