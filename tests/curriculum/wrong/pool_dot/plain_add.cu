//? status: unsafe
//? says: from several threads at once
// Adds without an atomic.
//
//! zero total
//! launch dot(a, b, total, n) grid=min((n+255)/256,2*sm_count) block=256

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void dot(const float *a, const float *b, float *total, int n)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        total[0] += sum;
}
