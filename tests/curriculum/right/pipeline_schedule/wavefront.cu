//! for t in 0..batches + ranks - 1 {
//!     for d in 0..ranks {
//!         let b = t - d
//!         let row = min(max(b, 0), batches - 1)*n
//!         launch stage(x + row, y + row, w, n) grid=(n + 63) / 64 block=64
//!             device=d stream=d + 3 as=stage_done[d, t] when=b >= 0 && b < batches && d == 0
//!         launch stage(peer(y, max(d - 1, 0)) + row, y + row, w, n) grid=(n + 63) / 64 block=64
//!             device=d stream=d + 3 as=stage_done[d, t] after=stage_done[d - 1, t - 1]
//!             when=b >= 0 && b < batches && d > 0
//!     }
//! }
extern "C" __global__ void stage(const float *from, float *to, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (1.0f + w[i]) / (1.0f + fabsf(from[i]));
}
