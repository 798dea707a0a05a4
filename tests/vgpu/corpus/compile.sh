#!/usr/bin/env bash
# compile.sh [NAME...]: makes ptx/NAME.ptx (optimised) and ptx/NAME.debug.ptx (-G) of the corpus, with nvcc of CUDA 13.0.
# The sections with debug information are left out: nothing reads them, and they are most of the text.
set -eu
cd "$(dirname "$0")"
nvcc=${NVCC:-/usr/local/cuda/bin/nvcc}
names=("$@")
[ ${#names[@]} -gt 0 ] || for file in *.cu; do names+=("${file%.cu}"); done

strip() { # paths and comments say where and when it was compiled
    awk '/^\t\.section/ { skip = 1 } !skip && !/^\/\// { print } skip && /^\t?}/ { skip = 0 }' |
        sed -E 's#(\.file[[:space:]]+[0-9]+ ")[^"]*/#\1#'
}

for name in "${names[@]}"; do
    arch=sm_80
    case $name in bulk_copies | clusters) arch=sm_90 ;; esac
    "$nvcc" -ptx -w -arch=$arch -lineinfo "$name.cu" -o - | strip > "ptx/$name.ptx"
    "$nvcc" -ptx -w -arch=$arch -G "$name.cu" -o - | strip > "ptx/$name.debug.ptx"
done
