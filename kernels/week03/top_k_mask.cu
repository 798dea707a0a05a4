// Reference for top_k_mask: one thread for each element counts those that go before it.
//
//! launch top_k_mask_reference(x, out, n, k) grid=(n+255)/256 block=256

extern "C" __global__ void top_k_mask_reference(const float *x, float *out, int n, int k)
{
    int first = blockIdx.x * 256, i = first + threadIdx.x;
    if (i >= n)
        return;
    int rank = 0;
    for (int j = first; j < min(first + 256, n); j++)
        rank += x[j] > x[i] || (x[j] == x[i] && j < i);
    out[i] = rank < k ? x[i] : -INFINITY;
}
