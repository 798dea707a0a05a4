// Reference for autotune_rows: each row summed in f64 and rounded once.
//
//! launch sums(in, out, m, n) grid=m block=32

extern "C" __global__ void sums(const float *in, float *out, int m, int n)
{
    double sum = 0.0;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += in[(size_t)blockIdx.x * n + i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        out[blockIdx.x] = (float)sum;
}
