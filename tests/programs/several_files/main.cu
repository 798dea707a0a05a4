// Covers: two .cu files and one .cpp file, a header beside them, static kernels of one name in
// both, and a constant variable of each file.
//? files: saxpy.cu expected.cpp
//? prints: several_files: 3000 elements are right
#include "saxpy.h"
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

static __constant__ float start = 0.5f;

static __global__ void kernel(float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = start + i;
        y[i] = start * i;
    }
}

int main()
{
    const int n = 3000;
    float *x, *y, *host = new float[n];
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    kernel<<<(n + 127) / 128, 128>>>(x, y, n);
    saxpy(n, 3.0f, x, y);
    cudaMemcpy(host, y, n * sizeof(float), cudaMemcpyDeviceToHost);
    int right = 0;
    for (int i = 0; i < n; i++)
        right += std::fabs(host[i] - expected_of(3.0f, 0.5f + i, 0.5f * i)) < 1e-2f;
    printf("several_files: %d elements are right\n", right);
    cudaFree(x);
    cudaFree(y);
    delete[] host;
    return right == n ? 0 : 1;
}
