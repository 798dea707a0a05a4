// Covers: launches that find what earlier ones found. They need not run again, and their results
// must be there all the same.
//? prints: sums 96 96 96 96 96 96
//? prints: last 31, counted 320, untouched 7
//? prints: swapped 64 and 0
#include <cstdio>

__device__ int counter;

__global__ void add(int *sum, const int *x)
{
    atomicAdd(sum, x[threadIdx.x]);
}

__global__ void count()
{
    atomicAdd(&counter, 1);
}

__global__ void copy_some(int *to, const int *from, int n)
{
    if (threadIdx.x < n)
        to[threadIdx.x] = from[threadIdx.x];
}

__global__ void increment(const int *from, int *to)
{
    to[threadIdx.x] = from[threadIdx.x] + 1;
}

int main()
{
    int host[64], *x, *sum, *out, *zeros;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&sum, sizeof(int));
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&zeros, sizeof host);
    for (int i = 0; i < 64; i++)
        host[i] = 3;
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);

    // the same start each time, from the host and from the device
    printf("sums");
    for (int round = 0; round < 6; round++) {
        int total = 0;
        if (round % 2)
            cudaMemset(sum, 0, sizeof(int));
        else
            cudaMemcpy(sum, &total, sizeof(int), cudaMemcpyHostToDevice);
        add<<<1, 32>>>(sum, x);
        cudaMemcpy(&total, sum, sizeof(int), cudaMemcpyDeviceToHost);
        printf(" %d", total);
    }
    printf("\n");

    // a variable changes in each launch; a part of an array is written over between two launches
    for (int i = 0; i < 10; i++)
        count<<<1, 32>>>();
    int counted;
    cudaMemcpyFromSymbol(&counted, counter, sizeof counted);
    cudaMemset(out, 0, sizeof host);
    for (int i = 0; i < 64; i++)
        host[i] = i;
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    for (int i = 0; i < 5; i++) {
        int seven = 7;
        cudaMemcpy(out + 10 * i, &seven, sizeof seven, cudaMemcpyHostToDevice);
        copy_some<<<1, 64>>>(out, x, 32);
    }
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("last %d, counted %d, untouched %d\n", host[31], counted, host[40]);

    // two arrays that swap: each launch has arguments of an earlier one, and other values
    cudaMemset(x, 0, sizeof host);
    cudaMemset(zeros, 0, sizeof host);
    for (int i = 0; i < 32; i++) {
        increment<<<1, 64>>>(x, out);
        increment<<<1, 64>>>(out, x);
    }
    int ends[2];
    cudaMemcpy(&ends[0], x + 63, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&ends[1], zeros, sizeof(int), cudaMemcpyDeviceToHost);
    printf("swapped %d and %d\n", ends[0], ends[1]);
    cudaFree(x);
    cudaFree(sum);
    cudaFree(out);
    cudaFree(zeros);
}
