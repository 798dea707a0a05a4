/* Scratch, addresses, tensor maps, zero and copy. */
#include <string.h>

#include "base/mangled.h"
#include "base/told.h"
#include "plan/run/run.h"

/* --- scratch ---------------------------------------------------------------------------------- */

/* The elements of a shape. Every dimension is at least 0, and the bytes are below 2^48. */
static bool scratch_elements(struct run *run, const struct plan_scratch *scratch, uint64_t *out_elements)
{
    uint64_t elements = 1, size_bytes = 0;
    for (int i = 0; i < scratch->rank; i++) {
        int64_t extent = 0;
        if (!run_integer_in(run, &scratch->shape[i], TOLD_TEXT("this dimension"), 0, INT64_C(1) << 47, &extent))
            return false;
        if (__builtin_mul_overflow(elements, (uint64_t)extent, &elements) ||
            __builtin_mul_overflow(elements, (uint64_t)dtype_bytes(scratch->dtype), &size_bytes) ||
            size_bytes > UINT64_C(1) << 47)
            return run_refuse(run, scratch->name.location, ERROR_MEMORY,
                              "scratch '{buffer}' would be larger than 128 TiB", "buffer=%s", scratch->name.text);
    }
    *out_elements = elements;
    return true;
}

static void count_scratch(struct run *run, uint64_t size_bytes)
{
    run->scratch_bytes[run->rank] += size_bytes;
    if (run->scratch_bytes[run->rank] > run->outcome.scratch_bytes)
        run->outcome.scratch_bytes = run->scratch_bytes[run->rank];
}

/* Poison is a NaN in every float type. Devices that check it mark the buffer as never written. */
static bool fill_scratch(struct device *device, const struct plan_scratch *scratch, device_address address,
                         uint64_t size_bytes, struct error *error)
{
    if (size_bytes == 0)
        return true;
    if (!device->vtable->fill(device, address, scratch->zero ? 0 : 0xff, size_bytes, error))
        return false;
    return scratch->zero || device->vtable->poison(device, address, size_bytes, error);
}

/*
 * The judge wants the memory and its poison, so their time does not count. The plan wants a cleared
 * buffer, so that time counts.
 */
static bool pause_time(struct run *run)
{
    struct device *device = run_device(run);
    return !device->vtable->time_pause || device->vtable->time_pause(device, run->error);
}

static bool resume_time(struct run *run)
{
    struct device *device = run_device(run);
    return !device->vtable->time_resume || device->vtable->time_resume(device, run->error);
}

static bool allocate_on_rank(struct run *run, const struct plan_scratch *scratch, struct run_name *bound)
{
    struct device *device = run_device(run);
    uint64_t elements = 0;
    device_address address = 0;
    if (!scratch_elements(run, scratch, &elements))
        return false;
    uint64_t size_bytes = elements * dtype_bytes(scratch->dtype);
    if (!pause_time(run) || !device->vtable->allocate(device, size_bytes, scratch->name.text, &address, run->error))
        return run_error_at(run, scratch->name.location);
    bound->addresses[run->rank] = address;
    bound->elements[run->rank] = elements;
    count_scratch(run, size_bytes);
    bool resumed = !scratch->zero || resume_time(run);
    bool filled = resumed && fill_scratch(device, scratch, address, size_bytes, run->error) &&
                  (scratch->zero || resume_time(run));
    return filled || run_error_at(run, scratch->name.location);
}

