// Reference for block_sum: one thread sums each stretch of 4096 in f64.
//
//! launch block_sum_reference(in, sums, n) grid=(n+131071)/131072 block=32

extern "C" __global__ void block_sum_reference(const float *in, float *sums, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4096;
    if (first >= n)
        return;
    double sum = 0.0;
    for (int i = first; i < min(first + 4096, n); i++)
        sum += (double)in[i];
    sums[first / 4096] = (float)sum;
}
