//? status: gate
//? says: Kernel launches: 23
// Kogge-Stone over the whole array, one launch for each step.
//
//! scratch other f32[n]
//! launch step(in, other, n, 0) grid=(n+255)/256 block=256
//! let steps = 22
//! for s in 0..steps / 2 {
//!     launch step(other, out, n, 1 << (2*s)) grid=(n+255)/256 block=256
//!     launch step(out, other, n, 2 << (2*s)) grid=(n+255)/256 block=256
//! }
//! copy out other

extern "C" __global__ void step(const float *from, float *to, int n, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = d > 0 && i >= d ? from[i] + from[i - d] : from[i];
}
