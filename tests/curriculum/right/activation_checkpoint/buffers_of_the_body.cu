// Buffers of their own for checkpoints and for one segment; the last segment is not run twice.
//
//! let size = rows*d
//! scratch points f32[segments, rows, d]
//! scratch inside f32[every + 1, rows, d]
//! copy points x count=size
//! for s in 0..segments {
//!     copy inside points + s*size count=size
//!     for i in 0..every {
//!         launch layer(inside + i*size, w + (s*every + i)*d, inside + (i + 1)*size, d)
//!             grid=rows block=128
//!     }
//!     copy points + (s + 1)*size inside + every*size count=size when=s < segments - 1
//! }
//! copy y inside + every*size count=size
//! scratch slope f32[rows, d]
//! copy dx dy count=size
//! for j in 0..segments {
//!     let s = segments - 1 - j
//!     copy inside points + s*size count=size when=j > 0
//!     for i in 0..every - 1 {
//!         launch layer(inside + i*size, w + (s*every + i)*d, inside + (i + 1)*size, d)
//!             grid=rows block=128 when=j > 0
//!     }
//!     for k in 0..every {
//!         let i = every - 1 - k
//!         launch layer_backward(inside + i*size, w + (s*every + i)*d, dx, slope, d)
//!             grid=rows block=128
//!         copy dx slope count=size
//!     }
//! }

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
