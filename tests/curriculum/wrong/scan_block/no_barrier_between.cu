//? status: unsafe
//? says: Line 19 races with itself on tile
// In place, with no barrier between reading the left partner and writing.
//
//! let blocks = ceil_div(n, 256)
//! scratch sums f32[blocks]
//! launch scan_blocks(in, out, sums, n) grid=blocks block=256
//! launch scan_sums(sums, blocks) grid=1 block=1
//! launch add_starts(out, sums, n) grid=blocks block=256

extern "C" __global__ void scan_blocks(const float *in, float *out, float *sums, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t >= d)
            tile[t] += tile[t - d];
        __syncthreads();
    }
    if (i < n)
        out[i] = tile[t];
    if (t == 255)
        sums[blockIdx.x] = tile[t];
}

extern "C" __global__ void scan_sums(float *sums, int blocks)
{
    for (int b = 1; b < blocks; b++)
        sums[b] += sums[b - 1];
}

extern "C" __global__ void add_starts(float *out, const float *sums, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (blockIdx.x > 0 && i < n)
        out[i] += sums[blockIdx.x - 1];
}
