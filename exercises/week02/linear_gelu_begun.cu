// linear_gelu: y = gelu(x * w + bias), x is m x k, w is k x n. Half of it is written: it has one
// launch and no scratch tensor. A thread computes two rows of a column.
// TODO: compute four rows, so that each loaded weight is used four times. The plan and the guards
// change with it.
//
//! launch linear_gelu(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+15)/16 block=32,8

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void linear_gelu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 16 + threadIdx.y * 2; // and the row after it
    if (col >= n || row >= m)
        return;
    // The last row can be alone. Then the second one repeats it.
    const float *first = x + (size_t)row * k;
    const float *second = x + (size_t)min(row + 1, m - 1) * k;

    float sums[2] = {0.0f, 0.0f};
    for (int i = 0; i < k; i++) {
        float weight = w[(size_t)i * n + col]; // loaded once, used twice
        sums[0] += first[i] * weight;
        sums[1] += second[i] * weight;
    }
    // TODO: the bias is missing, and so is gelu.
    for (int r = 0; r < 2; r++)
        if (row + r < m)
            y[(size_t)(row + r) * n + col] = sums[r];
}
