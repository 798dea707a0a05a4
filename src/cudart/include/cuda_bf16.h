/* __nv_bfloat16 on the host: conversions to nearest even. Kernels use the toolkit's header. */
#ifndef WARPSCHOOL_CUDA_BF16_H
#define WARPSCHOOL_CUDA_BF16_H

#include <stdint.h>
#include <string.h>

#include "cuda_runtime.h"

#define WARPSCHOOL_BFLOAT16 static inline __host__ __device__

WARPSCHOOL_BFLOAT16 uint16_t warpschool_bfloat16_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7fffffff) > 0x7f800000)
        return 0x7fff;
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

struct __attribute__((aligned(2))) __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    template <typename T> __host__ __device__ __nv_bfloat16(T value) : __x(warpschool_bfloat16_of((float)value))
    {
    }
    __host__ __device__ operator float() const
    {
        uint32_t bits = (uint32_t)__x << 16;
        float value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
};
typedef __nv_bfloat162 nv_bfloat162;

WARPSCHOOL_BFLOAT16 __nv_bfloat16 __float2bfloat16(float value)
{
    return __nv_bfloat16(value);
}
WARPSCHOOL_BFLOAT16 __nv_bfloat16 __float2bfloat16_rn(float value)
{
    return __nv_bfloat16(value);
}
WARPSCHOOL_BFLOAT16 float __bfloat162float(__nv_bfloat16 value)
{
    return value;
}
WARPSCHOOL_BFLOAT16 unsigned short __bfloat16_as_ushort(__nv_bfloat16 value)
{
    return value.__x;
}

#endif
