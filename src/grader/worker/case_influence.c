/* Finds what a wrong output takes from the inputs: see the header. */
#include "grader/worker/case_influence.h"

#include <math.h>

#include "base/random.h"
#include "grader/case/program_run.h"
#include "grader/pattern/pattern.h"
#include "grader/value/number.h"
#include "grader/value/observation_merge.h"

enum {
    ELEMENTS_MAX = 1 << 15,
    INSTRUCTIONS_MAX = 8000000, /* of warps, in all runs of a job */
    RUN_LIMIT = 400000,
    RUN_COST = 30000, /* the time that a run takes besides, in instructions */
    INFLUENCE_STREAM = 900,
};

struct probing {
    struct case_buffers *buffers;
    struct case_parameter *output;
    uint64_t index; /* of its element */
    double got, expected;
    double rounding; /* of a number of the output's type, as a share */
    int runs_left;
    bool failed;
};

/* How far the output and the reference's move. */
struct movement {
    double got, expected;
};

static bool is_output(const struct case_parameter *parameter)
{
    return parameter->parameter->role == PARAMETER_OUT || parameter->parameter->role == PARAMETER_INOUT;
}

static bool is_probed(const struct case_parameter *parameter)
{
    return parameter->parameter->role == PARAMETER_IN && parameter->held[0].initial && parameter->count > 0 &&
           dtype_kind(parameter->parameter->dtype) == DTYPE_KIND_FLOAT;
}

static double rounding_of(enum dtype dtype)
{
    return dtype_bytes(dtype) >= 4 ? 1e-5 : dtype_bytes(dtype) == 2 ? 1e-2 : 0.1;
}

/* --- runs ------------------------------------------------------------------------------------- */

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

/* The element after a run on the present inputs. */
static double element_after(struct probing *probing, enum case_side side)
{
    struct case_buffers *buffers = probing->buffers;
    struct device *device = buffers->devices[0];
    struct held_buffer *held = &probing->output->held[0];
    uint64_t limit = device->instruction_limit;
    device->instruction_limit = RUN_LIMIT;
    bool done = case_buffers_upload(buffers, side, NULL) &&
                (side == SIDE_LEARNER ? run_learner(buffers) : run_reference(buffers));
    case_buffers_release(buffers);
    device->instruction_limit = limit;
    enum dtype dtype = probing->output->parameter->dtype;
    const void *contents = side == SIDE_LEARNER ? held->got : held->expected;
    double value = done ? number_decode(dtype, number_load(dtype, contents, probing->index)) : NAN;
    probing->failed |= !isfinite(value);
    probing->runs_left--;
    return value;
}

/* A copy whose elements `first` to `end` are moved by amounts of their own, times a number. */
static void *moved_part(struct arena *arena, const struct case_parameter *parameter, uint64_t first, uint64_t end,
                        double times)
{
    enum dtype dtype = parameter->parameter->dtype;
    const void *from = parameter->held[0].initial;
    void *copy = arena_memdup(arena, from, parameter->size_bytes);
    double largest = 0;
    for (uint64_t i = 0; i < parameter->count; i++)
        largest = fmax(largest, fabs(number_decode(dtype, number_load(dtype, from, i))));
    for (uint64_t i = first; i < end; i++) {
        double by = times * (0.5 + random_uniform_at(1, INFLUENCE_STREAM, i)) * (largest > 0 ? largest : 1);
        number_store(dtype, copy, i, number_encode(dtype, number_decode(dtype, number_load(dtype, from, i)) + by));
    }
    return copy;
}

static struct movement move_part(struct probing *probing, struct case_parameter *input, uint64_t first, uint64_t end,
                                 double times)
{
    void *initial = input->held[0].initial;
    struct movement movement = {0};
    if (probing->runs_left < 2)
        probing->failed = true;
    if (probing->failed)
        return movement;
    input->held[0].initial = moved_part(probing->buffers->arena, input, first, end, times);
    movement.got = element_after(probing, SIDE_LEARNER) - probing->got;
    if (!probing->failed)
        movement.expected = element_after(probing, SIDE_REFERENCE) - probing->expected;
    input->held[0].initial = initial;
    return movement;
}

