/* Compares every element of large outputs, in pieces. */
#include "grader/time/full/full_compare.h"

#include <string.h>

#include "base/hash.h"
#include "grader/value/comparison.h"
#include "grader/value/number.h"
#include "grader/value/tolerance.h"

enum { PIECE_BYTES = 1 << 20, SCALE_ELEMENTS = 1 << 20 };

/* One output while it is compared. */
struct comparing {
    struct case_buffers *buffers;
    const struct case_parameter *parameter;
    int rank;
    struct tolerance strict, lax; /* lax: for a few elements of many */
    uint64_t beyond_lax;
    struct buffer_result *out;
    uint8_t *piece; /* of the reference's output */
};

static enum dtype dtype_of(const struct comparing *comparing)
{
    return comparing->parameter->parameter->dtype;
}

static bool read_piece(struct comparing *comparing, uint64_t first, uint64_t count, struct error *error)
{
    struct device *device = comparing->buffers->devices[comparing->rank];
    uint64_t bytes = dtype_bytes(dtype_of(comparing));
    return device->vtable->read(device, comparing->piece,
                                comparing->parameter->held[comparing->rank].address + first * bytes, count * bytes,
                                error);
}

/* Calls `visit` for each piece of the reference's output. */
static bool for_each_piece(struct comparing *comparing,
                           void (*visit)(struct comparing *comparing, uint64_t first, uint64_t count, void *context),
                           void *context, struct error *error)
{
    uint64_t each = PIECE_BYTES / dtype_bytes(dtype_of(comparing)), all = comparing->parameter->count;
    for (uint64_t first = 0; first < all; first += each) {
        uint64_t count = all - first < each ? all - first : each;
        if (!read_piece(comparing, first, count, error))
            return false;
        visit(comparing, first, count, context);
    }
    return true;
}

/* --- the scale -------------------------------------------------------------------------------- */

/* Elements at regular distances. */
struct scale_sample {
    uint64_t step, count;
    void *elements;
};

static void sample_piece(struct comparing *comparing, uint64_t first, uint64_t count, void *context)
{
    struct scale_sample *sample = context;
    enum dtype dtype = dtype_of(comparing);
    for (uint64_t i = (sample->step - first % sample->step) % sample->step; i < count; i += sample->step)
        number_store(dtype, sample->elements, sample->count++, number_load(dtype, comparing->piece, i));
}

static bool find_scale(struct comparing *comparing, double *out_scale, struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    uint64_t count = comparing->parameter->count;
    struct scale_sample sample = {.step = count / SCALE_ELEMENTS + 1};
    sample.elements = arena_alloc(arena, (count / sample.step + 1) * dtype_bytes(dtype_of(comparing)));
    if (!for_each_piece(comparing, sample_piece, &sample, error))
        return false;
    *out_scale = compare_timed_scale(dtype_of(comparing), sample.elements, sample.count);
    return true;
}

/* --- elements --------------------------------------------------------------------------------- */

/* Whether the device's pattern for unwritten bytes is still there. */
static bool is_unwritten(const struct comparing *comparing, uint64_t index, uint64_t got)
{
    enum dtype dtype = dtype_of(comparing);
    uint64_t in_pattern = sizeof(uint64_t) / dtype_bytes(dtype);
    return comparing->parameter->parameter->role == PARAMETER_OUT &&
           got == number_load(dtype, &comparing->parameter->held[comparing->rank].pattern,
                              in_pattern ? index % in_pattern : 0);
}

static void note_wrong(struct comparing *comparing, const struct compare_element *element)
{
    struct buffer_result *out = comparing->out;
    bool is_beyond = !tolerance_accepts(&comparing->lax, dtype_of(comparing), element->got, element->expected);
    out->wrong_count++;
    out->unwritten_count += element->never_written;
    if (out->first_count < WRONG_ELEMENTS_MAX)
        out->first[out->first_count++] = *element;
    comparing->beyond_lax += is_beyond;
}

static void compare_piece(struct comparing *comparing, uint64_t first, uint64_t count, void *context)
{
    enum dtype dtype = dtype_of(comparing);
    const uint8_t *got = comparing->parameter->held[comparing->rank].got;
    (void)context;
    got += first * dtype_bytes(dtype);
    if (!memcmp(got, comparing->piece, count * dtype_bytes(dtype)))
        return;
    for (uint64_t i = 0; i < count; i++) {
        struct compare_element element = {
            .index = first + i, .got = number_load(dtype, got, i), .expected = number_load(dtype, comparing->piece, i)};
        if (tolerance_accepts(&comparing->strict, dtype, element.got, element.expected))
            continue;
        element.never_written = is_unwritten(comparing, element.index, element.got);
        note_wrong(comparing, &element);
    }
}

/* A few elements of many may have rounding errors that no case shows. */
static void forgive_few(struct comparing *comparing)
{
    struct buffer_result *out = comparing->out;
    if (comparing->beyond_lax || out->wrong_count > out->count / TOLERANCE_EXTREME_SHARE)
        return;
    out->wrong_count = out->unwritten_count = 0;
    out->first_count = 0;
}

static bool take_samples(struct comparing *comparing, size_t index, struct error *error)
{
    struct buffer_result *out = comparing->out;
    uint64_t indices[JOB_SAMPLES];
    enum dtype dtype = dtype_of(comparing);
    out->sample_count = result_sample_indices(comparing->buffers->given, index, out->count, indices);
    for (uint32_t i = 0; i < out->sample_count; i++) {
        if (!read_piece(comparing, indices[i], 1, error))
            return false;
        out->samples[i] = (struct compare_element){
            .index = indices[i],
            .got = number_load(dtype, comparing->parameter->held[comparing->rank].got, indices[i]),
            .expected = number_load(dtype, comparing->piece, 0)};
    }
    return true;
}

static bool compare_one(struct comparing *comparing, size_t index, struct error *error)
{
    const struct job *job = comparing->buffers->job;
    const struct case_parameter *parameter = comparing->parameter;
    double length = job_reduction_length(job, comparing->buffers->given), scale = 0;
    if (!find_scale(comparing, &scale, error))
        return false;
    struct tolerance tolerance = tolerance_for(dtype_of(comparing), &job->tolerance, length, scale);
    comparing->strict = tolerance_widened(tolerance, TOLERANCE_ORDER_FACTOR);
    comparing->lax = tolerance_widened(tolerance, TOLERANCE_EXTREME_FACTOR);
    *comparing->out = (struct buffer_result){
        .parameter = parameter->parameter, .rank = comparing->rank, .count = parameter->count, .scale = scale};
    if (!for_each_piece(comparing, compare_piece, NULL, error))
        return false;
    forgive_few(comparing);
    comparing->out->got_hash = hash_64(parameter->held[comparing->rank].got, parameter->size_bytes);
    return take_samples(comparing, index, error);
}

bool full_compare(struct case_buffers *buffers, struct case_result *result, struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    uint8_t *piece = arena_alloc(arena, PIECE_BYTES);
    result->buffers =
        ARENA_ARRAY(buffers->arena, buffers->parameter_count * (size_t)buffers->device_count, struct buffer_result);
    result->buffer_count = 0;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; parameter_is_output(buffers->parameters[i].parameter) && rank < buffers->device_count;
             rank++) {
            size_t index = result->buffer_count++;
            struct comparing comparing = {.buffers = buffers,
                                          .parameter = &buffers->parameters[i],
                                          .rank = rank,
                                          .out = &result->buffers[index],
                                          .piece = piece};
            if (!compare_one(&comparing, index, error))
                return false;
        }
    return true;
}
