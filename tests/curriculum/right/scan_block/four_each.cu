// Four neighbours for each thread and tile, by float4.
//
//! let segment = 8192
//! let blocks = ceil_div(n, segment)
//! scratch sums f32[blocks]
//! scratch ends f32[blocks]
//! scratch total f32[1]
//! launch scan_segments(in, out, sums, n, segment) grid=blocks block=256
//! launch scan_segments(sums, ends, total, blocks, blocks) grid=1 block=256
//! launch add_starts(out, ends, n, segment) grid=(n+1023)/1024 block=256

__device__ float4 load_four(const float *in, int i, int end)
{
    if (i + 3 < end)
        return *(const float4 *)(in + i);
    return make_float4(i < end ? in[i] : 0.0f, i + 1 < end ? in[i + 1] : 0.0f, i + 2 < end ? in[i + 2] : 0.0f, 0.0f);
}

__device__ void store_four(float *out, int i, int end, float4 v)
{
    if (i + 3 < end) {
        *(float4 *)(out + i) = v;
        return;
    }
    if (i < end)
        out[i] = v.x;
    if (i + 1 < end)
        out[i + 1] = v.y;
    if (i + 2 < end)
        out[i + 2] = v.z;
}

// Scans one segment in tiles of 1024. `carry` is the sum of the tiles before.
extern "C" __global__ void scan_segments(const float *in, float *out, float *sums, int n, int segment)
{
    __shared__ float parts[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int begin = blockIdx.x * segment, end = min(begin + segment, n);
    float carry = 0.0f;
    for (int first = begin; first < end; first += 1024) {
        float4 v = load_four(in, first + 4 * t, end);
        v.y += v.x;
        v.z += v.y;
        v.w += v.z;
        float sum = v.w; // of this thread, soon of all lanes up to it
        for (int d = 1; d < 32; d *= 2) {
            float left = __shfl_up_sync(0xffffffff, sum, d);
            if (lane >= d)
                sum += left;
        }
        if (lane == 31)
            parts[warp] = sum;
        __syncthreads();
        float before = __shfl_up_sync(0xffffffff, sum, 1); // the sum of the lanes to the left
        before = lane > 0 ? before + carry : carry;
        for (int w = 0; w < 8; w++) {
            if (w < warp)
                before += parts[w];
            carry += parts[w];
        }
        __syncthreads();
        store_four(out, first + 4 * t, end, make_float4(v.x + before, v.y + before, v.z + before, v.w + before));
    }
    if (t == 0)
        sums[blockIdx.x] = carry;
}

extern "C" __global__ void add_starts(float *out, const float *ends, int n, int segment)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i >= n || i < segment)
        return;
    float start = ends[i / segment - 1];
    float4 v = load_four(out, i, n);
    store_four(out, i, n, make_float4(v.x + start, v.y + start, v.z + start, v.w + start));
}
