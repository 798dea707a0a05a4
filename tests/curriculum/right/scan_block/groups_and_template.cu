// Cooperative groups scan each warp, and a thread has four neighbours; the sums are a template's.
//
//! let blocks = ceil_div(n, 1024)
//! scratch sums f32[blocks]
//! scratch ends f32[blocks]
//! launch scan_blocks<256>(in, out, sums, n) grid=blocks block=256
//! launch scan_sums<1024>(sums, ends, blocks) grid=1 block=1024
//! launch add_starts(out, ends, n) grid=blocks block=1024

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// The sum of all threads up to this one.
template <int THREADS> static __device__ float scan_threads(float value)
{
    __shared__ float parts[THREADS / 32];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    float sum = cg::inclusive_scan(warp, value, cg::plus<float>());
    if (warp.thread_rank() == 31)
        parts[warp.meta_group_rank()] = sum;
    block.sync();
    for (int w = 0; w < warp.meta_group_rank(); w++)
        sum += parts[w];
    block.sync();
    return sum;
}

template <int THREADS> __global__ void scan_blocks(const float *in, float *out, float *sums, int n)
{
    int i = (blockIdx.x * THREADS + threadIdx.x) * 4;
    float v[4], sum = 0.0f;
    for (int k = 0; k < 4; k++)
        v[k] = sum += i + k < n ? in[i + k] : 0.0f;
    float before = scan_threads<THREADS>(sum) - sum;
    for (int k = 0; k < 4; k++)
        if (i + k < n)
            out[i + k] = v[k] + before;
    if (threadIdx.x == THREADS - 1)
        sums[blockIdx.x] = v[3] + before;
}

template <int THREADS> __global__ void scan_sums(const float *sums, float *ends, int blocks)
{
    __shared__ float carry;
    if (threadIdx.x == 0)
        carry = 0.0f;
    __syncthreads();
    for (int first = 0; first < blocks; first += THREADS) {
        int i = first + threadIdx.x;
        float sum = scan_threads<THREADS>(i < blocks ? sums[i] : 0.0f) + carry;
        if (i < blocks)
            ends[i] = sum;
        __syncthreads();
        if (threadIdx.x == THREADS - 1)
            carry = sum;
        __syncthreads();
    }
}

extern "C" __global__ void add_starts(float *out, const float *ends, int n)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        out[i] += ends[blockIdx.x - 1];
}
