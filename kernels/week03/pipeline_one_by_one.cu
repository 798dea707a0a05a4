//? params:
//?   - {name: x, type: f32, shape: [batches, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [batches, n], role: out}
//?   - {name: batches, type: i32}
//?   - {name: n, type: i32}
//! for b in 0..batches { //@ begin
//!     launch stage(x + b*n, y + b*n, w, n)
//!         grid=ceil_div(n, 256) block=256 device=0
//!     for d in 1..ranks {
//!         launch stage(peer(y, d - 1) + b*n, y + b*n, w, n)
//!             grid=ceil_div(n, 256) block=256 device=d
//!     }
//! } //@ end

// One stage of the model for one micro-batch: reads `from`, with the weights of the stage's device.
extern "C" __global__ void stage(const float *from, float *to, const float *w, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (1.0f + w[i]) / (1.0f + fabsf(from[i]));
}
