// Weeks 4 and 5: matrix products and other work that reuses what it loads. m x m matrices.
extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < m; k++)
        sum += a[y * m + k] * b[k * m + x];
    c[y * m + x] = sum;
}
extern "C" __global__ void matmul_swapped(const float *a, const float *b, float *c, int n, int m)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < m; k++)
        sum += a[y * m + k] * b[k * m + x];
    c[y * m + x] = sum;
}
template <int TILE> __device__ void matmul_tile(const float *a, const float *b, float *c, int m)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    float sum = 0;
    for (int t = 0; t < m; t += TILE) {
        as[ty][tx] = a[y * m + t + tx];
        bs[ty][tx] = b[(t + ty) * m + x];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * m + x] = sum;
}
extern "C" __global__ void matmul_tile16(const float *a, const float *b, float *c, int n, int m)
{
    matmul_tile<16>(a, b, c, m);
}
extern "C" __global__ void matmul_tile32(const float *a, const float *b, float *c, int n, int m)
{
    matmul_tile<32>(a, b, c, m);
}
// 64 x 64 per block of 256 threads, 4 x 4 per thread.
extern "C" __global__ void matmul_registers(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float as[16][64], bs[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;
    float sums[4][4] = {};
    for (int k0 = 0; k0 < m; k0 += 16) {
        for (int i = t; i < 1024; i += 256) {
            as[i % 16][i / 16] = a[(row + i / 16) * m + k0 + i % 16];
            bs[i / 64][i % 64] = b[(k0 + i / 64) * m + column + i % 64];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float u[4], v[4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                u[i] = as[k][ty * 4 + i];
                v[i] = bs[k][tx * 4 + i];
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sums[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            c[(row + ty * 4 + i) * m + column + tx * 4 + j] = sums[i][j];
}
// Forces between n bodies at a[4i..]: every thread walks all of them.
extern "C" __global__ void bodies_global(const float *a, const float *b, float *c, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = ((const float4 *)a)[i];
    float fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < n; j++) {
        float4 q = ((const float4 *)a)[j];
        float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
        float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = q.w * inverse * inverse * inverse;
        fx += dx * s;
        fy += dy * s;
        fz += dz * s;
    }
    ((float4 *)c)[i] = make_float4(fx, fy, fz, 0);
}
extern "C" __global__ void bodies_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float4 tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = ((const float4 *)a)[i];
    float fx = 0, fy = 0, fz = 0;
    for (int j0 = 0; j0 < n; j0 += 256) {
        tile[threadIdx.x] = ((const float4 *)a)[j0 + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; j++) {
            float4 q = tile[j];
            float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = q.w * inverse * inverse * inverse;
            fx += dx * s;
            fy += dy * s;
            fz += dz * s;
        }
        __syncthreads();
    }
    ((float4 *)c)[i] = make_float4(fx, fy, fz, 0);
}
// A 7 x 7 filter in b over an m x m image.
extern "C" __global__ void convolve_global(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 3 || y < 3 || x >= m - 3 || y >= m - 3)
        return;
    float sum = 0;
    for (int dy = -3; dy <= 3; dy++)
#pragma unroll
        for (int dx = -3; dx <= 3; dx++)
            sum += a[(y + dy) * m + x + dx] * b[(dy + 3) * 7 + dx + 3];
    c[y * m + x] = sum;
}
extern "C" __global__ void convolve_shared(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[22][38];
    int x0 = blockIdx.x * 32 - 3, y0 = blockIdx.y * 16 - 3, t = threadIdx.y * 32 + threadIdx.x;
    for (int i = t; i < 22 * 38; i += 512) {
        int x = x0 + i % 38, y = y0 + i / 38;
        tile[i / 38][i % 38] = x >= 0 && y >= 0 && x < m && y < m ? a[y * m + x] : 0.0f;
    }
    __syncthreads();
    float sum = 0;
    for (int dy = 0; dy < 7; dy++)
#pragma unroll
        for (int dx = 0; dx < 7; dx++)
            sum += tile[threadIdx.y + dy][threadIdx.x + dx] * b[dy * 7 + dx];
    c[(blockIdx.y * 16 + threadIdx.y) * m + blockIdx.x * 32 + threadIdx.x] = sum;
}
