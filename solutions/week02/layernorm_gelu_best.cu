// layernorm_gelu: y = gelu((x - mean) / sqrt(variance + 1e-5) * gamma + beta), row by row.
// One block per row, which is loaded once, by float4 where cols is a multiple of 4.
//
//! launch layernorm_gelu<float4>(x, gamma, beta, y, cols/4) grid=rows block=512 when=cols%4==0
//! launch layernorm_gelu<float>(x, gamma, beta, y, cols) grid=rows block=512 when=cols%4!=0

// A thread keeps 16 floats of its row in registers, and loads all before it uses the first.
// Elements of a row beyond 8192 are loaded again.
constexpr int KEPT_FLOATS = 16;

// Gives every thread of the block the sum.
__device__ float block_sum(float value)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : 0.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    __syncthreads();
    return value;
}

__device__ float total(float v)
{
    return v;
}

__device__ float total(float4 v)
{
    return (v.x + v.y) + (v.z + v.w);
}

__device__ float squares_around(float v, float mean)
{
    return (v - mean) * (v - mean);
}

__device__ float squares_around(float4 v, float mean)
{
    return (squares_around(v.x, mean) + squares_around(v.y, mean)) + (squares_around(v.z, mean) + squares_around(v.w, mean));
}

__device__ float result(float v, float mean, float scale, float gamma, float beta)
{
    float normal = (v - mean) * scale * gamma + beta;
    return 0.5f * normal * (1.0f + erff(normal * 0.70710678f));
}

__device__ float4 result(float4 v, float mean, float scale, float4 gamma, float4 beta)
{
    return make_float4(result(v.x, mean, scale, gamma.x, beta.x), result(v.y, mean, scale, gamma.y, beta.y),
                       result(v.z, mean, scale, gamma.z, beta.z), result(v.w, mean, scale, gamma.w, beta.w));
}

// count is a row's length in elements of type T.
template <typename T>
__global__ void layernorm_gelu(const T *x, const T *gamma, const T *beta, T *y, int count)
{
    constexpr int FLOATS = sizeof(T) / sizeof(float), KEPT = KEPT_FLOATS / FLOATS;
    const T *row = x + (size_t)blockIdx.x * count;
    T *out = y + (size_t)blockIdx.x * count;
    int beyond = threadIdx.x + KEPT * blockDim.x;
    T kept[KEPT];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int i = threadIdx.x + k * blockDim.x;
        kept[k] = i < count ? row[i] : T();
        sum += total(kept[k]);
    }
    for (int i = beyond; i < count; i += blockDim.x)
        sum += total(row[i]);
    float mean = block_sum(sum) / (count * FLOATS);

    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < KEPT; k++)
        if (threadIdx.x + k * blockDim.x < count)
            squares += squares_around(kept[k], mean);
    for (int i = beyond; i < count; i += blockDim.x)
        squares += squares_around(row[i], mean);
    float scale = rsqrtf(block_sum(squares) / (count * FLOATS) + 1e-5f);

#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int i = threadIdx.x + k * blockDim.x;
        if (i < count)
            out[i] = result(kept[k], mean, scale, gamma[i], beta[i]);
    }
    for (int i = beyond; i < count; i += blockDim.x)
        out[i] = result(row[i], mean, scale, gamma[i], beta[i]);
}
