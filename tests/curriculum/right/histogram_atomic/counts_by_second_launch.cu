// Each block writes its counts to scratch, and a second launch adds them.
//
//! scratch parts u32[64, bins]
//! launch count(values, parts, n, bins) grid=64 block=512 shared=4*bins
//! launch add(parts, counts, bins) grid=(bins+127)/128 block=128

extern "C" __global__ void count(const int *values, unsigned *parts, int n, int bins)
{
    extern __shared__ unsigned mine[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        parts[blockIdx.x * bins + b] = mine[b];
}

extern "C" __global__ void add(const unsigned *parts, unsigned *counts, int bins)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= bins)
        return;
    unsigned sum = 0;
    for (int block = 0; block < 64; block++)
        sum += parts[block * bins + b];
    counts[b] = sum;
}
