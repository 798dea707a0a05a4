#!/usr/bin/env bash
# Runs kernels without host code: arguments, fills, files, findings, errors. It needs no compiler.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
small_course
conformance=$(dirname "$0")/../ptx/conformance

cat >"$scratch/scale.ptx" <<'PTX'
.version 6.0
.target sm_30
.address_size 64
.visible .entry scale(.param .u64 x, .param .u64 y, .param .f32 factor, .param .u32 n)
{
    .reg .pred %p;
    .reg .b32 %r<4>;
    .reg .f32 %f<4>;
    .reg .b64 %d<4>;
    mov.u32 %r1, %tid.x;
    ld.param.u32 %r2, [n];
    setp.ge.u32 %p, %r1, %r2;
    @%p ret;
    ld.param.u64 %d1, [x];
    ld.param.u64 %d2, [y];
    ld.param.f32 %f1, [factor];
    mul.wide.u32 %d3, %r1, 4;
    add.u64 %d1, %d1, %d3;
    add.u64 %d2, %d2, %d3;
    ld.global.f32 %f2, [%d1];
    mul.f32 %f3, %f1, %f2;
    st.global.f32 [%d2], %f3;
    ret;
}
.visible .entry other()
{
    ret;
}
PTX
run=(run "$scratch/scale.ptx" --device virtual --grid 1 --block 8)

# values_are FILE VALUES: the file's elements as f32
values_are() {
    local actual
    actual=$(od -An -v -t f4 "$1" | xargs)
    [ "$actual" = "$2" ] || { echo "FAIL $1 holds '$actual', not '$2'"; failures=$((failures + 1)); }
}

expect 0 "scale, grid 1,1,1, block 8,1,1" "${run[@]}" --kernel scale --arg "f32[8]=iota>$scratch/x" \
    --arg "f32[8]=poison>$scratch/y" --arg f32=2.5 --arg u32=8
values_are "$scratch/y" "0 2.5 5 7.5 10 12.5 15 17.5"
expect 0 "" "${run[@]}" --kernel scale --arg "f32[8]@$scratch/y" --arg "f32[4+4]=3>$scratch/z" --arg f32=0f3F000000 --arg s32=6
expect 2 "is not a number" "${run[@]}" --kernel scale --arg "f32[8]=iota" --arg "&0" --arg f32=0f-0000001 --arg u32=8
values_are "$scratch/z" "0 1.25 2.5 3.75 5 6.25 3 3"
expect 0 '"faulted": false' "${run[@]}" --kernel scale --json --arg 'f32[8]=iota' --arg '&0' --arg f32=1 --arg u32=8 --repeat 3

# the time on another GPU and its limit; no time if the launch failed
expect 0 "modelled for NVIDIA H100" "${run[@]}" --kernel scale --arg 'f32[8]=iota' --arg '&0' --arg f32=1 --arg u32=8
expect 0 "modelled for NVIDIA Tesla T4" "${run[@]}" --arch t4 --kernel scale --arg 'f32[8]=iota' --arg '&0' --arg f32=1 --arg u32=8
expect 0 '"limiter": "launch"' "${run[@]}" --kernel scale --json --arg 'f32[8]=iota' --arg '&0' --arg f32=1 --arg u32=8

# findings are the result, and the output is still written
expect 1 "past the end of arg0" "${run[@]}" --kernel scale --arg "f32[4]=1" --arg "f32[8]=0>$scratch/w" --arg f32=2.5 --arg u32=8
values_are "$scratch/w" "2.5 2.5 2.5 2.5 0 0 0 0"

# forms that only 32-bit hosts ran
printf '.version 2.1\n.target sm_20\n.entry k(.param .u32 x)\n{\nexit;\n}\n' >"$scratch/narrow.ptx"
expect 2 "PTX with addresses of 32 bits is not supported" run "$scratch/narrow.ptx" --device virtual --grid 1 --block 1 --arg 'f32[4]=0'

