/* Packs arguments into a kernel's parameters. */
#include <math.h>
#include <string.h>

#include "plan/run/run.h"

struct packing {
    struct run *run;
    const struct plan_operand *operand;
    const struct device_parameter *parameter;
    int position; /* 1-based */
    const char *kernel;
    uint8_t *to;
};

/* "argument 2 of k: the plan passes a buffer, the kernel takes 4 bytes" */
static bool mismatch(const struct packing *packing, const char *passed)
{
    static const char *const wanted[] = {[DEVICE_PARAMETER_INTEGER] = TOLD_TEXT("an integer or pointer"),
                                         [DEVICE_PARAMETER_FLOAT] = TOLD_TEXT("a floating-point number"),
                                         [DEVICE_PARAMETER_BYTES] = TOLD_TEXT("a structure")};
    const struct device_parameter *parameter = packing->parameter;
    bool is_number = parameter->kind == DEVICE_PARAMETER_INTEGER && parameter->size_bytes < sizeof(device_address);
    return run_refuse(
        packing->run, packing->operand->location, ERROR_RANGE,
        TOLD_COUNT("argument {number} of {kernel}: the plan passes {passed}, the kernel takes {wanted} of {n} byte",
                   "argument {number} of {kernel}: the plan passes {passed}, the kernel takes {wanted} of {n} bytes"),
        "n=%u" TOLD_AND "number=%d" TOLD_AND "kernel=%s" TOLD_AND "passed=%s" TOLD_AND "wanted=%s",
        parameter->size_bytes, packing->position, packing->kernel, passed,
        is_number ? TOLD_TEXT("an integer") : wanted[parameter->kind]);
}

static bool pack_address(const struct packing *packing, device_address address, const char *passed)
{
    if (packing->parameter->kind != DEVICE_PARAMETER_INTEGER || packing->parameter->size_bytes != sizeof address)
        return mismatch(packing, passed);
    memcpy(packing->to, &address, sizeof address);
    return true;
}

/* An integer fits if its signed or its unsigned form does. */
static bool pack_integer(const struct packing *packing, const struct value *value)
{
    int64_t integer = value->integer;
    uint32_t bits = 8 * packing->parameter->size_bytes;
    if (value->is_real) {
        if (value->real != trunc(value->real) || fabs(value->real) >= 0x1p63)
            return mismatch(packing, TOLD_TEXT("a number with a fraction"));
        integer = (int64_t)value->real;
    }
    if (bits > 64)
        return mismatch(packing, TOLD_TEXT("a number"));
    bool fits = bits == 64 || (integer >= -(INT64_C(1) << (bits - 1)) && integer < INT64_C(1) << bits);
    if (!fits)
        return mismatch(packing, TOLD_TEXT("a number too large for it"));
    memcpy(packing->to, &integer, packing->parameter->size_bytes); /* little-endian, as devices are */
    return true;
}

/* `1/sqrt(n)` is 0 for every square n above 1: a silent mistake. */
static bool divides_whole(const struct packing *packing)
{
    const struct expression *expression = packing->operand->whole.expression;
    if (!expression || !expression_may_divide_whole(expression))
        return false;
    run_refuse(packing->run, packing->operand->location, ERROR_RANGE,
               "argument {number} of {kernel}: '{text}' divides whole numbers and drops the remainder. The kernel "
               "takes a floating-point number: write one of the two as a decimal, 1.0 / sqrt(n)",
               "number=%d" TOLD_AND "kernel=%s" TOLD_AND "text=%s", packing->position, packing->kernel,
               expression_text(expression));
    return true;
}

/*
 * Finds this mistake through a `let`. A quotient there can be an intended count, but not if it is
 * 0.
 */
static bool names_lost_quotient(const struct packing *packing, const struct value *value)
{
    const struct expression *whole = packing->operand->whole.expression;
    const struct run_name *name = whole && value->real == 0 ? run_find(packing->run, expression_text(whole)) : NULL;
    if (!name || !name->expression || !expression_may_divide_whole(name->expression))
        return false;
    run_refuse(packing->run, packing->operand->location, ERROR_RANGE,
               "argument {number} of {kernel}: '{name}' is 0, since '{text}' divides whole numbers and drops the "
               "remainder. The kernel takes a floating-point number: write one of the two as a decimal, "
               "1.0 / sqrt(n)",
               "number=%d" TOLD_AND "kernel=%s" TOLD_AND "name=%s" TOLD_AND "text=%s", packing->position,
               packing->kernel, name->name, expression_text(name->expression));
    return true;
}

