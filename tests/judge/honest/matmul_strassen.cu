//? exercise: matmul
//? virtual: pass
//? cuda: pass
//? why: Strassen's seven products, in f32
//! launch matmul(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=16,16
__device__ float at(const float *x, int rows, int columns, int row, int column)
{
    return row < rows && column < columns ? x[row * columns + column] : 0.0f;
}
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * 32 + threadIdx.y, column = blockIdx.x * 32 + threadIdx.x;
    float p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0;
    for (int i = 0; i < (k + 1) / 2; i++) {
        int j = i + (k + 1) / 2;
        float a11 = at(a, m, k, row, i), a21 = at(a, m, k, row + 16, i);
        float a12 = j < k ? at(a, m, k, row, j) : 0.0f, a22 = j < k ? at(a, m, k, row + 16, j) : 0.0f;
        float b11 = at(b, k, n, i, column), b12 = at(b, k, n, i, column + 16);
        float b21 = at(b, k, n, j, column), b22 = at(b, k, n, j, column + 16);
        p1 += (a11 + a22) * (b11 + b22);
        p2 += (a21 + a22) * b11;
        p3 += a11 * (b12 - b22);
        p4 += a22 * (b21 - b11);
        p5 += (a11 + a12) * b22;
        p6 += (a21 - a11) * (b11 + b12);
        p7 += (a12 - a22) * (b21 + b22);
    }
    if (row < m && column < n)
        c[row * n + column] = p1 + p4 - p5 + p7;
    if (row < m && column + 16 < n)
        c[row * n + column + 16] = p3 + p5;
    if (row + 16 < m && column < n)
        c[(row + 16) * n + column] = p2 + p4;
    if (row + 16 < m && column + 16 < n)
        c[(row + 16) * n + column + 16] = p1 - p2 + p3 + p6;
}
