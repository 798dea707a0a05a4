//? param x f32[n] in
//? param y f32[n] out
//? param n i32
//? case n=10000
//! tune THREADS in 64, 128, 256, 512
//! let blocks = min(ceil_div(n, THREADS), max_blocks(smooth, THREADS, THREADS*16))
//! launch smooth(x, y, n) grid=blocks block=THREADS shared=THREADS*16
extern "C" __global__ void smooth(const float *x, float *y, int n) {}
