//? param q f16[heads, length, d] in
//? param k f16[heads, length, d] in
//? param v f16[heads, length, d] in
//? param o f16[heads, length, d] out
//? param heads i32
//? param length i32
//? param d i32
//? param window i32
//? case heads=2 length=128 d=64 window=32
//! launch flash(q, k, v, o, length, window, 1.0/sqrt(d)) grid=ceil_div(length, 64), heads block=128 shared=3*64*(d+8)*2
#include <cuda_fp16.h>
extern "C" __global__ void flash(const __half *q, const __half *k, const __half *v, __half *o, int length, int mask,
                                 float scale) {}
