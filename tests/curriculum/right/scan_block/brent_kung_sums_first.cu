// The sums first, then Brent-Kung in shared memory from each segment's start: in is read twice.
//
//! let blocks = ceil_div(n, 512)
//! scratch sums f32[blocks]
//! launch sum_blocks(in, sums, n) grid=blocks block=256
//! launch scan_sums(sums, blocks) grid=1 block=32
//! launch scan_blocks(in, sums, out, n) grid=blocks block=256

extern "C" __global__ void sum_blocks(const float *in, float *sums, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    tile[t] = (i < n ? in[i] : 0.0f) + (i + 256 < n ? in[i + 256] : 0.0f);
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = tile[0];
}

// A single warp goes through the sums.
extern "C" __global__ void scan_sums(float *sums, int blocks)
{
    float carry = 0.0f;
    for (int first = 0; first < blocks; first += 32) {
        int i = first + threadIdx.x;
        float sum = i < blocks ? sums[i] : 0.0f;
        for (int d = 1; d < 32; d *= 2) {
            float left = __shfl_up_sync(0xffffffff, sum, d);
            sum += threadIdx.x >= d ? left : 0.0f;
        }
        sum += carry;
        if (i < blocks)
            sums[i] = sum;
        carry = __shfl_sync(0xffffffff, sum, 31);
    }
}

extern "C" __global__ void scan_blocks(const float *in, const float *sums, float *out, int n)
{
    __shared__ float tile[512];
    int t = threadIdx.x, first = blockIdx.x * 512;
    for (int j = t; j < 512; j += 256)
        tile[j] = first + j < n ? in[first + j] : 0.0f;
    __syncthreads();
    for (int d = 1; d < 512; d *= 2) {
        int j = (t + 1) * 2 * d - 1;
        if (j < 512)
            tile[j] += tile[j - d];
        __syncthreads();
    }
    for (int d = 128; d > 0; d /= 2) {
        int j = (t + 1) * 2 * d - 1 + d;
        if (j < 512)
            tile[j] += tile[j - d];
        __syncthreads();
    }
    float start = blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0.0f;
    for (int j = t; j < 512; j += 256)
        if (first + j < n)
            out[first + j] = tile[j] + start;
}
