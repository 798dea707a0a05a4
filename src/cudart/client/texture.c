/*
 * Arrays, which are pitched memory here, textures, which kernels read by loads, and surfaces. A
 * layer is a slice, and so is the face of a cube.
 */
#include <stdlib.h>
#include <string.h>

#include "cudart/client/client.h"
#include "cudart/include/warpschool_texture.h"

struct cudaArray {
    char *data;
    size_t pitch;
    struct cudaExtent extent; /* texels; never 0 */
    struct cudaChannelFormatDesc format;
};

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

/* 0: no format of texels. */
static size_t channel_count(const struct cudaChannelFormatDesc *format)
{
    const int bits[] = {format->x, format->y, format->z, format->w};
    size_t count = 0;
    while (count < 4 && bits[count] > 0 && bits[count] == bits[0])
        count++;
    bool is_whole = format->x == 8 || format->x == 16 || format->x == 32;
    bool is_float = format->f == cudaChannelFormatKindFloat && format->x > 8;
    return is_whole && (is_float || format->f < cudaChannelFormatKindFloat) && count != 3 ? count : 0;
}

static size_t texel_bytes(const struct cudaChannelFormatDesc *format)
{
    return channel_count(format) * (size_t)format->x / 8;
}

/* --- arrays ----------------------------------------------------------------------------------- */

static size_t at_least_one(size_t size)
{
    return size ? size : 1;
}

enum { KNOWN_FLAGS = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap, CUBE_FACES = 6 };

static bool has_shape(struct cudaExtent extent, unsigned int flags)
{
    bool has_faces = extent.depth > 0 && extent.depth % CUBE_FACES == 0 && extent.width == extent.height;
    return extent.width > 0 && (!(flags & cudaArrayCubemap) || has_faces);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                              unsigned int flags)
{
    CLIENT_ENTER();
    struct cudaArray *made = calloc(1, sizeof *made);
    bool is_known = !(flags & ~(unsigned)KNOWN_FLAGS);
    if (!made || !array || !format || channel_count(format) == 0 || !is_known || !has_shape(extent, flags)) {
        free(made);
        return client_keep(is_known ? cudaErrorInvalidValue : cudaErrorNotSupported);
    }
    made->format = *format;
    made->extent = make_cudaExtent(extent.width, at_least_one(extent.height), at_least_one(extent.depth));
    cudaError_t error = cudaMallocPitch((void **)&made->data, &made->pitch, extent.width * texel_bytes(format),
                                        made->extent.height * made->extent.depth);
    if (error == cudaSuccess)
        *array = made;
    else
        free(made);
    return error;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width, size_t height,
                            unsigned int flags)
{
    return cudaMalloc3DArray(array, format, make_cudaExtent(width, height, 0), flags);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    cudaError_t error = array ? cudaFree(array->data) : cudaSuccess;
    free(array);
    return error;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    *format = array->format;
    return cudaSuccess;
}

