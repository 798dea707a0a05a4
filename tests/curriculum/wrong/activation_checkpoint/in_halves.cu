//? status: wrong
//? says: The precision is too low
// A cheat: keeps every input in half the bytes, rounded.
//
//! let size = rows*d
//! let layers = segments*every
//! scratch kept f16[layers + 1, rows, d]
//! scratch slopes f32[2, rows, d]
//! launch store(x, kept, size) grid=ceil_div(size, 256) block=256
//! for l in 0..layers {
//!     launch layer(kept + l*size, w + l*d, kept + (l + 1)*size, d) grid=rows block=256
//! }
//! launch bring(kept + layers*size, y, size) grid=ceil_div(size, 256) block=256
//! copy slopes dy count=size
//! for j in 0..layers {
//!     let l = layers - 1 - j
//!     launch layer_backward(kept + l*size, w + l*d, slopes + j%2*size, slopes + (j + 1)%2*size, d)
//!         grid=rows block=256
//! }
//! copy dx slopes + layers%2*size count=size

#include <cuda_fp16.h>

// y = x + w * tanh(left neighbour in x), one block for each row.
extern "C" __global__ void layer(const half *x, const float *w, half *y, int d)
{
    const half *in = x + blockIdx.x * d;
    for (int c = threadIdx.x; c < d; c += blockDim.x)
        y[blockIdx.x * d + c] = (float)in[c] + (c > 0 ? w[c] * tanhf((float)in[c - 1]) : 0.0f);
}

// dx from dy and the layer's input x. The slope of tanh(x) is 1 - tanh(x) * tanh(x).
extern "C" __global__ void layer_backward(const half *x, const float *w, const float *dy, float *dx, int d)
{
    const float *slope = dy + blockIdx.x * d;
    for (int c = threadIdx.x; c < d; c += blockDim.x) {
        float t = tanhf((float)x[blockIdx.x * d + c]);
        dx[blockIdx.x * d + c] = slope[c] + (c + 1 < d ? w[c + 1] * (1.0f - t * t) * slope[c + 1] : 0.0f);
    }
}

extern "C" __global__ void store(const float *from, half *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

extern "C" __global__ void bring(const half *from, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}
