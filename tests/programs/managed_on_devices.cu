// Covers: managed memory and a managed variable that two devices use in turn.
//? options: --devices 2
//? prints: managed on devices: 14 14
#include <cstdio>
#include <cuda_runtime.h>

__managed__ int variable = 1;

__global__ void change(int *memory, int factor, int more)
{
    variable = variable * factor + more;
    *memory = *memory * factor + more;
}

int main()
{
    int *memory;
    cudaMallocManaged(&memory, sizeof *memory);
    *memory = 1;
    change<<<1, 1>>>(memory, 2, 1); // 3
    cudaDeviceSynchronize();
    cudaSetDevice(1);
    change<<<1, 1>>>(memory, 2, 0); // 6
    cudaDeviceSynchronize();
    variable++;
    *memory += 1; // 7
    cudaSetDevice(0);
    change<<<1, 1>>>(memory, 1, 7); // 14
    cudaDeviceSynchronize();
    printf("managed on devices: %d %d\n", variable, *memory);
    cudaFree(memory);
    return variable != 14;
}
