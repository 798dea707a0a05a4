// Each device has a stream with a number of its own, and one name for all batches.
//
//! for b in 0..batches {
//!     launch stage(x + b*n, y + b*n, w, n) grid=ceil_div(n, 128) block=128
//!         device=0 stream=1 as=stage_done[0]
//!     for d in 1..ranks {
//!         launch stage(peer(y, d - 1) + b*n, y + b*n, w, n) grid=ceil_div(n, 128) block=128
//!             device=d stream=d + 1 as=stage_done[d] after=stage_done[d - 1]
//!     }
//! }

// One stage of the model for one micro-batch: reads `from`, with the weights of the stage's device.
extern "C" __global__ void stage(const float *from, float *to, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (1.0f + w[i]) / (1.0f + fabsf(from[i]));
}
