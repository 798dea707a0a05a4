// A warp has a group: eight elements in each lane, one float at a time, with bits for the scale.
//
//! launch gradient_compress_int8(grad, error, q, scales, kept, n) grid=(n+1023)/1024 block=128

extern "C" __global__ void gradient_compress_int8(const float *grad, const float *error, signed char *q, float *scales,
                                                  float *kept, int n)
{
    int group = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (group * 256 >= n)
        return;
    float v[8], most = 0.0f;
    for (int k = 0; k < 8; k++) {
        int i = group * 256 + k * 32 + lane;
        v[k] = i < n ? grad[i] + error[i] : 0.0f;
        most = fmaxf(most, fabsf(v[k]));
    }
    unsigned bits = __reduce_max_sync(0xffffffffu, __float_as_uint(most));
    float scale = bits ? __uint_as_float((bits & 0x7f800000u) - (6u << 23)) : 1.0f;
    for (int k = 0; k < 8; k++) {
        int i = group * 256 + k * 32 + lane;
        if (i >= n)
            continue;
        int level = max(-127, min(127, __float2int_rn(v[k] / scale)));
        q[i] = level;
        kept[i] = fmaf(-scale, level, v[k]);
    }
    if (lane == 0)
        scales[group] = scale;
}
