//? status: wrong
//? says: q[0][3] is -125, expected -124
// Rounds halves away from 0, and not to the even number.
//
//! launch repair_a(x, q, scale, rows, cols) grid=rows block=256

#define LONGEST 10240 // cols is at most this

extern "C" __global__ void repair_a(const float *x, signed char *q, float *scale, int rows, int cols)
{
    __shared__ float parts[8];
    size_t first = (size_t)blockIdx.x * cols;
    float largest = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        largest = fmaxf(largest, fabsf(x[first + c]));
    }
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = largest;
    __syncthreads();
    for (int p = 0; p < 8; p++)
        largest = fmaxf(largest, parts[p]);
    float factor = largest > 0.0f ? 127.0f / largest : 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        q[first + c] = (signed char)roundf(x[first + c] * factor);
    if (threadIdx.x == 0)
        scale[blockIdx.x] = largest / 127.0f;
}