# PTX is its own source, also when it came from a compiler
sed 's/^    ld.global.f32/    .loc 1 7 1\n&/; s/^.address_size 64/&\n.file 1 "scale.cu"/' "$scratch/scale.ptx" >"$scratch/located.ptx"
expect 1 "finding: line 22: thread (4,0,0)" run "$scratch/located.ptx" --device virtual --grid 1 --block 8 --kernel scale --arg "f32[4]=1" --arg "f32[8]=0" \
    --arg f32=2.5 --arg u32=8

cases=(
    "2|has several kernels||"
    "2|has no kernel third|--kernel third|"
    "2|arguments of scale: 4, given with --arg: 1|--kernel scale|--arg u32=1"
)
for case in "${cases[@]}"; do
    IFS='|' read -r status text kernel argument <<<"$case"
    # shellcheck disable=SC2086
    expect "$status" "$text" "${run[@]}" $kernel $argument
done
expect 2 "is not an element type" "${run[@]}" --kernel other --arg q32=1
expect 2 "does not fit into" "${run[@]}" --kernel other --arg u8=256
expect 2 "must name an argument before this one" "${run[@]}" --kernel other --arg '&0'
expect 2 "--grid X[,Y[,Z]] is needed" run "$scratch/scale.ptx" --block 1
expect 2 "--block takes X[,Y[,Z]]" run "$scratch/scale.ptx" --grid 1 --block 0

# more blocks than fit on the device at once
expect 0 "grid 5000,1,1" run "$scratch/scale.ptx" --device virtual --kernel other --grid 5000 --block 256

# a kernel's demands on its launch
sed 's/.visible .entry other()/& .maxntid 64, 1, 1/' "$scratch/scale.ptx" >"$scratch/bounded.ptx"
expect 2 "the block has 256 threads, and the kernel is compiled for at most 64 (__launch_bounds__)" run "$scratch/bounded.ptx" \
    --device virtual --kernel other --grid 1 --block 256
sed -e 's/.version 6.0/.version 8.0/' -e 's/sm_30/sm_90/' -e 's/.visible .entry other()/& .explicitcluster .reqnctapercluster 2, 1, 1/' \
    "$scratch/scale.ptx" >"$scratch/clustered.ptx"
expect 0 "grid 2,1,1" run "$scratch/clustered.ptx" --device virtual --kernel other --grid 2 --block 32
expect 2 "grid dimension x is 3, which is no multiple of the cluster's 2" run "$scratch/clustered.ptx" --device virtual \
    --kernel other --grid 3 --block 32

# structures by value
cat >"$scratch/pair.ptx" <<'PTX'
.version 7.0
.target sm_70
.address_size 64
.visible .entry pair(.param .u64 out, .param .align 16 .b8 values[16])
{
    .reg .b64 %d<2>;
    .reg .b32 %r<4>;
    ld.param.u64 %d1, [out];
    ld.param.v4.b32 {%r0, %r1, %r2, %r3}, [values];
    st.global.v4.b32 [%d1], {%r3, %r2, %r1, %r0};
    ret;
}
PTX
expect 0 "pair, grid 1,1,1" run "$scratch/pair.ptx" --device virtual --grid 1 --block 1 --arg "f32[4]=0>$scratch/o" --arg 'f32[4]=iota'
values_are "$scratch/o" "3 2 1 0"

# .. with as many bytes as a pointer
sed -e 's/.align 16 .b8 values\[16\]/.align 8 .b8 values[8]/' -e 's/ld.param.v4.b32 {%r0, %r1, %r2, %r3}/ld.param.v2.b32 {%r0, %r1}/' \
    -e 's/st.global.v4.b32 \[%d1\], {%r3, %r2, %r1, %r0}/st.global.v2.b32 [%d1], {%r1, %r0}/' "$scratch/pair.ptx" >"$scratch/two.ptx"
