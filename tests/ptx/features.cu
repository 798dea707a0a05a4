#include <cassert>
#include <cstdio>

__device__ __noinline__ float power(float x, int n)
{
    if (n <= 0)
        return x;
    return power(x * 2.0f, n - 1) + 1.0f;
}

/* Calls, recursion, shared memory, barriers, shuffles, atomics, printf, assert. */
extern "C" __global__ void features(float *a, float *sum, int n)
{
    __shared__ float tile[32];
    int i = threadIdx.x;
    if (i < 2)
        printf("thread %d has %g\n", i, a[i]);
    assert(n > 0);
    tile[i] = power(a[i], n);
    __syncthreads();
    float v = tile[31 - i];
    for (int offset = 16; offset > 0; offset /= 2)
        v += __shfl_down_sync(~0u, v, offset);
    a[i] = tile[i];
    if (i == 0)
        atomicAdd(sum, v);
}

/* Divergence: each thread runs its own number of rounds. */
extern "C" __global__ void collatz(const int *from, int *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int x = from[i], count = 0;
    while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        count++;
    }
    steps[i] = count;
}

/* A spin lock inside a warp: hangs where lanes that spin keep the holder from going on. */
extern "C" __global__ void locked(int *lock, int *value)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            volatile int *v = value;
            *v = *v + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

extern "C" __global__ void reduce(const float *in, float *out, int n)
{
    __shared__ float part[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            part[threadIdx.x] += part[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

extern "C" __global__ void histogram(const unsigned *in, unsigned *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[in[i] % 64], 1u);
}
