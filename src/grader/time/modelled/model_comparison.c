/* Compares the outputs of two sampled runs. */
#include "grader/time/modelled/model_comparison.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "device/modelling.h"
#include "grader/value/comparison.h"
#include "grader/value/number.h"
#include "grader/value/tolerance.h"

enum { WORD_BYTES = 64, WORDS_MOST = 1 << 17 }; /* per sample: up to 8 MiB of each output */

static bool is_compared(const struct case_parameter *parameter)
{
    bool is_output = parameter_is_output(parameter->parameter);
    return is_output && parameter->held[0].is_allocated && parameter->size_bytes;
}

/* NULL: the plan ran whole, so everything is written. */
static const uint64_t *written_bits(const struct case_buffers *buffers, const struct case_parameter *parameter,
                                    int rank)
{
    struct device *device = buffers->devices[rank];
    return device->modelling->lazy_written(device, parameter->held[rank].address);
}

static bool is_written(const uint64_t *bits, uint64_t index, uint64_t bytes)
{
    if (!bits)
        return true;
    uint64_t all = bytes == 8 ? 0xff : (UINT64_C(1) << bytes) - 1;
    return (bits[index * bytes / WORD_BYTES] >> index * bytes % WORD_BYTES & all) == all;
}

static uint64_t count_words(const uint64_t *bits, uint64_t words)
{
    uint64_t count = 0;
    if (!bits)
        return words;
    for (uint64_t i = 0; i < words; i++)
        count += bits[i] != 0;
    return count;
}

/* Takes the elements of the 64 bytes at `word`. */
static bool take_word(struct case_buffers *buffers, const struct case_parameter *parameter, const uint64_t *bits,
                      uint64_t word, struct model_sample *sample)
{
    struct device *device = buffers->devices[sample->rank];
    enum dtype dtype = parameter->parameter->dtype;
    uint64_t bytes = dtype_bytes(dtype), from = word * WORD_BYTES, left = parameter->size_bytes - from;
    uint8_t content[WORD_BYTES] = {0};
    if (!device->vtable->read(device, content, parameter->held[sample->rank].address + from,
                              left < WORD_BYTES ? left : WORD_BYTES, NULL))
        return false;
    for (uint64_t i = 0; i < WORD_BYTES / bytes && from / bytes + i < parameter->count; i++) {
        if (!is_written(bits, from / bytes + i, bytes))
            continue;
        sample->indices[sample->count] = from / bytes + i;
        sample->values[sample->count++] = number_load(dtype, content, i);
    }
    return true;
}

static void take_one(struct case_buffers *buffers, const struct case_parameter *parameter, struct model_sample *sample)
{
    if (!is_compared(parameter))
        return;
    const uint64_t *bits = written_bits(buffers, parameter, sample->rank);
    uint64_t words = (parameter->size_bytes + WORD_BYTES - 1) / WORD_BYTES, seen = 0;
    uint64_t count = count_words(bits, words), step = count / WORDS_MOST + 1;
    uint64_t room = (count / step + 1) * (WORD_BYTES / dtype_bytes(parameter->parameter->dtype));
    if (!count)
        return;
    sample->indices = ARENA_ARRAY(buffers->arena, room, uint64_t);
    sample->values = ARENA_ARRAY(buffers->arena, room, uint64_t);
    for (uint64_t i = 0; i < words; i++)
        if ((!bits || bits[i]) && seen++ % step == 0 && !take_word(buffers, parameter, bits, i, sample))
            return;
}

/* A buffer that no launch wrote to is not in the list. */
static void take_stored(const struct case_buffers *buffers, const struct case_parameter *parameter,
                        struct model_sample *sample)
{
    const struct device_model *model = &buffers->devices[sample->rank]->modelling->model;
    sample->is_whole = model->ran_whole;
    sample->is_most = model->has_short_blocks;
    sample->stored = sample->doubt = 0;
    for (int i = 0; i < model->stored_count; i++)
        if (model->stored[i].address == parameter->held[sample->rank].address) {
            sample->stored = model->stored[i].bytes;
            sample->doubt = model->stored[i].doubt;
        }
}

