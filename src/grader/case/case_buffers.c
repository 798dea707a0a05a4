/* The memory of one case: sizes, contents, upload, download, release. */
#include "grader/case/case_buffers.h"

#include <string.h>

#include "device/modelling.h"

#include "grader/input.h"
#include "grader/value/number.h"
#include "grader/value/scope.h"

static bool is_buffer(const struct case_parameter *parameter)
{
    return parameter->parameter->role != PARAMETER_SCALAR;
}

static const char *case_init(const struct job_case *given, const struct parameter *parameter)
{
    for (size_t i = 0; i < given->init_count; i++)
        if (!strcmp(given->inits[i].parameter, parameter->name))
            return given->inits[i].init;
    return parameter->init;
}

enum { CASE_DRAW_APART = 1 << 20 }; /* case numbers are smaller */

/* Each device of a multi-GPU case has inputs of its own. */
static uint64_t held_key(const struct case_buffers *buffers, const struct parameter *parameter, int rank)
{
    const char *name = rank ? arena_printf(buffers->arena, "%s@%d", parameter->name, rank) : parameter->name;
    return input_key(buffers->job->seed, name, buffers->given->number + buffers->draw * CASE_DRAW_APART);
}

/*
 * From this length on, a timed sum uses slanted inputs. Otherwise a sum estimated from a part would
 * pass as rounding.
 */
enum { SLANTED_LENGTH = 1 << 16 };

bool case_buffers_recipe(const struct case_buffers *buffers, const struct case_parameter *parameter, int rank,
                         struct input_recipe *out_recipe, struct error *error)
{
    struct scope scope = {buffers->given->values, buffers->given->value_count, buffers->given->devices};
    struct expression_environment environment = scope_environment(&scope);
    if (!input_prepare(case_init(buffers->given, parameter->parameter), parameter->parameter->dtype, parameter->count,
                       held_key(buffers, parameter->parameter, rank), &environment, out_recipe, error))
        return error_add_context(error, "init of %s", parameter->parameter->name);
    if ((buffers->given->measure || buffers->given->whole) &&
        job_reduction_length(buffers->job, buffers->given) >= SLANTED_LENGTH)
        input_slant(out_recipe);
    return true;
}

static bool make_input(struct case_buffers *buffers, struct case_parameter *parameter, int rank, struct error *error)
{
    struct input_recipe recipe;
    if (!case_buffers_recipe(buffers, parameter, rank, &recipe, error))
        return false;
    input_fill(&recipe, parameter->held[rank].initial);
    return true;
}

/*
 * A quiet NaN with a payload drawn from the seed. In integers, a number that no kernel computes by
 * chance.
 */
static uint64_t poison_bits(uint64_t seed, enum dtype dtype)
{
    uint64_t payload = seed * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    switch (dtype_bytes(dtype)) {
    case 8:
        return UINT64_C(0x7ff8a5a5) << 32 | payload;
    case 4:
        return UINT64_C(0x7fe50000) | (payload & 0xffff);
    case 2:
        return UINT64_C(0x7fc1) | (payload & 0x3e);
    default:
        return 0xff;
    }
}

static void make_poison(struct case_buffers *buffers, struct case_parameter *parameter, int rank)
{
    uint64_t bits = poison_bits(buffers->job->seed, parameter->parameter->dtype);
    uint32_t *words = parameter->held[rank].initial;
    if (dtype_bytes(parameter->parameter->dtype) == sizeof *words) { /* the usual case */
        for (uint64_t i = 0; i < parameter->count; i++)
            words[i] = (uint32_t)bits;
        return;
    }
    for (uint64_t i = 0; i < parameter->count; i++)
        number_store(parameter->parameter->dtype, parameter->held[rank].initial, i, bits);
}

bool case_buffers_is_generated(const struct case_buffers *buffers, const struct case_parameter *parameter)
{
    return parameter->parameter->init_kernel && !case_init(buffers->given, parameter->parameter);
}

