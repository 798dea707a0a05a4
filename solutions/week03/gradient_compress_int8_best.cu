// gradient_compress_int8: a warp has one group, eight elements in each lane, and needs no barrier.
//
//! launch gradient_compress_int8(grad, error, q, scales, kept, n) grid=(n+2047)/2048 block=256

// The power of two that brings `most` to at least 64 and below 128. For 0 it is 1.
static __device__ float scale_for(float most)
{
    return most > 0.0f ? ldexpf(1.0f, ilogbf(most) - 6) : 1.0f;
}

static __device__ float4 load_four(const float *in, int i, int n)
{
    if (i + 3 < n)
        return *(const float4 *)(in + i);
    return make_float4(i < n ? in[i] : 0.0f, i + 1 < n ? in[i + 1] : 0.0f, i + 2 < n ? in[i + 2] : 0.0f, 0.0f);
}

static __device__ float most_of(float4 v)
{
    return fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
}

static __device__ float level_of(float v, float per_scale)
{
    return fminf(fmaxf(rintf(v * per_scale), -127.0f), 127.0f);
}

// Stores four levels as one word, and what they leave.
static __device__ void store_four(float4 v, float scale, float *kept, signed char *q, int i, int n)
{
    float per_scale = 1.0f / scale; // exact: a power of two
    float level[4] = {level_of(v.x, per_scale), level_of(v.y, per_scale), level_of(v.z, per_scale),
                      level_of(v.w, per_scale)};
    float rest[4] = {v.x - level[0] * scale, v.y - level[1] * scale, v.z - level[2] * scale, v.w - level[3] * scale};
    if (i + 3 < n) {
        *(float4 *)(kept + i) = make_float4(rest[0], rest[1], rest[2], rest[3]);
        *(char4 *)(q + i) =
            make_char4((signed char)level[0], (signed char)level[1], (signed char)level[2], (signed char)level[3]);
        return;
    }
    for (int k = 0; k < 4; k++)
        if (i + k < n) {
            kept[i + k] = rest[k];
            q[i + k] = (signed char)level[k];
        }
}

static __device__ float4 add_four(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

extern "C" __global__ void gradient_compress_int8(const float *__restrict__ grad, const float *__restrict__ error,
                                                  signed char *__restrict__ q, float *__restrict__ scales,
                                                  float *__restrict__ kept, int n)
{
    int group = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    int i = group * 256 + lane * 4;
    if (group * 256 >= n)
        return;
    float4 a = add_four(load_four(grad, i, n), load_four(error, i, n));
    float4 b = add_four(load_four(grad, i + 128, n), load_four(error, i + 128, n));
    float most = fmaxf(most_of(a), most_of(b));
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    float scale = scale_for(most);
    store_four(a, scale, kept, q, i, n);
    store_four(b, scale, kept, q, i + 128, n);
    if (lane == 0)
        scales[group] = scale;
}
