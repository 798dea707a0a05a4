// Eight rows of a column for each thread, with the type as a parameter.
//
//! launch linear_gelu<float>(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,4

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

template <typename T> __global__ void linear_gelu(const T *x, const T *w, const T *bias, T *y, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y * 8;
    if (col >= n || row >= m)
        return;
    T sums[8] = {};
    for (int i = 0; i < k; i++) {
        T weight = w[(size_t)i * n + col];
#pragma unroll
        for (int r = 0; r < 8; r++)
            sums[r] += x[(size_t)min(row + r, m - 1) * k + i] * weight;
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
        if (row + r < m)
            y[(size_t)(row + r) * n + col] = gelu(sums[r] + bias[col]);
}
