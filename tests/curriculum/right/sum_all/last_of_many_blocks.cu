// The last of 1056 blocks adds the sums of all blocks: each order of so many blocks is tried.
//
//! scratch parts f32[8*sm_count]
//! scratch done u32[1] zero
//! launch sum_all(in, total, parts, done, n) grid=8*sm_count block=256
extern "C" __global__ void sum_all(const float *in, float *total, float *parts, unsigned *done, int n)
{
    __shared__ float s[256];
    __shared__ bool last;
    float x = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        x += in[i];
    s[threadIdx.x] = x;
    __syncthreads();
    for (int h = 128; h; h >>= 1) {
        if (threadIdx.x < h)
            s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = s[0];
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    x = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += 256)
        x += ((volatile float *)parts)[i];
    s[threadIdx.x] = x;
    __syncthreads();
    for (int h = 128; h; h >>= 1) {
        if (threadIdx.x < h)
            s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *total = s[0];
}
