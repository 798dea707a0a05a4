//! zero total
//! launch sum_squares(in, total, n) grid=(n+2047)/2048 block=256
extern "C" __global__ void sum_squares(const float *in, float *total, int n)
{
    __shared__ float part[8];
    float sum = 0.0f;
    for (int k = 0; k < 8; k++) {
        int i = blockIdx.x * 2048 + k * 256 + threadIdx.x;
        if (i < n)
            sum += in[i] * in[i];
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            sum += part[w];
        atomicAdd(total, sum);
    }
}
