// What makes PTX rich: calls, pointers to functions, switches, local arrays, initialised globals, wide arithmetic.
#include <cuda_fp16.h>
#include <cuda_bf16.h>

__device__ int counter = 7;
__device__ int table[8] = {1, 2, 3, 4, 5};
__device__ int *pointer = &table[2];
struct node {
    struct node *next;
    float weight;
    short tag[3];
};
__device__ node last = {nullptr, 0.5f, {1, 2, 3}};
__device__ node first = {&last, 1.5f, {4, 5, 6}};
__constant__ float coefficients[4] = {0.25f, -1.0f, 3.0e-3f, 1e30f};
__constant__ double precise = 3.141592653589793;
__device__ const char *const words[] = {"one", "two", "three"};

__device__ __noinline__ float square(float x) { return x * x; }
__device__ __noinline__ float cube(float x) { return x * x * x; }
__device__ __noinline__ double blend(double a, int k, float b) { return a * k + b; }
typedef float (*function)(float);
__device__ function functions[2] = {square, cube};

extern "C" __global__ void indirect(float *data, int which)
{
    data[threadIdx.x] = functions[which & 1](data[threadIdx.x]) + (float)blend(precise, which, coefficients[which & 3]);
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void recursion(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

extern "C" __global__ void choose(int *out, int k)
{
    int v = 0;
    switch (k) {
    case 0: v = out[1] * 3; break;
    case 1: v = atomicAdd(&counter, 1); break;
    case 2: v = __popc(out[2]); break;
    case 3: v = __clz(out[3]); break;
    case 4: v = __brev(out[4]); break;
    case 5: v = __ffs(out[5]); break;
    case 6: v = __byte_perm(out[6], out[7], 0x3210); break;
    case 7: v = *pointer; break;
    case 8: v = first.next->tag[k & 1]; break;
    case 9: v = words[k % 3][0]; break;
    }
    out[0] = v;
}

extern "C" __global__ void local_array(const int *in, int *out, int n)
{
    int histogram[64];
    for (int i = 0; i < 64; i++)
        histogram[i] = 0;
    for (int i = 0; i < n; i++)
        histogram[in[i] & 63]++;
    for (int i = 0; i < 64; i++)
        atomicMax(&out[i], histogram[i]);
}

extern "C" __global__ void slow_paths(const double *in, double *out, float *singles, long long *wide)
{
    int i = threadIdx.x;
    out[i] = sin(in[i]) + exp(in[i]) / sqrt(in[i]) + pow(in[i], 1.3) + fmod(in[i], 3.0);
    singles[i] = sinf(singles[i]) + powf(singles[i], 2.5f) + rsqrtf(singles[i]) + __frcp_rz(singles[i]);
    wide[i] = wide[i] / (wide[i + 1] | 1) + __mul64hi(wide[i], wide[i + 2]) + (unsigned long long)wide[i] % 10;
}

extern "C" __global__ void halves(const __half2 *a, const __nv_bfloat162 *b, __half2 *out, __nv_bfloat162 *out2)
{
    int i = threadIdx.x;
    out[i] = __hfma2(a[i], a[i], h2exp(a[i]));
    out2[i] = __hmul2(b[i], __hmax2(b[i], b[i + 1]));
    out[i + 1] = __floats2half2_rn(__low2float(a[i]), __bfloat162float(b[i].x));
}

extern "C" __global__ void atomics(int *i, unsigned *u, float *f, double *d, unsigned long long *l, __half *h)
{
    atomicAdd(i, 1); atomicSub(i, 2); atomicExch(i, 3); atomicMin(i, 4); atomicMax(i, 5); atomicCAS(i, 6, 7);
    atomicInc(u, 8); atomicDec(u, 9); atomicAnd(u, 10); atomicOr(u, 11); atomicXor(u, 12);
    atomicAdd(f, 1.0f); atomicAdd(d, 1.0); atomicAdd(l, 1ull); atomicAdd(h, __float2half(1.0f));
    atomicAdd_system(i, 13); atomicAdd_block(i, 14);
    __threadfence(); __threadfence_block(); __threadfence_system();
    f[1] = __int_as_float(__reduce_add_sync(~0u, i[threadIdx.x]));
    u[1] = __match_any_sync(~0u, i[0]) | __ballot_sync(~0u, i[1]) | __activemask();
    u[2] = __any_sync(~0u, i[0]) + __all_sync(~0u, i[1]) + __vabsdiffu4(u[3], u[4]) + __dp4a(i[0], i[1], i[2]);
}
