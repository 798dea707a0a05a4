// Week 2: the transpose ladder.
extern "C" __global__ void transpose_strided_stores(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < m)
        c[(size_t)x * m + y] = a[(size_t)y * m + x];
}
extern "C" __global__ void transpose_strided_loads(const float *a, const float *b, float *c, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < m)
        c[(size_t)y * m + x] = a[(size_t)x * m + y];
}
template <int PAD> __device__ void transpose_whole_tile(const float *a, float *c, int m)
{
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = a[(size_t)y * m + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    c[(size_t)y * m + x] = tile[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void transpose_tile_conflicts(const float *a, const float *b, float *c, int n, int m)
{
    transpose_whole_tile<0>(a, c, m);
}
extern "C" __global__ void transpose_tile_padded(const float *a, const float *b, float *c, int n, int m)
{
    transpose_whole_tile<1>(a, c, m);
}
extern "C" __global__ void transpose_tile_swizzled(const float *a, const float *b, float *c, int n, int m)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x ^ (threadIdx.y + k)] = a[(size_t)(y + k) * m + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        c[(size_t)(y + k) * m + x] = tile[threadIdx.x][threadIdx.x ^ (threadIdx.y + k)];
}
