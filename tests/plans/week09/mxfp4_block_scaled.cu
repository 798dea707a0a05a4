//? param a u8[m, k/2] in
//? param a_scales u8[m, k/32] in
//? param b u8[n, k/2] in
//? param b_scales u8[n, k/32] in
//? param c f32[m, n] out
//? param m i32
//? param n i32
//? param k i32
//? case m=32 n=32 k=64
//! launch gemm(a, a_scales, b, b_scales, c, m, n, k) grid=n/16, m/16 block=16, 16
extern "C" __global__ void gemm(const unsigned char *a, const unsigned char *a_scales, const unsigned char *b,
                                const unsigned char *b_scales, float *c, int m, int n, int k) {}