/* --- elements --------------------------------------------------------------------------------- */

static double slack(const struct probing *probing, const struct movement *movement)
{
    return 10 * probing->rounding * (fabs(movement->got) + fabs(movement->expected)) +
           probing->rounding * (fabs(probing->got) + fabs(probing->expected));
}

static bool differs(struct probing *probing, struct case_parameter *input, uint64_t first, uint64_t end)
{
    struct movement movement = move_part(probing, input, first, end, 1);
    return !probing->failed && fabs(movement.got - movement.expected) > slack(probing, &movement);
}

/* The first element from `first` on with another influence; the count: there is none. */
static uint64_t find_different(struct probing *probing, struct case_parameter *input, uint64_t first)
{
    uint64_t end = input->count;
    if (first >= end || !differs(probing, input, first, end))
        return input->count;
    while (end - first > 1 && !probing->failed) {
        uint64_t middle = first + (end - first) / 2;
        if (differs(probing, input, first, middle))
            end = middle;
        else
            first = middle;
    }
    return probing->failed ? input->count : first;
}

/* What a movement of one element shows. A function of it may also change by too little. */
static enum influence_kind kind_of(const struct probing *probing, const struct movement *movement)
{
    double least = slack(probing, movement), near = 0.01 * fabs(movement->expected);
    if (movement->got == 0 && fabs(movement->expected) > least)
        return INFLUENCE_LACKING;
    if (movement->expected == 0 && fabs(movement->got) > least)
        return INFLUENCE_ADDED;
    if (fabs(movement->expected) <= least)
        return INFLUENCE_NONE;
    if (fabs(movement->got - 2 * movement->expected) <= near)
        return INFLUENCE_TWICE;
    return fabs(movement->got + movement->expected) <= near ? INFLUENCE_NEGATED : INFLUENCE_NONE;
}

/*
 * Small movements and large ones, in both directions, must show the same. So a value that is
 * rounded or clipped is not taken for one that does not matter.
 */
static enum influence_kind kind_at(struct probing *probing, struct case_parameter *input, uint64_t index)
{
    static const double times[] = {1, 16, -4};
    enum influence_kind kind = INFLUENCE_NONE;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct movement movement = move_part(probing, input, index, index + 1, times[i]);
        enum influence_kind now = probing->failed ? INFLUENCE_NONE : kind_of(probing, &movement);
        if (now == INFLUENCE_NONE || (i && now != kind))
            return INFLUENCE_NONE;
        kind = now;
    }
    return kind;
}

/* The last element with another influence, if there is one at or after `first`. */
static uint64_t find_last_different(struct probing *probing, struct case_parameter *input, uint64_t first)
{
    uint64_t end = input->count;
    while (end - first > 1 && !probing->failed) {
        uint64_t middle = first + (end - first) / 2;
        if (differs(probing, input, middle, end))
            first = middle;
        else
            end = middle;
    }
    return first;
}

/* The element that is taken in place of another one, if the next difference shows it. */
static void find_other(struct probing *probing, struct case_parameter *input, struct input_influence *influence)
{
    uint64_t next = find_different(probing, input, influence->index + 1);
    enum influence_kind kind = next < input->count ? kind_at(probing, input, next) : INFLUENCE_NONE;
    bool is_exchange = kind != influence->kind && (kind == INFLUENCE_LACKING || kind == INFLUENCE_ADDED);
    if (probing->failed || !is_exchange)
        return;
    influence->has_other = true;
    influence->other = next;
}

static bool find_in(struct probing *probing, struct case_parameter *input, struct input_influence *out_influence)
{
    uint64_t index = find_different(probing, input, 0);
    if (index >= input->count)
        return false;
    enum influence_kind kind = kind_at(probing, input, index);
    if (kind == INFLUENCE_NONE && !probing->failed) {
        index = find_last_different(probing, input, index);
        kind = kind_at(probing, input, index);
    }
    if (probing->failed || kind == INFLUENCE_NONE)
        return false;
    *out_influence = (struct input_influence){.parameter = input->parameter, .index = index, .kind = kind};
    if (kind == INFLUENCE_LACKING || kind == INFLUENCE_ADDED)
        find_other(probing, input, out_influence);
    return true;
}

