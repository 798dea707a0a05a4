// The row stays in shared memory, in as much of it as this row needs, with 512 threads.
//
//! launch repair_a(x, q, scale, rows, cols) grid=rows block=512 shared=4*cols

extern "C" __global__ void repair_a(const float *x, signed char *q, float *scale, int rows, int cols)
{
    extern __shared__ float row[];
    __shared__ float parts[16];
    size_t first = (size_t)blockIdx.x * cols;
    float largest = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        row[c] = x[first + c];
        largest = fmaxf(largest, fabsf(row[c]));
    }
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = largest;
    __syncthreads();
    for (int w = 0; w < 16; w++)
        largest = fmaxf(largest, parts[w]);
    float factor = largest > 0.0f ? 127.0f / largest : 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        q[first + c] = (signed char)rintf(row[c] * factor);
    if (threadIdx.x == 0)
        scale[blockIdx.x] = largest / 127.0f;
}
