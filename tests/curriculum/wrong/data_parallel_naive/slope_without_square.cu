//? status: wrong
//? says: On the way back it is 1 - h.
// Takes 1 - h as the slope.
//
//! let n = batch*width
//! let layer = (width + 1)*width // weights and bias of a layer
//! scratch h f32[layers + 1, batch, width]
//! scratch d f32[layers + 1, batch, width]
//! scratch gradient f32[layers, width + 1, width]
//! scratch total f32[layers, width + 1, width]
//! launch draw(w, layers*layer, 1.0/sqrt(1.0*width), seed)
//!     grid=(layers*layer + 255)/256 block=256 stream=1
//! copy h x count=n stream=1
//! for l in 0..layers {
//!     launch forward(h + l*n, w + l*layer, h + (l + 1)*n, batch, width)
//!         grid=(width + 63)/64,(batch + 31)/32 block=16,16 stream=1
//! }
//! launch loss(h + layers*n, target, d + layers*n, n, ranks*batch)
//!     grid=(n + 255)/256 block=256 stream=1
//! for j in 0..layers {
//!     let l = layers - 1 - j
//!     launch gradients(h + l*n, d + (l + 1)*n, gradient + l*layer, batch, width)
//!         grid=(width + 63)/64,(width + 31)/32 block=16,16 stream=1
//!     launch backward(d + (l + 1)*n, w + l*layer, h + l*n, d + l*n, batch, width)
//!         grid=(width + 63)/64,(batch + 31)/32 block=16,16 stream=1 when=l > 0
//! }
//! for l in 0..layers {
//!     launch add_all(peers(gradient), total, l*layer, width*width, ranks)
//!         grid=(width*width + 255)/256 block=256
//!     launch add_all(peers(gradient), total, l*layer + width*width, width, ranks)
//!         grid=(width + 255)/256 block=256
//! }
//! launch update(w, total, rate, layers*layer) grid=(layers*layer + 255)/256 block=256

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

// Element (i, j) is at[i * down + j * right], and 0 outside.
struct matrix {
    const float *at;
    int rows, cols, down, right;
};

static __device__ float element(const matrix &m, int i, int j)
{
    return i < m.rows && j < m.cols ? m.at[(size_t)i * m.down + (size_t)j * m.right] : 0.0f;
}

// Fills 32 rows of a tile. Neighbouring lanes read neighbouring addresses.
template <int COLS, int PITCH> static __device__ void fill(float tile[32][PITCH], const matrix &m, int row, int col)
{
#pragma unroll
    for (int l = 0; l < COLS / 8; l++) {
        int e = 256 * l + 16 * threadIdx.y + threadIdx.x;
        int i = m.right == 1 ? e / COLS : e % 32, j = m.right == 1 ? e % COLS : e / 32;
        tile[i][j] = element(m, row + i, col + j);
    }
}

// sum[r][q] is the sum of a(i, row) * b(i, col) over i, and below[q] that of b(i, col).
static __device__ void product(const matrix &a, const matrix &b, float sum[2][4], float below[4])
{
    __shared__ float tile_a[32][33], tile_b[32][65];
    for (int first = 0; first < a.rows; first += 32) {
        fill<32, 33>(tile_a, a, first, blockIdx.y * 32);
        fill<64, 65>(tile_b, b, first, blockIdx.x * 64);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; i++) {
            for (int q = 0; q < 4; q++) {
                float of_b = tile_b[i][threadIdx.x + 16 * q];
                sum[0][q] += tile_a[i][threadIdx.y] * of_b;
                sum[1][q] += tile_a[i][threadIdx.y + 16] * of_b;
                below[q] += of_b;
            }
        }
        __syncthreads();
    }
}

// next = tanh(h * w + bias). The bias is row `width` of w.
extern "C" __global__ void __launch_bounds__(256)
    forward(const float *h, const float *w, float *next, int batch, int width)
{
    float sum[2][4] = {}, below[4] = {};
    product({h, width, batch, 1, width}, {w, width, width, width, 1}, sum, below);
    for (int r = 0; r < 2; r++)
        for (int q = 0; q < 4; q++) {
            int row = blockIdx.y * 32 + threadIdx.y + 16 * r, col = blockIdx.x * 64 + threadIdx.x + 16 * q;
            if (row < batch && col < width)
                next[row * width + col] = tanhf(sum[r][q] + w[(size_t)width * width + col]);
        }
}

// d of the last layer, for half the mean square of h - target over `rows` rows of all ranks.
extern "C" __global__ void loss(const float *h, const float *target, float *d, int count, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        d[i] = (h[i] - target[i]) * (1.0f - h[i] * h[i]) / rows;
}

// before = d * w^T, times the slope of tanh.
extern "C" __global__ void __launch_bounds__(256)
    backward(const float *d, const float *w, const float *h, float *before, int batch, int width)
{
    float sum[2][4] = {}, below[4] = {};
    product({d, width, batch, 1, width}, {w, width, width, 1, width}, sum, below);
    for (int r = 0; r < 2; r++)
        for (int q = 0; q < 4; q++) {
            int row = blockIdx.y * 32 + threadIdx.y + 16 * r, col = blockIdx.x * 64 + threadIdx.x + 16 * q;
            if (row < batch && col < width) {
                float value = h[row * width + col];
                before[row * width + col] = sum[r][q] * (1.0f - value);
            }
        }
}

// gradient = h^T * d, and in row `width` the sums of the columns of d, for the bias.
extern "C" __global__ void __launch_bounds__(256)
    gradients(const float *h, const float *d, float *gradient, int batch, int width)
{
    float sum[2][4] = {}, below[4] = {};
    product({h, batch, width, width, 1}, {d, batch, width, width, 1}, sum, below);
    for (int q = 0; q < 4; q++) {
        int col = blockIdx.x * 64 + threadIdx.x + 16 * q;
        for (int r = 0; r < 2; r++) {
            int row = blockIdx.y * 32 + threadIdx.y + 16 * r;
            if (row < width && col < width)
                gradient[(size_t)row * width + col] = sum[r][q];
        }
        if (blockIdx.y == 0 && threadIdx.y == 0 && col < width)
            gradient[(size_t)width * width + col] = below[q];
    }
}

extern "C" __global__ void update(float *w, const float *gradient, float rate, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        w[i] -= rate * gradient[i];
}

// total = the sum of `count` gradients from `first` on, over all ranks.
extern "C" __global__ void add_all(const float *const *gradient, float *total, int first, int count, int ranks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += gradient[r][first + i];
    total[first + i] = sum;
}
