/*
 * __half and __half2 on the host: conversions, round to nearest even, and arithmetic as float.
 * Kernels use the toolkit's header.
 */
#ifndef WARPSCHOOL_CUDA_FP16_H
#define WARPSCHOOL_CUDA_FP16_H

#include <stdint.h>
#include <string.h>

#include "cuda_runtime.h"

#define WARPSCHOOL_HALF static inline __host__ __device__

WARPSCHOOL_HALF uint16_t warpschool_half_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return (uint16_t)(sign | 0x7fff);
    if (magnitude >= 0x477ff000)
        return (uint16_t)(sign | 0x7c00);
    if (magnitude < 0x33000000)
        return (uint16_t)sign;
    uint32_t exponent = magnitude >> 23, significand = (magnitude & 0x7fffff) | 0x800000;
    uint32_t shift = exponent < 113 ? 126 - exponent : 13;
    uint32_t result = significand >> shift, rest = significand & ((1u << shift) - 1), half = 1u << (shift - 1);
    if (exponent >= 113)
        result += (exponent - 113) << 10;
    result += rest > half || (rest == half && (result & 1));
    return (uint16_t)(sign | result);
}

WARPSCHOOL_HALF float warpschool_float_of(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, significand = half & 0x3ff;
    uint32_t bits = sign | (exponent + 112) << 23 | significand << 13;
    if (exponent == 31)
        bits = sign | 0x7f800000 | significand << 13;
    float value;
    memcpy(&value, &bits, sizeof value);
    if (exponent == 0)
        value = (sign ? -1.0f : 1.0f) * (float)significand * 5.9604644775390625e-8f;
    return value;
}

typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} __half_raw;

struct __attribute__((aligned(2))) __half {
    unsigned short __x;
    __half() = default;
    template <typename T> __host__ __device__ __half(T value) : __x(warpschool_half_of((float)value))
    {
    }
    __host__ __device__ __half(const __half_raw &raw) : __x(raw.x)
    {
    }
    __host__ __device__ operator float() const
    {
        return warpschool_float_of(__x);
    }
    __host__ __device__ operator __half_raw() const
    {
        return {__x};
    }
    template <typename T> __host__ __device__ explicit operator T() const
    {
        return (T)warpschool_float_of(__x);
    }
};
typedef __half half;
typedef __half __nv_half;

struct __attribute__((aligned(4))) __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ __half2(const __half &low, const __half &high) : x(low), y(high)
    {
    }
};
typedef __half2 half2;
typedef __half2 __nv_half2;

#define WARPSCHOOL_HALF_OPERATOR(op)                                        \
    WARPSCHOOL_HALF __half operator op(const __half &a, const __half &b)    \
    {                                                                       \
        return __half((float)a op(float) b);                                \
    }                                                                       \
    WARPSCHOOL_HALF __half &operator op##=(__half &a, const __half &b)      \
    {                                                                       \
        return a = a op b;                                                  \
    }                                                                       \
    WARPSCHOOL_HALF __half2 operator op(const __half2 &a, const __half2 &b) \
    {                                                                       \
        return __half2(a.x op b.x, a.y op b.y);                             \
    }
WARPSCHOOL_HALF_OPERATOR(+)
WARPSCHOOL_HALF_OPERATOR(-)
WARPSCHOOL_HALF_OPERATOR(*)
WARPSCHOOL_HALF_OPERATOR(/)
#undef WARPSCHOOL_HALF_OPERATOR

#define WARPSCHOOL_HALF_COMPARISON(op)                                 \
    WARPSCHOOL_HALF bool operator op(const __half &a, const __half &b) \
    {                                                                  \
        return (float)a op(float) b;                                   \
    }
WARPSCHOOL_HALF_COMPARISON(==)
WARPSCHOOL_HALF_COMPARISON(!=)
WARPSCHOOL_HALF_COMPARISON(<)
WARPSCHOOL_HALF_COMPARISON(>)
WARPSCHOOL_HALF_COMPARISON(<=)
WARPSCHOOL_HALF_COMPARISON(>=)
#undef WARPSCHOOL_HALF_COMPARISON

WARPSCHOOL_HALF __half operator-(const __half &a)
{
    return __half(-(float)a);
}
WARPSCHOOL_HALF __half __float2half(float value)
{
    return __half(value);
}
WARPSCHOOL_HALF __half __float2half_rn(float value)
{
    return __half(value);
}
WARPSCHOOL_HALF __half __double2half(double value)
{
    return __half(value);
}
WARPSCHOOL_HALF __half __int2half_rn(int value)
{
    return __half(value);
}
WARPSCHOOL_HALF float __half2float(__half value)
{
    return value;
}
WARPSCHOOL_HALF __half2 __half2half2(__half value)
{
    return __half2(value, value);
}
WARPSCHOOL_HALF __half2 __halves2half2(__half low, __half high)
{
    return __half2(low, high);
}
WARPSCHOOL_HALF __half2 __float2half2_rn(float value)
{
    return __half2(value, value);
}
WARPSCHOOL_HALF __half2 __floats2half2_rn(float low, float high)
{
    return __half2(low, high);
}
WARPSCHOOL_HALF __half2 __float22half2_rn(float2 value)
{
    return __half2(value.x, value.y);
}
WARPSCHOOL_HALF float2 __half22float2(__half2 value)
{
    return make_float2(value.x, value.y);
}
WARPSCHOOL_HALF float __low2float(__half2 value)
{
    return value.x;
}
WARPSCHOOL_HALF float __high2float(__half2 value)
{
    return value.y;
}
WARPSCHOOL_HALF __half __low2half(__half2 value)
{
    return value.x;
}
WARPSCHOOL_HALF __half __high2half(__half2 value)
{
    return value.y;
}
WARPSCHOOL_HALF unsigned short __half_as_ushort(__half value)
{
    return value.__x;
}
WARPSCHOOL_HALF __half __ushort_as_half(unsigned short bits)
{
    return __half(__half_raw{bits});
}
WARPSCHOOL_HALF __half2 make_half2(__half low, __half high)
{
    return __half2(low, high);
}

#endif
