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
    enum parameter_role role = parameter->parameter->role;
    return (role == PARAMETER_IN || role == PARAMETER_INOUT) &&
           dtype_kind(parameter->parameter->dtype) == DTYPE_KIND_FLOAT && parameter->count > 0;
}

static bool is_scaled(const struct case_parameter *parameter)
{
    enum parameter_role role = parameter->parameter->role;
    return (role == PARAMETER_OUT || role == PARAMETER_INOUT) &&
           dtype_kind(parameter->parameter->dtype) == DTYPE_KIND_FLOAT && parameter->count > 0;
}

static void move_inputs(struct case_buffers *buffers, int run)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        enum dtype dtype = parameter->parameter->dtype;
        for (int rank = 0; is_moved(parameter) && rank < buffers->device_count; rank++) {
            void *elements = parameter->held[rank].initial;
            uint64_t stream = ROUNDING_STREAM + (uint64_t)run * JOB_PARAMETERS_MAX + i;
            for (uint64_t j = 0; j < parameter->count; j++) {
                double value = number_decode(dtype, number_load(dtype, elements, j));
                double share = (2 * random_uniform_at(buffers->job->seed, stream, j) - 1) * moved_share(dtype);
                number_store(dtype, elements, j, number_encode(dtype, value * (1 + share)));
            }
        }
    }
}

/* The host's copies of everything that a run changes, to be put back. */
struct kept {
    void *initial[JOB_DEVICES_MAX], *expected[JOB_DEVICES_MAX];
    double *movement[JOB_DEVICES_MAX]; /* by element, the largest so far */
};

static void keep(struct case_buffers *buffers, struct kept *kept)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        for (int rank = 0; rank < buffers->device_count; rank++) {
            struct held_buffer *held = &parameter->held[rank];
            if (is_moved(parameter))
                kept[i].initial[rank] = arena_memdup(buffers->arena, held->initial, parameter->size_bytes);
            if (!is_scaled(parameter))
                continue;
            kept[i].expected[rank] = arena_memdup(buffers->arena, held->expected, parameter->size_bytes);
            kept[i].movement[rank] = ARENA_ARRAY(buffers->arena, parameter->count, double);
        }
    }
}

static void put_back_inputs(struct case_buffers *buffers, const struct kept *kept)
{
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (kept[i].initial[rank])
                memcpy(buffers->parameters[i].held[rank].initial, kept[i].initial[rank],
                       buffers->parameters[i].size_bytes);
}

static void note_movement(struct case_buffers *buffers, struct kept *kept)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        enum dtype dtype = parameter->parameter->dtype;
        for (int rank = 0; rank < buffers->device_count; rank++)
            for (uint64_t j = 0; kept[i].movement[rank] && j < parameter->count; j++) {
                double before = number_decode(dtype, number_load(dtype, kept[i].expected[rank], j));
                double after = number_decode(dtype, number_load(dtype, parameter->held[rank].expected, j));
                double movement = fabs(after - before) / moved_share(dtype);
                if (isfinite(movement))
                    kept[i].movement[rank][j] = fmax(kept[i].movement[rank][j], movement);
            }
    }
}

/* Outputs as the reference left them first; what moved becomes each buffer's scale. */
static void settle(struct case_buffers *buffers, const struct kept *kept)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        for (int rank = 0; rank < buffers->device_count; rank++) {
            if (!kept[i].expected[rank])
                continue;
            memcpy(parameter->held[rank].expected, kept[i].expected[rank], parameter->size_bytes);
            parameter->held[rank].scale = compare_scale(DTYPE_F64, kept[i].movement[rank], parameter->count);
        }
    }
}

static bool run_moved(struct case_buffers *buffers, struct error *error)
{
    const struct job_program *reference = job_find_program(buffers->job, JOB_REFERENCE, "");
    bool done = reference && case_buffers_upload(buffers, SIDE_REFERENCE, error) &&
                program_run_trusted(buffers, reference, error) &&
                case_buffers_download(buffers, SIDE_REFERENCE, NULL, error);
    case_buffers_release(buffers);
    return done;
}

bool case_rounding_scales(struct case_buffers *buffers, struct error *error)
{
    struct kept *kept = ARENA_ARRAY(buffers->arena, buffers->parameter_count + 1, struct kept);
    bool done = true;
    keep(buffers, kept);
    for (int run = 0; done && run < CASE_ROUNDING_RUNS; run++) {
        move_inputs(buffers, run);
        done = run_moved(buffers, error);
        if (done)
            note_movement(buffers, kept);
        put_back_inputs(buffers, kept);
    }
    settle(buffers, kept);
    return done;
}
