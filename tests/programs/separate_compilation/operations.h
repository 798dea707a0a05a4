// What main.cu and operations.cu share.
#pragma once

typedef int (*operation)(int x);

extern __device__ int table[4];
extern __constant__ int scale;
__device__ int twice(int x);

template <typename T> __device__ __noinline__ T same(T x)
{
    return x;
}

cudaError_t set_offset(int value);
cudaError_t get_chosen(operation *out_function);
int run_other(int *data);
