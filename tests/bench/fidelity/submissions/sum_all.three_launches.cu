//! let first = (n + 4095) / 4096
//! let second = (first + 4095) / 4096
//! scratch one f32[first]
//! scratch two f32[second]
//! launch sums_of_4096(in, one, n) grid=first block=256
//! launch sums_of_4096(one, two, first) grid=second block=256
//! launch sums_of_4096(two, total, second) grid=1 block=256
extern "C" __global__ void sums_of_4096(const float *in, float *sums, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int i = blockIdx.x * 4096 + t; i < min((blockIdx.x + 1) * 4096, n); i += 256)
        sum += in[i];
    tile[t] = sum;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s)
            tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = tile[0];
}