/* --- the case --------------------------------------------------------------------------------- */

static bool is_vague(const struct buffer_result *buffer)
{
    enum pattern_kind kind = buffer->pattern.kind;
    return kind == PATTERN_NONE || kind == PATTERN_EVERYTHING || kind == PATTERN_ONLY_FIRST_RIGHT ||
           pattern_is_position(kind);
}

static bool find_output(struct probing *probing, const struct case_result *result)
{
    const struct buffer_result *wrong = NULL;
    for (size_t i = 0; i < result->buffer_count && !wrong; i++)
        wrong = result->buffers[i].wrong_count ? &result->buffers[i] : NULL;
    if (!wrong || !wrong->first_count || wrong->first[0].never_written || !is_vague(wrong) ||
        dtype_kind(wrong->parameter->dtype) != DTYPE_KIND_FLOAT)
        return false;
    for (size_t i = 0; i < probing->buffers->parameter_count; i++)
        if (probing->buffers->parameters[i].parameter == wrong->parameter)
            probing->output = &probing->buffers->parameters[i];
    probing->index = wrong->first[0].index;
    probing->got = number_decode(wrong->parameter->dtype, wrong->first[0].got);
    probing->expected = number_decode(wrong->parameter->dtype, wrong->first[0].expected);
    probing->rounding = rounding_of(wrong->parameter->dtype);
    return probing->output && isfinite(probing->got) && isfinite(probing->expected);
}

static bool is_small(const struct case_buffers *buffers)
{
    uint64_t elements = 0;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        elements += buffers->parameters[i].count;
    return elements <= ELEMENTS_MAX;
}

/* The host copies of outputs, which the runs overwrite. */
struct kept_outputs {
    void *got[JOB_PARAMETERS_MAX], *expected[JOB_PARAMETERS_MAX];
};

static struct kept_outputs *set_aside(struct case_buffers *buffers)
{
    struct kept_outputs *kept = ARENA_NEW(buffers->arena, struct kept_outputs);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        kept->got[i] = parameter->held[0].got;
        kept->expected[i] = parameter->held[0].expected;
        if (!is_output(parameter))
            continue;
        parameter->held[0].got = arena_alloc(buffers->arena, parameter->size_bytes + 1);
        parameter->held[0].expected = arena_alloc(buffers->arena, parameter->size_bytes + 1);
    }
    return kept;
}

static void put_back(struct case_buffers *buffers, const struct kept_outputs *kept)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        buffers->parameters[i].held[0].got = kept->got[i];
        buffers->parameters[i].held[0].expected = kept->expected[i];
    }
}

void case_influence(struct case_buffers *buffers, struct case_work *work, struct case_result *result)
{
    struct probing probing = {.buffers = buffers};
    bool is_bounded = buffers->devices[0]->properties.counts;
    if (!is_bounded || buffers->device_count != 1 || buffers->is_lazy || !is_small(buffers) ||
        result->unread.parameter || result->stage_count || result->judged_by_checker ||
        observation_unsafe(result->observation) || !find_output(&probing, result))
        return;
    uint64_t each = (observation_issued(result->observation) + work->needed) / 2 + RUN_COST;
    int most = (int)((INSTRUCTIONS_MAX - (work->probed < INSTRUCTIONS_MAX ? work->probed : INSTRUCTIONS_MAX)) / each);
    probing.runs_left = most;
    struct kept_outputs *kept = set_aside(buffers);
    for (size_t i = 0; i < buffers->parameter_count && !probing.failed; i++)
        if (is_probed(&buffers->parameters[i]) && find_in(&probing, &buffers->parameters[i], &result->influence))
            break;
    put_back(buffers, kept);
    work->probed += each * (uint64_t)(most - probing.runs_left);
}
