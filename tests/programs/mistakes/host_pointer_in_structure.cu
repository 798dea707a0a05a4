// A structure is copied to the device: its pointer is still the host's.
//? prints: an illegal memory access was encountered
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Matrix {
    int rows, columns;
    float *data;
};

__global__ void scale(Matrix *matrix, float factor)
{
    if (threadIdx.x < matrix->rows * matrix->columns)
        matrix->data[threadIdx.x] *= factor;
}

int main()
{
    std::vector<float> values(64, 1.0f);
    Matrix host = {8, 8, values.data()}, *device;
    cudaMalloc(&device, sizeof(Matrix));
    cudaMemcpy(device, &host, sizeof(Matrix), cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(device, 2); //? finding: scale uses a host pointer that it found in a structure
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(device);
    return 1;
}
