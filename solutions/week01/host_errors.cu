// host_errors: a launch with one block of n threads. A large n is refused, and the caller hears it.
// It is called with a seed and sizes: host_errors 7 256 5000
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
    cudaError_t failure = cudaMalloc(&device_x, n * sizeof(float));
    if (failure == cudaSuccess)
        failure = cudaMemcpy(device_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    if (failure == cudaSuccess) {
        square<<<1, n>>>(device_x, n);
        failure = cudaGetLastError();
    }
    if (failure == cudaSuccess)
        failure = cudaMemcpy(x, device_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device_x);
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
