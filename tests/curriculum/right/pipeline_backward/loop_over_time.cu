// All launches by time: at step t device d has micro-batch t - d.
//! for t in 0..batches + ranks - 1 { for d in 0..ranks {
//!     let b = t - d
//!     let at = max(0, min(b, batches - 1))*n
//!     launch forward(x + at, y + at, w, n) grid=ceil_div(n, 256) block=256
//!         device=0 stream=3 as=f[d, b + 100] when=d == 0 && b >= 0 && b < batches
//!     launch forward(peer(y, max(d - 1, 0)) + at, y + at, w, n) grid=ceil_div(n, 256) block=256
//!         device=d stream=3 as=f[d, b + 100] after=f[d - 1, b + 100] when=d > 0 && b >= 0 && b < batches
//! } }
//! for t in 0..batches + ranks - 1 { for s in 0..ranks {
//!     let d = ranks - 1 - s; let b = t - s
//!     let at = max(0, min(b, batches - 1))*n
//!     launch backward(dy + at, dx + at, peer(y, max(d - 1, 0)) + at, w, n) grid=ceil_div(n, 256) block=256
//!         device=d stream=3 as=g[s, b + 100] when=s == 0 && d > 0 && b >= 0 && b < batches
//!     launch backward(peer(dx, min(d + 1, ranks - 1)) + at, dx + at, peer(y, max(d - 1, 0)) + at, w, n)
//!         grid=ceil_div(n, 256) block=256 device=d stream=3 as=g[s, b + 100] after=g[s - 1, b + 100]
//!         when=s > 0 && d > 0 && b >= 0 && b < batches
//!     launch backward(peer(dx, min(1, ranks - 1)) + at, dx + at, x + at, w, n)
//!         grid=ceil_div(n, 256) block=256 device=d stream=3 after=g[s - 1, b + 100]
//!         when=d == 0 && b >= 0 && b < batches
//! } }

extern "C" __global__ void forward(const float *from, float *to, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = w[i] * from[i] * from[i];
}

// `from` is the gradient of the stage's output, `x` its input.
extern "C" __global__ void backward(const float *from, float *to, const float *x, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = 2.0f * w[i] * x[i] * from[i];
}
