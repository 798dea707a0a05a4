// scan_block: blocks first only sum their segments. Once these sums are scanned, each segment's
// start is known, and it is scanned once: one store of each element in place of two.
//
//! let segment = 8192
//! let blocks = ceil_div(n, segment)
//! scratch sums f32[blocks]
//! scratch ends f32[blocks]
//! launch sum_segments(in, sums, n, segment) grid=blocks block=256
//! launch scan_segments(sums, sums, ends, blocks, blocks) grid=1 block=256
//! launch scan_segments(in, ends, out, n, segment) grid=blocks block=256

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

extern "C" __global__ void sum_segments(const float *in, float *sums, int n, int segment)
{
    __shared__ float parts[8];
    int t = threadIdx.x;
    int begin = blockIdx.x * segment, end = min(begin + segment, n);
    float sum = 0.0f;
#pragma unroll 8
    for (int i = begin + 4 * t; i < end; i += 1024) {
        float4 v = load_four(in, i, end);
        sum += (v.x + v.y) + (v.z + v.w);
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (t % 32 == 0)
        parts[t / 32] = sum;
    __syncthreads();
    if (t == 0)
        sums[blockIdx.x] =
            ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
}

// Scans one segment. The last segments come first, since L2 still has them from the sums. The next
// tile is loaded before this one is scanned, and two sets of parts save one barrier for each tile.
extern "C" __global__ void scan_segments(const float *in, const float *ends, float *out, int n, int segment)
{
    __shared__ float parts[2][8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int block = gridDim.x - 1 - blockIdx.x;
    int begin = block * segment, end = min(begin + segment, n);
    float carry = block > 0 ? ends[block - 1] : 0.0f;
    float4 next = load_four(in, begin + 4 * t, end);
    int set = 0;
    for (int first = begin; first < end; first += 1024) {
        float4 v = next;
        next = load_four(in, first + 1024 + 4 * t, end);
        v.y += v.x;
        v.z += v.y;
        v.w += v.z;
        float sum = v.w;
        for (int d = 1; d < 32; d *= 2) {
            float left = __shfl_up_sync(0xffffffff, sum, d);
            if (lane >= d)
                sum += left;
        }
        if (lane == 31)
            parts[set][warp] = sum;
        float before = __shfl_up_sync(0xffffffff, sum, 1);
        before = lane > 0 ? before + carry : carry;
        __syncthreads();
        for (int w = 0; w < 8; w++) {
            if (w < warp)
                before += parts[set][w];
            carry += parts[set][w];
        }
        store_four(out, first + 4 * t, end, make_float4(v.x + before, v.y + before, v.z + before, v.w + before));
        set ^= 1;
    }
}
