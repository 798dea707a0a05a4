// pool_center_rows: the block sums its row, every thread reads the mean from shared memory.
//
//! launch center_rows(in, out, h, w) grid=h block=256

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void center_rows(const float *in, float *out, int h, int w)
{
    __shared__ float parts[8];
    const float *row = in + blockIdx.x * w;
    float sum = 0.0f;
    for (int column = threadIdx.x; column < w; column += blockDim.x)
        sum += row[column];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    float mean = 0.0f;
    for (int i = 0; i < 8; i++)
        mean += parts[i];
    mean /= w;
    for (int column = threadIdx.x; column < w; column += blockDim.x)
        out[blockIdx.x * w + column] = row[column] - mean;
}
