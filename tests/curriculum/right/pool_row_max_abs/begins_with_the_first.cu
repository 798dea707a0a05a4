// The search begins with the first element of the row, which all threads read.
//
//! launch row_max_abs(in, out, h, w) grid=h block=256

__device__ float warp_max(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_down_sync(0xffffffff, value, offset));
    return value;
}

extern "C" __global__ void row_max_abs(const float *in, float *out, int h, int w)
{
    __shared__ float parts[8];
    const float *row = in + blockIdx.x * w;
    float most = row[0];
    for (int column = threadIdx.x; column < w; column += blockDim.x)
        most = fmaxf(most, fabsf(row[column]));
    most = warp_max(most);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = most;
    __syncthreads();
    if (threadIdx.x < 32) {
        most = warp_max(threadIdx.x < 8 ? parts[threadIdx.x] : 0.0f);
        if (threadIdx.x == 0)
            out[blockIdx.x] = most;
    }
}
