/* The words of CUDA C++, for clang. In a plain C or C++ file they mean nothing. */
#ifndef WARPSCHOOL_HOST_DEFINES_H
#define WARPSCHOOL_HOST_DEFINES_H

#ifdef __CUDA__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __managed__ __attribute__((device, section("warpschool_managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__
#define __launch_bounds__(...)
#endif
#define __grid_constant__
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define CUDARTAPI
#define CUDART_CB

#endif
