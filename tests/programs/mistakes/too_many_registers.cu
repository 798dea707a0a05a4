// Each thread keeps 200 values at a time. Blocks of 1024 such threads do not fit on an SM.
//? prints: too_many_registers: cudaErrorLaunchOutOfResources
#include <cstdio>

__global__ void reverse(float *data)
{
    float values[200];
    for (int i = 0; i < 200; i++)
        values[i] = data[i];
    __syncthreads();
    for (int i = 0; i < 200; i++)
        data[200 + i * 1024 + threadIdx.x] = values[199 - i] * values[i];
}

int main()
{
    float *data;
    cudaMalloc(&data, (200 + 200 * 1024) * sizeof(float));
    cudaMemset(data, 0, (200 + 200 * 1024) * sizeof(float));
    reverse<<<1, 128>>>(data);
    reverse<<<1, 1024>>>(data); //? finding: for each of 1024 threads, and an SM has 65536
    printf("too_many_registers: %s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(data);
    return 0;
}
