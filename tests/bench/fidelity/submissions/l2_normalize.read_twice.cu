//! launch l2_normalize(x, y, cols) grid=rows block=128
extern "C" __global__ void l2_normalize(const float *x, float *y, int cols)
{
    __shared__ float part[4];
    size_t first = (size_t)blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 128)
        sum += x[first + i] * x[first + i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = sum;
    __syncthreads();
    float scale = rsqrtf(part[0] + part[1] + part[2] + part[3] + 1e-12f);
    for (int i = threadIdx.x; i < cols; i += 128)
        y[first + i] = x[first + i] * scale;
}
