//? exercise: matmul
//? virtual: pass
//? cuda: pass
//? why: a block for each column, threads that stride over rows
//! launch matmul(a, b, c, m, n, k) grid=n block=64 shared=k*4
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    extern __shared__ float column[];
    for (int i = threadIdx.x; i < k; i += 64)
        column[i] = b[i * n + blockIdx.x];
    __syncthreads();
    for (int row = threadIdx.x; row < m; row += 64) {
        float s = 0;
        for (int i = k - 1; i >= 0; i--)
            s = fmaf(a[row * k + i], column[i], s);
        c[row * n + blockIdx.x] = s;
    }
}
