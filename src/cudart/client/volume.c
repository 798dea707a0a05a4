/* Volumes: pitched memory of three dimensions, copied and filled slice by slice. */
#include "cudart/client/client.h"

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *out_volume, struct cudaExtent extent)
{
    size_t pitch;
    void *memory;
    cudaError_t error = cudaMallocPitch(&memory, &pitch, extent.width, extent.height * extent.depth);
    if (error == cudaSuccess)
        *out_volume = (struct cudaPitchedPtr){memory, pitch, extent.width, extent.height};
    return error;
}

/* The first byte of a slice of the copied part. */
static char *slice_of(const struct cudaPitchedPtr *volume, const struct cudaPos *position, size_t slice)
{
    size_t row = (position->z + slice) * volume->ysize + position->y;
    return (char *)volume->ptr + row * volume->pitch + position->x;
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *copy, cudaStream_t stream)
{
    struct cudaMemcpy3DParms plain = client_without_arrays(copy);
    cudaError_t error = cudaSuccess;
    for (size_t slice = 0; error == cudaSuccess && slice < plain.extent.depth; slice++)
        error = cudaMemcpy2DAsync(slice_of(&plain.dstPtr, &plain.dstPos, slice), plain.dstPtr.pitch,
                                  slice_of(&plain.srcPtr, &plain.srcPos, slice), plain.srcPtr.pitch, plain.extent.width,
                                  plain.extent.height, plain.kind, stream);
    return error;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy)
{
    struct cudaMemcpy3DParms plain = client_without_arrays(copy);
    cudaError_t error = cudaSuccess;
    for (size_t slice = 0; error == cudaSuccess && slice < plain.extent.depth; slice++)
        error = cudaMemcpy2D(slice_of(&plain.dstPtr, &plain.dstPos, slice), plain.dstPtr.pitch,
                             slice_of(&plain.srcPtr, &plain.srcPos, slice), plain.srcPtr.pitch, plain.extent.width,
                             plain.extent.height, plain.kind);
    return error;
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr volume, int value, struct cudaExtent extent, cudaStream_t stream)
{
    const struct cudaPos start = {0, 0, 0};
    cudaError_t error = cudaSuccess;
    for (size_t slice = 0; error == cudaSuccess && slice < extent.depth; slice++)
        error = cudaMemset2DAsync(slice_of(&volume, &start, slice), volume.pitch, value, extent.width, extent.height,
                                  stream);
    return error;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr volume, int value, struct cudaExtent extent)
{
    const struct cudaPos start = {0, 0, 0};
    cudaError_t error = cudaSuccess;
    for (size_t slice = 0; error == cudaSuccess && slice < extent.depth; slice++)
        error = cudaMemset2D(slice_of(&volume, &start, slice), volume.pitch, value, extent.width, extent.height);
    return error;
}
