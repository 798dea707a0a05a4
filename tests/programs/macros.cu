// Covers: launches written in macros, in templates and through cudaLaunchKernel, commas inside a
// macro's arguments, non-type and default template arguments, kernels in a namespace and in a
// class's static call.
//? prints: macros: 6 launches, total 1 + 4 + 9 + 16 + 25 + 36 = 91
#include <cstdio>
#include <cuda_runtime.h>

#define LAUNCH(kernel, grid, block, ...) kernel<<<(grid), (block)>>>(__VA_ARGS__)
#define LAUNCH_AND_CHECK(...)                                                                      \
    do {                                                                                           \
        __VA_ARGS__;                                                                               \
        cudaError_t status = cudaGetLastError();                                                   \
        if (status != cudaSuccess) {                                                               \
            fprintf(stderr, "%s failed: %s\n", #__VA_ARGS__, cudaGetErrorString(status));          \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

namespace kernels
{
template <typename T, int K = 2> __global__ void store(T *out, int place)
{
    out[place] = (T)(K * K);
}

namespace
{
__global__ void store_one(float *out)
{
    out[0] = 1.0f;
}
} // namespace
} // namespace kernels

struct squared {
    __device__ float operator()(float x) const
    {
        return x * x;
    }
};

template <class F> __global__ void apply(F function, float *out, float x)
{
    *out = function(x);
}

template <template <class> class Holder, class T> struct Runner {
    static void run(T *out, T x)
    {
        apply<Holder<T>><<<1, 1>>>(Holder<T>(), out, x);
    }
};

template <class T> struct squared_of {
    __device__ T operator()(T x) const
    {
        return x * x;
    }
};

int main()
{
    float *out, host[6];
    cudaMalloc(&out, sizeof host);
    LAUNCH(kernels::store_one, 1, 1, out);
    LAUNCH_AND_CHECK(kernels::store<float><<<1, 1>>>(out, 1));
    LAUNCH_AND_CHECK(kernels::store<float, 3><<<dim3(1, 1), dim3(1)>>>(out, 2));
    LAUNCH((kernels::store<float, 4>), 1, 1, out, 3);
    apply<<<1, 1, 0, cudaStreamPerThread>>>(squared(), out + 4, 5.0f);
    cudaStreamSynchronize(cudaStreamPerThread);
    Runner<squared_of, float>::run(out + 5, 5.0f);
    float x = 6.0f, *last = out + 5;
    squared function;
    void *arguments[] = {&function, &last, &x};
    cudaLaunchKernel((const void *)&apply<squared>, dim3(1), dim3(1), arguments, 0, nullptr);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    float total = 0;
    for (float value : host)
        total += value;
    printf("macros: 6 launches, total %g + %g + %g + %g + %g + %g = %g\n", host[0], host[1], host[2], host[3],
           host[4], host[5], total);
    cudaFree(out);
    return total == 91.0f ? 0 : 1;
}
