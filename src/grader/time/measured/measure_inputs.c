/* New inputs for each run of a measured case. */
#include "grader/time/measured/measure_inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum { MEASURE_STREAM = 300, RING_SHARE = 8 };

static bool is_buffer(const struct case_parameter *parameter)
{
    return parameter->parameter->role != PARAMETER_SCALAR && parameter->size_bytes > 0;
}

static const char *init_of(const struct job_case *given, const struct parameter *parameter)
{
    for (size_t i = 0; i < given->init_count; i++)
        if (!strcmp(given->inits[i].parameter, parameter->name))
            return given->inits[i].init;
    return parameter->init;
}

/* Each element is drawn on its own, so it may be anywhere. */
static bool is_drawn_by_element(const struct job_case *given, const struct parameter *parameter)
{
    static const char *const names[] = {"uniform", "normal", "integers", "bernoulli", "bits"};
    const char *init = init_of(given, parameter);
    if (parameter->init_kernel && !init)
        return false;
    for (size_t i = 0; init && i < sizeof names / sizeof *names; i++)
        if (!strncmp(init, names[i], strlen(names[i])) && init[strlen(names[i])] == '(')
            return true;
    return init == NULL;
}

/* --- the rings -------------------------------------------------------------------------------- */

/* The host's copy: further elements of the same recipe. */
static bool draw_ring(const struct measure_inputs *inputs, size_t index, struct measure_ring *ring, struct error *error)
{
    const struct case_parameter *parameter = &inputs->buffers->parameters[index];
    struct input_recipe recipe;
    if (!case_buffers_recipe(inputs->buffers, parameter, 0, &recipe, error))
        return false;
    recipe.key ^= UINT64_C(0x9e3779b97f4a7c15);
    recipe.element_count = ring->count;
    ring->initial = arena_alloc(inputs->buffers->arena, ring->count * dtype_bytes(parameter->parameter->dtype));
    input_fill(&recipe, ring->initial);
    return true;
}

static bool open_ring(struct measure_inputs *inputs, size_t index, struct error *error)
{
    struct case_buffers *buffers = inputs->buffers;
    const struct case_parameter *parameter = &buffers->parameters[index];
    struct measure_ring *ring = &inputs->rings[index];
    if (!is_buffer(parameter) || !parameter_is_input(parameter->parameter) ||
        !is_drawn_by_element(buffers->given, parameter->parameter))
        return true;
    ring->count = parameter->count / RING_SHARE + 1;
    uint64_t size_bytes = ring->count * dtype_bytes(parameter->parameter->dtype);
    if (!draw_ring(inputs, index, ring, error))
        return false;
    for (int rank = 0; rank < buffers->device_count; rank++) {
        struct device *device = buffers->devices[rank];
        if (!device->vtable->allocate(device, size_bytes, parameter->parameter->name, &ring->held[rank], error) ||
            !device->vtable->write(device, ring->held[rank], ring->initial, size_bytes, error))
            return false;
    }
    return true;
}

bool measure_inputs_open(struct measure_inputs *inputs, struct case_buffers *buffers, struct error *error)
{
    *inputs = (struct measure_inputs){
        .buffers = buffers, .rings = ARENA_ARRAY(buffers->arena, buffers->parameter_count, struct measure_ring)};
    if (!case_buffers_upload(buffers, SIDE_REFERENCE, error))
        return false;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        if (!open_ring(inputs, i, error))
            return false;
    return true;
}

