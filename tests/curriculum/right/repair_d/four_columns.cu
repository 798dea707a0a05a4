// One warp for each row, with loads of 16 bytes where rows begin at multiples of 16.
//
//! launch rows_of<float4>(m, v, out, batch*rows, rows, cols) grid=(batch*rows+3)/4 block=32,4

__device__ float product(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

template <typename WIDE>
__global__ void rows_of(const float *__restrict__ m, const float *__restrict__ v, float *out, int all, int rows,
                        int cols)
{
    int row = blockIdx.x * 4 + threadIdx.y;
    if (row >= all)
        return;
    const float *weights = m + (size_t)row * cols, *vector = v + row / rows * cols;
    int wide = cols % 4 ? 0 : cols / 4;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < wide; c += 32)
        sum += product(((const WIDE *)weights)[c], ((const WIDE *)vector)[c]);
    for (int c = 4 * wide + threadIdx.x; c < cols; c += 32)
        sum += weights[c] * vector[c];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        out[row] = sum;
}
