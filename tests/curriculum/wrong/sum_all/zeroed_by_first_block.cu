//? status: unsafe
//? finding: race_atomic
//? says: Set the first value before the launch
// Block 0 sets the total to 0 before its barrier. Other blocks do not wait and may add first.
//
//! launch sum_all(in, total, n) grid=min((n+1023)/1024,8*sm_count) block=256

extern "C" __global__ void sum_all(const float *in, float *total, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        total[0] = 0.0f;
    __syncthreads();
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, sum);
}
