#!/usr/bin/env bash
# Running any kernel without host code: arguments, fills, files, findings, errors. No compiler is needed.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
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
values_are "$scratch/z" "0 1.25 2.5 3.75 5 6.25 3 3"
expect 0 '"faulted": false' "${run[@]}" --kernel scale --json --arg 'f32[8]=iota' --arg '&0' --arg f32=1 --arg u32=8 --repeat 3

# the time on another GPU, and what limits it; nothing of it where the launch went wrong
expect 0 "modelled for NVIDIA H100" "${run[@]}" --kernel scale --arg 'f32[8]=iota' --arg '&0' --arg f32=1 --arg u32=8
expect 0 "modelled for NVIDIA Tesla T4" "${run[@]}" --arch t4 --kernel scale --arg 'f32[8]=iota' --arg '&0' --arg f32=1 --arg u32=8
expect 0 '"limiter": "launch"' "${run[@]}" --kernel scale --json --arg 'f32[8]=iota' --arg '&0' --arg f32=1 --arg u32=8

# findings are the result, and what was computed is written all the same
expect 1 "past the end of arg0" "${run[@]}" --kernel scale --arg "f32[4]=1" --arg "f32[8]=0>$scratch/w" --arg f32=2.5 --arg u32=8
values_are "$scratch/w" "2.5 2.5 2.5 2.5 0 0 0 0"

cases=(
    "2|has several kernels||"
    "2|has no kernel third|--kernel third|"
    "2|takes 4 arguments, 1 are given|--kernel scale|--arg u32=1"
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

# more blocks than fit on the device at a time
expect 0 "grid 5000,1,1" run "$scratch/scale.ptx" --device virtual --kernel other --grid 5000 --block 256

# what a kernel demands of its launch
sed 's/.visible .entry other()/& .maxntid 64, 1, 1/' "$scratch/scale.ptx" >"$scratch/bounded.ptx"
expect 2 "a block of 256 threads, the kernel is compiled for at most 64 (__launch_bounds__)" run "$scratch/bounded.ptx" \
    --device virtual --kernel other --grid 1 --block 256
sed -e 's/.version 6.0/.version 8.0/' -e 's/sm_30/sm_90/' -e 's/.visible .entry other()/& .explicitcluster .reqnctapercluster 2, 1, 1/' \
    "$scratch/scale.ptx" >"$scratch/clustered.ptx"
expect 3 "the kernel wants clusters of 2 x 1 x 1 blocks" run "$scratch/clustered.ptx" --device virtual --kernel other --grid 2 --block 32

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

# .. of as many bytes as a pointer has, too
sed -e 's/.align 16 .b8 values\[16\]/.align 8 .b8 values[8]/' -e 's/ld.param.v4.b32 {%r0, %r1, %r2, %r3}/ld.param.v2.b32 {%r0, %r1}/' \
    -e 's/st.global.v4.b32 \[%d1\], {%r3, %r2, %r1, %r0}/st.global.v2.b32 [%d1], {%r1, %r0}/' "$scratch/pair.ptx" >"$scratch/two.ptx"
expect 0 "pair, grid 1,1,1" run "$scratch/two.ptx" --device virtual --grid 1 --block 1 --arg "f32[2]=0>$scratch/o" --arg 'f32[2]=iota'
values_are "$scratch/o" "1 0"

# a file runs whatever its target, if its instructions are known
expect 0 "test, grid 1,1,1" run "$conformance/video_simd.ptx" --device virtual --grid 1 --block 1 --arg 'u32[6]=0'
expect 1 "trap" run "$conformance/control_trap.ptx" --device virtual --grid 1 --block 1 --arg 'u32[2]=0'
expect 1 "tcgen05.relinquish_alloc_permit" run "$conformance/refused_tcgen05.ptx" --device virtual --grid 1 --block 1 --arg 'u32[1]=0'
finish
