// Covers: device code that uses functions and variables of other files, as with nvcc -rdc=true;
// names that two files keep for themselves; a function pointer of another file; a template in two
// files.
//? files: operations.cu tables.cu
//? prints: separate compilation: in main 3
//? prints: separate compilation: in operations 8
//? prints: separate compilation: 0 mistakes
#include "operations.h"
#include <cstdio>

static int mistakes;

#define EXPECT(condition)                                                                          \
    if (!(condition)) {                                                                            \
        printf("line %d: %s\n", __LINE__, #condition);                                             \
        mistakes++;                                                                                \
    }

static __device__ int own = 3;

static __device__ __noinline__ int helper(int x)
{
    return x * own;
}

__global__ void apply(int *data, operation function)
{
    int i = threadIdx.x;
    if (i == 0)
        printf("separate compilation: in main %d\n", helper(1));
    data[i] = twice(i) + table[i % 4] + scale * helper(1) + function(i) + same<int>(i);
}

static __global__ void keep(int *data)
{
    data[0] = helper(2);
}

int main()
{
    int *data, host[32];
    operation function;
    EXPECT(cudaMalloc(&data, sizeof host) == cudaSuccess);
    EXPECT(set_offset(2) == cudaSuccess);
    EXPECT(get_chosen(&function) == cudaSuccess);
    apply<<<1, 32>>>(data, function);
    EXPECT(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < 32; i++)
        EXPECT(host[i] == 2 * i + 2 + 10 * (i % 4 + 1) + 5 * 3 + (i + 100) + i);
    keep<<<1, 1>>>(data);
    EXPECT(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    EXPECT(host[0] == 6);
    EXPECT(run_other(data) == 8);
    EXPECT(cudaFree(data) == cudaSuccess);
    printf("separate compilation: %d mistakes\n", mistakes);
    return mistakes;
}
