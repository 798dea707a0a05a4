//? status: wrong
//? says: first wrong result is slopes
// Computes inputs again with the weights of the first segment.
//
//! let size = rows*d
//! scratch kept f32[segments + every, rows, d]
//! scratch slopes f32[2, rows, d]
//! copy kept x count=size
//! for l in 0..segments*every {
//!     let from = l%every == 0 ? l/every : segments + l%every - 1
//!     let next = l + 1
//!     let to = next%every == 0 && next < segments*every ? next/every : segments + l%every
//!     launch layer(kept + from*size, w + l*d, kept + to*size, d) grid=rows block=256
//! }
//! copy y kept + (segments + every - 1)*size count=size
//! copy slopes dy count=size
//! for j in 0..segments {
//!     let s = segments - 1 - j
//!     for i in 0..every - 1 {
//!         let from = i == 0 ? s : segments + i - 1
//!         launch layer(kept + from*size, w + i*d, kept + (segments + i)*size, d)
//!             grid=rows block=256
//!     }
//!     for k in 0..every {
//!         let i = every - 1 - k
//!         let from = i == 0 ? s : segments + i - 1
//!         let turn = j*every + k
//!         launch layer_backward(kept + from*size, w + (s*every + i)*d, slopes + turn%2*size,
//!             slopes + (turn + 1)%2*size, d) grid=rows block=256
//!     }
//! }
//! copy dx slopes + segments*every%2*size count=size

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
