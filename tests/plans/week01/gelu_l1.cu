//? param x f32[n] in
//? param bias f32[columns] in
//? param residual f32[n] in
//? param y f32[n] out
//? param n i32
//? param columns i32
//? case n=4096 columns=64
//! // One launch per operation: 28 bytes an element.
//! scratch biased f32[n] poison
//! scratch activated f32[n] poison
//! launch add_bias(x, bias, biased, n, columns) grid=(n+255)/256 block=256
//! launch gelu(biased, activated, n)            grid=(n+255)/256 block=256
//! launch add(activated, residual, y, n)        grid=(n+255)/256 block=256
extern "C" __global__ void add_bias(const float *x, const float *bias, float *y, int n, int columns) {}
extern "C" __global__ void gelu(const float *x, float *y, int n) {}
extern "C" __global__ void add(const float *a, const float *b, float *c, int n) {}
