// gradient_accumulate: in micro-batches, and both products through tiles with a patch of 8 x 8.
//
//! scratch error f32[micro, m]
//! scratch grad f32[k, m] zero
//! for b in 0..ceil_div(n, micro) {
//!     let first = b*micro
//!     let rows = min(micro, n - first)
//!     launch product<false>(x + first*k, w, t + first*m, error, rows, m, k, k)
//!         grid=(m+63)/64,(rows+63)/64 block=64
//!     launch product<true>(x + first*k, error, x, grad, k, m, rows, k)
//!         grid=(m+63)/64,(k+63)/64 block=64
//! }
//! launch step(w, grad, n, k*m) grid=(k*m+255)/256 block=256

const int DEEP = 16;

// Loads 64 x 16 elements of a and 16 x 64 of b. TURNED: of the transpose of a, [depth, width].
template <bool TURNED>
__device__ void load(const float *a, const float *b, float tile_a[DEEP][68], float tile_b[DEEP][64], int y, int x,
                     int first, int rows, int cols, int depth, int width)
{
    int t = threadIdx.x;
    for (int j = 0; j < DEEP; j++) {
        int i = TURNED ? j : t % DEEP, r = TURNED ? t : t / DEEP + j * 4;
        bool inside = first + i < depth && y + r < rows;
        tile_a[i][r] = inside ? a[TURNED ? (first + i) * width + y + r : (y + r) * width + first + i] : 0.0f;
        tile_b[j][t] = first + j < depth && x + t < cols ? b[(first + j) * cols + x + t] : 0.0f;
    }
}

// A tile of 64 x 64 results by 64 threads. TURNED: c += transpose(a) * b, else c = a * b - t.
template <bool TURNED>
__global__ void __launch_bounds__(64)
    product(const float *a, const float *b, const float *t, float *c, int rows, int cols, int depth, int width)
{
    __shared__ float tile_a[DEEP][68], tile_b[DEEP][64];
    int x = blockIdx.x * 64, y = blockIdx.y * 64, px = threadIdx.x % 8 * 4, py = threadIdx.x / 8 * 8;
    float sum[8][8] = {};
    for (int first = 0; first < depth; first += DEEP) {
        load<TURNED>(a, b, tile_a, tile_b, y, x, first, rows, cols, depth, width);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < DEEP; i++) {
            float4 low = *(float4 *)&tile_a[i][py], high = *(float4 *)&tile_a[i][py + 4];
            float4 left = *(float4 *)&tile_b[i][px], right = *(float4 *)&tile_b[i][px + 32];
            float as[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
            float bs[8] = {left.x, left.y, left.z, left.w, right.x, right.y, right.z, right.w};
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 8; q++)
                    sum[r][q] += as[r] * bs[q];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int q = 0; q < 8; q++) {
            int row = y + py + r, col = x + px + q % 4 + q / 4 * 32;
            if (row < rows && col < cols)
                c[row * cols + col] = TURNED ? c[row * cols + col] + sum[r][q] : sum[r][q] - t[row * cols + col];
        }
}

// One step against the mean gradient of n rows.
extern "C" __global__ void step(float *w, const float *grad, int n, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        w[i] -= 0.5f * grad[i] / n;
}
