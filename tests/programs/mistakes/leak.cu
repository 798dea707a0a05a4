// The buffer of each round but the last is never freed.
//? status: 0
//? prints: leak: 3 rounds
#include <cstdio>

__global__ void fill(char *data)
{
    data[threadIdx.x] = 1;
}

int main()
{
    char *data = nullptr;
    for (int round = 0; round < 3; round++) {
        cudaMalloc(&data, 256); //? finding: never freed
        fill<<<1, 256>>>(data);
    }
    cudaDeviceSynchronize();
    cudaFree(data);
    printf("leak: 3 rounds\n");
    return 0;
}
