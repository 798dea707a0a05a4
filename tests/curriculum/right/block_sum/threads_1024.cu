// 1024 threads, and a tree of ten steps.
//
//! launch block_sum(in, sums, n) grid=(n+4095)/4096 block=1024

extern "C" __global__ void block_sum(const float *in, float *sums, int n)
{
    __shared__ float tile[1024];
    int first = blockIdx.x * 4096, end = min(first + 4096, n), t = threadIdx.x;
    float s = 0;
    for (int i = first + t; i < end; i += 1024)
        s += in[i];
    tile[t] = s;
    __syncthreads();
    for (int h = 512; h > 0; h /= 2) {
        if (t < h)
            tile[t] += tile[t + h];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = tile[0];
}
