//! launch linear_relu(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,8
extern "C" __global__ void linear_relu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y * 4;
    if (col >= n)
        return;
    float sums[4] = {0};
    for (int i = 0; i < k; i++) {
        float weight = w[i * n + col];
        for (int r = 0; r < 4; r++)
            if (row + r < m)
                sums[r] += x[(row + r) * k + i] * weight;
    }
    for (int r = 0; r < 4; r++)
        if (row + r < m)
            y[(row + r) * n + col] = fmaxf(sums[r] + bias[col], 0.0f);
}
