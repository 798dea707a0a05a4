// Covers: kernels whose parameters are uint64_t and int64_t, which are other types on the host than
// in the kernels' compiler; pointers to device functions in variables, tables and arguments; PTX.
//? prints: wide_integers: 64 products, 64 sums and 64 carries are right
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

typedef int64_t (*operation)(int64_t, int64_t);

__device__ int64_t add(int64_t a, int64_t b)
{
    return a + b;
}
__device__ int64_t multiply(int64_t a, int64_t b)
{
    return a * b;
}
__device__ operation multiplication = multiply;
__device__ operation operations[2] = {add, multiply};
__constant__ operation chosen;

__global__ void apply(operation f, int64_t *values, uint64_t n)
{
    uint64_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = f((int64_t)i, INT64_C(1) << 33);
}

__global__ void apply_table(int64_t *values, size_t n)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = operations[i % 2](i, 3) + chosen(1, 1);
}

__global__ void carry(uint64_t *carries)
{
    uint64_t low = ~UINT64_C(0) - threadIdx.x / 2, high = 0, three = 3;
    asm("add.cc.u64 %0, %0, %2;\n\taddc.u64 %1, %1, 0;" : "+l"(low), "+l"(high) : "l"(three));
    carries[threadIdx.x] = high;
}

int main()
{
    const uint64_t n = 64;
    int64_t *values, value[n];
    uint64_t *carries, carried[n];
    operation f;
    int products = 0, sums = 0, right = 0;
    cudaMalloc(&values, sizeof value);
    cudaMalloc(&carries, sizeof carried);
    cudaMemcpyFromSymbol(&f, multiplication, sizeof f);
    cudaMemcpyToSymbol(chosen, &f, sizeof f);
    apply<<<1, n>>>(f, values, n);
    cudaMemcpy(value, values, sizeof value, cudaMemcpyDeviceToHost);
    for (int64_t i = 0; i < (int64_t)n; i++)
        products += value[i] == i << 33;
    apply_table<<<1, n>>>(values, n);
    cudaMemcpy(value, values, sizeof value, cudaMemcpyDeviceToHost);
    for (int64_t i = 0; i < (int64_t)n; i++)
        sums += value[i] == 1 + (i % 2 ? 3 * i : i + 3);
    carry<<<1, n>>>(carries);
    cudaMemcpy(carried, carries, sizeof carried, cudaMemcpyDeviceToHost);
    for (uint64_t i = 0; i < n; i++)
        right += carried[i] == (i / 2 < 3);
    cudaFree(values);
    cudaFree(carries);
    if (cudaGetLastError() != cudaSuccess)
        return 1;
    printf("wide_integers: %d products, %d sums and %d carries are right\n", products, sums, right);
    return 0;
}
