// block_max: each thread takes 16 elements in a register, then the block builds a tree.
//
//! launch block_max(in, maxima, n) grid=(n+4095)/4096 block=256

extern "C" __global__ void block_max(const float *in, float *maxima, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 4096;
    int end = min(first + 4096, n);
    int t = threadIdx.x;

    float largest = 0.0f;
#pragma unroll 16
    for (int i = first + t; i < end; i += 256)
        largest = fmaxf(largest, in[i]);
    tile[t] = largest;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] = fmaxf(tile[t], tile[t + half]);
        __syncthreads();
    }
    if (t == 0)
        maxima[blockIdx.x] = tile[0];
}
