//? status: gate
//? says: lanes
// Thread 0 of each block scans its tiles.
//
//! let segment = 4096
//! let blocks = ceil_div(n, segment)
//! scratch sums f32[blocks]
//! scratch ends f32[blocks]
//! scratch total f32[1]
//! launch scan_segments(in, out, sums, n, segment) grid=blocks block=256
//! launch scan_segments(sums, ends, total, blocks, blocks) grid=1 block=256
//! launch add_starts(out, ends, n, segment) grid=(n+255)/256 block=256

extern "C" __global__ void scan_segments(const float *in, float *out, float *sums, int n, int segment)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    int begin = blockIdx.x * segment, end = min(begin + segment, n);
    float carry = 0.0f; // the sum of the tiles before
    for (int first = begin; first < end; first += 256) {
        tile[t] = first + t < end ? in[first + t] : 0.0f;
        __syncthreads();
        if (t == 0)
            for (int j = 1; j < 256; j++)
                tile[j] += tile[j - 1];
        __syncthreads();
        if (first + t < end)
            out[first + t] = tile[t] + carry;
        carry += tile[255];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = carry;
}

extern "C" __global__ void add_starts(float *out, const float *ends, int n, int segment)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= segment && i < n)
        out[i] += ends[i / segment - 1];
}
