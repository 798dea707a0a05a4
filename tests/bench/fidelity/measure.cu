/*
 * Times every kernel of variants.def on the GPU at hand: nvcc -O3 -arch=sm_90 measure.cu && ./a.out
 *
 * Prints a tab-separated table: set, ladder, name, median, least and most microseconds. Before each run the L2 is filled
 * with clean lines of another buffer (written back lines would be paid for by the kernel). `measure once` runs each
 * kernel once, for a profiler.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../../../kernels/calibration/arithmetic.cu"
#include "../../../kernels/calibration/cooperation.cu"
#include "../../../kernels/calibration/memory.cu"
#include "kernels/elementwise.cu"
#include "kernels/held_out.cu"
#include "kernels/matmul.cu"
#include "kernels/reduction.cu"
#include "kernels/transpose.cu"

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t status = (call);                                                               \
        if (status != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

typedef void (*kernel_function)(const float *, const float *, float *, int, int);
struct variant {
    int set;
    const char *ladder, *name;
    kernel_function kernel;
    dim3 grid, block;
    int shared_bytes, n, m;
};
static const variant variants[] = {
#define VARIANT(set, ladder, name, kernel, gx, gy, bx, by, shared, n, m) \
    {set, ladder, name, kernel, dim3(gx, gy), dim3(bx, by), shared, n, m},
#include "variants.def"
};

static const size_t ELEMENTS = (size_t)64 << 20;

__global__ void fill_uniform(float *out, size_t count, unsigned key)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) {
        unsigned long long x = i * 0x9e3779b97f4a7c15ull + key;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
        x = (x ^ x >> 27) * 0x94d049bb133111ebull;
        out[i] = (float)((x ^ x >> 31) >> 40) * 0x1p-23f - 1.0f;
    }
}
__global__ void read_all(const float4 *in, size_t count, float *out)
{
    float sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
        sum += in[i].x + in[i].y + in[i].z + in[i].w;
    if (sum == 1.2345e30f)
        *out = sum;
}

int main(int argc, char **argv)
{
    bool once = argc > 1 && !strcmp(argv[1], "once");
    float *a, *b, *c, *other;
    CHECK(cudaMalloc(&a, ELEMENTS * 4));
    CHECK(cudaMalloc(&b, ELEMENTS * 4));
    CHECK(cudaMalloc(&c, ELEMENTS * 4));
    CHECK(cudaMalloc(&other, ELEMENTS * 4));
    fill_uniform<<<4096, 256>>>(a, ELEMENTS, 1);
    fill_uniform<<<4096, 256>>>(b, ELEMENTS, 2);
    CHECK(cudaMemset(c, 0, ELEMENTS * 4));
    CHECK(cudaMemset(other, 0, ELEMENTS * 4));
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    int driver = 0;
    CHECK(cudaDriverGetVersion(&driver));
    if (!once) {
        printf("# %s, %d SMs, driver API %d\n", properties.name, properties.multiProcessorCount, driver);
        for (int i = 0; i < 3000; i++)
            read_all<<<132 * 8, 256>>>((const float4 *)other, ELEMENTS / 4, c);
        CHECK(cudaDeviceSynchronize());
    }
    for (const variant &v : variants) {
        CHECK(cudaFuncSetAttribute(v.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, std::max(v.shared_bytes, 48 * 1024 - 20000)));
        int rounds = once ? 1 : 21;
        std::vector<float> times;
        for (int round = 0; round < rounds; round++) {
            if (!once)
                read_all<<<132 * 8, 256>>>((const float4 *)other, ELEMENTS / 4, c);
            CHECK(cudaEventRecord(begin));
            v.kernel<<<v.grid, v.block, v.shared_bytes>>>(a, b, c, v.n, v.m);
            CHECK(cudaEventRecord(end));
            CHECK(cudaDeviceSynchronize());
            float ms;
            CHECK(cudaEventElapsedTime(&ms, begin, end));
            times.push_back(ms * 1000);
            if (ms > 100 && round >= 4)
                break;
        }
        std::sort(times.begin(), times.end());
        if (!once)
            printf("%d\t%s\t%s\t%.2f\t%.2f\t%.2f\n", v.set, v.ladder, v.name, times[times.size() / 2], times.front(),
                   times.back());
        fflush(stdout);
    }
    return 0;
}