bool run_scratch(struct run *run, const struct plan_statement *statement)
{
    const struct plan_scratch *scratch = &statement->scratch;
    struct run_name *bound = run_bind(run, scratch->name.text, RUN_NAME_BUFFER);
    size_t ranks = (size_t)run->bindings->device_count;
    bound->is_scratch = true;
    bound->dtype = scratch->dtype;
    bound->dimension_count = scratch->rank;
    bound->shape_terms = scratch->shape;
    memset(bound->addresses, 0, ranks * sizeof *bound->addresses);
    memset(bound->elements, 0, ranks * sizeof *bound->elements);
    for (run->rank = 0; run->rank < run->bindings->device_count; run->rank++)
        if (!allocate_on_rank(run, scratch, bound))
            return false;
    run_timeline_statement(run, statement);
    run_timeline_scratch(run, statement, bound);
    return run_tell_peers(run, bound) && (ranks < 2 || run_meet(run)); /* all devices see the initial content */
}

static bool owns_memory(const struct run *run, const struct run_name *name)
{
    for (int rank = 0; rank < run->bindings->device_count; rank++)
        if (name->peer_tables[rank] || (name->is_scratch && name->is_alive && name->addresses[rank]))
            return true;
    return false;
}

/*
 * Frees the plan's memory of a name, after all deferred actions that can need it. A device that
 * refuses is lost; other calls report that.
 */
void run_release_scratch(struct run *run, struct run_name *scratch)
{
    if (owns_memory(run, scratch) && !run_drain(run))
        run->has_failed = true;
    run_timeline_release(run, scratch);
    for (int rank = 0; rank < run->bindings->device_count; rank++) {
        struct device *device = run->bindings->devices[rank];
        if (scratch->peer_tables[rank])
            device->vtable->release(device, scratch->peer_tables[rank], NULL);
        scratch->peer_tables[rank] = 0;
        if (!scratch->is_scratch || !scratch->is_alive || !scratch->addresses[rank])
            continue;
        device->vtable->release(device, scratch->addresses[rank], NULL);
        run->scratch_bytes[rank] -= scratch->elements[rank] * dtype_bytes(scratch->dtype);
        scratch->addresses[rank] = 0;
    }
    scratch->is_alive = false;
}

/* --- addresses -------------------------------------------------------------------------------- */

static bool refuse_no_buffer(struct run *run, const char *name, struct location location)
{
    return run_refuse(run, location, ERROR_NOT_FOUND,
                      name ? N_("'{name}' is not a buffer") : N_("this is not a buffer"), "name=%s", name ? name : "");
}

static bool symbol_target(struct run *run, const struct plan_operand *operand, struct run_target *out_target)
{
    struct device *device = run_device(run);
    struct run_target target = {.name = operand->name.text};
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *name = mangled_variable(arena, operand->name.text);
    if (!device->vtable->symbol(run->bindings->modules[run->rank], name, &target.address, &target.size_bytes,
                                run->error))
        return run_error_at(run, operand->location);
    *out_target = target;
    return true;
}

/* The address of a buffer operand on the current rank, or on the rank of peer(). */
bool run_target(struct run *run, const struct plan_operand *operand, struct run_target *out_target)
{
    if (operand->kind == PLAN_OPERAND_SYMBOL)
        return symbol_target(run, operand, out_target);
    struct run_name *buffer = operand->name.text ? run_find(run, operand->name.text) : NULL;
    if (!buffer || buffer->kind != RUN_NAME_BUFFER)
        return refuse_no_buffer(run, operand->name.text, operand->location);
    int64_t rank = run->rank, offset = 0;
    if (operand->kind == PLAN_OPERAND_PEER &&
        !run_integer_in(run, &operand->rank, TOLD_TEXT("the rank"), 0, run->bindings->device_count - 1, &rank))
        return false;
    if (operand->offset.expression && !run_integer_in(run, &operand->offset, TOLD_TEXT("the offset into the buffer"), 0,
                                                      (int64_t)buffer->elements[rank], &offset))
        return false;
    uint32_t element_bytes = (uint32_t)dtype_bytes(buffer->dtype);
    *out_target = (struct run_target){.address = buffer->addresses[rank] + (uint64_t)offset * element_bytes,
                                      .size_bytes = (buffer->elements[rank] - (uint64_t)offset) * element_bytes,
                                      .element_bytes = element_bytes,
                                      .name = buffer->name};
    return true;
}

