// repair_a: four elements in one load and one store, 128 threads for a row of 4096.
//
//! launch repair_a(x, q, scale, rows, cols) grid=rows block=256

extern "C" __global__ void repair_a(const float *x, signed char *q, float *scale, int rows, int cols)
{
    __shared__ float parts[8];
    const float *row = x + (size_t)blockIdx.x * cols;
    signed char *out = q + (size_t)blockIdx.x * cols;
    int fours = cols % 4 ? 0 : cols / 4; // else rows do not begin at multiples of 16 bytes
    float largest = 0.0f;
#pragma unroll 4
    for (int c = threadIdx.x; c < fours; c += 256) {
        float4 v = ((const float4 *)row)[c];
        largest = fmaxf(largest, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    }
    for (int c = 4 * fours + threadIdx.x; c < cols; c += 256)
        largest = fmaxf(largest, fabsf(row[c]));
    largest = __int_as_float(__reduce_max_sync(0xffffffff, __float_as_int(largest)));
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = largest;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        largest = fmaxf(largest, parts[w]);
    float factor = largest > 0.0f ? 127.0f / largest : 0.0f;
#pragma unroll 4
    for (int c = threadIdx.x; c < fours; c += 256) {
        float4 v = ((const float4 *)row)[c];
        ((char4 *)out)[c] =
            make_char4(rintf(v.x * factor), rintf(v.y * factor), rintf(v.z * factor), rintf(v.w * factor));
    }
    for (int c = 4 * fours + threadIdx.x; c < cols; c += 256)
        out[c] = (signed char)rintf(row[c] * factor);
    if (threadIdx.x == 0)
        scale[blockIdx.x] = largest / 127.0f;
}
