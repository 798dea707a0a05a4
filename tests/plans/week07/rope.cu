//? param x f32[tokens, heads, d] inout
//? param positions i32[tokens] in
//? param tokens i32
//? param heads i32
//? param d i32
//? param base f32
//? case tokens=9 heads=4 d=64 base=10000
//! launch rope(x, positions, heads, d, base) grid=tokens block=d/2, heads
extern "C" __global__ void rope(float *x, const int *positions, int heads, int d, float base) {}
