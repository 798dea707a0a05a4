// activation_checkpoint: a block takes its row through a whole segment in shared memory. So only
// the input of each segment goes to global memory.
//
//! let size = rows*d
//! scratch kept f32[max(segments - 1, 1), rows, d]
//! scratch slopes f32[2, rows, d]
//! for s in 0..segments {
//!     launch forward(x, kept, y, w + s*every*d, s, segments, every, d, size)
//!         grid=rows block=256 shared=8*d
//! }
//! for j in 0..segments {
//!     let s = segments - 1 - j
//!     launch backward(x, kept, w + s*every*d, dy, dx, slopes, s, segments, every, d, size)
//!         grid=rows block=256 shared=4*d*(every + 2)
//! }

// tanh by one exponential and one approximate division; off by less than 1e-6.
static __device__ float fast_tanh(float x)
{
    return 1.0f - __fdividef(2.0f, 1.0f + __expf(2.0f * x));
}

// One layer, from a row to a row in shared memory.
static __device__ void layer(const float *in, const float *w, float *out, int d)
{
    for (int c = threadIdx.x; c < d; c += blockDim.x)
        out[c] = in[c] + (c > 0 ? w[c] * fast_tanh(in[c - 1]) : 0.0f);
    __syncthreads();
}

static __device__ void load(float *to, const float *from, int d)
{
    for (int c = threadIdx.x; c < d; c += blockDim.x)
        to[c] = from[(size_t)blockIdx.x * d + c];
    __syncthreads();
}

// The input of segment s. That of segment 0 is x itself.
static __device__ const float *input(const float *x, const float *kept, int s, size_t size)
{
    return s == 0 ? x : kept + (s - 1) * size;
}

extern "C" __global__ void forward(const float *x, float *kept, float *y, const float *w, int s, int segments,
                                   int every, int d, int size)
{
    extern __shared__ float row[]; // two rows, in turn
    load(row, input(x, kept, s, size), d);
    for (int i = 0; i < every; i++)
        layer(row + i % 2 * d, w + i * d, row + (i + 1) % 2 * d, d);
    float *out = s == segments - 1 ? y : kept + (size_t)s * size;
    for (int c = threadIdx.x; c < d; c += blockDim.x)
        out[(size_t)blockIdx.x * d + c] = row[every % 2 * d + c];
}

extern "C" __global__ void backward(const float *x, const float *kept, const float *w, const float *dy, float *dx,
                                    float *slopes, int s, int segments, int every, int d, int size)
{
    extern __shared__ float rows[]; // the inputs of the segment's layers, then two rows of slopes
    float *slope = rows + every * d, *next = slope + d;
    load(rows, input(x, kept, s, size), d);
    for (int i = 0; i < every - 1; i++)
        layer(rows + i * d, w + i * d, rows + (i + 1) * d, d);
    load(slope, s == segments - 1 ? dy : slopes + (size_t)(s + 1) % 2 * size, d);
    for (int i = every - 1; i >= 0; i--) {
        const float *in = rows + i * d, *weight = w + i * d + 1;
        for (int c = threadIdx.x; c < d; c += blockDim.x) {
            float t = fast_tanh(in[c]);
            next[c] = slope[c] + (c + 1 < d ? weight[c] * (1.0f - t * t) * slope[c + 1] : 0.0f);
        }
        __syncthreads();
        float *done = slope;
        slope = next;
        next = done;
    }
    float *out = s == 0 ? dx : slopes + (size_t)s % 2 * size;
    for (int c = threadIdx.x; c < d; c += blockDim.x)
        out[(size_t)blockIdx.x * d + c] = slope[c];
}