expect 0 "pair, grid 1,1,1" run "$scratch/two.ptx" --device virtual --grid 1 --block 1 --arg "f32[2]=0>$scratch/o" --arg 'f32[2]=iota'
values_are "$scratch/o" "1 0"

# .. with fields in C's layout, some of them pointers, and pointers to structures
cat >"$scratch/fields.ptx" <<'PTX'
.version 7.0
.target sm_70
.address_size 64
.const .align 4 .f32 factor;
.const .align 8 .b8 table[24];
.global .align 4 .u32 _ZN3lib5countE;
.visible .entry fields(.param .align 8 .b8 job[24], .param .u64 same)
{
    .reg .b64 %d<4>;
    .reg .b32 %r<4>;
    .reg .f32 %f<4>;
    ld.param.u64 %d1, [job];
    ld.param.s32 %r1, [job+8];
    ld.param.u64 %d2, [job+16];
    ld.param.u64 %d3, [same];
    ld.global.u64 %d3, [%d3+8];
    ld.const.f32 %f1, [factor];
    cvt.rn.f32.s32 %f2, %r1;
    ld.global.f32 %f3, [%d1];
    fma.rn.f32 %f1, %f2, %f1, %f3;
    ld.global.f32 %f2, [%d3];
    add.f32 %f1, %f1, %f2;
    st.global.f32 [%d2], %f1;
    ld.const.u64 %d1, [table];
    ld.global.f32 %f1, [%d1];
    ld.const.f32 %f2, [table+12];
    add.f32 %f1, %f1, %f2;
    st.global.f32 [%d2+4], %f1;
    atom.global.add.u32 %r1, [_ZN3lib5countE], 5;
    ret;
}
PTX
fields=(run "$scratch/fields.ptx" --device virtual --grid 1 --block 1)
job="{f32[2]=3,i32=7,f32[2]=0>$scratch/o}"
same='*{i8=1,f32[1]=100}'
expect 0 "" "${fields[@]}" --arg "$job" --arg "$same" --symbol factor=f32=2 --symbol 'table={f32[1]=40,:f32[2]=iota}' \
    --symbol "lib::count=i32=37>$scratch/count" --symbol "table>$scratch/table"
values_are "$scratch/o" "117 41"
[ "$(od -An -t d4 "$scratch/count" | xargs)" = 42 ] || { echo "FAIL count"; failures=$((failures + 1)); }
[ "$(stat -c %s "$scratch/table")" = 24 ] || { echo "FAIL table"; failures=$((failures + 1)); }

# a variable from a file; a message names one that no option sets
expect 0 "the __constant__ variable factor holds zeros: --symbol factor=TYPE[COUNT]=FILL sets it" "${fields[@]}" --arg "$job" \
    --arg "$same" --symbol 'table={f32[1]=1}'
printf '\0\0\0\100' >"$scratch/two"
expect 0 "fields, grid 1,1,1" "${fields[@]}" --arg "$job" --arg "$same" --symbol "factor@$scratch/two" --symbol 'table={f32[1]=1}'
values_are "$scratch/o" "117 1"

# the part of a buffer that starts at an element
expect 0 "" "${run[@]}" --kernel scale --arg "f32[8]=iota>$scratch/x" --arg '&0+4' --arg f32=10 --arg u32=4
values_are "$scratch/x" "0 1 2 3 0 10 20 30"

# types and dimensions as in C
expect 0 "scale, grid 1,1,1, block 4,1,1" run "$scratch/scale.ptx" --device virtual --grid 1 --block 4x1 --kernel scale \
    --arg "float[8]=iota>$scratch/x" --arg '&0' --arg float=3 --arg uint32_t=4
values_are "$scratch/x" "0 3 6 9 4 5 6 7"
sed -e 's/.param .align 8 .b8 job\[24\]/.param .align 2 .b8 job[2], .param .u8 flag/' -e '/ld.param.*job/d' -e '/st.global/d' \
    -e '/ld.global/d' "$scratch/fields.ptx" >"$scratch/half.ptx"