static bool size_buffer(struct case_buffers *buffers, struct case_parameter *parameter, uint64_t *total_bytes,
                        struct error *error)
{
    struct scope scope = {buffers->given->values, buffers->given->value_count, buffers->given->devices};
    if (!scope_shape(&scope, parameter->parameter, parameter->shape, &parameter->count, error))
        return false;
    parameter->size_bytes = parameter->count * dtype_bytes(parameter->parameter->dtype);
    *total_bytes += parameter->size_bytes * (uint64_t)buffers->device_count;
    if (*total_bytes > CASE_BYTES_MAX)
        return error_set(error, ERROR_MEMORY, "case %s needs more memory than %d MiB", buffers->given->name,
                         (int)(CASE_BYTES_MAX >> 20));
    for (int rank = 0; !buffers->is_lazy && rank < buffers->device_count; rank++) {
        struct held_buffer *held = &parameter->held[rank];
        if (!buffers->is_slim || case_buffers_is_generated(buffers, parameter))
            held->initial = arena_alloc(buffers->arena, parameter->size_bytes + 1);
        if (parameter_is_output(parameter->parameter))
            held->got = arena_alloc(buffers->arena, parameter->size_bytes + 1);
        if (parameter_is_output(parameter->parameter) && !buffers->is_slim)
            held->expected = arena_alloc(buffers->arena, parameter->size_bytes + 1);
        if (parameter_is_output(parameter->parameter) && !parameter_is_input(parameter->parameter) && !buffers->is_slim)
            held->poison = arena_alloc(buffers->arena, parameter->size_bytes + 1);
    }
    return true;
}

static bool fill_host(struct case_buffers *buffers, struct case_parameter *parameter, struct error *error)
{
    for (int rank = 0; parameter->held[rank].initial && rank < buffers->device_count; rank++) {
        if (parameter_is_input(parameter->parameter) && !case_buffers_is_generated(buffers, parameter)) {
            if (!make_input(buffers, parameter, rank, error))
                return false;
        } else {
            make_poison(buffers, parameter, rank);
        }
    }
    return true;
}

bool case_buffers_prepare(struct case_buffers *buffers, struct error *error)
{
    struct scope scope = {buffers->given->values, buffers->given->value_count, buffers->given->devices};
    uint64_t total_bytes = 0;
    buffers->parameter_count = buffers->job->parameter_count;
    buffers->parameters = ARENA_ARRAY(buffers->arena, buffers->parameter_count, struct case_parameter);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        parameter->parameter = &buffers->job->parameters[i];
        if (!is_buffer(parameter)) {
            if (!scope_find(&scope, parameter->parameter->name, &parameter->scalar))
                return error_set(error, ERROR_NOT_FOUND, "case %s gives no value for %s", buffers->given->name,
                                 parameter->parameter->name);
            continue;
        }
        if (!size_buffer(buffers, parameter, &total_bytes, error) || !fill_host(buffers, parameter, error))
            return false;
    }
    return true;
}

/* --- lazy buffers: contents are made when a kernel touches them, and the host has none -------- */

static void fill_elements(void *context, uint64_t offset, void *out, uint64_t size_bytes)
{
    const struct input_recipe *recipe = context;
    uint64_t bytes = dtype_bytes(recipe->dtype);
    input_fill_part(recipe, offset / bytes, size_bytes / bytes, out);
}

static bool upload_lazy(struct case_buffers *buffers, struct case_parameter *parameter, int rank, struct error *error)
{
    struct device *device = buffers->devices[rank];
    bool is_input = parameter_is_input(parameter->parameter);
    struct input_recipe *recipe = is_input ? ARENA_NEW(buffers->arena, struct input_recipe) : NULL;
    if (recipe && !case_buffers_recipe(buffers, parameter, rank, recipe, error))
        return false;
    struct held_buffer *held = &parameter->held[rank];
    if (!device->modelling->allocate_lazy(device, parameter->size_bytes, parameter->parameter->name,
                                          recipe ? fill_elements : NULL, recipe, &held->address, error))
        return false;
    held->is_allocated = true;
    parameter->addresses[rank] = held->address;
    return parameter->parameter->role != PARAMETER_IN ||
           device->vtable->protect(device, held->address, parameter->size_bytes, true, error);
}

/* --- slim buffers: contents are made in pieces, and the host has none ------------------------- */

enum { PIECE_BYTES = 1 << 20 };

