//! scratch largest f32[rows, 16]
//! scratch sums f32[rows, 16]
//! launch pieces(x, largest, sums, cols) grid=16,rows block=256
//! launch finish(x, largest, sums, y, cols) grid=16,rows block=256
__device__ float reduce(float value, bool largest)
{
    __shared__ float part[256];
    part[threadIdx.x] = value;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] = largest ? fmaxf(part[threadIdx.x], part[threadIdx.x + s]) : part[threadIdx.x] + part[threadIdx.x + s];
        __syncthreads();
    }
    value = part[0];
    __syncthreads();
    return value;
}
extern "C" __global__ void pieces(const float *x, float *largest, float *sums, int cols)
{
    const float *in = x + (size_t)blockIdx.y * cols;
    int piece = (cols + 15) / 16, first = blockIdx.x * piece, end = min(first + piece, cols);
    float most = -3.0e38f, sum = 0.0f;
    for (int i = first + threadIdx.x; i < end; i += 256) {
        float next = fmaxf(most, in[i]);
        sum = sum * expf(most - next) + expf(in[i] - next);
        most = next;
    }
    float all = reduce(most, true);
    sum = reduce(sum * expf(most - all), false);
    if (threadIdx.x == 0) {
        largest[blockIdx.y * 16 + blockIdx.x] = all;
        sums[blockIdx.y * 16 + blockIdx.x] = sum;
    }
}
extern "C" __global__ void finish(const float *x, const float *largest, const float *sums, float *y, int cols)
{
    size_t row = (size_t)blockIdx.y * cols;
    int piece = (cols + 15) / 16, first = blockIdx.x * piece, end = min(first + piece, cols);
    float all = -3.0e38f, sum = 0.0f;
    for (int p = 0; p < 16; p++)
        all = fmaxf(all, largest[blockIdx.y * 16 + p]);
    for (int p = 0; p < 16; p++)
        sum += sums[blockIdx.y * 16 + p] * expf(largest[blockIdx.y * 16 + p] - all);
    for (int i = first + threadIdx.x; i < end; i += 256)
        y[row + i] = expf(x[row + i] - all) / sum;
}
