//? status: gate
//? says: Atomic operations
// Every thread adds to the total by itself.
//
//! zero total
//! launch sum_all(in, total, n) grid=min((n+1023)/1024,8*sm_count) block=256

extern "C" __global__ void sum_all(const float *in, float *total, int n)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    atomicAdd(total, sum);
}
