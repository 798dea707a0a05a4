/* Indices of threads, blocks and grids. Here they are names alone, since NVRTC compiles kernels. */
#ifndef WARPSCHOOL_DEVICE_LAUNCH_PARAMETERS_H
#define WARPSCHOOL_DEVICE_LAUNCH_PARAMETERS_H

#include "vector_types.h"

#ifdef __CUDA__
extern const __attribute__((device)) uint3 threadIdx, blockIdx;
extern const __attribute__((device)) dim3 blockDim, gridDim;
extern const __attribute__((device)) int warpSize;
#endif

#endif
