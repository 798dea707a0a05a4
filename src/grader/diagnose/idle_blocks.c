/* Counts the blocks of a launch that store nothing: see the header. */
#include "grader/diagnose/idle_blocks.h"

#include <string.h>

#include "base/mangled.h"
#include "grader/source/source_launch.h"
#include "grader/value/counter.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

static uint64_t blocks_of(const struct kernel_observation *kernel)
{
    return kernel->launches * kernel->grid[0] * kernel->grid[1] * kernel->grid[2];
}

/* Most blocks store nothing, and the others store most of what the plan does. */
static bool has_idle(const struct observation *observation, const struct kernel_observation *kernel)
{
    uint64_t stored = kernel->totals[VGPU_COUNTER_GLOBAL_STORE_BYTES];
    return 2 * kernel->idle_blocks >= blocks_of(kernel) && kernel->idle_blocks < blocks_of(kernel) &&
           2 * stored >= counter_total(observation, VGPU_COUNTER_GLOBAL_STORE_BYTES);
}

static bool has_other_grid(const struct observation *observation, const struct kernel_observation *kernel)
{
    for (size_t i = 0; i < observation->kernel_count; i++)
        if (!strcmp(observation->kernels[i].kernel, kernel->kernel) &&
            memcmp(observation->kernels[i].grid, kernel->grid, sizeof kernel->grid) != 0)
            return true;
    return false;
}

static bool is_of_size(const struct grading *grading, const struct kernel_observation *kernel)
{
    for (size_t i = 0; i < grading->cases.count; i++)
        if (grading->records[i].result && has_other_grid(grading->records[i].result->observation, kernel))
            return true;
    return false;
}

const char *idle_blocks_text(const struct grading *grading)
{
    const struct verdict *verdict = grading->verdict;
    const struct observation *observation = verdict->observation;
    struct arena *arena = verdict->arena;
    for (size_t i = 0; i < observation->kernel_count; i++) {
        const struct kernel_observation *kernel = &observation->kernels[i];
        struct source_launch_found launch = {0};
        if (!has_idle(observation, kernel) || !is_of_size(grading, kernel))
            continue;
        const char *name = mangled_readable(arena, kernel->kernel);
        name = arena_strndup(arena, name, strcspn(name, "<"));
        if (verdict->source)
            launch = source_launch_only(verdict->source, name, arena);
        return sentence_text(arena, launch.line ? SENTENCE_IDLE_BLOCKS : SENTENCE_IDLE_BLOCKS_OF_KERNEL,
                             FIELDS({"idle", phrase_count(arena, kernel->idle_blocks)},
                                    {"blocks", phrase_count(arena, blocks_of(kernel))}, {"kernel", name},
                                    {"line", phrase_integer(arena, launch.line)}));
    }
    return NULL;
}
