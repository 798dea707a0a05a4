// pipeline_schedule: each device has a stream of its own. A launch waits for the stage before it of
// the same micro-batch, and for nothing else.
//
//! for b in 0..batches {
//!     launch stage(x + b*n, y + b*n, w, n) grid=ceil_div(n, 256) block=256
//!         device=0 stream=1 as=done[b, 0]
//!     for d in 1..ranks {
//!         launch stage(peer(y, d - 1) + b*n, y + b*n, w, n) grid=ceil_div(n, 256) block=256
//!             device=d stream=1 as=done[b, d] after=done[b, d - 1]
//!     }
//! }

// One stage of the model for one micro-batch: reads `from`, with the weights of the stage's device.
extern "C" __global__ void stage(const float *from, float *to, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (1.0f + w[i]) / (1.0f + fabsf(from[i]));
}
