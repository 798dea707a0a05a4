//? status: wrong
//? says: It does not depend on in[0], and it must.
// Lane d takes no part in the step of distance d.
//
//! let segment = 4096
//! let blocks = ceil_div(n, segment)
//! scratch sums f32[blocks]
//! scratch ends f32[blocks]
//! scratch total f32[1]
//! launch scan_segments(in, out, sums, n, segment) grid=blocks block=256
//! launch scan_segments(sums, ends, total, blocks, blocks) grid=1 block=256
//! launch add_starts(out, ends, n, segment) grid=(n+255)/256 block=256

// Scans one segment in tiles of 256. `carry` is the sum of the tiles before.
extern "C" __global__ void scan_segments(const float *in, float *out, float *sums, int n, int segment)
{
    __shared__ float parts[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int begin = blockIdx.x * segment, end = min(begin + segment, n);
    float carry = 0.0f;
    for (int first = begin; first < end; first += 256) {
        float sum = first + t < end ? in[first + t] : 0.0f;
        for (int d = 1; d < 32; d *= 2) {
            float left = __shfl_up_sync(0xffffffff, sum, d);
            if (lane > d)
                sum += left;
        }
        if (lane == 31)
            parts[warp] = sum;
        __syncthreads();
        sum += carry;
        for (int w = 0; w < 8; w++) {
            if (w < warp)
                sum += parts[w];
            carry += parts[w];
        }
        __syncthreads();
        if (first + t < end)
            out[first + t] = sum;
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
