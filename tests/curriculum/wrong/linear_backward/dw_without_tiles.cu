//? status: gate
//? says: as many sectors as needed
// dw is left as it was.
//
//! launch linear_dx(dy, w, dx, n, d, e) grid=(d+31)/32,(n+63)/64 block=32,8
//! launch linear_dw(x, dy, dw, db, n, d, e) grid=(e+31)/32,(d+7)/8 block=32,8

extern "C" __global__ void linear_dx(const float *dy, const float *w, float *dx, int n, int d, int e)
{
    __shared__ float tile_dy[64][32];
    __shared__ float tile_w[32][33]; // its columns are read, so its pitch is odd
    int i = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32; // the block's first column
    int row = blockIdx.y * 64; // and its first row
    float sum[8] = {};

    for (int first = 0; first < e; first += 32) {
        for (int r = y; r < 64; r += 8)
            tile_dy[r][i] = row + r < n && first + i < e ? dy[(row + r) * e + first + i] : 0.0f;
        for (int r = y; r < 32; r += 8)
            tile_w[r][i] = col + r < d && first + i < e ? w[(col + r) * e + first + i] : 0.0f;
        __syncthreads();
        for (int j = 0; j < 32; j++) {
            float one = tile_w[i][j];
            for (int r = 0; r < 8; r++)
                sum[r] += tile_dy[8 * y + r][j] * one;
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        if (row + 8 * y + r < n && col + i < d)
            dx[(row + 8 * y + r) * d + col + i] = sum[r];
}

extern "C" __global__ void linear_dw(const float *x, const float *dy, float *dw, float *db, int n, int d, int e)
{
    int i = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32; // the block's first column
    int row = blockIdx.y * 8;  // and its first row
    float sum = 0.0f;
    float bias = 0.0f;

    if (row + y >= d || col + i >= e)
        return;
    for (int j = 0; j < n; j++) {
        float one = dy[j * e + col + i];
        bias += one;
        sum += x[j * d + row + y] * one;
    }
    dw[(row + y) * e + col + i] = sum;
    if (row == 0 && y == 0)
        db[col + i] = bias;
}
