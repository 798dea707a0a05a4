//? status: unsafe
//? says: blockIdx and threadIdx are unsigned
// Block 0 has no segment before it.
//
//! let segment = 4096
//! let blocks = ceil_div(n, segment)
//! scratch sums f32[blocks]
//! launch scan_segments(in, out, sums, n, segment) grid=blocks block=256
//! launch scan_segments(sums, sums, sums, blocks, blocks) grid=1 block=256
//! launch add(out, sums, n, segment) grid=blocks block=256

extern "C" __global__ void scan_segments(const float *in, float *out, float *sums, int n, int segment)
{
    __shared__ float parts[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int begin = blockIdx.x * segment, end = min(begin + segment, n);
    float carry = 0.0f;
    for (int first = begin; first < end; first += 256) {
        float v = first + t < end ? in[first + t] : 0.0f;
        for (int d = 1; d < 32; d *= 2) {
            float left = __shfl_up_sync(0xffffffff, v, d);
            if (lane >= d)
                v += left;
        }
        if (lane == 31)
            parts[warp] = v;
        __syncthreads();
        float before = 0.0f, all = 0.0f;
        for (int i = 0; i < 8; i++) {
            if (i < warp)
                before += parts[i];
            all += parts[i];
        }
        if (first + t < end)
            out[first + t] = v + before + carry;
        carry += all;
        __syncthreads();
    }
    if (t == 0 && out != sums)
        sums[blockIdx.x] = carry;
}

extern "C" __global__ void add(float *out, const float *sums, int n, int segment)
{
    int begin = blockIdx.x * segment, end = min(begin + segment, n);
    float before = sums[blockIdx.x - 1];
    for (int i = begin + threadIdx.x; i < end; i += 256)
        out[i] += before;
}
