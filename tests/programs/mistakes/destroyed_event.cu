// The event is destroyed before the elapsed time is read.
//? prints: destroyed_event: no time
#include <cstdio>

int main()
{
    float milliseconds = -1.0f;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventDestroy(start);
    if (cudaEventElapsedTime(&milliseconds, start, stop) != cudaSuccess) //? finding: destroyed
        printf("destroyed_event: no time\n");
    cudaEventDestroy(stop);
    return 0;
}
