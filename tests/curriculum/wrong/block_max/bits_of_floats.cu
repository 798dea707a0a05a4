//? status: wrong
//? says: Only inputs without positive numbers fail
// Compares the bits as whole numbers, which turns the order of negative floats round.
//
//! launch block_max(in, maxima, n) grid=(n+4095)/4096 block=256

extern "C" __global__ void block_max(const float *in, float *maxima, int n)
{
    __shared__ int best;
    int first = blockIdx.x * 4096;
    int end = min(first + 4096, n);
    if (threadIdx.x == 0)
        best = 0x80000000;
    __syncthreads();
    for (int i = first + threadIdx.x; i < end; i += 256)
        atomicMax(&best, __float_as_int(in[i]));
    __syncthreads();
    if (threadIdx.x == 0)
        maxima[blockIdx.x] = __int_as_float(best);
}
