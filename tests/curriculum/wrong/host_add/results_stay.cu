//? status: wrong
//? says: copies 0 bytes from the device; the results have
// The results are never copied to the host.
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

// a, b and c are arrays of n floats in the host's memory.
static void add_on_device(const float *a, const float *b, float *c, int n)
{
    size_t size_bytes = n * sizeof(float);
    float *device_a, *device_b, *device_c;
    cudaMalloc(&device_a, size_bytes);
    cudaMalloc(&device_b, size_bytes);
    cudaMalloc(&device_c, size_bytes);
    cudaMemcpy(device_a, a, size_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(device_b, b, size_bytes, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(device_a, device_b, device_c, n);
    cudaFree(device_a);
    cudaFree(device_b);
    cudaFree(device_c);
}

int main(int argc, char **argv)
{
    int seed = atoi(argv[1]);
    for (int k = 2; k < argc; k++) {
        int n = atoi(argv[k]);
        float *a = (float *)malloc(n * sizeof(float)), *b = (float *)malloc(n * sizeof(float));
        float *c = (float *)calloc(n, sizeof(float));
        for (int i = 0; i < n; i++) {
            a[i] = (i * 7 + seed) % 101;
            b[i] = (i * 3 + seed) % 89;
        }
        add_on_device(a, b, c, n);
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += c[i] * (i % 5 + 1);
        printf("%d elements: first %g, last %g, weighted sum %.0f\n", n, c[0], c[n - 1], sum);
        free(a);
        free(b);
        free(c);
    }
    return 0;
}