/* An array of `ranks` addresses, in the memory of the current rank. */
static bool make_peer_table(struct run *run, struct run_name *buffer)
{
    struct device *device = run_device(run);
    uint64_t size_bytes = (uint64_t)run->bindings->device_count * sizeof(device_address);
    const char *name = arena_printf(run->arena, "peers(%s)", buffer->name);
    device_address table = 0;
    if (!pause_time(run) || !device->vtable->allocate(device, size_bytes, name, &table, run->error))
        return false;
    buffer->peer_tables[run->rank] = table;
    return device->vtable->write(device, table, buffer->addresses, size_bytes, run->error) &&
           device->vtable->protect(device, table, size_bytes, true, run->error) && resume_time(run);
}

/*
 * Makes the tables as soon as the buffer has its addresses. Made before the first launch that names
 * them, they would keep the host waiting there for all work on the device.
 */
bool run_tell_peers(struct run *run, struct run_name *buffer)
{
    int rank = run->rank;
    const struct plan_operand *operand = statements_find_peers(run->plan->statements, buffer->name);
    if (!operand)
        return true;
    for (run->rank = 0; run->rank < run->bindings->device_count; run->rank++)
        if (!make_peer_table(run, buffer))
            return run_error_at(run, operand->location);
    run->rank = rank;
    return true;
}

/* --- tensor maps ------------------------------------------------------------------------------ */

static bool dimension(struct run *run, const struct run_name *buffer, int index, int64_t *out_extent)
{
    if (buffer->shape_terms)
        return run_integer_in(run, &buffer->shape_terms[index], TOLD_TEXT("a dimension"), 0, INT64_MAX, out_extent);
    struct plan_term term = {.expression = buffer->parameter->shape[index]};
    return run_integer_in(run, &term, TOLD_TEXT("a dimension"), 0, INT64_MAX, out_extent);
}

static bool encode_on_rank(struct run *run, const struct plan_tensor_map *written, const struct run_name *buffer,
                           uint8_t out_bytes[DEVICE_TENSOR_MAP_BYTES])
{
    struct device *device = run_device(run);
    struct device_tensor_map map = {.address = buffer->addresses[run->rank],
                                    .element_bytes = (uint32_t)dtype_bytes(buffer->dtype),
                                    .is_float = dtype_kind(buffer->dtype) == DTYPE_KIND_FLOAT,
                                    .is_bfloat = buffer->dtype == DTYPE_BF16,
                                    .rank = written->rank};
    for (int i = 0; i < written->rank; i++) {
        int64_t extent = 0, box = 0;
        if (!dimension(run, buffer, i, &extent) ||
            !run_integer_in(run, &written->box[i], TOLD_TEXT("the box"), 1, 256, &box))
            return false;
        map.shape[i] = (uint64_t)extent;
        map.box[i] = (uint32_t)box;
    }
    int64_t swizzle = 0;
    if (written->swizzle.expression &&
        !run_integer_in(run, &written->swizzle, TOLD_TEXT("the swizzle"), 0, 128, &swizzle))
        return false;
    map.swizzle_bytes = (uint32_t)swizzle;
    return device->vtable->tensor_map(device, &map, out_bytes, run->error);
}

bool run_tensor_map(struct run *run, const struct plan_statement *statement)
{
    const struct plan_tensor_map *written = &statement->tensor_map;
    struct run_name *buffer = run_find(run, written->buffer.text);
    if (!run_device(run)->vtable->tensor_map || written->rank > DEVICE_TENSOR_RANK_MAX)
        return run_refuse(run, statement->location, ERROR_UNSUPPORTED,
                          "this device cannot make the tensor map '{name}'", "name=%s", written->name.text);
    if (!buffer || buffer->kind != RUN_NAME_BUFFER)
        return refuse_no_buffer(run, written->buffer.text, written->buffer.location);
    struct run_name *bound = run_bind(run, written->name.text, RUN_NAME_TENSOR_MAP);
    if (!bound->tensor_maps)
        bound->tensor_maps =
            arena_alloc_array(run->arena, (size_t)run->bindings->device_count, sizeof *bound->tensor_maps);
    for (run->rank = 0; run->rank < run->bindings->device_count; run->rank++)
        if (!encode_on_rank(run, written, buffer, bound->tensor_maps[run->rank]))
            return run_error_at(run, statement->location);
    return true;
}

