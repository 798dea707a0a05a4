// Functions of device code that main.cu calls, and a kernel of its own.
#include "operations.h"
#include <cstdio>

static __device__ int own = 4;
static __device__ int offset;

static __device__ __noinline__ int helper(int x)
{
    return x * own;
}

static __device__ int add_hundred(int x)
{
    return x + 100;
}

static __device__ operation chosen = add_hundred;

__device__ int twice(int x)
{
    return 2 * x + offset;
}

static __global__ void keep(int *data)
{
    data[0] = same(helper(2));
    printf("separate compilation: in operations %d\n", data[0]);
}

cudaError_t set_offset(int value)
{
    return cudaMemcpyToSymbol(offset, &value, sizeof value);
}

cudaError_t get_chosen(operation *out_function)
{
    return cudaMemcpyFromSymbol(out_function, chosen, sizeof *out_function);
}

int run_other(int *data)
{
    int result = 0;
    keep<<<1, 1>>>(data);
    cudaMemcpy(&result, data, sizeof result, cudaMemcpyDeviceToHost);
    return result;
}
