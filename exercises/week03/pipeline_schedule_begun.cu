// pipeline_schedule: device d has stage d of a model. Half of the plan is written: each device has
// a stream, so its launches wait for each other and for nothing else.
// TODO: stage d of micro-batch b must wait for stage d - 1 of the same micro-batch. Name each
// launch with as=NAME[..], and let the second launch wait with after=NAME[..].
//
//! for b in 0..batches {
//!     launch stage(x + b*n, y + b*n, w, n) grid=ceil_div(n, 256) block=256
//!         device=0 stream=1
//!     for d in 1..ranks {
//!         launch stage(peer(y, d - 1) + b*n, y + b*n, w, n) grid=ceil_div(n, 256) block=256
//!             device=d stream=1
//!     }
//! }

// One stage of the model for one micro-batch: reads `from`, with the weights of the stage's device.
extern "C" __global__ void stage(const float *from, float *to, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (1.0f + w[i]) / (1.0f + fabsf(from[i]));
}