/* NULL: the rows do not fit into the array. */
static char *place_in(cudaArray_const_t array, size_t x_bytes, size_t y, size_t width, size_t height)
{
    size_t row_bytes = array->extent.width * texel_bytes(&array->format);
    bool fits = x_bytes <= row_bytes && width <= row_bytes - x_bytes && y <= array->extent.height &&
                height <= array->extent.height - y;
    return fits ? array->data + y * array->pitch + x_bytes : NULL;
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind)
{
    CLIENT_ENTER();
    char *place = place_in(to, x_bytes, y, width, height);
    return place ? cudaMemcpy2D(place, to->pitch, from, pitch, width, height, kind)
                 : client_keep(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t pitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CLIENT_ENTER();
    char *place = place_in(to, x_bytes, y, width, height);
    return place ? cudaMemcpy2DAsync(place, to->pitch, from, pitch, width, height, kind, stream)
                 : client_keep(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x_bytes, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind)
{
    CLIENT_ENTER();
    char *place = place_in(from, x_bytes, y, width, height);
    return place ? cudaMemcpy2D(to, pitch, place, from->pitch, width, height, kind)
                 : client_keep(cudaErrorInvalidValue);
}

/* Bytes that follow each other in whole rows of the array. */
static bool are_rows(cudaArray_const_t array, size_t x_bytes, size_t bytes, size_t *out_width)
{
    size_t row_bytes = array->extent.width * texel_bytes(&array->format);
    *out_width = bytes < row_bytes ? bytes : row_bytes;
    return bytes <= row_bytes - x_bytes || (x_bytes == 0 && bytes % row_bytes == 0);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x_bytes, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind)
{
    size_t width;
    if (!are_rows(to, x_bytes, bytes, &width))
        return client_keep(cudaErrorNotSupported);
    return cudaMemcpy2DToArray(to, x_bytes, y, from, width, width, width ? bytes / width : 0, kind);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x_bytes, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind)
{
    size_t width;
    if (!are_rows(from, x_bytes, bytes, &width))
        return client_keep(cudaErrorNotSupported);
    return cudaMemcpy2DFromArray(to, width, from, x_bytes, y, width, width ? bytes / width : 0, kind);
}

/* As pitched memory, with positions and extent in bytes. */
struct cudaMemcpy3DParms client_without_arrays(const struct cudaMemcpy3DParms *copy)
{
    struct cudaMemcpy3DParms plain = *copy;
    const struct cudaArray *to = copy->dstArray, *from = copy->srcArray;
    if (to || from)
        plain.extent.width *= texel_bytes(to ? &to->format : &from->format);
    if (to) {
        plain.dstPtr = make_cudaPitchedPtr(to->data, to->pitch, to->pitch, to->extent.height);
        plain.dstPos.x *= texel_bytes(&to->format);
    }
    if (from) {
        plain.srcPtr = make_cudaPitchedPtr(from->data, from->pitch, from->pitch, from->extent.height);
        plain.srcPos.x *= texel_bytes(&from->format);
    }
    return plain;
}

/* --- textures --------------------------------------------------------------------------------- */

/* The texels. False: there is no such kind of texture here. */
static bool take_resource(const struct cudaResourceDesc *resource, struct warpschool_texture *texture,
                          struct cudaChannelFormatDesc *out_format)
{
    const struct cudaArray *array = resource->res.array.array;
    size_t bytes;
    switch (resource->resType) {
    case cudaResourceTypeArray:
        *out_format = array->format;
        texture->data = (const unsigned char *)array->data;
        texture->row_bytes = array->pitch;
        texture->slice_bytes = array->pitch * array->extent.height;
        texture->size[0] = (int)array->extent.width;
        texture->size[1] = (int)array->extent.height;
        texture->size[2] = (int)array->extent.depth;
        return true;
    case cudaResourceTypeLinear:
        *out_format = resource->res.linear.desc;
        bytes = texel_bytes(out_format);
        texture->data = resource->res.linear.devPtr;
        texture->size[0] = bytes ? (int)(resource->res.linear.sizeInBytes / bytes) : 0;
        texture->size[1] = texture->size[2] = 1;
        return true;
    case cudaResourceTypePitch2D:
        *out_format = resource->res.pitch2D.desc;
        texture->data = resource->res.pitch2D.devPtr;
        texture->row_bytes = resource->res.pitch2D.pitchInBytes;
        texture->size[0] = (int)resource->res.pitch2D.width;
        texture->size[1] = (int)resource->res.pitch2D.height;
        texture->size[2] = 1;
        return true;
    default:
        return false;
    }
}

/* What a GPU, or this runtime, does not read: WIRE_TEXTURE_FITS if it does. */
static enum wire_texture_lack describe(const struct cudaResourceDesc *resource,
                                       const struct cudaTextureDesc *description, struct warpschool_texture *texture)
{
    struct cudaChannelFormatDesc format;
    if (!take_resource(resource, texture, &format) || description->sRGB)
        return WIRE_TEXTURE_UNKNOWN;
    bool is_float = format.f == cudaChannelFormatKindFloat;
    if (channel_count(&format) == 0 || texture->size[0] <= 0 || !texture->data)
        return WIRE_TEXTURE_FORMAT;
    texture->channels = (int)channel_count(&format);
    texture->channel_bytes = format.x / 8;
    texture->texel_bytes = (int)texel_bytes(&format);
    texture->kind = (int)format.f;
    texture->is_linear = description->filterMode == cudaFilterModeLinear;
    texture->has_normalised_values = !is_float && description->readMode == cudaReadModeNormalizedFloat;
    texture->has_normalised_positions = description->normalizedCoords;
    for (int i = 0; i < 3; i++)
        texture->address_modes[i] = (int)description->addressMode[i];
    memcpy(texture->border, description->borderColor, sizeof texture->border);
    bool has_wide_values = texture->has_normalised_values && format.x == 32;
    bool gives_floats = is_float || texture->has_normalised_values;
    return has_wide_values || (texture->is_linear && !gives_floats) ? WIRE_TEXTURE_NO_FLOATS : WIRE_TEXTURE_FITS;
}

/* The object is the address of its description in device memory. */
static cudaError_t place(const struct warpschool_texture *texture, unsigned long long *out_object)
{
    void *memory = NULL;
    cudaError_t error = cudaMalloc(&memory, sizeof *texture);
    struct client_call call = {.kind = WIRE_WRITE,
                               .values = {(uint64_t)memory, sizeof *texture, sizeof *texture, 1, 0, WIRE_FLAG_SHARED},
                               .payload = texture,
                               .payload_bytes = sizeof *texture};
    if (error == cudaSuccess)
        error = client_send(&call);
    if (error == cudaSuccess)
        *out_object = (uint64_t)memory;
    return client_keep(error);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description, const struct cudaResourceViewDesc *view)
{
    CLIENT_ENTER();
    struct warpschool_texture texture = {0};
    if (!object || !resource || !description)
        return client_keep(cudaErrorInvalidValue);
    enum wire_texture_lack lack = view ? WIRE_TEXTURE_UNKNOWN : describe(resource, description, &texture);
    if (lack != WIRE_TEXTURE_FITS) {
        client_report(WIRE_MISTAKE_TEXTURE, NULL, 0, lack);
        return client_keep(lack == WIRE_TEXTURE_UNKNOWN ? cudaErrorNotSupported : cudaErrorInvalidValue);
    }
    return place(&texture, object);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    CLIENT_ENTER();
    return client_keep(cudaFree((void *)object));
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource)
{
    CLIENT_ENTER();
    struct warpschool_texture surface = {0};
    struct cudaChannelFormatDesc format;
    if (!object || !resource || resource->resType != cudaResourceTypeArray || !resource->res.array.array ||
        !take_resource(resource, &surface, &format))
        return client_keep(cudaErrorInvalidValue);
    surface.texel_bytes = (int)texel_bytes(&format);
    return place(&surface, object);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    CLIENT_ENTER();
    return client_keep(cudaFree((void *)object));
}
