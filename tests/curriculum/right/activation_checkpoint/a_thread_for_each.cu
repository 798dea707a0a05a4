// One thread for each element, in a template; checkpoints in the buffer of a segment of their own.
//
//! let size = rows*d
//! scratch kept f32[segments + every, rows, d]
//! scratch slopes f32[2, rows, d]
//! copy kept x count=size
//! for l in 0..segments*every {
//!     let from = l%every == 0 ? l/every : segments + l%every - 1
//!     let next = l + 1
//!     let to = next%every == 0 && next < segments*every ? next/every : segments + l%every
//!     launch layer<4>(kept + from*size, w + l*d, kept + to*size, d, size)
//!         grid=ceil_div(size, 128) block=128
//! }
//! copy y kept + (segments + every - 1)*size count=size
//! copy slopes dy count=size
//! for j in 0..segments {
//!     let s = segments - 1 - j
//!     for i in 0..every - 1 {
//!         let from = i == 0 ? s : segments + i - 1
//!         launch layer<4>(kept + from*size, w + (s*every + i)*d,
//!             kept + (segments + i)*size, d, size) grid=ceil_div(size, 128) block=128
//!     }
//!     for k in 0..every {
//!         let i = every - 1 - k
//!         let from = i == 0 ? s : segments + i - 1
//!         let turn = j*every + k
//!         launch layer_backward<4>(kept + from*size, w + (s*every + i)*d, slopes + turn%2*size,
//!             slopes + (turn + 1)%2*size, d, size) grid=ceil_div(size, 128) block=128
//!     }
//! }
//! copy dx slopes + segments*every%2*size count=size

// y = x + w * tanh(left neighbour in x), one thread for each element.
template <int UNUSED> __global__ void layer(const float *x, const float *w, float *y, int d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, c = i % d;
    if (i < n)
        y[i] = x[i] + (c ? w[c] * tanhf(x[i - 1]) : 0.0f);
}

template <int UNUSED>
__global__ void layer_backward(const float *x, const float *w, const float *dy, float *dx, int d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, c = i % d;
    if (i >= n)
        return;
    float t = tanhf(x[i]);
    dx[i] = dy[i] + (c + 1 < d ? w[c + 1] * (1.0f - t * t) * dy[i + 1] : 0.0f);
}
