// repair_a: each row of x as whole numbers, without a copy of the row. Half of it is written.
//
//! launch repair_a(x, q, scale, rows, cols) grid=rows block=256

extern "C" __global__ void repair_a(const float *x, signed char *q, float *scale, int rows, int cols)
{
    __shared__ float parts[8]; // one for each warp
    size_t first = (size_t)blockIdx.x * cols;
    float largest = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        largest = fmaxf(largest, fabsf(x[first + c]));
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = largest;
    __syncthreads();

    // TODO: which of the parts has the largest value of the row?
    largest = parts[0];

    float factor = largest > 0.0f ? 127.0f / largest : 0.0f;
    if (threadIdx.x == 0)
        scale[blockIdx.x] = largest / 127.0f;
    // TODO: where can each thread read its elements a second time? Write q with the factor.
}
