//! launch l2_normalize(x, y, cols) grid=rows block=256 shared=4*cols
extern "C" __global__ void l2_normalize(const float *x, float *y, int cols)
{
    extern __shared__ float row[];
    __shared__ float part[256];
    size_t first = (size_t)blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        float v = x[first + i];
        row[i] = v;
        sum += v * v;
    }
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    float scale = rsqrtf(part[0] + 1e-12f);
    for (int i = threadIdx.x; i < cols; i += 256)
        y[first + i] = row[i] * scale;
}
