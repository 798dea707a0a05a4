// pipeline_backward: a training step. On rank d, y is the output of stage d, and dx the gradient of
// its input. The gradients go from the last device to the first.
// TODO: change the plan only, so that the devices work at the same time.
//
//! for b in 0..batches {
//!     launch forward(x + b*n, y + b*n, w, n) grid=ceil_div(n, 256) block=256 device=0
//!     for d in 1..ranks {
//!         launch forward(peer(y, d - 1) + b*n, y + b*n, w, n) grid=ceil_div(n, 256) block=256
//!             device=d
//!     }
//! }
//! for b in 0..batches {
//!     launch backward(dy + b*n, dx + b*n, peer(y, ranks - 2) + b*n, w, n)
//!         grid=ceil_div(n, 256) block=256 device=ranks - 1
//!     for s in 2..ranks {
//!         launch backward(peer(dx, ranks - s + 1) + b*n, dx + b*n,
//!             peer(y, ranks - s - 1) + b*n, w, n)
//!             grid=ceil_div(n, 256) block=256 device=ranks - s
//!     }
//!     launch backward(peer(dx, 1) + b*n, dx + b*n, x + b*n, w, n)
//!         grid=ceil_div(n, 256) block=256 device=0
//! }

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
