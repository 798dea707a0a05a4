// Reads x and dy where they are, and uses y and dx as buffers too.
//
//! let size = rows*d
//! let n = every
//! scratch kept f32[segments, rows, d]
//! scratch inner f32[every, rows, d]
//! scratch slopes f32[2, rows, d]
//! for s in 0..segments {
//!     for i in 0..n {
//!         let l = s*n + i
//!         let last = i == n - 1
//!         launch layer(x, w, inner, d) grid=rows block=256
//!             when=l == 0 && !last
//!         launch layer(x, w, kept + size, d) grid=rows block=256
//!             when=l == 0 && last && segments > 1
//!         launch layer(x, w, y, d) grid=rows block=256
//!             when=l == 0 && last && segments == 1
//!         launch layer(kept + s*size, w + l*d, inner, d) grid=rows block=256
//!             when=s > 0 && i == 0 && !last
//!         launch layer(kept + s*size, w + l*d,
//!             kept + min(s + 1, segments - 1)*size, d) grid=rows block=256
//!             when=s > 0 && i == 0 && last && s < segments - 1
//!         launch layer(kept + s*size, w + l*d, y, d) grid=rows block=256
//!             when=s > 0 && i == 0 && last && s == segments - 1
//!         launch layer(inner + max(i - 1, 0)*size, w + l*d, inner + i*size, d) grid=rows block=256
//!             when=i > 0 && !last
//!         launch layer(inner + max(i - 1, 0)*size, w + l*d,
//!             kept + min(s + 1, segments - 1)*size, d) grid=rows block=256
//!             when=i > 0 && last && s < segments - 1
//!         launch layer(inner + max(i - 1, 0)*size, w + l*d, y, d) grid=rows block=256
//!             when=i > 0 && last && s == segments - 1
//!     }
//! }
//! for t in 0..segments*n {
//!     let l = segments*n - 1 - t
//!     let s = l/n
//!     let i = l%n
//!     for q in 0..n - 1 {
//!         launch layer(x, w, inner, d) grid=rows block=256
//!             when=i == n - 1 && q == 0 && s == 0
//!         launch layer(kept + s*size, w + s*n*d, inner, d) grid=rows block=256
//!             when=i == n - 1 && q == 0 && s > 0
//!         launch layer(inner + max(q - 1, 0)*size, w + (s*n + q)*d, inner + q*size, d)
//!             grid=rows block=256 when=i == n - 1 && q > 0
//!     }
//!     launch layer_backward(x, w, dy, dx, d) grid=rows block=256
//!             when=l == 0 && t == 0
//!     launch layer_backward(x, w, slopes + (t + 1)%2*size, dx, d) grid=rows block=256
//!         when=l == 0 && t > 0
//!     launch layer_backward(inner + max(i - 1, 0)*size, w + l*d, dy, slopes, d)
//!         grid=rows block=256 when=l > 0 && t == 0 && i > 0
//!     launch layer_backward(kept + s*size, w + l*d, dy, slopes, d) grid=rows block=256
//!         when=l > 0 && t == 0 && i == 0
//!     launch layer_backward(inner + max(i - 1, 0)*size, w + l*d, slopes + (t + 1)%2*size,
//!         slopes + t%2*size, d) grid=rows block=256
//!             when=l > 0 && t > 0 && i > 0
//!     launch layer_backward(kept + s*size, w + l*d, slopes + (t + 1)%2*size, slopes + t%2*size, d)
//!         grid=rows block=256 when=l > 0 && t > 0 && i == 0
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
