/*
 * Functions of device code, declared for kernels whose bodies the host's compiler reads: those made
 * by macros, and functions for host and device. No code is made from them here.
 */
#ifndef WARPSCHOOL_DEVICE_H
#define WARPSCHOOL_DEVICE_H

extern "C" {
__device__ void __syncthreads(void);
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __syncwarp(unsigned mask = 0xffffffff);
__device__ void __threadfence(void);
__device__ void __threadfence_block(void);
__device__ void __threadfence_system(void);
__device__ unsigned __activemask(void);
__device__ unsigned __ballot_sync(unsigned mask, int predicate);
__device__ int __all_sync(unsigned mask, int predicate);
__device__ int __any_sync(unsigned mask, int predicate);
__device__ long long clock64(void);
__device__ int __popc(unsigned x);
__device__ int __popcll(unsigned long long x);
__device__ int __clz(int x);
__device__ int __clzll(long long x);
__device__ int __ffs(int x);
__device__ int __ffsll(long long x);
__device__ unsigned __brev(unsigned x);
__device__ int __mul24(int a, int b);
__device__ unsigned __umul24(unsigned a, unsigned b);
__device__ int __mulhi(int a, int b);
__device__ unsigned __umulhi(unsigned a, unsigned b);
__device__ float __fdividef(float a, float b);
__device__ float __expf(float x);
__device__ float __exp10f(float x);
__device__ float __logf(float x);
__device__ float __log2f(float x);
__device__ float __log10f(float x);
__device__ float __powf(float a, float b);
__device__ float __sinf(float x);
__device__ float __cosf(float x);
__device__ float __tanf(float x);
__device__ float __saturatef(float x);
__device__ float __fmaf_rn(float a, float b, float c);
__device__ float __fadd_rn(float a, float b);
__device__ float __fmul_rn(float a, float b);
__device__ float __frcp_rn(float x);
__device__ float __fsqrt_rn(float x);
__device__ double __fma_rn(double a, double b, double c);
__device__ int __float_as_int(float x);
__device__ unsigned __float_as_uint(float x);
__device__ float __int_as_float(int x);
__device__ float __uint_as_float(unsigned x);
__device__ long long __double_as_longlong(double x);
__device__ double __longlong_as_double(long long x);
__device__ int __float2int_rn(float x);
__device__ int __float2int_rz(float x);
__device__ int __float2int_rd(float x);
__device__ float __int2float_rn(int x);
__device__ void __trap(void);
__device__ void __nanosleep(unsigned ns);
}
#define WARPSCHOOL_ATOMIC(name) template <typename T, typename U> __device__ T name(T *address, U value);
WARPSCHOOL_ATOMIC(atomicAdd)
WARPSCHOOL_ATOMIC(atomicAdd_block)
WARPSCHOOL_ATOMIC(atomicAdd_system)
WARPSCHOOL_ATOMIC(atomicSub)
WARPSCHOOL_ATOMIC(atomicMin)
WARPSCHOOL_ATOMIC(atomicMax)
WARPSCHOOL_ATOMIC(atomicInc)
WARPSCHOOL_ATOMIC(atomicDec)
WARPSCHOOL_ATOMIC(atomicAnd)
WARPSCHOOL_ATOMIC(atomicOr)
WARPSCHOOL_ATOMIC(atomicXor)
WARPSCHOOL_ATOMIC(atomicExch)
#undef WARPSCHOOL_ATOMIC
template <typename T, typename U, typename V> __device__ T atomicCAS(T *address, U compare, V value);
template <typename T> __device__ T __ldg(const T *address);
template <typename T> __device__ T __ldcg(const T *address);
template <typename T> __device__ T __ldcs(const T *address);
template <typename T> __device__ T __shfl_sync(unsigned mask, T value, int lane, int width = 32);
template <typename T> __device__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32);
template <typename T> __device__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32);
template <typename T> __device__ T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32);

template <typename T> __device__ T tex1Dfetch(cudaTextureObject_t object, int x);
template <typename T> __device__ T tex1D(cudaTextureObject_t object, float x);
template <typename T> __device__ T tex2D(cudaTextureObject_t object, float x, float y);
template <typename T> __device__ T tex3D(cudaTextureObject_t object, float x, float y, float z);
template <typename T> __device__ T tex1DLayered(cudaTextureObject_t object, float x, int layer);
template <typename T> __device__ T tex2DLayered(cudaTextureObject_t object, float x, float y, int layer);
template <typename T> __device__ T texCubemap(cudaTextureObject_t object, float x, float y, float z);
template <typename T> __device__ T texCubemapLayered(cudaTextureObject_t object, float x, float y, float z, int layer);
template <typename T> __device__ void tex1Dfetch(T *out, cudaTextureObject_t object, int x);
template <typename T> __device__ void tex2D(T *out, cudaTextureObject_t object, float x, float y);
#define WARPSCHOOL_SURFACE(name, ...)                                                \
    template <typename T>                                                            \
    __device__ T name##read(cudaSurfaceObject_t surface, __VA_ARGS__,                \
                            cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);    \
    template <typename T>                                                            \
    __device__ void name##read(T *out, cudaSurfaceObject_t surface, __VA_ARGS__,     \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
    template <typename T>                                                            \
    __device__ void name##write(T value, cudaSurfaceObject_t surface, __VA_ARGS__,   \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);
WARPSCHOOL_SURFACE(surf1D, int x)
WARPSCHOOL_SURFACE(surf2D, int x, int y)
WARPSCHOOL_SURFACE(surf3D, int x, int y, int z)
WARPSCHOOL_SURFACE(surf1DLayered, int x, int layer)
WARPSCHOOL_SURFACE(surf2DLayered, int x, int y, int layer)
WARPSCHOOL_SURFACE(surfCubemap, int x, int y, int face)
#undef WARPSCHOOL_SURFACE

#ifndef __CUDA_ARCH__
/* Host code can use these of the device's functions, too. */
static inline __host__ __device__ float rsqrtf(float x)
{
    return 1.0f / sqrtf(x);
}
static inline __host__ __device__ double rsqrt(double x)
{
    return 1.0 / sqrt(x);
}
static inline __host__ __device__ float saturatef(float x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}
template <typename T> static inline __host__ __device__ T max(T a, T b)
{
    return a < b ? b : a;
}
template <typename T> static inline __host__ __device__ T min(T a, T b)
{
    return b < a ? b : a;
}
#endif

#endif
