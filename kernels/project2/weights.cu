// The reference of the mean of the weights: each rank steps with the rows of all ranks, in f64.
// The loss divides by the rows of one rank. So the step is shorter by the number of ranks.
//
//! let rows = ranks*batch
//! let n = rows*width
//! let layer = (width + 1)*width
//! scratch h f64[layers + 1, rows, width]
//! scratch d f64[layers + 1, rows, width]
//! scratch wanted f64[rows, width]
//! launch draw(w, layers*layer, 1.0/sqrt(1.0*width), seed) grid=(layers*layer + 255)/256 block=256
//! launch collect(peers(x), h, batch*width, ranks) grid=(n + 255)/256 block=256
//! launch collect(peers(target), wanted, batch*width, ranks) grid=(n + 255)/256 block=256
//! for l in 0..layers {
//!     launch forward(h + l*n, w + l*layer, h + (l + 1)*n, rows, width)
//!         grid=(width + 63)/64,rows block=64
//! }
//! launch loss(h + layers*n, wanted, d + layers*n, n, batch) grid=(n + 255)/256 block=256
//! for j in 0..layers - 1 {
//!     let l = layers - 1 - j
//!     launch backward(d + (l + 1)*n, w + l*layer, h + l*n, d + l*n, width)
//!         grid=(width + 63)/64,rows block=64
//! }
//! for l in 0..layers {
//!     launch update(h + l*n, d + (l + 1)*n, w + l*layer, 1.0*rate/ranks, rows, width)
//!         grid=(width + 63)/64,width + 1 block=64
//! }

// All ranks draw the same weights from one seed: uniform from -scale to scale.
extern "C" __global__ void draw(float *w, int count, float scale, int seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    unsigned bits = (unsigned)i * 0x9e3779b9u + (unsigned)seed * 0x85ebca6bu;
    bits = (bits ^ bits >> 16) * 0x7feb352du;
    bits = (bits ^ bits >> 15) * 0x846ca68bu;
    bits ^= bits >> 16;
    w[i] = scale * ((float)(bits >> 8) / 8388608.0f - 1.0f);
}

// x and target of all ranks, one after another, as on one device with the whole batch.
extern "C" __global__ void collect(const float *const *from, double *to, int count, int ranks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < ranks * count)
        to[i] = from[i / count][i % count];
}

extern "C" __global__ void forward(const double *h, const float *w, double *next, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= width)
        return;
    double sum = w[(size_t)width * width + col];
    for (int i = 0; i < width; i++)
        sum += h[row * width + i] * w[(size_t)i * width + col];
    next[row * width + col] = tanh(sum);
}

extern "C" __global__ void loss(const double *h, const double *target, double *d, int count, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        d[i] = (h[i] - target[i]) * (1.0 - h[i] * h[i]) / rows;
}

extern "C" __global__ void backward(const double *d, const float *w, const double *h, double *before, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= width)
        return;
    double sum = 0.0, value = h[row * width + col];
    for (int i = 0; i < width; i++)
        sum += d[row * width + i] * w[(size_t)col * width + i];
    before[row * width + col] = sum * (1.0 - value * value);
}

extern "C" __global__ void update(const double *h, const double *d, float *w, float rate, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= width)
        return;
    double sum = 0.0;
    for (int b = 0; b < rows; b++)
        sum += (row < width ? h[b * width + row] : 1.0) * d[b * width + col];
    w[(size_t)row * width + col] = (float)(w[(size_t)row * width + col] - rate * sum);
}
