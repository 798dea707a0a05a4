// Covers: host code that names variables which another file defines, and a function of that file.
//? files: tables.cu
//? prints: counter 84, scale 2.5
//? prints: host sees 84
#include <cstdio>

extern __device__ int counter;
extern __constant__ float scale[2];
void set_scale(float value);

__global__ void show()
{
    counter *= 2;
    printf("counter %d, scale %g\n", counter, scale[1]);
}

int main()
{
    int value = 42, seen = 0;
    cudaMemcpyToSymbol(counter, &value, sizeof value);
    set_scale(2.5f);
    show<<<1, 1>>>();
    cudaMemcpyFromSymbol(&seen, counter, sizeof seen);
    printf("host sees %d\n", seen);
    return 0;
}
