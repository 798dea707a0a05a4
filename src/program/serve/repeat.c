/* Finds launches that would do again what they did. */
#include "program/serve/repeat.h"

#include <stdlib.h>
#include <string.h>

#include "program/serve/contents.h"

enum { REPEATS_MAX = 512, TRIES_MAX = 3, RUNS_ALL_TIMED = 4 };
#define RESULT_BYTES_MAX (UINT64_C(256) << 20) /* that are kept in all */

struct repeat_use {
    struct content *content;
    bool is_written;
    uint64_t version;       /* after the last run */
    uint64_t before, after; /* hashes around the run that left `bytes` */
    char *bytes;            /* what the run wrote */
};

struct repeat {
    struct wire_launch launch;
    const char *arguments;
    size_t argument_bytes;
    struct repeat_use uses[REPEAT_USES_MAX];
    size_t use_count;
    bool is_known;       /* the last run did nothing but use these */
    bool changes_inputs; /* something was read and written */
    bool has_results;    /* `before`, `after` and `bytes` are there */
    int tries;           /* runs since a launch found the same bytes again */
    uint64_t runs;
    double ns, link_bytes;
    const char *limiter;
    struct kernel_observation gained; /* counters of one run */
};

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
    run->row->link_bytes += repeat->link_bytes;
    session_add_span(session, run->row->kernel, run->row->line, run->stream, repeat->ns);
    if (!counters || counters->line_count != repeat->gained.line_count)
        return;
    counters->launches++;
    add(counters->totals, repeat->gained.totals);
    for (size_t i = 0; i < counters->line_count; i++)
        add(counters->lines[i].values, repeat->gained.lines[i].values);
}

/* --- what a launch finds ---------------------------------------------------------------------- */

static bool finds_its_results(const struct repeat *repeat)
{
    for (size_t i = 0; i < repeat->use_count; i++)
        if (repeat->uses[i].content->version != repeat->uses[i].version)
            return false;
    return repeat->is_known && !repeat->changes_inputs;
}

/* Gives back what the run wrote that found the same bytes. */
static bool restore(struct session *session, struct repeat_run *run)
{
    struct repeat *repeat = run->repeat;
    for (size_t i = 0; i < repeat->use_count; i++)
        if (contents_hash(session, repeat->uses[i].content) != repeat->uses[i].before)
            return false;
    for (size_t i = 0; i < repeat->use_count; i++) {
        struct repeat_use *use = &repeat->uses[i];
        if (use->is_written && use->before != use->after)
            contents_write(session, use->content, use->bytes, use->after);
        use->version = use->content->version;
    }
    repeat->tries = 0;
    return true;
}

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

/* Its time can change with the data, so it is modelled now and then: each run that is 2^n. */
static bool is_timed(const struct repeat *repeat)
{
    return !repeat || repeat->runs < RUNS_ALL_TIMED || (repeat->runs & (repeat->runs - 1)) == 0;
}

/* Kernels can use the memory of other devices. */
static void begin_uses(struct session *session)
{
    for (int i = 0; i < session->device_count; i++)
        session->devices[i].device->modelling->uses_begin(session->devices[i].device);
}

static bool find_use(const struct session *session, size_t number, struct device_use *out_use)
{
    for (int i = 0; i < session->device_count; i++) {
        struct device *device = session->devices[i].device;
        size_t count = 0;
        while (device->modelling->use_at(device, count, out_use))
            if (count++ == number)
                return true;
        number -= count;
    }
    return false;
}

bool repeat_begin(struct session *session, struct repeat_run *run)
{
    const struct observation *observation = session->device->observation;
    if (!session->device->modelling)
        return false;
    struct repeat *repeat = find(session, run);
    run->repeat = repeat;
    if (repeat && (finds_its_results(repeat) || (repeat->has_results && restore(session, run)))) {
        count(session, run);
        return true;
    }
    run->is_timed = is_timed(repeat);
    run->ns = repeat ? repeat->ns : 0;
    run->row_ns = run->row->total_ns;
    run->row_link_bytes = run->row->link_bytes;
    run->findings = observation->finding_total;
    run->printed = observation->printed_total;
    if (!repeat || repeat->tries < TRIES_MAX)
        run->before = copy_counters(session, run->launch);
    run->has_hashes = repeat && repeat->is_known && repeat->tries < TRIES_MAX;
    for (size_t i = 0; run->has_hashes && i < repeat->use_count; i++)
        run->hashes[i] = contents_hash(session, repeat->uses[i].content);
    begin_uses(session);
    return false;
}

