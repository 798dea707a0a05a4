// The program asks for a time that nobody took, and looks at no error.
//? status: 0
//? prints: done
#include <cstdio>

__global__ void fill(char *data)
{
    data[threadIdx.x] = 1;
}

int main()
{
    char *data;
    float milliseconds = 0;
    cudaEvent_t begin, end, untimed, none = nullptr;
    cudaMalloc(&data, 256);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaEventRecord(none); //? finding: there is no event
    cudaEventElapsedTime(&milliseconds, begin, end); //? finding: the first event was never recorded
    cudaEventRecord(begin);
    fill<<<1, 256>>>(data);
    cudaEventElapsedTime(&milliseconds, begin, end); //? finding: the second event was never recorded
    cudaEventRecord(untimed);
    cudaEventElapsedTime(&milliseconds, begin, untimed); //? finding: cudaEventDisableTiming
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&milliseconds, begin, end);
    cudaFree(data);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaEventDestroy(untimed);
    printf("%s\n", milliseconds > 0 ? "done" : "no time");
    return 0;
}
