/* Reads the figures of recorded verdicts. */
#include "app/standings.h"

#include <string.h>

#include "app/attempts.h"
#include "app/verdict_text.h"
#include "report/words.h"
#include "vgpu/architecture.h"

static const char *copy(struct arena *arena, const char *text)
{
    return arena_strdup(arena, text ? text : "");
}

static const char *gpu_of(const struct time_verdict *time, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    if (time->available && time->modelled && time->architecture)
        report_append_architecture(time->architecture, &words);
    else if (time->available && time->device)
        buffer_append_text(&words, time->device);
    return arena_strdup(arena, buffer_text(&words));
}

static void add_resources(const struct verdict *verdict, struct standing *standing)
{
    for (size_t i = 0; i < verdict->resource_count; i++) {
        const struct kernel_resources *resources = &verdict->resources[i];
        if (resources->registers > standing->registers)
            standing->registers = resources->registers;
        if (resources->static_shared_bytes > standing->shared_bytes)
            standing->shared_bytes = resources->static_shared_bytes;
        standing->spill_bytes += resources->spill_store_bytes + resources->spill_load_bytes;
    }
}

static void add_counters(const struct observation *observation, struct standing *standing)
{
    for (size_t i = 0; observation && i < observation->kernel_count; i++)
        for (int counter = 0; counter < VGPU_COUNTER_COUNT; counter++)
            standing->counters[counter] += observation->kernels[i].totals[counter];
}

/* Operations per byte: Williams, Waterman and Patterson, "Roofline", 2009. */
static void add_point(const struct verdict *verdict, struct standing *standing)
{
    const struct time_verdict *time = &verdict->time;
    double dram =
        (double)(standing->counters[VGPU_COUNTER_DRAM_READ_BYTES] + standing->counters[VGPU_COUNTER_DRAM_WRITE_BYTES]);
    double flops = (double)standing->counters[VGPU_COUNTER_FLOPS];
    if (!time->available || !(time->flops_per_second > 0))
        return;
    if (time->bytes_per_second > 0)
        standing->least_intensity = time->flops_per_second / time->bytes_per_second;
    standing->is_counted = dram > 0 && flops > 0;
    standing->intensity = standing->is_counted ? flops / dram : standing->least_intensity;
    if (standing->intensity > 0)
        standing->flops_per_second = time->flops_per_second;
}

struct standing standing_of(const struct verdict *verdict, int64_t attempt, struct arena *arena)
{
    const struct time_verdict *time = &verdict->time;
    struct standing standing = {
        .attempt = attempt,
        .status = verdict->status,
        .words = verdict_text_words(verdict),
        .architecture = copy(arena, time->architecture ? time->architecture : verdict->architecture),
        .product = copy(arena, time->available ? time->device : NULL),
        .gpu = gpu_of(time, arena),
        .is_timed = time->available,
        .is_modelled = time->modelled,
        .limiter = copy(arena, time->limiter),
        .message = copy(arena, verdict->message),
    };
    if (time->available) {
        standing.microseconds = time->microseconds;
        standing.ratio_to_solution = time->ratio_to_solution;
        standing.ratio_to_best = time->ratio_to_best;
        standing.ratio_to_reference = time->ratio_to_reference;
        standing.roofline_percent = time->roofline_percent;
        standing.bytes_per_second = time->bytes_per_second;
        standing.medal = time->medal;
    }
    add_resources(verdict, &standing);
    add_counters(verdict->observation, &standing);
    add_point(verdict, &standing);
    return standing;
}

bool standings_read(struct app *app, const struct exercise *exercise, struct arena *arena,
                    struct standings *out_standings, struct error *error)
{
    CLEANUP(arena_free) struct arena *whole = arena_new();
    struct attempt *attempts;
    size_t count;
    struct exercise_progress progress;
    const struct attempt_query wanted = {.exercise = exercise->id, .limit = STANDINGS_MAX, .is_whole = true};
    if (!store_list_attempts(app->store, &wanted, whole, &attempts, &count, error) ||
        !store_get_exercise(app->store, exercise->id, whole, &progress, error))
        return false;
    *out_standings = (struct standings){0};
    for (size_t i = 0; i < count; i++) {
        struct verdict *verdict;
        if (!attempts_verdict_of(&attempts[i], &verdict, NULL)) {
            out_standings->unread++;
            continue;
        }
        struct standing *standing = &out_standings->items[out_standings->count++];
        *standing = standing_of(verdict, attempts[i].id, arena);
        standing->number = progress.attempts - (int)i;
        verdict_free(verdict);
    }
    return true;
}

bool standings_read_one(struct app *app, int64_t attempt, struct arena *arena, struct standing *out_standing,
                        struct error *error)
{
    struct verdict *verdict;
    if (!attempts_read_verdict(app, attempt, &verdict, error))
        return false;
    *out_standing = standing_of(verdict, attempt, arena);
    out_standing->number = attempts_number(app, verdict->exercise, attempt);
    verdict_free(verdict);
    return true;
}

bool standing_shares_gpu(const struct standing *one, const struct standing *other)
{
    return one->is_timed && other->is_timed && one->is_modelled == other->is_modelled &&
           strcmp(one->architecture, other->architecture) == 0 && strcmp(one->product, other->product) == 0;
}

size_t standings_fastest(const struct standings *standings)
{
    size_t fastest = standings->count;
    const struct standing *newest = NULL;
    for (size_t i = 0; i < standings->count; i++) {
        const struct standing *one = &standings->items[i];
        if (!newest && one->is_timed)
            newest = one;
        if (!newest || one->status != VERDICT_PASS || !standing_shares_gpu(one, newest))
            continue;
        if (fastest == standings->count || one->microseconds < standings->items[fastest].microseconds)
            fastest = i;
    }
    return fastest;
}

void standing_add_trial(struct standing *standing, const struct trial *trial)
{
    standing->registers = trial->registers;
    add_counters(trial->observation, standing);
}

static bool is_of(const struct vgpu_architecture *row, const struct standing *standing)
{
    const struct vgpu_architecture *named = vgpu_architecture_find(standing->architecture);
    return (named && strcmp(row->name, named->base) == 0) || strcmp(row->product, standing->product) == 0;
}

/* The roof of the tensor cores is known from the datasheet alone. */
bool standings_roof(struct app *app, const struct exercise *exercise, const struct standing *standing,
                    struct roof *out_roof)
{
    struct roofline measured;
    bool is_fp32 = exercise_is_fp32_work(exercise);
    if (!standing->is_modelled && is_fp32 &&
        grader_measured_roofline(app->folders.state, standing->product, &measured)) {
        *out_roof = (struct roof){standing->product, measured.copy_bytes_per_second, measured.fp32_flops, true};
        return true;
    }
    const struct vgpu_architecture *row;
    for (size_t i = 0; (row = vgpu_architecture_at(i)) != NULL; i++) {
        if (!is_of(row, standing))
            continue;
        double flops = is_fp32 ? row->fp32_flops : row->fp16_flops;
        *out_roof = (struct roof){row->product, row->dram_bytes_per_second, flops, false};
        return true;
    }
    return false;
}