/* Makes one piece after another. `visit` returns false to end. */
static bool for_each_piece(struct case_buffers *buffers, const struct case_parameter *parameter, int rank,
                           bool (*visit)(struct device *device, device_address at, void *piece, uint64_t size_bytes,
                                         struct error *error),
                           struct error *error)
{
    struct input_recipe recipe;
    if (!case_buffers_recipe(buffers, parameter, rank, &recipe, error))
        return false;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    uint64_t bytes = dtype_bytes(recipe.dtype), each = PIECE_BYTES / bytes;
    void *piece = arena_alloc(arena, PIECE_BYTES);
    for (uint64_t first = 0; first < parameter->count; first += each) {
        uint64_t count = parameter->count - first < each ? parameter->count - first : each;
        input_fill_part(&recipe, first, count, piece);
        if (!visit(buffers->devices[rank], parameter->held[rank].address + first * bytes, piece, count * bytes, error))
            return false;
    }
    return true;
}

static bool write_piece(struct device *device, device_address at, void *piece, uint64_t size_bytes, struct error *error)
{
    return device->vtable->write(device, at, piece, size_bytes, error);
}

static bool is_piece_intact(struct device *device, device_address at, void *piece, uint64_t size_bytes,
                            struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    void *now = arena_alloc(arena, size_bytes);
    return device->vtable->read(device, now, at, size_bytes, error) && !memcmp(now, piece, size_bytes);
}

/* An output gets the device's own pattern, which does not depend on the address. */
static bool upload_slim(struct case_buffers *buffers, struct case_parameter *parameter, int rank, enum case_side side,
                        struct error *error)
{
    struct device *device = buffers->devices[rank];
    struct held_buffer *held = &parameter->held[rank];
    uint64_t size_bytes = parameter->size_bytes;
    if (parameter_is_input(parameter->parameter) && !held->initial &&
        !for_each_piece(buffers, parameter, rank, write_piece, error))
        return false;
    if (held->initial && !device->vtable->write(device, held->address, held->initial, size_bytes, error))
        return false;
    if (parameter_is_input(parameter->parameter))
        return parameter_is_output(parameter->parameter) || side != SIDE_LEARNER ||
               device->vtable->protect(device, held->address, size_bytes, true, error);
    return device->vtable->poison(device, held->address, size_bytes, error) &&
           device->vtable->read(device, &held->pattern, held->address,
                                size_bytes < sizeof held->pattern ? size_bytes : sizeof held->pattern, error);
}

/* --- on the devices --------------------------------------------------------------------------- */

/* Only the learner gets read-only inputs, and outputs that count as never written. */
static bool upload_one(struct case_buffers *buffers, struct case_parameter *parameter, int rank, enum case_side side,
                       struct error *error)
{
    struct device *device = buffers->devices[rank];
    struct held_buffer *held = &parameter->held[rank];
    uint64_t size_bytes = parameter->size_bytes;
    if (buffers->is_lazy)
        return upload_lazy(buffers, parameter, rank, error);
    if (!device->vtable->allocate(device, size_bytes, parameter->parameter->name, &held->address, error))
        return false;
    held->is_allocated = true;
    parameter->addresses[rank] = held->address;
    if (!size_bytes || side == SIDE_BARE)
        return true;
    if (buffers->is_slim)
        return upload_slim(buffers, parameter, rank, side, error);
    if (!device->vtable->write(device, held->address, held->initial, size_bytes, error))
        return false;
    if (side != SIDE_LEARNER)
        return true;
    if (parameter_is_input(parameter->parameter))
        return parameter_is_output(parameter->parameter) ||
               device->vtable->protect(device, held->address, size_bytes, true, error);
    /*
     * Poisoning may write the device's own pattern. The pattern read back here counts as unwritten.
     */
    return device->vtable->poison(device, held->address, size_bytes, error) &&
           device->vtable->read(device, held->poison, held->address, size_bytes, error);
}

bool case_buffers_upload(struct case_buffers *buffers, enum case_side side, struct error *error)
{
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; is_buffer(&buffers->parameters[i]) && rank < buffers->device_count; rank++)
            if (!upload_one(buffers, &buffers->parameters[i], rank, side, error))
                return false;
    return true;
}