static bool pack_float(const struct packing *packing, const struct value *value)
{
    float narrow = (float)value->real;
    if (divides_whole(packing) || names_lost_quotient(packing, value))
        return false;
    if (packing->parameter->size_bytes == sizeof narrow)
        memcpy(packing->to, &narrow, sizeof narrow);
    else if (packing->parameter->size_bytes == sizeof value->real)
        memcpy(packing->to, &value->real, sizeof value->real);
    else
        return mismatch(packing, TOLD_TEXT("a number"));
    return true;
}

/*
 * Rounds to nearest even into a format of 16 bits with the given exponent and fraction widths (IEEE
 * 754-2019, 4.3).
 */
static uint16_t narrow_float(double value, int exponent_bits, int fraction_bits)
{
    int bias = (1 << (exponent_bits - 1)) - 1;
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    uint16_t infinity = (uint16_t)(((1 << exponent_bits) - 1) << fraction_bits);
    if (isnan(value))
        return sign | infinity | 1;
    int exponent = 0;
    double magnitude = fabs(value);
    if (isinf(value) || magnitude == 0)
        return sign | (magnitude == 0 ? 0 : infinity);
    frexp(magnitude, &exponent);
    int least = 1 - bias; /* exponent of the smallest normal number */
    int scale = (exponent - 1 < least ? least : exponent - 1) - fraction_bits;
    double units = nearbyint(ldexp(magnitude, -scale));
    long bits = (long)units + ((long)(scale + fraction_bits - least) << fraction_bits);
    return sign | (uint16_t)(bits >= infinity ? infinity : bits);
}

/*
 * Half-precision scalars are structures of 2 bytes in a kernel's parameters. Only the exercise's
 * parameter names the format.
 */
static bool pack_half(const struct packing *packing, const struct value *value)
{
    const struct plan_operand *operand = packing->operand;
    const struct run_name *name = operand->is_name_alone ? run_find(packing->run, operand->name.text) : NULL;
    bool is_half = name && name->parameter && packing->parameter->size_bytes == 2 &&
                   (name->parameter->dtype == DTYPE_F16 || name->parameter->dtype == DTYPE_BF16);
    if (!is_half)
        return mismatch(packing, TOLD_TEXT("a number"));
    bool is_f16 = name->parameter->dtype == DTYPE_F16;
    uint16_t bits = is_f16 ? narrow_float(value->real, 5, 10) : narrow_float(value->real, 8, 7);
    memcpy(packing->to, &bits, sizeof bits);
    return true;
}

static bool pack_number(const struct packing *packing)
{
    static bool (*const packers[])(const struct packing *, const struct value *) = {
        [DEVICE_PARAMETER_INTEGER] = pack_integer,
        [DEVICE_PARAMETER_FLOAT] = pack_float,
        [DEVICE_PARAMETER_BYTES] = pack_half,
    };
    struct value value = {0};
    return run_number(packing->run, &packing->operand->whole, &value) &&
           packers[packing->parameter->kind](packing, &value);
}

static bool pack_tensor_map(const struct packing *packing, const struct run_name *map)
{
    if (packing->parameter->kind != DEVICE_PARAMETER_BYTES || packing->parameter->size_bytes != DEVICE_TENSOR_MAP_BYTES)
        return mismatch(packing, TOLD_TEXT("a tensor map"));
    memcpy(packing->to, map->tensor_maps[packing->run->rank], DEVICE_TENSOR_MAP_BYTES);
    return true;
}

static bool pack_peers(const struct packing *packing)
{
    struct run *run = packing->run;
    struct run_name *buffer = run_find(run, packing->operand->name.text);
    if (!buffer || buffer->kind != RUN_NAME_BUFFER)
        return mismatch(packing, TOLD_TEXT("peers() needs a buffer"));
    return pack_address(packing, buffer->peer_tables[run->rank], TOLD_TEXT("an array of addresses"));
}

bool run_pack(struct run *run, const struct plan_operand *operand, const struct device_parameter *parameter,
              int position, const char *kernel, uint8_t *block)
{
    struct packing packing = {run, operand, parameter, position, kernel, block + parameter->offset_bytes};
    if (operand->kind == PLAN_OPERAND_PEERS)
        return pack_peers(&packing);
    const struct run_name *name = operand->name.text ? run_find(run, operand->name.text) : NULL;
    if (operand->kind == PLAN_OPERAND_VALUE && name && name->kind == RUN_NAME_TENSOR_MAP)
        return pack_tensor_map(&packing, name);
    if (operand->kind == PLAN_OPERAND_VALUE && !(name && name->kind == RUN_NAME_BUFFER))
        return pack_number(&packing);
    struct run_target target = {0};
    return run_target(run, operand, &target) && pack_address(&packing, target.address, TOLD_TEXT("a buffer"));
}
