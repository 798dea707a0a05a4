/*
 * Texture and surface functions of kernels, by loads and stores in global memory. Device code that
 * uses them gets this text before its own. An object is the address of a warpschool_texture.
 *
 * Positions and weights are those of the CUDA programming guide: a weight has 8 bits of fraction.
 */
#ifndef WARPSCHOOL_TEXTURE_H
#define WARPSCHOOL_TEXTURE_H

struct warpschool_texture {
    const unsigned char *data;
    unsigned long long row_bytes, slice_bytes;
    int size[3]; /* texels; layers and faces of cubes are slices */
    int texel_bytes, channels, channel_bytes;
    int kind;             /* cudaChannelFormatKind */
    int address_modes[3]; /* cudaTextureAddressMode */
    int is_linear, has_normalised_values, has_normalised_positions;
    float border[4];
};

#ifdef __CUDACC__

template <typename T> struct warpschool_texel;
#define WARPSCHOOL_TEXEL(type, part_type, count) \
    template <> struct warpschool_texel<type> {  \
        typedef part_type part;                  \
        static const int parts = count;          \
    };
#define WARPSCHOOL_TEXELS(name, type)  \
    WARPSCHOOL_TEXEL(type, type, 1)    \
    WARPSCHOOL_TEXEL(name##1, type, 1) \
    WARPSCHOOL_TEXEL(name##2, type, 2) \
    WARPSCHOOL_TEXEL(name##4, type, 4)
WARPSCHOOL_TEXELS(char, signed char)
WARPSCHOOL_TEXEL(char, char, 1)
WARPSCHOOL_TEXELS(uchar, unsigned char)
WARPSCHOOL_TEXELS(short, short)
WARPSCHOOL_TEXELS(ushort, unsigned short)
WARPSCHOOL_TEXELS(int, int)
WARPSCHOOL_TEXELS(uint, unsigned int)
WARPSCHOOL_TEXELS(float, float)

static __device__ __forceinline__ float warpschool_half(unsigned short bits)
{
    float value;
    asm("{ .reg .b16 h; mov.b16 h, %1; cvt.f32.f16 %0, h; }" : "=f"(value) : "h"(bits));
    return value;
}

/* One channel of a texel as the kernel's type. */
template <typename P>
static __device__ __forceinline__ P warpschool_channel(const warpschool_texture *texture, const unsigned char *texel,
                                                       int channel)
{
    const unsigned char *at = texel + channel * texture->channel_bytes;
    int bytes = texture->channel_bytes;
    if (channel >= texture->channels)
        return (P)0;
    if (texture->kind == 2)
        return (P)(bytes == 4 ? *(const float *)at : warpschool_half(*(const unsigned short *)at));
    if (texture->kind == 0) {
        int value = bytes == 4 ? *(const int *)at : bytes == 2 ? *(const short *)at : *(const signed char *)at;
        return texture->has_normalised_values ? (P)fmaxf(value / (bytes == 2 ? 32767.0f : 127.0f), -1.0f) : (P)value;
    }
    unsigned int value = bytes == 4 ? *(const unsigned int *)at : bytes == 2 ? *(const unsigned short *)at : *at;
    return texture->has_normalised_values ? (P)(value / (bytes == 2 ? 65535.0f : 255.0f)) : (P)value;
}

/* A position within the texture. -1: the border. */
static __device__ __forceinline__ int warpschool_position(int at, int size, int mode, bool is_normalised)
{
    if (at >= 0 && at < size)
        return at;
    if (mode == 3)
        return -1;
    if (mode == 0 && is_normalised)
        return (at % size + size) % size;
    if (mode == 2 && is_normalised) {
        int folded = (at % (2 * size) + 2 * size) % (2 * size);
        return folded < size ? folded : 2 * size - 1 - folded;
    }
    return at < 0 ? 0 : size - 1;
}

template <typename T>
static __device__ __forceinline__ T warpschool_texel_at(const warpschool_texture *texture, const int position[3])
{
    typedef typename warpschool_texel<T>::part part;
    T value;
    bool is_border = position[0] < 0 || position[1] < 0 || position[2] < 0;
    const unsigned char *texel = texture->data + position[2] * texture->slice_bytes + position[1] * texture->row_bytes +
                                 (long long)position[0] * texture->texel_bytes;
#pragma unroll
    for (int i = 0; i < warpschool_texel<T>::parts; i++)
        ((part *)&value)[i] = is_border ? (part)texture->border[i] : warpschool_channel<part>(texture, texel, i);
    return value;
}

/* D: dimensions. The other positions are 0, and the slice is given if D is below 3. */
template <typename T, int D>
static __device__ __forceinline__ T warpschool_sample(unsigned long long object, float x, float y, float z,
                                                      int slice = 0, bool clamps = false)
{
    typedef typename warpschool_texel<T>::part part;
    const warpschool_texture *texture = (const warpschool_texture *)object;
    bool is_normalised = texture->has_normalised_positions;
    float at[3] = {x, y, z}, fraction[3];
    int first[3] = {0, 0, 0}, modes[3], last = texture->size[2] - 1;
    int position[3] = {0, 0, slice < 0 ? 0 : slice > last ? last : slice};
#pragma unroll
    for (int d = 0; d < D; d++) {
        float scaled = (is_normalised ? at[d] * texture->size[d] : at[d]) - (texture->is_linear ? 0.5f : 0.0f);
        modes[d] = clamps ? 1 : texture->address_modes[d];
        first[d] = (int)floorf(scaled);
        fraction[d] = rintf((scaled - floorf(scaled)) * 256.0f) / 256.0f;
        position[d] = warpschool_position(first[d], texture->size[d], modes[d], is_normalised);
    }
    if (!texture->is_linear)
        return warpschool_texel_at<T>(texture, position);
    T sum;
#pragma unroll
    for (int i = 0; i < warpschool_texel<T>::parts; i++)
        ((part *)&sum)[i] = 0;
#pragma unroll
    for (int corner = 0; corner < 1 << D; corner++) {
        float weight = 1;
#pragma unroll
        for (int d = 0; d < D; d++) {
            int is_second = corner >> d & 1;
            weight *= is_second ? fraction[d] : 1.0f - fraction[d];
            position[d] = warpschool_position(first[d] + is_second, texture->size[d], modes[d], is_normalised);
        }
        T texel = warpschool_texel_at<T>(texture, position);
#pragma unroll
        for (int i = 0; i < warpschool_texel<T>::parts; i++)
            ((part *)&sum)[i] = (part)(((part *)&sum)[i] + weight * ((part *)&texel)[i]);
    }
    return sum;
}

template <typename T> static __device__ __forceinline__ T warpschool_fetch(unsigned long long object, int x)
{
    const warpschool_texture *texture = (const warpschool_texture *)object;
    int position[3] = {x >= 0 && x < texture->size[0] ? x : -1, 0, 0};
    return warpschool_texel_at<T>(texture, position);
}

/* The face that a direction meets, and the place on it (programming guide, cubemap textures). */
template <typename T>
static __device__ __forceinline__ T warpschool_cube(unsigned long long object, float x, float y, float z, int cube)
{
    float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    bool is_x = ax >= ay && ax >= az, is_y = !is_x && ay >= az;
    float major = is_x ? x : is_y ? y : z, length = fabsf(major), sign = major < 0 ? -1.0f : 1.0f;
    float s = is_x ? -sign * z : is_y ? x : sign * x, t = is_y ? sign * z : -y;
    int face = (is_x ? 0 : is_y ? 2 : 4) + (major < 0);
    return warpschool_sample<T, 2>(object, (s / length + 1) / 2, (t / length + 1) / 2, 0, cube * 6 + face, true);
}

#define WARPSCHOOL_SAMPLE(name, parameters, value)                                         \
    template <typename T> static __device__ __forceinline__ T warpschool_##name parameters \
    {                                                                                      \
        return value;                                                                      \
    }
WARPSCHOOL_SAMPLE(tex1Dfetch, (unsigned long long object, int x), warpschool_fetch<T>(object, x))
WARPSCHOOL_SAMPLE(tex1D, (unsigned long long object, float x), (warpschool_sample<T, 1>(object, x, 0, 0)))
WARPSCHOOL_SAMPLE(tex2D, (unsigned long long object, float x, float y), (warpschool_sample<T, 2>(object, x, y, 0)))
WARPSCHOOL_SAMPLE(tex3D, (unsigned long long object, float x, float y, float z),
                  (warpschool_sample<T, 3>(object, x, y, z)))
WARPSCHOOL_SAMPLE(tex1DLayered, (unsigned long long object, float x, int layer),
                  (warpschool_sample<T, 1>(object, x, 0, 0, layer)))
WARPSCHOOL_SAMPLE(tex2DLayered, (unsigned long long object, float x, float y, int layer),
                  (warpschool_sample<T, 2>(object, x, y, 0, layer)))
WARPSCHOOL_SAMPLE(texCubemap, (unsigned long long object, float x, float y, float z),
                  (warpschool_cube<T>(object, x, y, z, 0)))
WARPSCHOOL_SAMPLE(texCubemapLayered, (unsigned long long object, float x, float y, float z, int layer),
                  (warpschool_cube<T>(object, x, y, z, layer)))
template <typename T>
static __device__ __forceinline__ void warpschool_tex1Dfetch(T *out, unsigned long long object, int x)
{
    *out = warpschool_fetch<T>(object, x);
}
template <typename T>
static __device__ __forceinline__ void warpschool_tex2D(T *out, unsigned long long object, float x, float y)
{
    *out = warpschool_sample<T, 2>(object, x, y, 0);
}
#define tex1Dfetch warpschool_tex1Dfetch
#define tex1D warpschool_tex1D
#define tex2D warpschool_tex2D
#define tex3D warpschool_tex3D

#define tex1DLayered warpschool_tex1DLayered
#define tex2DLayered warpschool_tex2DLayered
#define texCubemap warpschool_texCubemap
#define texCubemapLayered warpschool_texCubemapLayered

/* --- surfaces --------------------------------------------------------------------------------- */

/* x counts bytes. Modes of positions outside: 0 gives 0, 1 takes the nearest, 2 is a trap. */

/* NULL: outside, where a read gives 0 and a write does nothing. */
template <typename T>
static __device__ __forceinline__ T *warpschool_place(unsigned long long object, int x, int y, int z, int mode)
{
    const warpschool_texture *surface = (const warpschool_texture *)object;
    int last[3] = {surface->size[0] * surface->texel_bytes - (int)sizeof(T), surface->size[1] - 1,
                   surface->size[2] - 1};
    int at[3] = {x, y, z};
#pragma unroll
    for (int d = 0; d < 3; d++) {
        bool is_inside = at[d] >= 0 && at[d] <= last[d];
        if (!is_inside && mode == 2)
            asm volatile("trap;");
        if (!is_inside && mode == 0)
            return 0;
        at[d] = at[d] < 0 ? 0 : at[d] > last[d] ? last[d] : at[d];
    }
    return (T *)(surface->data + at[2] * surface->slice_bytes + at[1] * surface->row_bytes + at[0]);
}

template <typename T>
static __device__ __forceinline__ T warpschool_read(unsigned long long object, int x, int y, int z, int mode)
{
    const T *place = warpschool_place<T>(object, x, y, z, mode);
    return place ? *place : T();
}
template <typename T>
static __device__ __forceinline__ void warpschool_write(T value, unsigned long long object, int x, int y, int z,
                                                        int mode)
{
    T *place = warpschool_place<T>(object, x, y, z, mode);
    if (place)
        *place = value;
}

#define WARPSCHOOL_SURFACE(name, x, y, z, ...)                                                                        \
    template <typename T>                                                                                             \
    static __device__ __forceinline__ T warpschool_##name##read(unsigned long long object, __VA_ARGS__, int mode = 2) \
    {                                                                                                                 \
        return warpschool_read<T>(object, x, y, z, mode);                                                             \
    }                                                                                                                 \
    template <typename T>                                                                                             \
    static __device__ __forceinline__ void warpschool_##name##read(T *out, unsigned long long object, __VA_ARGS__,    \
                                                                   int mode = 2)                                      \
    {                                                                                                                 \
        *out = warpschool_read<T>(object, x, y, z, mode);                                                             \
    }                                                                                                                 \
    template <typename T>                                                                                             \
    static __device__ __forceinline__ void warpschool_##name##write(T value, unsigned long long object, __VA_ARGS__,  \
                                                                    int mode = 2)                                     \
    {                                                                                                                 \
        warpschool_write<T>(value, object, x, y, z, mode);                                                            \
    }
WARPSCHOOL_SURFACE(surf1D, x, 0, 0, int x)
WARPSCHOOL_SURFACE(surf2D, x, y, 0, int x, int y)
WARPSCHOOL_SURFACE(surf3D, x, y, z, int x, int y, int z)
WARPSCHOOL_SURFACE(surf1DLayered, x, 0, layer, int x, int layer)
WARPSCHOOL_SURFACE(surf2DLayered, x, y, layer, int x, int y, int layer)
WARPSCHOOL_SURFACE(surfCubemap, x, y, face, int x, int y, int face)
#define surf1Dread warpschool_surf1Dread
#define surf1Dwrite warpschool_surf1Dwrite
#define surf2Dread warpschool_surf2Dread
#define surf2Dwrite warpschool_surf2Dwrite
#define surf3Dread warpschool_surf3Dread
#define surf3Dwrite warpschool_surf3Dwrite
#define surf1DLayeredread warpschool_surf1DLayeredread
#define surf1DLayeredwrite warpschool_surf1DLayeredwrite
#define surf2DLayeredread warpschool_surf2DLayeredread
#define surf2DLayeredwrite warpschool_surf2DLayeredwrite
#define surfCubemapread warpschool_surfCubemapread
#define surfCubemapwrite warpschool_surfCubemapwrite

/* A name that says why it is undefined, at the line that uses it. */
#define tex1DLod warpschool_has_no_tex1DLod
#define tex1DGrad warpschool_has_no_tex1DGrad
#define tex1DLayeredLod warpschool_has_no_tex1DLayeredLod
#define tex1DLayeredGrad warpschool_has_no_tex1DLayeredGrad
#define tex2DLod warpschool_has_no_tex2DLod
#define tex2DGrad warpschool_has_no_tex2DGrad
#define tex2DLayeredLod warpschool_has_no_tex2DLayeredLod
#define tex2DLayeredGrad warpschool_has_no_tex2DLayeredGrad
#define tex2Dgather warpschool_has_no_tex2Dgather
#define tex3DLod warpschool_has_no_tex3DLod
#define tex3DGrad warpschool_has_no_tex3DGrad
#define texCubemapLod warpschool_has_no_texCubemapLod
#define texCubemapLayeredLod warpschool_has_no_texCubemapLayeredLod

#endif
#endif
