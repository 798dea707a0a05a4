/* Runs both plans on changed inputs: see the header. */
#include "grader/worker/case_probe.h"

#include <math.h>

#include "base/random.h"
#include "grader/case/program_run.h"
#include "grader/value/number.h"

enum { RUN_LIMIT = 400000, INFLUENCE_STREAM = 900 };

bool case_probe_takes(const struct case_parameter *parameter)
{
    enum dtype dtype = parameter->parameter->dtype;
    bool is_data =
        dtype_kind(dtype) == DTYPE_KIND_FLOAT || dtype_bytes(dtype) == 1; /* a wider integer may be an index */
    return parameter->parameter->role == PARAMETER_IN && parameter->held[0].initial && parameter->count > 0 && is_data;
}

double case_probe_rounding(enum dtype dtype)
{
    if (dtype_kind(dtype) != DTYPE_KIND_FLOAT)
        return 0;
    return dtype_bytes(dtype) >= 4 ? 1e-5 : dtype_bytes(dtype) == 2 ? 1e-2 : 0.1;
}

static bool run_learner(struct case_buffers *buffers)
{
    struct case_result ignored = {.observation = observation_new()};
    const struct job_program *program = job_find_program(buffers->job, JOB_LEARNER, "");
    const struct parameter *changed;
    bool stopped = false;
    bool done = program && program_run(buffers, program, 0, &ignored, &stopped, NULL) && !stopped &&
                !ignored.observation->timed_out && case_buffers_download(buffers, SIDE_LEARNER, &changed, NULL);
    observation_free(ignored.observation);
    return done;
}

static bool run_reference(struct case_buffers *buffers)
{
    const struct job_program *program = job_find_program(buffers->job, JOB_REFERENCE, "");
    return program && program_run_trusted(buffers, program, NULL) &&
           case_buffers_download(buffers, SIDE_REFERENCE, NULL, NULL);
}

double case_probe_element(struct case_buffers *buffers, enum case_side side, const struct case_parameter *output,
                          int rank, uint64_t index)
{
    uint64_t limits[JOB_DEVICES_MAX];
    for (int i = 0; i < buffers->device_count; i++) {
        limits[i] = buffers->devices[i]->instruction_limit;
        buffers->devices[i]->instruction_limit = RUN_LIMIT;
    }
    bool done = case_buffers_upload(buffers, side, NULL) &&
                (side == SIDE_LEARNER ? run_learner(buffers) : run_reference(buffers));
    case_buffers_release(buffers);
    for (int i = 0; i < buffers->device_count; i++)
        buffers->devices[i]->instruction_limit = limits[i];
    enum dtype dtype = output->parameter->dtype;
    const void *contents = side == SIDE_LEARNER ? output->held[rank].got : output->held[rank].expected;
    return done ? number_decode(dtype, number_load(dtype, contents, index)) : NAN;
}

void *case_probe_moved(struct arena *arena, const struct case_parameter *parameter, int rank, uint64_t first,
                       uint64_t end, double times)
{
    enum dtype dtype = parameter->parameter->dtype;
    const void *from = parameter->held[rank].initial;
    void *copy = arena_memdup(arena, from, parameter->size_bytes);
    double largest = 0;
    for (uint64_t i = 0; i < parameter->count; i++)
        largest = fmax(largest, fabs(number_decode(dtype, number_load(dtype, from, i))));
    for (uint64_t i = first; i < end; i++) {
        double by = times * (0.5 + random_uniform_at(1, INFLUENCE_STREAM, i)) * (largest > 0 ? largest : 1);
        by = dtype_kind(dtype) == DTYPE_KIND_FLOAT ? by : ceil(fabs(by)); /* a pixel of 0 has nothing below */
        number_store(dtype, copy, i, number_encode(dtype, number_decode(dtype, number_load(dtype, from, i)) + by));
    }
    return copy;
}

struct case_probe_outputs *case_probe_set_aside(struct case_buffers *buffers)
{
    struct case_probe_outputs *kept = ARENA_NEW(buffers->arena, struct case_probe_outputs);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        for (int rank = 0; rank < buffers->device_count; rank++) {
            kept->got[i][rank] = parameter->held[rank].got;
            kept->expected[i][rank] = parameter->held[rank].expected;
            if (!parameter_is_output(parameter->parameter))
                continue;
            parameter->held[rank].got = arena_alloc(buffers->arena, parameter->size_bytes + 1);
            parameter->held[rank].expected = arena_alloc(buffers->arena, parameter->size_bytes + 1);
        }
    }
    return kept;
}

void case_probe_put_back(struct case_buffers *buffers, const struct case_probe_outputs *kept)
{
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++) {
            buffers->parameters[i].held[rank].got = kept->got[i][rank];
            buffers->parameters[i].held[rank].expected = kept->expected[i][rank];
        }
}