struct model_sample *model_sample_take(struct case_buffers *buffers)
{
    size_t ranks = (size_t)buffers->device_count, count = buffers->parameter_count * ranks;
    struct model_sample *samples = ARENA_ARRAY(buffers->arena, count + 1, struct model_sample);
    for (size_t i = 0; i < count; i++) {
        samples[i].rank = (int)(i % ranks);
        if (buffers->parameters[i / ranks].parameter->role == PARAMETER_SCALAR)
            continue;
        if (!buffers->devices[samples[i].rank]->modelling->model.has_partial_blocks)
            take_one(buffers, &buffers->parameters[i / ranks], &samples[i]);
        take_stored(buffers, &buffers->parameters[i / ranks], &samples[i]);
    }
    return samples;
}

enum { WANTED_MOST = 4096, WANTED_STREAM = 700 };

static uint64_t count_elements(const struct case_buffers *buffers, const struct model_sample *samples)
{
    uint64_t total = 0;
    for (size_t i = 0; i < buffers->parameter_count * (size_t)buffers->device_count; i++)
        total += samples[i].count;
    return total;
}

/* The address of the set's element number `at`, counted over all outputs. */
static device_address address_of(const struct case_buffers *buffers, const struct model_sample *samples, uint64_t at)
{
    size_t ranks = (size_t)buffers->device_count, i = 0;
    for (; at >= samples[i].count; i++)
        at -= samples[i].count;
    const struct case_parameter *parameter = &buffers->parameters[i / ranks];
    return parameter->held[i % ranks].address + samples[i].indices[at] * dtype_bytes(parameter->parameter->dtype);
}

const device_address *model_sample_wanted(struct case_buffers *buffers, const struct model_sample *const *sets,
                                          size_t set_count, uint64_t *out_count)
{
    device_address *wanted = ARENA_ARRAY(buffers->arena, WANTED_MOST, device_address);
    uint64_t count = 0;
    for (uint64_t i = 0; i < WANTED_MOST; i++) {
        const struct model_sample *samples = sets[i % set_count];
        uint64_t total = count_elements(buffers, samples);
        if (total)
            wanted[count++] =
                address_of(buffers, samples, random_below_at(buffers->job->seed, WANTED_STREAM, i, total));
    }
    *out_count = count;
    return wanted;
}

/* --- comparison ------------------------------------------------------------------------------- */

/*
 * Finds the elements that both wrote. `both` gets their places in the sample, `expected` the
 * reference's values.
 */
static uint64_t meet(struct case_buffers *buffers, const struct case_parameter *parameter,
                     const struct model_sample *sample, uint64_t *both, void *expected)
{
    struct device *device = buffers->devices[sample->rank];
    const uint64_t *bits = written_bits(buffers, parameter, sample->rank);
    uint64_t bytes = dtype_bytes(parameter->parameter->dtype), count = 0;
    for (uint64_t i = 0; is_compared(parameter) && i < sample->count; i++) {
        uint64_t index = sample->indices[i];
        if (!is_written(bits, index, bytes) ||
            !device->vtable->read(device, (uint8_t *)expected + count * bytes,
                                  parameter->held[sample->rank].address + index * bytes, bytes, NULL))
            continue;
        both[count++] = i;
    }
    return count;
}

static struct tolerance tolerance_of(const struct case_buffers *buffers, enum dtype dtype, const void *expected,
                                     uint64_t count)
{
    return tolerance_for(dtype, &buffers->job->tolerance, job_reduction_length(buffers->job, buffers->given),
                         compare_timed_scale(dtype, expected, count));
}

/* The elements of the sample that both wrote, with the reference's values. */
struct met {
    uint64_t count;
    uint64_t *both;
    void *expected;
};