/* Read-only buffers take writes of the host. */
static bool renew_slim(struct case_buffers *buffers, struct error *error)
{
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; is_buffer(&buffers->parameters[i]) && rank < buffers->device_count; rank++)
            if (buffers->parameters[i].size_bytes &&
                !upload_slim(buffers, &buffers->parameters[i], rank, SIDE_LEARNER, error))
                return false;
    return true;
}

bool case_buffers_renew(struct case_buffers *buffers, struct error *error)
{
    buffers->draw++;
    if (buffers->is_slim)
        return renew_slim(buffers, error);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        if (!is_buffer(parameter) || !parameter->size_bytes)
            continue;
        if (!fill_host(buffers, parameter, error))
            return false;
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (!buffers->devices[rank]->vtable->write(buffers->devices[rank], parameter->held[rank].address,
                                                       parameter->held[rank].initial, parameter->size_bytes, error))
                return false;
    }
    return true;
}

static bool download_one(struct case_buffers *buffers, const struct case_parameter *parameter, int rank, void *to,
                         struct error *error)
{
    struct device *device = buffers->devices[rank];
    return !parameter->size_bytes ||
           device->vtable->read(device, to, parameter->held[rank].address, parameter->size_bytes, error);
}

static bool input_is_intact(struct case_buffers *buffers, const struct case_parameter *parameter, int rank,
                            bool *out_intact, struct error *error)
{
    if (!parameter->held[rank].initial) {
        struct error failure = {0};
        *out_intact = for_each_piece(buffers, parameter, rank, is_piece_intact, &failure);
        if (failure.code != ERROR_NONE)
            *error = failure;
        return failure.code == ERROR_NONE;
    }
    void *now = arena_alloc(buffers->arena, parameter->size_bytes + 1);
    if (!download_one(buffers, parameter, rank, now, error))
        return false;
    *out_intact = !memcmp(now, parameter->held[rank].initial, parameter->size_bytes);
    return true;
}

bool case_buffers_download(struct case_buffers *buffers, enum case_side side,
                           const struct parameter **out_changed_input, struct error *error)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        for (int rank = 0; is_buffer(parameter) && rank < buffers->device_count; rank++) {
            struct held_buffer *held = &parameter->held[rank];
            void *to = side == SIDE_LEARNER ? held->got : held->expected;
            bool intact = true;
            if (parameter_is_output(parameter->parameter) && !download_one(buffers, parameter, rank, to, error))
                return false;
            if (side == SIDE_LEARNER && !parameter_is_output(parameter->parameter) &&
                !input_is_intact(buffers, parameter, rank, &intact, error))
                return false;
            if (!intact && out_changed_input)
                *out_changed_input = parameter->parameter;
        }
    }
    return true;
}

bool case_buffers_adopt(struct case_buffers *buffers, struct case_parameter *parameter, struct error *error)
{
    for (int rank = 0; rank < buffers->device_count; rank++)
        if (!download_one(buffers, parameter, rank, parameter->held[rank].initial, error))
            return false;
    return true;
}

static void release_one(struct device *device, struct case_parameter *parameter, int rank, bool wipe)
{
    struct held_buffer *held = &parameter->held[rank];
    if (!held->is_allocated)
        return;
    if (wipe && parameter->size_bytes)
        device->vtable->fill(device, held->address, 0, parameter->size_bytes, NULL);
    device->vtable->release(device, held->address, NULL);
    held->is_allocated = false;
    held->address = 0;
}

void case_buffers_release(struct case_buffers *buffers)
{
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; is_buffer(&buffers->parameters[i]) && rank < buffers->device_count; rank++)
            release_one(buffers->devices[rank], &buffers->parameters[i], rank, !buffers->is_lazy);
}

const struct plan_argument *case_buffers_arguments(struct case_buffers *buffers)
{
    struct plan_argument *arguments = ARENA_ARRAY(buffers->arena, buffers->parameter_count, struct plan_argument);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        arguments[i] = (struct plan_argument){.parameter = parameter->parameter,
                                              .scalar = parameter->scalar,
                                              .addresses = is_buffer(parameter) ? parameter->addresses : NULL,
                                              .element_count = parameter->count};
    }
    return arguments;
}
