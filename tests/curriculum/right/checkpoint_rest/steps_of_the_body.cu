// Each segment keeps its own inputs in `steps`, made and given back in the body of its loop.
//
//! let size = rows*d; let segments = ceil_div(layers, every)
//! scratch marks f32[segments, size]
//! scratch going f32[2, size]
//! copy going x count=size
//! for l in 0..layers {
//!     copy marks + l/every*size going + l%2*size count=size when=l%every == 0
//!     launch layer(going + l%2*size, w + l*d, going + (l + 1)%2*size, d)
//!         grid=rows block=min(1024, 32*ceil_div(d, 32))
//! }
//! copy y going + layers%2*size count=size
//! copy going + (layers%2)*size dy count=size
//! for j in 0..segments {
//!     let first = (segments - 1 - j)*every
//!     let here = min(every, layers - first)
//!     scratch steps f32[here, size]
//!     copy steps marks + first/every*size count=size
//!     for i in 1..here {
//!         launch layer(steps + (i - 1)*size, w + (first + i - 1)*d, steps + i*size, d) grid=rows
//!             block=128
//!     }
//!     for i in 0..here {
//!         let l = first + here - 1 - i
//!         launch layer_backward(steps + (l - first)*size, w + l*d, going + (l + 1)%2*size,
//!             going + l%2*size, d) grid=rows block=128
//!     }
//! }
//! copy dx going count=size

// y = x + w * tanh(left neighbour in x), one block for each row.
extern "C" __global__ void layer(const float *x, const float *w, float *y, int d)
{
    const float *in = x + blockIdx.x * d;
    for (int c = threadIdx.x; c < d; c += blockDim.x)
        y[blockIdx.x * d + c] = in[c] + (c > 0 ? w[c] * tanhf(in[c - 1]) : 0.0f);
}

// dx from dy and the layer's input x. The slope of tanh(x) is 1 - tanh(x) * tanh(x).
extern "C" __global__ void layer_backward(const float *x, const float *w, const float *dy, float *dx, int d)
{
    const float *slope = dy + blockIdx.x * d;
    for (int c = threadIdx.x; c < d; c += blockDim.x) {
        float t = tanhf(x[blockIdx.x * d + c]);
        dx[blockIdx.x * d + c] = slope[c] + (c + 1 < d ? w[c + 1] * (1.0f - t * t) * slope[c + 1] : 0.0f);
    }
}
