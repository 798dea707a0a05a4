// Launches into a stream of device 1 while device 0 is current, and records its event there.
//? options: --devices 2
//? prints: launch: cudaErrorInvalidResourceHandle
//? prints: record: cudaErrorInvalidResourceHandle
//? prints: time: cudaErrorInvalidResourceHandle
#include <cstdio>

__global__ void fill(int *data)
{
    data[threadIdx.x] = 1;
}

int main()
{
    int *data;
    float milliseconds;
    cudaStream_t stream;
    cudaEvent_t event, other;
    cudaSetDevice(1);
    cudaStreamCreate(&stream);
    cudaEventCreate(&other);
    cudaEventRecord(other, stream);
    cudaSetDevice(0);
    cudaEventCreate(&event);
    cudaMalloc(&data, 64 * sizeof(int));
    fill<<<1, 64, 0, stream>>>(data); //? finding: belongs to device 1
    printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    cudaError_t status = cudaEventRecord(event, stream); //? finding: belongs to device 0
    printf("record: %s\n", cudaGetErrorName(status));
    cudaEventRecord(event, 0);
    status = cudaEventElapsedTime(&milliseconds, event, other); //? finding: two events
    printf("time: %s\n", cudaGetErrorName(status));
    cudaMemset(data, 0, 64 * sizeof(int));
    cudaStreamDestroy(stream);
    cudaEventDestroy(event);
    cudaEventDestroy(other);
    cudaFree(data);
    return 0;
}
