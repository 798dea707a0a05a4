// The host reads managed memory right after the launch that writes it.
#include <cstdio>

__global__ void square(int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] *= values[i];
}

int main()
{
    const int n = 1000;
    int *values;
    cudaMallocManaged(&values, n * sizeof(int));
    for (int i = 0; i < n; i++)
        values[i] = i;
    square<<<(n + 255) / 256, 256>>>(values, n);
    long long sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i]; //? finding: before
    printf("managed_without_synchronise: %lld\n", sum);
    cudaDeviceSynchronize();
    cudaFree(values);
    return 0;
}
