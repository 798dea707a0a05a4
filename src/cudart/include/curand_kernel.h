/*
 * The states of cuRAND's generators, whose sizes the host needs to allocate them. Kernels use the
 * toolkit's header.
 */
#ifndef WARPSCHOOL_CURAND_KERNEL_H
#define WARPSCHOOL_CURAND_KERNEL_H

#include "cuda_runtime.h"

#define WARPSCHOOL_GENERATOR(name, bytes, alignment)  \
    struct __attribute__((aligned(alignment))) name { \
        unsigned char state[bytes];                   \
    };
WARPSCHOOL_GENERATOR(curandStateXORWOW, 48, 8)
WARPSCHOOL_GENERATOR(curandStateMRG32k3a, 72, 8)
WARPSCHOOL_GENERATOR(curandStatePhilox4_32_10, 64, 16)
#undef WARPSCHOOL_GENERATOR
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

#endif
