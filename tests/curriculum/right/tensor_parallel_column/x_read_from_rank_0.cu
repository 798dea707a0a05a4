// No copy of x: each warp reads the elements of x from rank 0 and keeps them in shared memory.
//
//! scratch part f32[m, cols]
//! launch linear(peer(x, 0), w, part, m, cols, k) grid=ceil_div(cols, 256),m block=256
//! launch gather(peers(part), y, m, cols, ranks) grid=ceil_div(ranks*cols, 256),m block=256

extern "C" __global__ void linear(const float *x, const float *w, float *part, int m, int cols, int k)
{
    __shared__ float tile[256];
    int col = blockIdx.x * 256 + threadIdx.x, row = blockIdx.y;
    float sum = 0.0f;
    for (int first = 0; first < k; first += 256) {
        if (first + threadIdx.x < k)
            tile[threadIdx.x] = x[row * k + first + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < min(256, k - first) && col < cols; i++)
            sum += tile[i] * w[(first + i) * cols + col];
        __syncthreads();
    }
    if (col < cols)
        part[row * cols + col] = sum;
}

extern "C" __global__ void gather(const float *const *parts, float *y, int m, int cols, int ranks)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (col < ranks * cols)
        y[row * ranks * cols + col] = parts[col / cols][row * cols + col % cols];
}
