// The kernel of the program and its wrapper. main.cu has a kernel of the same name in its own file.
#include "saxpy.h"
#include <cuda_runtime.h>

static __global__ void kernel(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

void saxpy(int n, float a, const float *x, float *y)
{
    kernel<<<(n + 255) / 256, 256>>>(n, a, x, y);
}