static void count_wrong(const struct case_parameter *parameter, const struct model_sample *sample,
                        const struct met *met, struct tolerance tolerance, struct model_difference *out_difference)
{
    enum dtype dtype = parameter->parameter->dtype;
    out_difference->compared = met->count;
    out_difference->wrong = 0;
    for (uint64_t i = 0; i < met->count; i++) {
        uint64_t got = sample->values[met->both[i]], wanted = number_load(dtype, met->expected, i);
        if (tolerance_accepts(&tolerance, dtype, got, wanted))
            continue;
        if (!out_difference->wrong++) {
            out_difference->parameter = parameter->parameter;
            out_difference->index = sample->indices[met->both[i]];
            out_difference->got = got;
            out_difference->expected = wanted;
        }
    }
}

static void compare_one(struct case_buffers *buffers, const struct case_parameter *parameter,
                        const struct model_sample *sample, struct model_difference *difference)
{
    enum dtype dtype = parameter->parameter->dtype;
    uint64_t before = difference->all_compared;
    struct met met = {.both = ARENA_ARRAY(buffers->arena, sample->count + 1, uint64_t),
                      .expected = arena_alloc(buffers->arena, (sample->count + 1) * dtype_bytes(dtype))};
    met.count = meet(buffers, parameter, sample, met.both, met.expected);
    struct tolerance tolerance = tolerance_of(buffers, dtype, met.expected, met.count);
    count_wrong(parameter, sample, &met, tolerance_widened(tolerance, TOLERANCE_ORDER_FACTOR), difference);
    difference->all_compared = before + met.count;
    if (difference->wrong && difference->wrong <= met.count / TOLERANCE_EXTREME_SHARE)
        count_wrong(parameter, sample, &met, tolerance_widened(tolerance, TOLERANCE_EXTREME_FACTOR), difference);
}

/*
 * The bytes that must be written: as many as the reference writes for certain, which is at most all
 * of the output. Where the plan's bytes are known well, it is all that the reference may write: it
 * writes all of what has no value before.
 */
static double needed_bytes(const struct case_parameter *parameter, const struct model_sample *sample,
                           const struct model_sample *reference)
{
    bool is_all = sample->is_most && parameter->parameter->role == PARAMETER_OUT;
    return fmin((double)parameter->size_bytes, reference->stored + (is_all ? 1 : -1) * reference->doubt);
}

/*
 * Whether the plan can write as much of the output as it must. A whole run needs no such bound:
 * what it left unwritten is wrong.
 */
static void find_left_out(struct case_buffers *buffers, const struct case_parameter *parameter,
                          const struct model_sample *sample, struct model_difference *difference)
{
    struct model_sample reference = {.rank = sample->rank};
    if (!is_compared(parameter))
        return;
    take_stored(buffers, parameter, &reference);
    double most = sample->stored + sample->doubt, size_bytes = (double)parameter->size_bytes;
    double needed = needed_bytes(parameter, sample, &reference);
    if (sample->is_whole || reference.is_whole)
        return;
    difference->is_unknown |= sample->doubt >= DEVICE_STORED_UNKNOWN;
    if (most >= needed)
        return;
    if (buffers->device_count > 1) {
        difference->is_unknown = true; /* other devices can write to it */
        return;
    }
    difference->left_out = parameter->parameter;
    difference->most_written = most / size_bytes;
}

void model_sample_compare(struct case_buffers *buffers, const struct model_sample *samples,
                          struct model_difference *out_difference)
{
    size_t ranks = (size_t)buffers->device_count;
    *out_difference = (struct model_difference){0};
    for (size_t i = 0; i < buffers->parameter_count * ranks && !out_difference->wrong; i++) {
        if (samples[i].count)
            compare_one(buffers, &buffers->parameters[i / ranks], &samples[i], out_difference);
        if (!out_difference->left_out)
            find_left_out(buffers, &buffers->parameters[i / ranks], &samples[i], out_difference);
    }
}
