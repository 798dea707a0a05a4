//? param q f16[heads, d] in
//? param k f16[heads, length, d] in
//? param v f16[heads, length, d] in
//? param o f16[heads, d] out
//? param heads i32
//? param length i32
//? param d i32
//? case heads=4 length=1000 d=64
//! let splits = max(1, min(ceil_div(length, 256), 2*sm_count / heads))
//! scratch partial f32[heads, splits, d + 2] poison
//! launch decode_part(q, k, v, partial, length, d, splits) grid=splits, heads block=128
//! launch decode_join(partial, o, d, splits) grid=heads block=128
#include <cuda_fp16.h>
extern "C" __global__ void decode_part(const __half *q, const __half *k, const __half *v, float *partial, int length,
                                       int d, int splits) {}
extern "C" __global__ void decode_join(const float *partial, __half *o, int d, int splits) {}
