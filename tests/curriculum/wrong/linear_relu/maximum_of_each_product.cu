//? status: wrong
//? says: taken of each product
// ReLU of each product in place of the sum.
//
//! launch linear_relu(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,8

__device__ float relu(float x)
{
    return fmaxf(x, 0.0f);
}

extern "C" __global__ void linear_relu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y * 4;
    if (col >= n || row >= m)
        return;
    const float *rows[4];
#pragma unroll
    for (int r = 0; r < 4; r++)
        rows[r] = x + (size_t)min(row + r, m - 1) * k; // rows beyond the last repeat it

    float add = bias[col];
    float sums[4] = {add, add, add, add};
    for (int i = 0; i < k; i++) {
        float weight = w[(size_t)i * n + col];
#pragma unroll
        for (int r = 0; r < 4; r++)
            sums[r] += relu(rows[r][i] * weight);
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
        if (row + r < m)
            y[(size_t)(row + r) * n + col] = relu(sums[r]);
}
