// Covers: kernels that are templates of a type and a block size, chosen by a switch; dynamic shared
// memory shared by two types; warp shuffles; two launches, the second on the sums of the first.
//? prints: reduction: int 499500, double 499500.0
#include <cstdio>
#include <cuda_runtime.h>

template <class T> struct shared_memory {
    __device__ operator T *()
    {
        extern __shared__ int __shared_bytes[];
        return (T *)__shared_bytes;
    }
};

template <> struct shared_memory<double> {
    __device__ operator double *()
    {
        extern __shared__ double __shared_doubles[];
        return (double *)__shared_doubles;
    }
};

template <class T, unsigned int BLOCK> __global__ void reduce(const T *in, T *out, unsigned int n)
{
    T *shared = shared_memory<T>();
    unsigned int t = threadIdx.x;
    T sum = 0;
    for (unsigned int i = blockIdx.x * BLOCK + t; i < n; i += BLOCK * gridDim.x)
        sum += in[i];
    shared[t] = sum;
    __syncthreads();
    if (BLOCK >= 128) {
        if (t < BLOCK / 2)
            shared[t] = sum = sum + shared[t + BLOCK / 2];
        __syncthreads();
    }
    if (t < 32) {
        for (unsigned int other = t + 32; other < (BLOCK >= 128 ? BLOCK / 2 : BLOCK); other += 32)
            sum += shared[other];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
    if (t == 0)
        out[blockIdx.x] = sum;
}

template <class T> void launch_reduce(int threads, int blocks, const T *in, T *out, unsigned int n)
{
    size_t bytes = threads * sizeof(T);
    switch (threads) {
    case 256: reduce<T, 256><<<blocks, threads, bytes>>>(in, out, n); break;
    case 128: reduce<T, 128><<<blocks, threads, bytes>>>(in, out, n); break;
    case 64: reduce<T, 64><<<blocks, threads, bytes>>>(in, out, n); break;
    }
}

template <class T> T sum_of(unsigned int n)
{
    T *host = new T[n], *in, *sums, result;
    for (unsigned int i = 0; i < n; i++)
        host[i] = (T)i;
    cudaMalloc((void **)&in, n * sizeof(T));
    cudaMalloc((void **)&sums, 65 * sizeof(T));
    cudaMemcpy(in, host, n * sizeof(T), cudaMemcpyHostToDevice);
    launch_reduce<T>(128, 64, in, sums + 1, n);
    launch_reduce<T>(64, 1, sums + 1, sums, 64);
    cudaMemcpy(&result, sums, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(sums);
    delete[] host;
    return result;
}

int main(int argc, char **argv)
{
    printf("reduction: int %d, double %.1f\n", sum_of<int>(1000), sum_of<double>(1000));
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
