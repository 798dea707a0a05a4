//! launch block_max(in, maxima, n) grid=(n+4095)/4096 block=1024
extern "C" __global__ void block_max(const float *in, float *maxima, int n)
{
    __shared__ float part[1024];
    float most = -INFINITY;
    for (int k = 0; k < 4; k++) {
        int i = blockIdx.x * 4096 + k * 1024 + threadIdx.x;
        if (i < n)
            most = fmaxf(most, in[i]);
    }
    part[threadIdx.x] = most;
    __syncthreads();
    for (int s = 512; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        maxima[blockIdx.x] = part[0];
}
