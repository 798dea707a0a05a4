/* make_float4() and the like. */
#ifndef WARPSCHOOL_VECTOR_FUNCTIONS_H
#define WARPSCHOOL_VECTOR_FUNCTIONS_H

#include "host_defines.h"
#include "vector_types.h"

#define WARPSCHOOL_MAKE(name, type)                                                              \
    static __inline__ __host__ __device__ name##1 make_##name##1(type x)                         \
    {                                                                                            \
        name##1 v = {x};                                                                         \
        return v;                                                                                \
    }                                                                                            \
    static __inline__ __host__ __device__ name##2 make_##name##2(type x, type y)                 \
    {                                                                                            \
        name##2 v = {x, y};                                                                      \
        return v;                                                                                \
    }                                                                                            \
    static __inline__ __host__ __device__ name##3 make_##name##3(type x, type y, type z)         \
    {                                                                                            \
        name##3 v = {x, y, z};                                                                   \
        return v;                                                                                \
    }                                                                                            \
    static __inline__ __host__ __device__ name##4 make_##name##4(type x, type y, type z, type w) \
    {                                                                                            \
        name##4 v = {x, y, z, w};                                                                \
        return v;                                                                                \
    }
WARPSCHOOL_MAKE(char, signed char)
WARPSCHOOL_MAKE(uchar, unsigned char)
WARPSCHOOL_MAKE(short, short)
WARPSCHOOL_MAKE(ushort, unsigned short)
WARPSCHOOL_MAKE(int, int)
WARPSCHOOL_MAKE(uint, unsigned int)
WARPSCHOOL_MAKE(long, long)
WARPSCHOOL_MAKE(ulong, unsigned long)
WARPSCHOOL_MAKE(longlong, long long)
WARPSCHOOL_MAKE(ulonglong, unsigned long long)
WARPSCHOOL_MAKE(float, float)
WARPSCHOOL_MAKE(double, double)
#undef WARPSCHOOL_MAKE

#endif
