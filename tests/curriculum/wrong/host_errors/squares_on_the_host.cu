//? status: wrong
//? says: does not come from the kernels
// Asks for every error, and squares in a loop on the CPU.
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

__global__ void square(float *x, int n)
{
    int i = threadIdx.x;
    if (i < n)
        x[i] = x[i] * x[i];
}

// Squares x on the device. Returns what went wrong: the first error of any call and of the launch.
static cudaError_t square_on_device(float *x, int n)
{
    float *device_x = NULL;
    float *unused = (float *)malloc(n * sizeof(float));
    cudaError_t failure = cudaMalloc(&device_x, n * sizeof(float));
    if (failure == cudaSuccess)
        failure = cudaMemcpy(device_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    if (failure == cudaSuccess) {
        square<<<1, n>>>(device_x, n);
        failure = cudaGetLastError();
    }
    if (failure == cudaSuccess)
        failure = cudaMemcpy(unused, device_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n && failure == cudaSuccess; i++)
        x[i] = x[i] * x[i];
    cudaFree(device_x);
    free(unused);
    return failure;
}

int main(int argc, char **argv)
{
    int seed = atoi(argv[1]);
    for (int k = 2; k < argc; k++) {
        int n = atoi(argv[k]);
        float *x = (float *)malloc(n * sizeof(float));
        for (int i = 0; i < n; i++)
            x[i] = (i + seed) % 31;
        cudaError_t failure = square_on_device(x, n);
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += x[i];
        printf("%d threads: %s, sum %.0f\n", n, cudaGetErrorString(failure), sum);
        free(x);
    }
    return 0;
}
