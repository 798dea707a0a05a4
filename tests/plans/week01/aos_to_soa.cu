//? param points f32[n, 3] in
//? param x f32[n] out
//? param y f32[n] out
//? param z f32[n] out
//? param n i32
//? case n=1000
//! launch aos_to_soa(points, x, y, z, n) grid=(n+255)/256 block=256
struct point { float x, y, z; };
extern "C" __global__ void aos_to_soa(const point *points, float *x, float *y, float *z, int n) {}