/* --- after a run ------------------------------------------------------------------------------ */

/* The oldest one makes room. */
static struct repeat *remember(struct session *session, const struct repeat_run *run)
{
    if (!session->repeats)
        session->repeats = ARENA_ARRAY(session->arena, REPEATS_MAX, struct repeat);
    struct repeat *repeat = &session->repeats[session->repeat_count++ % REPEATS_MAX];
    *repeat = (struct repeat){.launch = *run->launch,
                              .arguments = arena_memdup(session->arena, run->arguments, run->argument_bytes),
                              .argument_bytes = run->argument_bytes};
    return repeat;
}

/* Notes what the run wrote. False: another run could do something else. */
static bool find_uses(struct session *session, const struct repeat_run *run, struct repeat *repeat, bool *out_same)
{
    const struct observation *observation = session->device->observation;
    struct device_use use;
    size_t count = 0;
    bool is_known =
        !session->fault && observation->finding_total == run->findings && observation->printed_total == run->printed;
    repeat->changes_inputs = false;
    for (; find_use(session, count, &use); count++) {
        struct content *content = contents_get(session, use.start, use.size_bytes);
        if (use.is_written)
            contents_change(session, content);
        is_known = is_known && !use.is_heap && count < REPEAT_USES_MAX;
        if (count >= REPEAT_USES_MAX)
            continue;
        struct repeat_use *own = &repeat->uses[count];
        *out_same = *out_same && count < repeat->use_count && own->content == content;
        repeat->changes_inputs |= use.is_read && use.is_written;
        own->bytes = own->content == content ? own->bytes : NULL;
        own->content = content;
        own->is_written = use.is_written;
        own->version = content->version;
    }
    *out_same = *out_same && is_known && count == repeat->use_count;
    repeat->use_count = count < REPEAT_USES_MAX ? count : REPEAT_USES_MAX;
    return is_known;
}

/* Room for what a use wrote. False: it is too much, or some of it may not be defined. */
static bool reserve(struct session *session, struct repeat_use *use)
{
    uint64_t size_bytes = use->content->size_bytes;
    if (!use->is_written || use->bytes)
        return true;
    if (!use->content->is_defined || size_bytes > RESULT_BYTES_MAX - session->repeat_bytes)
        return false;
    session->repeat_bytes += size_bytes;
    use->bytes = arena_alloc(session->arena, size_bytes);
    return true;
}

static bool keep_results(struct session *session, const struct repeat_run *run, struct repeat *repeat)
{
    for (size_t i = 0; i < repeat->use_count; i++) {
        struct repeat_use *use = &repeat->uses[i];
        if (!reserve(session, use) || (use->is_written && !contents_read(session, use->content, use->bytes)))
            return false;
        use->before = run->hashes[i];
        use->after = contents_hash(session, use->content);
    }
    return true;
}

void repeat_end(struct session *session, struct repeat_run *run)
{
    if (!session->device->modelling)
        return;
    struct repeat *repeat = run->repeat ? run->repeat : remember(session, run);
    bool is_same = run->has_hashes;
    repeat->is_known = find_uses(session, run, repeat, &is_same);
    repeat->runs++;
    if (run->is_timed) {
        repeat->ns = run->row->total_ns - run->row_ns;
        repeat->link_bytes = run->row->link_bytes - run->row_link_bytes;
        repeat->limiter = run->row->limiter;
    }
    if (repeat->tries < TRIES_MAX)
        repeat->gained = gained_since(session, run->launch, &run->before);
    repeat->has_results = is_same && keep_results(session, run, repeat);
    repeat->tries += run->repeat != NULL && repeat->tries < TRIES_MAX;
}
