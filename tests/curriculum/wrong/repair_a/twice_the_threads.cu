//? status: gate
//? says: modelled time is 0.5
// Twice as many warps, and still the room of the longest row.
//
//! launch repair_a(x, q, scale, rows, cols) grid=rows block=128

#define LONGEST 10240 // cols is at most this

extern "C" __global__ void repair_a(const float *x, signed char *q, float *scale, int rows, int cols)
{
    __shared__ float row[LONGEST];
    __shared__ float parts[4];
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
    largest = fmaxf(fmaxf(parts[0], parts[1]), fmaxf(parts[2], parts[3]));
    float factor = largest > 0.0f ? 127.0f / largest : 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        q[first + c] = (signed char)rintf(row[c] * factor);
    if (threadIdx.x == 0)
        scale[blockIdx.x] = largest / 127.0f;
}
