//? status: gate
//? says: Most of them are at line 11
// The loop goes on by one block, not by the grid, so every block sums all elements.
//
//! zero total
//! launch sum_all(in, total, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum_all(const float *in, float *total, int n)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (blockIdx.x == 0 && threadIdx.x % 32 == 0)
        atomicAdd(total, sum);
}
