//? params:
//?   - {name: x, type: f32, shape: [layers, ranks, chunk], role: in, init: "uniform(-1, 1)"}
//?   - {name: gradient, type: f32, shape: [layers, ranks, chunk], role: out}
//?   - {name: layers, type: i32}
//?   - {name: chunk, type: i32}
//! let n = ranks*chunk
//! scratch flow f32[n] zero
//! for l in 0..layers {
//!     let layer = layers - 1 - l
//!     launch backward(x + layer*n, flow, gradient + layer*n, n)
//!         grid=(n+255)/256 block=256
//! }

// One layer going back. `flow` comes from the layer after it, and goes on to the layer before it.
extern "C" __global__ void backward(const float *x, float *flow, float *gradient, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = flow[i], in = x[i];
    for (int k = 0; k < 512; k++) // stands for the work of a layer
        g = 0.999f * g + 0.001f * in;
    flow[i] = g;
    gradient[i] = g * in;
}
