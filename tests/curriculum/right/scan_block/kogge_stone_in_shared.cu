// Kogge-Stone in shared memory with 1024 threads, and two tiles that change places each step.
//
//! let blocks = ceil_div(n, 1024)
//! scratch sums f32[blocks]
//! launch scan_blocks(in, out, sums, n) grid=blocks block=1024
//! launch scan_sums(sums, blocks) grid=1 block=1024
//! launch add_starts(out, sums, n) grid=blocks block=1024

// Every thread of the block calls this. The result is right up to thread t.
static __device__ float scan_tile(float *tile, float value)
{
    int t = threadIdx.x, side = 0;
    tile[t] = value;
    __syncthreads();
    for (int d = 1; d < 1024; d *= 2) {
        float *from = tile + side * 1024, *to = tile + (side ^ 1) * 1024;
        to[t] = t >= d ? from[t] + from[t - d] : from[t];
        side ^= 1;
        __syncthreads();
    }
    return tile[side * 1024 + t];
}

extern "C" __global__ void scan_blocks(const float *in, float *out, float *sums, int n)
{
    __shared__ float tile[2048];
    int i = blockIdx.x * 1024 + threadIdx.x;
    float sum = scan_tile(tile, i < n ? in[i] : 0.0f);
    if (i < n)
        out[i] = sum;
    if (threadIdx.x == 1023)
        sums[blockIdx.x] = sum;
}

extern "C" __global__ void scan_sums(float *sums, int blocks)
{
    __shared__ float tile[2048];
    __shared__ float carry;
    if (threadIdx.x == 0)
        carry = 0.0f;
    for (int first = 0; first < blocks; first += 1024) {
        int i = first + threadIdx.x;
        float sum = scan_tile(tile, i < blocks ? sums[i] : 0.0f) + carry;
        if (i < blocks)
            sums[i] = sum;
        __syncthreads();
        if (threadIdx.x == 1023)
            carry = sum;
        __syncthreads();
    }
}

extern "C" __global__ void add_starts(float *out, const float *sums, int n)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        out[i] += sums[blockIdx.x - 1];
}