/* --- zero and copy ---------------------------------------------------------------------------- */

/* The bytes of `count=`. False if they do not fit into the rest of the target. */
static bool counted_bytes(struct run *run, const struct plan_term *count, const struct run_target *target,
                          uint32_t element_bytes, uint64_t *out_size_bytes)
{
    int64_t elements = 0;
    int64_t capacity = (int64_t)(target->size_bytes / element_bytes);
    if (!run_integer_in(run, count, "count", 0, capacity, &elements))
        return false;
    *out_size_bytes = (uint64_t)elements * element_bytes;
    return true;
}

bool run_zero(struct run *run, const struct plan_statement *statement)
{
    struct run_target target = {0};
    if (!run_target(run, &statement->zero, &target))
        return false;
    uint64_t size_bytes = target.size_bytes;
    const struct plan_term *count = &statement->options.count;
    if (count->expression && target.element_bytes &&
        !counted_bytes(run, count, &target, target.element_bytes, &size_bytes))
        return false;
    struct run_action action = {.kind = RUN_ACTION_FILL, .to = target.address, .size_bytes = size_bytes};
    return run_submit(run, statement, &action);
}

/*
 * Without count= both sides must have the same size. A module variable takes the size of the other
 * side.
 */
static bool copy_bytes(struct run *run, const struct plan_statement *statement, const struct run_target *to,
                       const struct run_target *from, uint64_t *out_size_bytes)
{
    uint32_t element_bytes = to->element_bytes ? to->element_bytes : from->element_bytes;
    bool same_elements = !to->element_bytes || !from->element_bytes || to->element_bytes == from->element_bytes;
    const struct run_target *smaller = to->size_bytes < from->size_bytes ? to : from;
    if (!same_elements || !element_bytes)
        return run_refuse(run, statement->location, ERROR_RANGE, "'{to}' and '{from}' hold elements of different sizes",
                          "to=%s" TOLD_AND "from=%s", to->name, from->name);
    if (statement->options.count.expression)
        return counted_bytes(run, &statement->options.count, smaller, element_bytes, out_size_bytes);
    bool has_symbol = !to->element_bytes || !from->element_bytes;
    if (to->size_bytes != from->size_bytes && !(has_symbol && to->size_bytes > from->size_bytes))
        return run_refuse(run, statement->location, ERROR_RANGE,
                          "'{to}' has {to_bytes} bytes, '{from}' has {from_bytes}: say how many elements with count=",
                          "to=%s" TOLD_AND "to_bytes=%llu" TOLD_AND "from=%s" TOLD_AND "from_bytes=%llu", to->name,
                          (unsigned long long)to->size_bytes, from->name, (unsigned long long)from->size_bytes);
    *out_size_bytes = smaller->size_bytes;
    return true;
}

bool run_copy(struct run *run, const struct plan_statement *statement)
{
    struct run_target to = {0}, from = {0};
    uint64_t size_bytes = 0;
    if (!run_target(run, &statement->copy.to, &to) || !run_target(run, &statement->copy.from, &from) ||
        !copy_bytes(run, statement, &to, &from, &size_bytes))
        return false;
    struct run_action action = {
        .kind = RUN_ACTION_COPY, .to = to.address, .from = from.address, .size_bytes = size_bytes};
    return run_submit(run, statement, &action);
}
