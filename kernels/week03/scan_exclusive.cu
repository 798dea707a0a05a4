// Reference for scan_exclusive: sums of 4096 elements, then their starts, then a walk.
//
//! let blocks = ceil_div(n, 4096)
//! scratch starts i32[blocks]
//! launch scan_exclusive_sums(in, starts, n) grid=(blocks+31)/32 block=32
//! launch scan_exclusive_starts(starts, blocks) grid=1 block=1
//! launch scan_exclusive_walk(in, starts, out, n) grid=(blocks+31)/32 block=32

extern "C" __global__ void scan_exclusive_sums(const int *in, int *sums, int n)
{
    int segment = blockIdx.x * blockDim.x + threadIdx.x;
    if (segment * 4096 >= n)
        return;
    int sum = 0;
    for (int i = segment * 4096; i < min(segment * 4096 + 4096, n); i++)
        sum += in[i];
    sums[segment] = sum;
}

extern "C" __global__ void scan_exclusive_starts(int *sums, int blocks)
{
    int before = 0;
    for (int b = 0; b < blocks; b++) {
        int sum = sums[b];
        sums[b] = before;
        before += sum;
    }
}

extern "C" __global__ void scan_exclusive_walk(const int *in, const int *starts, int *out, int n)
{
    int segment = blockIdx.x * blockDim.x + threadIdx.x;
    if (segment * 4096 >= n)
        return;
    int sum = starts[segment];
    for (int i = segment * 4096; i < min(segment * 4096 + 4096, n); i++) {
        out[i] = sum;
        sum += in[i];
    }
}
