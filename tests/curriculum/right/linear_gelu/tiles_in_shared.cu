// Tiles of 32 x 32 in shared memory, and one element of y for each thread.
//
//! launch linear_gelu(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

extern "C" __global__ void linear_gelu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    __shared__ float left[32][32], right[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * 32 + tx, row = blockIdx.y * 32 + ty;
    float sum = 0.0f;
    for (int first = 0; first < k; first += 32) {
        left[ty][tx] = row < m && first + tx < k ? x[(size_t)row * k + first + tx] : 0.0f;
        right[ty][tx] = col < n && first + ty < k ? w[(size_t)(first + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += left[ty][i] * right[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        y[(size_t)row * n + col] = gelu(sum + bias[col]);
}
