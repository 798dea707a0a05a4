#!/usr/bin/env bash
# What a learner is told about right kernels.
# shellcheck source=tests/cli/support.sh
. "$(dirname "$0")/support.sh"
need_toolkit
root=$(cd "$(dirname "$0")/../.." && pwd)

# A kernel that moves the fewest bytes is not asked to move fewer.
cat >"$scratch/vector_add.cu" <<'CUDA'
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
CUDA
expect 0 "his kernel moves the fewest bytes possible" grade vector_add "$scratch/vector_add.cu" --device virtual

# Doubles are named where no parameter is one.
sed '/__global__ void gelu/,/^}/ s/^ .*y\[i\] = .*/        y[i] = 0.5 * x[i] * (1 + erf(x[i] \/ sqrt(2.0)));/' \
    "$root/solutions/week01/gelu_l1.cu" >"$scratch/gelu_l1.cu"
grep -q 'sqrt(2.0)' "$scratch/gelu_l1.cu" || { echo "the kernel has no double"; failures=1; }
expect 0 "computes in double" grade gelu_l1 "$scratch/gelu_l1.cu" --device virtual

# The starter of transpose_tiled is right, with strided loads: the first hint is about the tile.
expect 1 "gate not met" grade transpose_tiled "$root/exercises/week03/transpose_tiled.cu" --device virtual
expect 0 "A block loads a tile of" hint transpose_tiled

# So is that of transpose_coalesced, with strided stores: the nudge comes before what must be true.
expect 1 "gate not met" grade transpose_coalesced "$root/exercises/week01/transpose_coalesced.cu" --device virtual
expect 0 "Look at the index of the store." hint transpose_coalesced

# The variables of a starter are unused while its TODO is open. That is no news, later it is.
said=$("$program" grade broadcast_add "$root/exercises/week01/broadcast_add.cu" --device virtual)
case $said in
*warning*) echo "a starter is warned of its own variables"; failures=1 ;;
*"TODO of line"*) ;;
*) echo "the TODO is not named: $said"; failures=1 ;;
esac
sed '/TODO/d' "$root/exercises/week01/broadcast_add.cu" >"$scratch/broadcast_add.cu"
expect 1 'variable "col" was declared but never' grade broadcast_add "$scratch/broadcast_add.cu" --device virtual

# The kernel of the last hint earns a medal.
cat >"$scratch/sum_all.cu" <<'CUDA'
//! zero total
//! launch sum_all(in, total, n) grid=min((n+1023)/1024,8*sm_count) block=256

extern "C" __global__ void sum_all(const float *in, float *total, int n)
{
    float s = 0; for (int i = blockIdx.x*blockDim.x+threadIdx.x; i < n; i += gridDim.x*blockDim.x) s += in[i];
    for (int o = 16; o > 0; o /= 2) s += __shfl_down_sync(0xffffffff, s, o);
    __shared__ float parts[8];
    if (threadIdx.x % 32 == 0) parts[threadIdx.x/32] = s;
    __syncthreads();
    if (threadIdx.x == 0) { for (int i = 1; i < 8; i++) s += parts[i]; atomicAdd(total, s); }
}
CUDA
expect 0 "0.74x the solution's speed" grade sum_all "$scratch/sum_all.cu" --device virtual

# Where bronze is demanded, the ratio itself decides, not the lower end of its interval.
cat >"$scratch/few_threads.cu" <<'CUDA'
//! launch few_threads(x, y, n) grid=132 block=128
extern "C" __global__ void few_threads(const float4 *x, float4 *y, int n)
{
    int step = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < n / 4; i += step) {
        float4 v = x[i];
        y[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
    for (int i = n / 4 * 4 + first; i < n; i += step)
        ((float *)y)[i] = 2.0f * ((const float *)x)[i];
}
CUDA
expect 0 "the lower medal counts" grade few_threads "$scratch/few_threads.cu" --device virtual

# Of several devices, the one with the wrong result is named.
expect 1 "of rank 1's y" grade exchange "$root/tests/judge/dishonest/exchange_own.cu" --root "$root/tests/judge" \
    --device virtual

# A refused launch has one name: in the verdict, and in the history.
sed 's/block=[0-9]*/block=2048/' solutions/week01/vector_add.cu >"$scratch/block.cu"
expect 1 ": launch error (" grade vector_add "$scratch/block.cu" --device virtual
expect 0 " launch error " history vector_add
# A long status keeps its distance from the device.
expect 0 "error de lanzamiento virtual" history vector_add --language es
# So has one that is refused at the timed size only.
sed 's/block=256/block=256*(1+7*min(n\/1000000,1))/' solutions/week01/vector_add.cu >"$scratch/late.cu"
expect 1 ": launch error (" grade vector_add "$scratch/late.cu" --device virtual
expect 1 "in the timed case, n = 67108864: line 3: block dimension x is 2048" \
    grade vector_add "$scratch/late.cu" --device virtual
expect 1 "línea 3: la dimensión x del bloque es 2048" \
    grade vector_add "$scratch/late.cu" --device virtual --language es
expect 1 "第 3 行：线程块的 x 维是 2048" grade vector_add "$scratch/block.cu" --device virtual --language zh

# A sentence in another language has no English word in it.
cat >"$scratch/thrice.cu" <<'CUDA'
//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int times = 0; i < n && times < 3; times++)
        ((volatile float *)c)[i] = ((volatile const float *)a)[i] + ((volatile const float *)b)[i];
}
CUDA
expect 1 "Los mismos elementos se cargan 3 veces" \
    grade vector_add "$scratch/thrice.cu" --device virtual --language es
sed 's/^.*launch.*/&\n\/\/! copy peer(5, 0) c/' solutions/week01/vector_add.cu >"$scratch/copy.cu"
expect 1 "se esperaba el nombre de un búfer" \
    grade vector_add "$scratch/copy.cu" --device virtual --language es

# An element that several threads add to belongs to none of them.
cat >"$scratch/scatter.cu" <<'CUDA'
//! zero dtable
//! launch scatter(dout, ids, dtable, n, dim) grid=(dim+255)/256,n block=256
extern "C" __global__ void scatter(const float *dout, const int *ids, float *dtable, int n, int dim)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < dim)
        atomicAdd(&dtable[ids[i] * dim + j], 2 * dout[i * dim + j]);
}
CUDA
said=$("$program" grade embedding_backward "$scratch/scatter.cu" --device virtual --seed 1)
case $said in
*"belongs to"*) echo "an element of several threads has an owner"; failures=1 ;;
*"wrong result"*) ;;
*) echo "the kernel is not wrong: $said"; failures=1 ;;
esac

# An index that leaves its buffer is one finding, though larger cases reach other buffers with it.
expect 1 "safe       no, 1 finding (" grade matmul_naive \
    "$root/tests/curriculum/wrong/matmul_naive/b_of_rows_of_k.diff" --device virtual --seed 1
finish
