/* Tensor maps, which the driver encodes (PTX ISA, "Tensors"; cuTensorMapEncodeTiled). */
#include <string.h>

#include "device/cuda/cuda.h"

static const struct {
    uint32_t element_bytes;
    bool is_float, is_bfloat;
    enum cu_tensor_type type;
} types[] = {
    {1, false, false, CU_TENSOR_U8},  {1, true, false, CU_TENSOR_U8}, /* 8-bit floats move as bytes */
    {2, false, false, CU_TENSOR_U16}, {2, true, false, CU_TENSOR_F16}, {2, true, true, CU_TENSOR_BF16},
    {4, false, false, CU_TENSOR_U32}, {4, true, false, CU_TENSOR_F32}, {8, false, false, CU_TENSOR_U64},
    {8, true, false, CU_TENSOR_F64},
};

static const struct {
    uint32_t bytes;
    enum cu_tensor_swizzle swizzle;
} swizzles[] = {
    {0, CU_TENSOR_SWIZZLE_NONE}, {32, CU_TENSOR_SWIZZLE_32}, {64, CU_TENSOR_SWIZZLE_64}, {128, CU_TENSOR_SWIZZLE_128}};

static bool find_type(const struct device_tensor_map *map, int *out_type, struct error *error)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].element_bytes == map->element_bytes && types[i].is_float == map->is_float &&
            types[i].is_bfloat == map->is_bfloat) {
            *out_type = types[i].type;
            return true;
        }
    return error_set(error, ERROR_UNSUPPORTED, "a tensor map of elements of %u bytes", map->element_bytes);
}

static bool find_swizzle(uint32_t bytes, int *out_swizzle, struct error *error)
{
    for (size_t i = 0; i < sizeof swizzles / sizeof *swizzles; i++)
        if (swizzles[i].bytes == bytes) {
            *out_swizzle = swizzles[i].swizzle;
            return true;
        }
    return error_set(error, ERROR_RANGE, "a swizzle of %u bytes; 0, 32, 64 and 128 are possible", bytes);
}

/* Checks the usual mistakes and explains them. The driver checks everything but gives no reason. */
static bool check_map(const struct device_tensor_map *map, struct error *error)
{
    if (map->rank < 1 || map->rank > DEVICE_TENSOR_RANK_MAX)
        return error_set(error, ERROR_RANGE, "a tensor map of %d dimensions; 1 to %d are possible", map->rank,
                         (int)DEVICE_TENSOR_RANK_MAX);
    int inner = map->rank - 1;
    uint64_t row_bytes = map->shape[inner] * map->element_bytes;
    uint64_t box_bytes = (uint64_t)map->box[inner] * map->element_bytes;
    for (int i = 0; i < map->rank; i++)
        if (map->box[i] < 1 || map->box[i] > 256 || map->shape[i] < 1 || map->shape[i] > UINT32_MAX)
            return error_set(error, ERROR_RANGE,
                             "dimension %d of the tensor map: box %u of %llu elements; a box has 1 to 256", i,
                             map->box[i], (unsigned long long)map->shape[i]);
    if (map->address % 16)
        return error_set(error, ERROR_RANGE, "a tensor map's buffer must begin at a multiple of 16 bytes");
    if (map->rank > 1 && row_bytes % 16)
        return error_set(error, ERROR_RANGE, "rows of %llu bytes; a tensor map needs multiples of 16",
                         (unsigned long long)row_bytes);
    if (box_bytes % 16)
        return error_set(error, ERROR_RANGE, "a box whose rows have %llu bytes; a tensor map needs multiples of 16",
                         (unsigned long long)box_bytes);
    if (map->swizzle_bytes && box_bytes > map->swizzle_bytes)
        return error_set(error, ERROR_RANGE, "a box whose rows have %llu bytes, more than the swizzle's %u",
                         (unsigned long long)box_bytes, map->swizzle_bytes);
    return true;
}

bool cuda_tensor_map(struct device *device, const struct device_tensor_map *map,
                     uint8_t out_bytes[DEVICE_TENSOR_MAP_BYTES], struct error *error)
{
    struct cuda_device *self = cuda_self(device);
    struct cu_tensor_map encoded = {0};
    uint64_t shape[DEVICE_TENSOR_RANK_MAX], strides[DEVICE_TENSOR_RANK_MAX];
    uint32_t box[DEVICE_TENSOR_RANK_MAX], steps[DEVICE_TENSOR_RANK_MAX];
    int type = 0, swizzle = 0;
    if (!self->functions->tensor_map || !self->has_tensor_maps)
        return error_set(error, ERROR_UNSUPPORTED, "%s has no tensor maps (compute capability 9.0 has)",
                         device->properties.name);
    if (!cuda_enter(self, error) || !find_type(map, &type, error) || !check_map(map, error) ||
        !find_swizzle(map->swizzle_bytes, &swizzle, error))
        return false;
    uint64_t stride_bytes = map->element_bytes;
    for (int i = 0; i < map->rank; i++) { /* the driver counts from the innermost */
        shape[i] = map->shape[map->rank - 1 - i];
        box[i] = map->box[map->rank - 1 - i];
        steps[i] = 1;
        stride_bytes *= shape[i];
        strides[i] = stride_bytes; /* of dimension i + 1 */
    }
    int status = self->functions->tensor_map(&encoded, type, (uint32_t)map->rank, (void *)(uintptr_t)map->address,
                                             shape, strides, box, steps, CU_TENSOR_NO_INTERLEAVE, swizzle,
                                             CU_TENSOR_PROMOTE_L2_128, CU_TENSOR_FILL_ZERO);
    if (!cuda_check(self, status, error, "encoding a tensor map"))
        return false;
    memcpy(out_bytes, encoded.bytes, DEVICE_TENSOR_MAP_BYTES);
    return true;
}
