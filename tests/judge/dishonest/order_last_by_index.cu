//? exercise: sum
//? virtual: wrong
//? cuda: wrong|timeout|pass
//? why: takes the block with the last index for the last to finish
//! scratch part f32[(n+255)/256] zero
//! launch sum(x, part, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *part, float *out, int n)
{
    __shared__ float tile[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    float s = i < n ? x[i] : 0;
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0)
        tile[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x)
        return;
    for (int k = 1; k < 8; k++)
        s += tile[k];
    ((volatile float *)part)[blockIdx.x] = s;
    __threadfence();
    if (blockIdx.x != gridDim.x - 1)
        return;
    s = 0;
    for (int k = 0; k < gridDim.x; k++)
        s += ((volatile float *)part)[k];
    *out = s;
}
