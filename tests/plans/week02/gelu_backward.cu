//? param x f32[n] in
//? param dy f32[n] in
//? param dx f32[n] out
//? param error f32[1] out
//? param n i32
//? case n=1000
//! // The gradient, then its check by finite differences.
//! zero error
//! scratch numeric f32[n] poison
//! launch gelu_backward(x, dy, dx, n) grid=(n+255)/256 block=256
//! launch finite_difference(x, dy, numeric, n, 1e-3) grid=(n+255)/256 block=256
//! launch max_difference(dx, numeric, error, n) grid=(n+255)/256 block=256
extern "C" __global__ void gelu_backward(const float *x, const float *dy, float *dx, int n) {}
extern "C" __global__ void finite_difference(const float *x, const float *dy, float *dx, int n, float h) {}
extern "C" __global__ void max_difference(const float *a, const float *b, float *error, int n) {}
