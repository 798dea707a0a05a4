/* cuRAND's host functions do not exist in this runtime. Kernels can use curand_kernel.h. */
#ifndef WARPSCHOOL_CURAND_H
#define WARPSCHOOL_CURAND_H
#error "cuRAND's host functions do not exist in this runtime; curand_kernel.h, in kernels, does"
#endif