void measure_inputs_close(struct measure_inputs *inputs)
{
    struct case_buffers *buffers = inputs->buffers;
    for (size_t i = 0; inputs->rings && i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (inputs->rings[i].held[rank])
                buffers->devices[rank]->vtable->release(buffers->devices[rank], inputs->rings[i].held[rank], NULL);
    if (buffers)
        case_buffers_release(buffers);
}

/* --- a run's inputs --------------------------------------------------------------------------- */

/* The start of a run's input on its ring, the same for both sides and for the reference. */
static uint64_t begin_of(const struct measure_inputs *inputs, size_t index, uint32_t run)
{
    const struct measure_ring *ring = &inputs->rings[index];
    uint64_t around = inputs->buffers->parameters[index].count + ring->count;
    return ring->count ? random_below_at(inputs->buffers->job->seed, MEASURE_STREAM + index, run, around) : 0;
}

struct stretch {
    device_address from;
    uint64_t elements;
};

/* The longest contiguous run of elements from `at` on. */
static struct stretch stretch_at(const struct measure_inputs *inputs, size_t index, int rank, uint64_t at)
{
    const struct case_parameter *parameter = &inputs->buffers->parameters[index];
    uint64_t bytes = dtype_bytes(parameter->parameter->dtype);
    if (at < parameter->count)
        return (struct stretch){parameter->held[rank].address + at * bytes, parameter->count - at};
    at -= parameter->count;
    return (struct stretch){inputs->rings[index].held[rank] + at * bytes, inputs->rings[index].count - at};
}

static bool put_one(const struct measure_inputs *inputs, struct case_buffers *to, size_t index, int rank, uint32_t run,
                    struct error *error)
{
    const struct case_parameter *parameter = &inputs->buffers->parameters[index];
    struct device *device = inputs->buffers->devices[rank];
    uint64_t bytes = dtype_bytes(parameter->parameter->dtype), around = parameter->count + inputs->rings[index].count;
    uint64_t at = begin_of(inputs, index, run);
    device->stream = 0;
    for (uint64_t done = 0; done < parameter->count;) {
        struct stretch stretch = stretch_at(inputs, index, rank, at);
        uint64_t left = parameter->count - done, taken = stretch.elements < left ? stretch.elements : left;
        if (!device->vtable->copy(device, to->parameters[index].held[rank].address + done * bytes, stretch.from,
                                  taken * bytes, error))
            return false;
        done += taken;
        at = (at + taken) % around;
    }
    return true;
}

bool measure_inputs_put(const struct measure_inputs *inputs, struct case_buffers *to, uint32_t run, bool outputs_only,
                        struct error *error)
{
    const struct case_buffers *buffers = inputs->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        if (!is_buffer(&buffers->parameters[i]) ||
            (outputs_only && !parameter_is_output(buffers->parameters[i].parameter)))
            continue;
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (!put_one(inputs, to, i, rank, run, error))
                return false;
    }
    return true;
}

/* --- checking for writes ---------------------------------------------------------------------- */

static bool is_same(struct device *device, device_address at, const void *expected, uint64_t size_bytes, bool *out_same,
                    struct error *error)
{
    void *now = malloc(size_bytes + 1);
    if (!now)
        return error_set(error, ERROR_MEMORY, "no memory to look at the inputs again");
    bool done = device->vtable->read(device, now, at, size_bytes, error);
    *out_same = done && !memcmp(now, expected, size_bytes);
    free(now);
    return done;
}

bool measure_inputs_intact(const struct measure_inputs *inputs, const struct parameter **out_changed,
                           struct error *error)
{
    struct case_buffers *buffers = inputs->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        const struct measure_ring *ring = &inputs->rings[i];
        uint64_t ring_bytes = ring->count * dtype_bytes(parameter->parameter->dtype);
        for (int rank = 0;
             is_buffer(parameter) && parameter_is_input(parameter->parameter) && rank < buffers->device_count; rank++) {
            struct device *device = buffers->devices[rank];
            const struct held_buffer *held = &parameter->held[rank];
            bool same = true, same_ring = true;
            if (!is_same(device, held->address, held->initial, parameter->size_bytes, &same, error) ||
                (ring->count && !is_same(device, ring->held[rank], ring->initial, ring_bytes, &same_ring, error)))
                return false;
            if (!same || !same_ring)
                *out_changed = parameter->parameter;
        }
    }
    return true;
}
