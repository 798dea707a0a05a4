//? status: gate
//? says: loads with a stride
// Each thread adds neighbours, so the lanes are far apart.
//
//! launch sum_digits(in, out, h, w) grid=h block=256

extern "C" __global__ void sum_digits(const float *in, float *out, int h, int w)
{
    __shared__ float parts[8];
    float sum = 0.0f;
    int share = (w + 255) / 256, end = min((int)(threadIdx.x + 1) * share, w);
    for (int c = threadIdx.x * share; c < end; c++)
        sum += in[(size_t)blockIdx.x * w + c];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int i = 1; i < 8; i++)
        sum += parts[i];
    out[blockIdx.x] = sum;
}