expect 0 "" run "$scratch/half.ptx" --device virtual --grid 1 --block 1 --arg half=1 --arg bool=true --arg 'int[1]=0' --symbol factor=f32=1
expect 2 "argument 0 has 4 bytes, the kernel's parameter 2 (f16 or bf16)" run "$scratch/half.ptx" --device virtual --grid 1 --block 1 \
    --arg f32=1 --arg bool=false --arg 'int[1]=0'
expect 2 "--block takes X[,Y[,Z]], not '2x'" run "$scratch/half.ptx" --grid 1 --block 2x

# mistakes in them
expect 2 "there is no __device__ or __constant__ variable speed; there is factor, table, lib::count" "${fields[@]}" --arg "$job" \
    --arg "$same" --symbol speed=f32=1
expect 2 "factor has 4 bytes, and 8 bytes are given" "${fields[@]}" --arg "$job" --arg "$same" --symbol 'factor=f32[2]=1'
expect 2 "holds more than the 4 bytes" "${fields[@]}" --arg "$job" --arg "$same" --symbol "factor@$scratch/table"
expect 2 "holds 4 bytes, and 24 are needed" "${fields[@]}" --arg "$job" --arg "$same" --symbol "table@$scratch/two"
expect 2 "a symbol is NAME=ARG, NAME@FILE or NAME>FILE" "${fields[@]}" --symbol factor
expect 2 "argument 0 has 16 bytes, the kernel's parameter 24 (24 bytes of a structure)" "${fields[@]}" --arg '{f32[2]=3,i32=7}' --arg '&0'
expect 2 "argument 0 has no buffer" "${fields[@]}" --arg "$job" --arg '&0'
expect 2 "is past the end of that buffer" "${run[@]}" --kernel scale --arg 'f32[8]=0' --arg '&0+9' --arg f32=1 --arg i32=1
expect 2 "field 1, 'f32'" "${fields[@]}" --arg '{i32=7,f32}' --arg '&0'
expect 2 "'{' needs a '}' at the end" "${fields[@]}" --arg '{i32=7' --arg '&0'
expect 2 "'{' needs a '}' at the end" "${fields[@]}" --arg '{i32=7}2' --arg '&0'
expect 2 "nested more than 8 deep" "${fields[@]}" --arg '{{{{{{{{{i32=7}}}}}}}}}'
expect 2 "only buffers can be written" "${fields[@]}" --arg '{i32=7}>x'
expect 2 "needs content" "${fields[@]}" --arg '{:f32[4]=poison}'
expect 2 "a pointer takes TYPE[COUNT]=FILL" "${run[@]}" --kernel scale --arg f32=1 --arg '&0' --arg f32=1 --arg u32=8
expect 2 "they are 0: a pointer or i64, 1: a pointer or i64, 2: f32, 3: i32" "${run[@]}" --kernel scale
expect 0 "argument 2 is a whole number, but the parameter is f32: the kernel gets the bits unchanged" "${run[@]}" --kernel scale \
    --arg 'f32[8]=1' --arg '&0' --arg i32=2 --arg u32=8

# a file of any target runs if its instructions are known
expect 0 "test, grid 1,1,1" run "$conformance/video_simd.ptx" --device virtual --grid 1 --block 1 --arg 'u32[6]=0'
expect 1 "trap" run "$conformance/control_trap.ptx" --device virtual --grid 1 --block 1 --arg 'u32[2]=0'
expect 1 "tcgen05.relinquish_alloc_permit" run "$conformance/refused_tcgen05.ptx" --device virtual --grid 1 --block 1 --arg 'u32[1]=0'
# A file that is not there is named, not what a kernel in it would need.
expect 2 "'nowhere.cu' does not exist" run nowhere.cu
finish
