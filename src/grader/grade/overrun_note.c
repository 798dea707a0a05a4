/* Makes a finding of what the source says: see the header. */
#include "grader/grade/overrun_note.h"

#include "grader/source/source_overrun.h"
#include "grader/value/observation_merge.h"
#include "grader/value/sentence.h"

static struct observation *first_unsafe(const struct grading *grading)
{
    for (size_t i = 0; i < grading->cases.count; i++)
        if (grading->records[i].result && observation_endangers(grading->records[i].result->observation))
            return grading->records[i].result->observation;
    return NULL;
}

void overrun_note(struct grading *grading)
{
    const struct source *source = grading->verdict->source;
    struct arena *arena = grading->arena;
    struct source_overrun found = source ? source_overrun_find(source, arena) : (struct source_overrun){0};
    struct observation *into = first_unsafe(grading);
    if (!found.line)
        return;
    if (!into && !grading->debug_observation)
        grading->debug_observation = observation_new();
    struct vgpu_finding finding = {
        .check = VGPU_CHECK_MEMORY,
        .kind = VGPU_FINDING_OUT_OF_BOUNDS,
        .severity = VGPU_SEVERITY_ERROR,
        .line = found.line,
        .file = source->name,
        .instruction = "",
        .kernel = "",
        .space = VGPU_FINDING_SPACE_LOCAL,
        .buffer = found.array,
        .element = -1,
        .count = 1,
        .message = sentence_text(arena, SENTENCE_OVERRUN,
                                 FIELDS({"line", arena_printf(arena, "%d", found.line)}, {"variable", found.variable},
                                        {"bound", found.bound}, {"array", found.array}))};
    struct observation of_source = {.findings = &finding, .finding_count = 1, .finding_total = 1};
    observation_merge(into ? into : grading->debug_observation, &of_source, 0);
}
