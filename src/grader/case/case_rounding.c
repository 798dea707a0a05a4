/* Measures the size of the terms behind each output, by the reference on moved inputs. */
#include "grader/case/case_rounding.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "grader/case/program_run.h"
#include "grader/value/comparison.h"
#include "grader/value/number.h"

enum { ROUNDING_STREAM = 800 };

/*
 * The share that inputs of a type move by: some 2^12 of its last place, or what is left of 8 bits.
 */
static double moved_share(enum dtype dtype)
{
    return dtype_bytes(dtype) >= 4 ? 0x1p-12 : dtype_bytes(dtype) == 2 ? 0x1p-5 : 0x1p-2;
}

static bool is_moved(const struct case_parameter *parameter)
{
    return parameter_is_input(parameter->parameter) && dtype_kind(parameter->parameter->dtype) == DTYPE_KIND_FLOAT &&
           parameter->count > 0;
}

static bool is_scaled(const struct case_parameter *parameter)
{
    return parameter_is_output(parameter->parameter) && dtype_kind(parameter->parameter->dtype) == DTYPE_KIND_FLOAT &&
           parameter->count > 0;
}

enum { WORDS = 4, PART = 256 };

/* Four elements take their random numbers from one block. */
static void move_elements(enum dtype dtype, uint64_t seed, uint64_t stream, uint64_t count, void *elements)
{
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    struct random_block block = {{0}};
    for (uint64_t i = 0; i < count; i++) {
        if (i % WORDS == 0)
            block = random_philox((struct random_block){{(uint32_t)i, (uint32_t)(i >> 32), (uint32_t)stream}}, key);
        double value = number_decode(dtype, number_load(dtype, elements, i));
        double share = (block.word[i % WORDS] * 0x1p-31 - 1) * moved_share(dtype);
        number_store(dtype, elements, i, number_encode(dtype, value * (1 + share)));
    }
}

static void move_inputs(struct case_buffers *buffers, int run)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        uint64_t stream = ROUNDING_STREAM + (uint64_t)run * JOB_PARAMETERS_MAX + i;
        for (int rank = 0; is_moved(parameter) && rank < buffers->device_count; rank++)
            move_elements(parameter->parameter->dtype, buffers->job->seed, stream, parameter->count,
                          parameter->held[rank].initial);
    }
}

struct case_rounding {
    void *initial[JOB_DEVICES_MAX], *expected[JOB_DEVICES_MAX];
};

struct case_rounding *case_rounding_begin(struct case_buffers *buffers)
{
    struct case_rounding *kept = ARENA_ARRAY(buffers->arena, buffers->parameter_count + 1, struct case_rounding);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        for (int rank = 0; rank < buffers->device_count; rank++) {
            struct held_buffer *held = &parameter->held[rank];
            if (is_moved(parameter))
                kept[i].initial[rank] = arena_memdup(buffers->arena, held->initial, parameter->size_bytes);
            if (!is_scaled(parameter))
                continue;
            kept[i].expected[rank] = arena_memdup(buffers->arena, held->expected, parameter->size_bytes);
            if (!held->terms)
                held->terms = ARENA_ARRAY(buffers->arena, parameter->count, double);
        }
    }
    return kept;
}

static void put_back(struct case_buffers *buffers, const struct case_rounding *kept)
{
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++) {
            struct held_buffer *held = &buffers->parameters[i].held[rank];
            if (kept[i].initial[rank])
                memcpy(held->initial, kept[i].initial[rank], buffers->parameters[i].size_bytes);
            if (kept[i].expected[rank])
                memcpy(held->expected, kept[i].expected[rank], buffers->parameters[i].size_bytes);
        }
}

/*
 * Takes the larger terms of each element. They are the outputs of the run themselves, or how far
 * these are from the reference's, for the share that the inputs moved by.
 */
static void note_elements(enum dtype dtype, const void *before, const void *after, bool are_outputs, uint64_t count,
                          double *terms)
{
    double old[PART] = {0}, moved[PART];
    double share = are_outputs ? 1 : moved_share(dtype);
    for (uint64_t first = 0; first < count; first += PART) {
        uint64_t taken = count - first < PART ? count - first : PART;
        number_decode_part(dtype, after, first, taken, moved);
        if (!are_outputs)
            number_decode_part(dtype, before, first, taken, old);
        for (uint64_t i = 0; i < taken; i++) {
            double size = fabs(moved[i] - old[i]) / share;
            if (isfinite(size) && size > terms[first + i])
                terms[first + i] = size;
        }
    }
}

static void note_terms(struct case_buffers *buffers, const struct case_rounding *kept, bool are_outputs)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (kept[i].expected[rank])
                note_elements(parameter->parameter->dtype, kept[i].expected[rank], parameter->held[rank].expected,
                              are_outputs, parameter->count, parameter->held[rank].terms);
    }
}

static bool run(struct case_buffers *buffers, enum job_role role, struct error *error)
{
    const struct job_program *program = job_find_program(buffers->job, role, "");
    bool done = program && case_buffers_upload(buffers, SIDE_REFERENCE, error) &&
                program_run_trusted(buffers, program, error) &&
                case_buffers_download(buffers, SIDE_REFERENCE, NULL, error);
    case_buffers_release(buffers);
    return done;
}

bool case_rounding_terms(const struct case_rounding *kept, struct case_buffers *buffers, struct error *error)
{
    if (!job_find_program(buffers->job, JOB_TERMS, ""))
        return true;
    bool done = run(buffers, JOB_TERMS, error);
    if (done)
        note_terms(buffers, kept, true);
    put_back(buffers, kept);
    return done;
}

bool case_rounding_move(const struct case_rounding *kept, struct case_buffers *buffers, int number, struct error *error)
{
    move_inputs(buffers, number);
    bool done = run(buffers, JOB_REFERENCE, error);
    if (done)
        note_terms(buffers, kept, false);
    put_back(buffers, kept);
    return done;
}
