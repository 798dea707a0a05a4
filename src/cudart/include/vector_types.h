/* Vectors, and the shape of grids and blocks. */
#ifndef WARPSCHOOL_VECTOR_TYPES_H
#define WARPSCHOOL_VECTOR_TYPES_H

#define WARPSCHOOL_VECTORS(name, type, align2, align4) \
    struct name##1                                     \
    {                                                  \
        type x;                                        \
    };                                                 \
    struct __attribute__((aligned(align2))) name##2    \
    {                                                  \
        type x, y;                                     \
    };                                                 \
    struct name##3                                     \
    {                                                  \
        type x, y, z;                                  \
    };                                                 \
    struct __attribute__((aligned(align4))) name##4    \
    {                                                  \
        type x, y, z, w;                               \
    };                                                 \
    typedef struct name##1 name##1;                    \
    typedef struct name##2 name##2;                    \
    typedef struct name##3 name##3;                    \
    typedef struct name##4 name##4;
WARPSCHOOL_VECTORS(char, signed char, 2, 4)
WARPSCHOOL_VECTORS(uchar, unsigned char, 2, 4)
WARPSCHOOL_VECTORS(short, short, 4, 8)
WARPSCHOOL_VECTORS(ushort, unsigned short, 4, 8)
WARPSCHOOL_VECTORS(int, int, 8, 16)
WARPSCHOOL_VECTORS(uint, unsigned int, 8, 16)
WARPSCHOOL_VECTORS(long, long, 16, 16)
WARPSCHOOL_VECTORS(ulong, unsigned long, 16, 16)
WARPSCHOOL_VECTORS(longlong, long long, 16, 16)
WARPSCHOOL_VECTORS(ulonglong, unsigned long long, 16, 16)
WARPSCHOOL_VECTORS(float, float, 8, 16)
WARPSCHOOL_VECTORS(double, double, 16, 16)
#undef WARPSCHOOL_VECTORS

#ifdef __cplusplus
struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz)
    {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
};
#else
struct dim3 {
    unsigned int x, y, z;
};
#endif
typedef struct dim3 dim3;

#endif
