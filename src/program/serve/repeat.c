/* Finds launches that would do again what they did. */
#include "program/serve/repeat.h"

#include <stdlib.h>
#include <string.h>

enum { REPEATS_MAX = 64, TRIES_MAX = 3, CHUNK_BYTES = 1 << 20 };
#define STATE_BYTES_MAX (UINT64_C(1) << 30)

struct repeat {
    struct wire_launch launch;
    const char *arguments;
    size_t argument_bytes;
    int tries; /* runs that changed memory */
    bool is_settled;
    uint64_t state;   /* of the memory when it ran */
    uint64_t changes; /* session->changes when the memory was last known to be so */
    double ns, link_bytes;
    const char *limiter;
    struct kernel_observation gained; /* counters of one run */
};

void repeat_note_change(struct session *session)
{
    session->changes++;
}

/* --- the state of the memory ------------------------------------------------------------------ */

static uint64_t mix(uint64_t hash, const char *bytes, size_t size_bytes)
{
    const uint64_t prime = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t word = 0;
    for (; size_bytes >= sizeof word; bytes += sizeof word, size_bytes -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * prime;
        hash ^= hash >> 29;
    }
    word = 0;
    memcpy(&word, bytes, size_bytes);
    hash = (hash ^ word) * prime;
    return hash ^ hash >> 32;
}

static uint64_t mix_range(struct session *session, char *chunk, uint64_t hash, device_address start,
                          uint64_t size_bytes)
{
    hash = mix(hash, (const char *)&start, sizeof start);
    for (uint64_t at = 0; at < size_bytes; at += CHUNK_BYTES) {
        uint64_t bytes = size_bytes - at < CHUNK_BYTES ? size_bytes - at : CHUNK_BYTES;
        if (session->device->vtable->read(session->device, chunk, start + at, bytes, NULL))
            hash = mix(hash, chunk, bytes);
    }
    return hash;
}

static uint64_t mix_variables(struct session *session, char *chunk, uint64_t hash, int device)
{
    for (size_t i = 0; i < session->variable_count; i++) {
        const struct session_variable *variable = &session->variables[i];
        struct device_module *module = variable->module->on[device];
        device_address address;
        uint64_t size_bytes;
        if (module && variable->name &&
            session->device->vtable->symbol(module, variable->name, &address, &size_bytes, NULL))
            hash = mix_range(session, chunk, hash, address, size_bytes);
    }
    return hash;
}

/* All buffers and variables. Reading them so is no use of the program's. */
static uint64_t state_of(struct session *session)
{
    struct device *device = session->device;
    unsigned checks = device->checks;
    char *chunk = malloc(CHUNK_BYTES);
    uint64_t hash = 1;
    if (!chunk)
        abort();
    device->checks = 0;
    for (size_t i = 0; i < session->buffer_count; i++)
        if (session->buffers[i].is_live)
            hash = mix_range(session, chunk, hash, session->buffers[i].start, session->buffers[i].size_bytes);
    for (int i = 0; i < session->device_count; i++)
        hash = mix_variables(session, chunk, hash, i);
    device->checks = checks;
    free(chunk);
    return hash;
}

/* --- counters --------------------------------------------------------------------------------- */

/* The counters of the launch's kernel and shape; NULL: there are none yet. */
static struct kernel_observation *counters_of(struct session *session, const struct wire_launch *launch)
{
    struct observation *observation = session->device->observation;
    const char *name = session->kernels[launch->kernel].name;
    for (size_t i = 0; i < observation->kernel_count; i++) {
        struct kernel_observation *kernel = &observation->kernels[i];
        if (strcmp(kernel->kernel, name) == 0 && kernel->dynamic_shared_bytes == launch->dynamic_shared_bytes &&
            memcmp(kernel->grid, launch->grid, sizeof kernel->grid) == 0 &&
            memcmp(kernel->block, launch->block, sizeof kernel->block) == 0)
            return kernel;
    }
    return NULL;
}

static struct kernel_observation copy_counters(struct session *session, const struct wire_launch *launch)
{
    const struct kernel_observation *counters = counters_of(session, launch);
    if (!counters)
        return (struct kernel_observation){0};
    struct kernel_observation copy = *counters;
    copy.lines = ARENA_ARRAY(session->arena, copy.line_count + 1, struct line_counters);
    if (copy.line_count)
        memcpy(copy.lines, counters->lines, copy.line_count * sizeof *copy.lines);
    return copy;
}

static void subtract(uint64_t *from, const uint64_t *values)
{
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++)
        from[i] -= values[i];
}

