// Two threads whose default streams are their own write the same memory.
//? options: --default-stream per-thread
#include <cstdio>
#include <thread>

__global__ void fill(int *data, int value)
{
    data[threadIdx.x] = value;
}

static void work(int *data, int value)
{
    fill<<<1, 64>>>(data, value); //? finding: race
}

int main()
{
    int *data;
    cudaMalloc(&data, 256);
    std::thread(work, data, 1).join();
    std::thread(work, data, 2).join();
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
