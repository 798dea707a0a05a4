// A template for the width, a tile of dynamic size, and three loads: left, middle, right.
//
//! copy symbol(filter) weights
//! launch conv1d(in, out, n) grid=(n+127)/128 block=128 shared=(128+32)*4

__constant__ float filter[64];

template <int HALF>
static __device__ float product(const float *tile)
{
    float sum = 0.0f;
#pragma unroll
    for (int k = -HALF; k <= HALF; k++)
        sum = fmaf(filter[k + HALF], tile[k], sum);
    return sum;
}

extern "C" __global__ void conv1d(const float *__restrict__ in, float *__restrict__ out, int n)
{
    extern __shared__ float tile[];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    tile[t + 16] = i < n ? in[i] : 0.0f;
    if (t < 16)
        tile[t] = i >= 16 && i - 16 < n ? in[i - 16] : 0.0f;
    if (t >= 112)
        tile[t + 32] = i + 16 < n ? in[i + 16] : 0.0f;
    __syncthreads();
    float sum = product<16>(tile + t + 16);
    if (i < n)
        out[i] = sum;
}
