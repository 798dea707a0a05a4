//? status: wrong
//? says: does not come from the kernels
// Copies the array back before the launches, and makes the steps in a loop on the CPU.
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

#define STEPS 8

__global__ void heat(const float *old, float *now, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        now[i] = old[i] + 0.25f * (old[i > 0 ? i - 1 : i] - 2 * old[i] + old[i < n - 1 ? i + 1 : i]);
}

static void heat_on_device(float *x, int n)
{
    size_t size_bytes = n * sizeof(float);
    float *old, *now, *next = (float *)malloc(size_bytes);
    cudaMalloc(&old, size_bytes);
    cudaMalloc(&now, size_bytes);
    cudaMemcpy(old, x, size_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(x, old, size_bytes, cudaMemcpyDeviceToHost);
    for (int step = 0; step < STEPS; step++) {
        heat<<<(n + 255) / 256, 256>>>(old, now, n);
        for (int i = 0; i < n; i++)
            next[i] = x[i] + 0.25f * (x[i > 0 ? i - 1 : i] - 2 * x[i] + x[i < n - 1 ? i + 1 : i]);
        for (int i = 0; i < n; i++)
            x[i] = next[i];
    }
    cudaFree(old);
    cudaFree(now);
    free(next);
}

int main(int argc, char **argv)
{
    int seed = atoi(argv[1]);
    for (int k = 2; k < argc; k++) {
        int n = atoi(argv[k]);
        float *x = (float *)malloc(n * sizeof(float));
        for (int i = 0; i < n; i++)
            x[i] = (i * 13 + seed) % 64;
        heat_on_device(x, n);
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[i] * (i % 3 + 1);
        printf("%d elements: first %g, last %g, weighted sum %g\n", n, x[0], x[n - 1], sum);
        free(x);
    }
    return 0;
}
