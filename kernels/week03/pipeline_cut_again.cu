// Reference for pipeline_cut_again: one launch after the other, on device 0.
//
//! scratch act f32[batches, n]
//! for b in 0..batches {
//!     for part in 0..2 {
//!         launch embed(x + b*n, act + b*n, part, n) grid=ceil_div(n, 256) block=256 device=0
//!     }
//!     for l in 0..10 {
//!         launch layer(act + b*n, act + b*n, l, n) grid=ceil_div(n, 256) block=256 device=0
//!     }
//!     launch head(act + b*n, peers(y), b, 0, 1, n, ranks) grid=ceil_div(n, 256) block=256 device=0
//! }

// One of two parts of the embedding.
extern "C" __global__ void embed(const float *x, float *act, int part, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 2 == part)
        act[i] = 2.0f * x[i];
}

// Layer l for one micro-batch. `from` and `to` can be the same memory.
extern "C" __global__ void layer(const float *from, float *to, int l, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (l + 2.0f) / (2.0f + fabsf(from[i]));
}

// One of `parts` parts of the head, the last layer. Stores its results to all ranks.
extern "C" __global__ void head(const float *act, float *const *y, int row, int part, int parts, int n, int ranks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; i < n && i % parts == part && r < ranks; r++)
        y[r][row * n + i] = 1.0f - act[i];
}
