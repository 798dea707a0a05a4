//? status: wrong
//? says: and so are the starts of the segments
// Stores the sum with the own element, also when it scans the sums of the segments.
//
//! let segment = 4096
//! let blocks = ceil_div(n, segment)
//! scratch sums i32[blocks]
//! scratch starts i32[blocks]
//! scratch total i32[1]
//! launch scan_segments(in, out, sums, n, segment) grid=blocks block=256
//! launch scan_segments(sums, starts, total, blocks, blocks) grid=1 block=256
//! launch add_starts(out, starts, n, segment) grid=(n+255)/256 block=256

// Scans one segment in tiles of 256. `carry` is the sum of the tiles before.
extern "C" __global__ void scan_segments(const int *in, int *out, int *sums, int n, int segment)
{
    __shared__ int parts[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int begin = blockIdx.x * segment, end = min(begin + segment, n);
    int carry = 0;
    for (int first = begin; first < end; first += 256) {
        int own = first + t < end ? in[first + t] : 0, sum = own;
        for (int d = 1; d < 32; d *= 2) {
            int left = __shfl_up_sync(0xffffffff, sum, d);
            if (lane >= d)
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
            out[first + t] = sum; // without its own element
    }
    if (t == 0)
        sums[blockIdx.x] = carry;
}

extern "C" __global__ void add_starts(int *out, const int *starts, int n, int segment)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += starts[i / segment];
}
