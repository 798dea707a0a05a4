// Reference for scan_block: f64 sums of 4096 elements, then their starts, then a walk.
//
//! let blocks = ceil_div(n, 4096)
//! scratch sums_f64 f64[blocks]
//! launch scan_block_sums(in, sums_f64, n) grid=(blocks+31)/32 block=32
//! launch scan_block_starts(sums_f64, blocks) grid=1 block=1
//! launch scan_block_walk(in, sums_f64, out, n) grid=(blocks+31)/32 block=32

extern "C" __global__ void scan_block_sums(const float *in, double *sums, int n)
{
    int segment = blockIdx.x * blockDim.x + threadIdx.x;
    if (segment * 4096 >= n)
        return;
    double sum = 0.0;
    for (int i = segment * 4096; i < min(segment * 4096 + 4096, n); i++)
        sum += (double)in[i];
    sums[segment] = sum;
}

extern "C" __global__ void scan_block_starts(double *sums, int blocks)
{
    double before = 0.0;
    for (int b = 0; b < blocks; b++) {
        double sum = sums[b];
        sums[b] = before;
        before += sum;
    }
}

extern "C" __global__ void scan_block_walk(const float *in, const double *starts, float *out, int n)
{
    int segment = blockIdx.x * blockDim.x + threadIdx.x;
    if (segment * 4096 >= n)
        return;
    double sum = starts[segment];
    for (int i = segment * 4096; i < min(segment * 4096 + 4096, n); i++) {
        sum += (double)in[i];
        out[i] = (float)sum;
    }
}
