// scan_block: out[i] is the sum of in[0] to in[i]. Here each segment of 4096 begins again at 0.
// TODO 1: all threads of a block scan a tile, and not thread 0 alone.
// TODO 2: add to each segment the sum of all segments before it: scan the sums, then add them.
//
//! let segment = 4096
//! let blocks = ceil_div(n, segment)
//! scratch sums f32[blocks]
//! launch scan_segments(in, out, sums, n, segment) grid=blocks block=256

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
