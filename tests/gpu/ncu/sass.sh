#!/bin/sh
# sass.sh FOLDER: the shared accesses of the CUBINs in a folder of jobs, for compare.py --sass.
# Needs cuobjdump.
set -eu
cd "$1"
for image in *.cubin; do
    echo "== ${image%.cubin}"
    cuobjdump -sass "$image" | grep -oE "Function : \w+|\b(LDS|STS)(\.[A-Z0-9]+)*" | uniq -c || true
done
