/*
 * Texture functions of kernels, by loads from global memory. Device code that uses textures gets
 * this text before its own. A texture object is the address of a warpschool_texture.
 *
 * Positions and weights are those of the CUDA programming guide: a weight has 8 bits of fraction.
 */
#ifndef WARPSCHOOL_TEXTURE_H
#define WARPSCHOOL_TEXTURE_H

struct warpschool_texture {
    const unsigned char *data;
    unsigned long long row_bytes, slice_bytes;
    int size[3]; /* texels */
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

/* D: dimensions. The other positions are 0. */
template <typename T, int D>
static __device__ __forceinline__ T warpschool_sample(unsigned long long object, float x, float y, float z)
{
    typedef typename warpschool_texel<T>::part part;
    const warpschool_texture *texture = (const warpschool_texture *)object;
    bool is_normalised = texture->has_normalised_positions;
    float at[3] = {x, y, z}, fraction[3];
    int first[3] = {0, 0, 0}, position[3] = {0, 0, 0};
#pragma unroll
    for (int d = 0; d < D; d++) {
        float scaled = (is_normalised ? at[d] * texture->size[d] : at[d]) - (texture->is_linear ? 0.5f : 0.0f);
        first[d] = (int)floorf(scaled);
        fraction[d] = rintf((scaled - floorf(scaled)) * 256.0f) / 256.0f;
        position[d] = warpschool_position(first[d], texture->size[d], texture->address_modes[d], is_normalised);
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
            position[d] =
                warpschool_position(first[d] + is_second, texture->size[d], texture->address_modes[d], is_normalised);
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

/* A name that says why it is undefined, at the line that uses it. */
#define tex1DLod warpschool_has_no_tex1DLod
#define tex1DGrad warpschool_has_no_tex1DGrad
#define tex1DLayered warpschool_has_no_tex1DLayered
#define tex1DLayeredLod warpschool_has_no_tex1DLayeredLod
#define tex1DLayeredGrad warpschool_has_no_tex1DLayeredGrad
#define tex2DLod warpschool_has_no_tex2DLod
#define tex2DGrad warpschool_has_no_tex2DGrad
#define tex2DLayered warpschool_has_no_tex2DLayered
#define tex2DLayeredLod warpschool_has_no_tex2DLayeredLod
#define tex2DLayeredGrad warpschool_has_no_tex2DLayeredGrad
#define tex2Dgather warpschool_has_no_tex2Dgather
#define tex3DLod warpschool_has_no_tex3DLod
#define tex3DGrad warpschool_has_no_tex3DGrad
#define texCubemap warpschool_has_no_texCubemap
#define texCubemapLod warpschool_has_no_texCubemapLod
#define texCubemapLayered warpschool_has_no_texCubemapLayered
#define texCubemapLayeredLod warpschool_has_no_texCubemapLayeredLod

#endif
#endif
