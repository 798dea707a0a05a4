// The row arrives in shared memory by memcpy_async of the cooperative groups.
//! launch log_softmax(x, y, cols) grid=rows block=256 shared=4*cols
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern __shared__ float row[];
__device__ float across(float v, bool is_max)
{
    __shared__ float p[8];
    for (int d = 16; d; d /= 2) {
        float o = __shfl_xor_sync(~0u, v, d);
        v = is_max ? fmaxf(v, o) : v + o;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        p[threadIdx.x / 32] = v;
    __syncthreads();
    v = p[0];
    for (int i = 1; i < 8; i++)
        v = is_max ? fmaxf(v, p[i]) : v + p[i];
    return v;
}
extern "C" __global__ void log_softmax(const float *x, float *y, int cols)
{
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, row, x + (size_t)blockIdx.x * cols, sizeof(float) * cols);
    cg::wait(block);
    float m = -INFINITY, s = 0;
    for (int i = threadIdx.x; i < cols; i += 256)
        m = fmaxf(m, row[i]);
    m = across(m, true);
    for (int i = threadIdx.x; i < cols; i += 256)
        s += expf(row[i] - m);
    const float l = m + logf(across(s, false));
    for (int i = threadIdx.x; i < cols; i += 256)
        y[(size_t)blockIdx.x * cols + i] = row[i] - l;
}
