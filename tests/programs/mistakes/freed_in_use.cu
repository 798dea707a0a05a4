// Memory is freed in one stream, and a kernel of another stream may still use it.
#include <cuda_runtime.h>

__global__ void add(int *values)
{
    values[threadIdx.x] += threadIdx.x;
}

int main()
{
    int *values;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMallocAsync(&values, 256, first);
    cudaMemsetAsync(values, 0, 256, first);
    cudaStreamSynchronize(first);
    add<<<1, 64, 0, second>>>(values);
    cudaFreeAsync(values, first); //? finding: the free and add are in a race for 'values'
    cudaDeviceSynchronize();
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    return 0;
}
