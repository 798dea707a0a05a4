//? status: gate
//? says: Stage d runs on device d, one micro-batch at a time
// Device b % 4 runs all stages of micro-batch b, with weights of the others.
//
//! for b in 0..batches {
//!     launch stage(peer(x, 0) + b*n, peer(y, 0) + b*n, peer(w, 0), n)
//!         grid=ceil_div(n, 256) block=256
//!         device=b % ranks stream=1
//!     for d in 1..ranks {
//!         launch stage(peer(y, d - 1) + b*n, peer(y, d) + b*n, peer(w, d), n)
//!             grid=ceil_div(n, 256) block=256 device=b % ranks stream=1
//!     }
//! }

// One stage of the model for one micro-batch: reads `from`, with the weights of the stage's device.
extern "C" __global__ void stage(const float *from, float *to, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (1.0f + w[i]) / (1.0f + fabsf(from[i]));
}
