// The first launch fails because its grid is 0. The check after the second launch reports it.
//? prints: unchecked_launch: cudaErrorInvalidValue
#include <cstdio>

__global__ void fill(float *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = 1.0f;
}

int main()
{
    const int n = 100;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    fill<<<n / 128, 128>>>(a, n); //? finding: not checked
    fill<<<(n + 127) / 128, 128>>>(b, n);
    printf("unchecked_launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    return 0;
}
