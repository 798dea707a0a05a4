// Squares in double neither overflow nor vanish.
//! launch lengths(x, y, length, cols) grid=rows block=128
extern "C" __global__ void lengths(const float *x, float *y, float *length, int cols)
{
    __shared__ double parts[4];
    const float *in = x + (size_t)blockIdx.x * cols;
    float *out = y + (size_t)blockIdx.x * cols;
    double sum = 0;
    for (int i = threadIdx.x; i < cols; i += 128)
        sum += (double)in[i] * in[i];
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = sum;
    __syncthreads();
    double root = sqrt(parts[0] + parts[1] + parts[2] + parts[3]);
    if (threadIdx.x == 0)
        length[blockIdx.x] = root;
    for (int i = threadIdx.x; i < cols; i += 128)
        out[i] = root == 0 ? in[i] : (float)(in[i] / root);
}
