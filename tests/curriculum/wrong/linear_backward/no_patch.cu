//? status: gate
//? says: Passes of shared loads: 262 144
// Tiles for both products, without a patch.
//
//! launch linear_dx(dy, w, dx, n, d, e) grid=(d+31)/32,(n+31)/32 block=32,32
//! launch linear_dw(x, dy, dw, db, n, d, e) grid=(e+31)/32,(d+31)/32 block=32,32

extern "C" __global__ void linear_dx(const float *dy, const float *w, float *dx, int n, int d, int e)
{
    __shared__ float tile_dy[32][32], tile_w[32][33];
    int i = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32, row = blockIdx.y * 32 + y;
    float sum = 0.0f;
    for (int first = 0; first < e; first += 32) {
        tile_dy[y][i] = row < n && first + i < e ? dy[row * e + first + i] : 0.0f;
        tile_w[y][i] = col + y < d && first + i < e ? w[(col + y) * e + first + i] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 32; j++)
            sum += tile_dy[y][j] * tile_w[i][j];
        __syncthreads();
    }
    if (row < n && col + i < d)
        dx[row * d + col + i] = sum;
}

extern "C" __global__ void linear_dw(const float *x, const float *dy, float *dw, float *db, int n, int d, int e)
{
    __shared__ float tile_x[32][32], tile_dy[32][32];
    int i = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + i, row = blockIdx.y * 32;
    float sum = 0.0f, bias = 0.0f;
    for (int first = 0; first < n; first += 32) {
        tile_x[y][i] = first + y < n && row + i < d ? x[(first + y) * d + row + i] : 0.0f;
        tile_dy[y][i] = first + y < n && col < e ? dy[(first + y) * e + col] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float one = tile_dy[j][i];
            sum += tile_x[j][y] * one;
            bias += one;
        }
        __syncthreads();
    }
    if (row + y < d && col < e)
        dw[(row + y) * e + col] = sum;
    if (row == 0 && y == 0 && col < e)
        db[col] = bias;
}
