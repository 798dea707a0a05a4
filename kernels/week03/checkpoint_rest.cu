// Reference for checkpoint_rest: keeps every input, in f64.
//! let size = rows*d
//! let depth = layers
//! scratch inputs f64[depth + 1, rows, d]
//! scratch slopes f64[2, rows, d]
//! launch convert<float, double>(x, inputs, size) grid=ceil_div(size, 256) block=256
//! for l in 0..depth {
//!     launch layer(inputs + l*size, w + l*d, inputs + (l + 1)*size, d) grid=rows block=256
//! }
//! launch convert<double, float>(inputs + depth*size, y, size)
//!     grid=ceil_div(size, 256) block=256
//! launch convert<float, double>(dy, slopes, size) grid=ceil_div(size, 256) block=256
//! for j in 0..depth {
//!     let l = depth - 1 - j
//!     launch layer_backward(inputs + l*size, w + l*d, slopes + j%2*size,
//!         slopes + (j + 1)%2*size, d) grid=rows block=256
//! }
//! launch convert<double, float>(slopes + depth%2*size, dx, size)
//!     grid=ceil_div(size, 256) block=256

template <class From, class To> __global__ void convert(const From *from, To *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (To)from[i];
}

// y = x + w * tanh(left neighbour in x), one block for each row.
extern "C" __global__ void layer(const double *x, const float *w, double *y, int d)
{
    const double *in = x + blockIdx.x * d;
    for (int c = threadIdx.x; c < d; c += blockDim.x)
        y[blockIdx.x * d + c] = in[c] + (c > 0 ? w[c] * tanh(in[c - 1]) : 0.0);
}

// dx from dy and the layer's input x. The slope of tanh(x) is 1 - tanh(x) * tanh(x).
extern "C" __global__ void layer_backward(const double *x, const float *w, const double *dy, double *dx, int d)
{
    const double *slope = dy + blockIdx.x * d;
    for (int c = threadIdx.x; c < d; c += blockDim.x) {
        double t = tanh(x[blockIdx.x * d + c]);
        dx[blockIdx.x * d + c] = slope[c] + (c + 1 < d ? w[c + 1] * (1.0 - t * t) * slope[c + 1] : 0.0);
    }
}
