//? status: gate
//? says: Warp loads from global memory
// Each thread reads both rows from global memory.
//
//! launch scores(a, b, c, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void scores(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (col >= n || row >= m)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[col * k + i];
    c[row * n + col] = sum;
}
