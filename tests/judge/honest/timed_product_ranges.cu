//? exercise: timed_matmul
//? virtual: pass
//? cuda: pass
//? why: each block has 15 or 16 tiles that follow each other
//! launch matmul(a, b, c, m, n, k) grid=264 block=16, 16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int across = (n + 15) / 16, tiles = across * ((m + 15) / 16), blocks = gridDim.x;
    for (int tile = (long long)tiles * blockIdx.x / blocks; tile < (long long)tiles * (blockIdx.x + 1) / blocks; tile++) {
        int column = tile % across * 16 + threadIdx.x, row = tile / across * 16 + threadIdx.y;
        if (row >= m || column >= n)
            continue;
        float sum = 0;
        for (int i = 0; i < k; i++)
            sum += a[row * k + i] * b[i * n + column];
        c[row * n + column] = sum;
    }
}
