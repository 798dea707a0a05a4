//? status: gate
//? says: Keep the input of each segment
// Right, with the input of every layer in memory.
//
//! let size = rows*d
//! let layers = segments*every
//! scratch kept f32[layers + 1, rows, d]
//! scratch slopes f32[2, rows, d]
//! copy kept x count=size
//! for l in 0..layers {
//!     launch layer(kept + l*size, w + l*d, kept + (l + 1)*size, d) grid=rows block=256
//! }
//! copy y kept + layers*size count=size
//! copy slopes dy count=size
//! for j in 0..layers {
//!     let l = layers - 1 - j
//!     launch layer_backward(kept + l*size, w + l*d, slopes + j%2*size, slopes + (j + 1)%2*size, d)
//!         grid=rows block=256
//! }
//! copy dx slopes + layers%2*size count=size

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
