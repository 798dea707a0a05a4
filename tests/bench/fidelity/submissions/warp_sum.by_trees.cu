//! launch warp_sum(x, sums, rows, cols) grid=rows block=128
extern "C" __global__ void warp_sum(const float *x, float *sums, int rows, int cols)
{
    __shared__ float part[128];
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 128)
        sum += x[blockIdx.x * cols + i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}
