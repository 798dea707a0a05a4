//? status: unsafe
//? says: race: thread (0,0,0) of block (0,0,0) on device 0 writes y
// Each device has a stream, and nothing waits for the stage before.
//
//! for b in 0..batches {
//!     launch stage(x + b*n, y + b*n, w, n) grid=ceil_div(n, 256) block=256
//!         device=0 stream=1 as=done[b, 0]
//!     for d in 1..ranks {
//!         launch stage(peer(y, d - 1) + b*n, y + b*n, w, n) grid=ceil_div(n, 256) block=256
//!             device=d stream=1 as=done[b, d]
//!     }
//! }

// One stage of the model for one micro-batch: reads `from`, with the weights of the stage's device.
extern "C" __global__ void stage(const float *from, float *to, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (1.0f + w[i]) / (1.0f + fabsf(from[i]));
}
