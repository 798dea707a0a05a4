#!/usr/bin/env bash
# Exercises of kind program: the solution passes, the starter does not, kernels stay as they are.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
small_course
need_toolkit
command -v clang++ clang++-14 >/dev/null || { echo "skipped: no clang"; exit 77; }
wrong=$(cd "$(dirname "$0")/../curriculum/wrong" && pwd)

expect 0 "Right: 4 launches" grade host_add --solution
expect 1 "Line 1 of the output is" grade host_add
expect 1 "is a host pointer" grade host_add "$wrong/host_add/host_pointers.cu"
expect 1 "pass the address of the variable" grade host_add "$wrong/host_add/pointer_itself.cu"
expect 1 "this kernel differs from the shipped one" grade host_add "$wrong/host_add/changes_the_kernel.cu"
expect 1 "this kernel differs from the shipped one" grade host_add "$wrong/host_add/kernel_in_comment.cu"
expect 1 "kernels in the file: 2, in the shipped one: 1" grade host_add "$wrong/host_add/kernel_left_out.cu"
expect 1 "the work needs 4" grade host_add "$wrong/host_add/adds_on_the_host.cu"
expect 1 "is never freed" grade host_add "$wrong/host_add/no_free.cu"
# A submission is one file: nothing else of the machine can be read with it, by compiler or program.
solution=$(cd "$(dirname "$0")/../../solutions/week01" && pwd)/host_add.cu
cd "$scratch" || exit 1
echo "private" >beside.txt
printf 'int secret() { return 1; }\n' >beside.h
{ echo '#include "beside.h"'; cat "$solution"; } >includes.cu
expect 1 "'beside.h' file not found" grade host_add includes.cu
{ echo "#include \"$scratch/beside.h\""; cat "$solution"; } >includes.cu
expect 1 "beside.h': Permission denied" grade host_add includes.cu
sed 's/^int main.*/&\n#define OPENED(name) (fopen(name, "r") != NULL)/; s/int seed = /if (OPENED("beside.txt")) return 9;\n    &/' "$solution" >opens.cu
expect 0 "Right: 4 launches" grade host_add opens.cu
for cheat in host_add/launches_in_vain host_add/half_on_the_host host_add/prints_without_results \
    host_errors/squares_on_the_host host_steps/launches_in_vain; do
    expect 1 "does not come from the kernels" grade "${cheat%/*}" "$wrong/$cheat.cu"
done
expect 0 "Right: " grade host_errors --solution
expect 0 "Right: 32 launches" grade host_steps --solution
expect 1 "is not checked" grade host_errors
expect 1 "bytes to the device;" grade host_steps
expect 0 "Correcto: 4 lanzamientos" grade host_add --solution --language es
finish