static void add(uint64_t *to, const uint64_t *values)
{
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++)
        to[i] += values[i];
}

/* The two have the same lines: the earlier run was of the same launch. */
static struct kernel_observation gained_since(struct session *session, const struct wire_launch *launch,
                                              const struct kernel_observation *before)
{
    struct kernel_observation gained = copy_counters(session, launch);
    subtract(gained.totals, before->totals);
    for (size_t i = 0; i < gained.line_count && i < before->line_count; i++)
        subtract(gained.lines[i].values, before->lines[i].values);
    return gained;
}

static void count(struct session *session, struct repeat_run *run)
{
    const struct repeat *repeat = run->repeat;
    struct kernel_observation *counters = counters_of(session, run->launch);
    run->row->count++;
    run->row->repeated++;
    run->row->total_ns += repeat->ns;
    run->row->limiter = run->row->limiter ? run->row->limiter : repeat->limiter;
    session_add_span(session, run->row->kernel, run->row->line, run->stream, repeat->ns);
    run->row->link_bytes += repeat->link_bytes;
    if (!counters || counters->line_count != repeat->gained.line_count)
        return;
    counters->launches++;
    add(counters->totals, repeat->gained.totals);
    for (size_t i = 0; i < counters->line_count; i++)
        add(counters->lines[i].values, repeat->gained.lines[i].values);
}

/* --- launches --------------------------------------------------------------------------------- */

static struct repeat *find(struct session *session, const struct repeat_run *run)
{
    size_t filled = session->repeat_count < REPEATS_MAX ? session->repeat_count : REPEATS_MAX;
    for (size_t i = 0; i < filled; i++) {
        struct repeat *repeat = &session->repeats[i];
        if (memcmp(&repeat->launch, run->launch, sizeof repeat->launch) == 0 &&
            repeat->argument_bytes == run->argument_bytes &&
            memcmp(repeat->arguments, run->arguments, run->argument_bytes) == 0)
            return repeat;
    }
    return NULL;
}

/* The oldest one makes room. */
static void remember(struct session *session, const struct repeat_run *run)
{
    if (!session->repeats)
        session->repeats = ARENA_ARRAY(session->arena, REPEATS_MAX, struct repeat);
    struct repeat *repeat = &session->repeats[session->repeat_count++ % REPEATS_MAX];
    *repeat = (struct repeat){.launch = *run->launch,
                              .arguments = arena_memdup(session->arena, run->arguments, run->argument_bytes),
                              .argument_bytes = run->argument_bytes};
}

bool repeat_begin(struct session *session, struct repeat_run *run)
{
    const struct observation *observation = session->device->observation;
    run->repeat = session->live_bytes <= STATE_BYTES_MAX ? find(session, run) : NULL;
    struct repeat *repeat = run->repeat;
    if (!repeat || repeat->tries == TRIES_MAX)
        return false;
    if (!repeat->is_settled || repeat->changes != session->changes)
        run->state = state_of(session);
    else
        run->state = repeat->state;
    if (repeat->is_settled && run->state == repeat->state) {
        repeat->changes = session->changes;
        count(session, run);
        return true;
    }
    run->row_ns = run->row->total_ns;
    run->row_link_bytes = run->row->link_bytes;
    run->findings = observation->finding_total;
    run->printed = observation->printed_total;
    run->before = copy_counters(session, run->launch);
    return false;
}

/* Whether the run did what another one would do again: no message, no change of memory. */
static bool is_settled(struct session *session, const struct repeat_run *run)
{
    const struct observation *observation = session->device->observation;
    struct device_modelling *modelling = session->device->modelling;
    struct device_module *module = session_module_here(session, session->kernels[run->launch->kernel].module);
    if (session->fault || observation->finding_total != run->findings || observation->printed_total != run->printed ||
        !modelling || modelling->keeps_values(session->device, module))
        return false;
    return state_of(session) == run->state;
}

void repeat_end(struct session *session, struct repeat_run *run)
{
    struct repeat *repeat = run->repeat;
    repeat_note_change(session);
    if (!repeat) {
        remember(session, run);
        return;
    }
    if (repeat->tries == TRIES_MAX)
        return;
    repeat->is_settled = is_settled(session, run);
    repeat->tries += !repeat->is_settled;
    repeat->state = run->state;
    repeat->changes = session->changes;
    repeat->ns = run->row->total_ns - run->row_ns;
    repeat->link_bytes = run->row->link_bytes - run->row_link_bytes;
    repeat->limiter = run->row->limiter;
    repeat->gained = gained_since(session, run->launch, &run->before);
}
