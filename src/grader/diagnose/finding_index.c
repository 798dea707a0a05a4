/* Refinements of accesses past the end: see the header. */
#include "grader/diagnose/finding_index.h"

#include <string.h>

#include "base/identifier.h"
#include "grader/diagnose/finding_refinement.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_index.h"
#include "grader/source/source_slip.h"

/* Whether the name is a length of the buffer, or a part of one. */
static bool is_length_of(const struct parameter *parameter, const char *name)
{
    for (int i = 0; i < parameter->rank; i++)
        if (!strcmp(expression_text(parameter->shape[i]), name))
            return true;
    return false;
}

static bool is_size_of(const struct exercise *exercise, const char *name)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (exercise->parameters[i].rank == 0 && !strcmp(exercise->parameters[i].name, name))
            return true;
    return false;
}

static bool is_product(const char *bound)
{
    return strchr(bound, '*') != NULL;
}

/* The factors of "h * w" that stand in the text; a factor that is no size of the exercise: -1. */
static int count_factors(const struct exercise *exercise, const struct parameter *parameter, const char *bound,
                         struct arena *arena)
{
    int count = 0;
    while (*bound) {
        size_t length = strcspn(bound, " *");
        const char *factor = arena_strndup(arena, bound, length);
        if (!is_size_of(exercise, factor))
            return -1;
        count += is_length_of(parameter, factor);
        bound += length + strspn(bound + length, " *");
    }
    return count;
}

/* Another size than the buffer's lengths; for a row of elements also a product with another one. */
static bool is_other_size(const struct exercise *exercise, const struct parameter *parameter, const char *bound,
                          struct arena *arena)
{
    bool is_foreign = is_product(bound) ? count_factors(exercise, parameter, bound, arena) >= 0 && parameter->rank == 1
                                        : is_size_of(exercise, bound);
    return is_foreign && !is_length_of(parameter, bound);
}

/* The whole index, then each summand that is a name. NULL: there are no more. */
static const char *part_of(const struct finding_view *view, const struct vgpu_finding *finding, int number,
                           struct arena *arena)
{
    return number ? source_index_summand(view->source, finding->line, finding->buffer, number - 1, arena)
                  : source_index_text(view->source, finding->line, finding->buffer, arena);
}

struct finding_reach finding_reach(const struct finding_view *view, const struct vgpu_finding *finding,
                                   struct arena *arena)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    const char *variable;
    if (!view->source || !parameter || finding->line <= 0)
        return (struct finding_reach){0};
    for (int i = 0; (variable = part_of(view, finding, i, arena)); i++) {
        struct source_guard_reach reach = source_guard_reach(view->source, finding->line, variable, arena);
        if (reach.line && is_other_size(view->exercise, parameter, reach.bound, arena))
            return (struct finding_reach){reach.line, variable, reach.bound};
    }
    return (struct finding_reach){0};
}

struct finding_reach finding_total(const struct finding_view *view, const struct vgpu_finding *finding,
                                   struct arena *arena)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    if (!view->source || !parameter || finding->line <= 0 || parameter->rank != 2)
        return (struct finding_reach){0};
    const char *index = source_index_text(view->source, finding->line, finding->buffer, arena);
    struct source_guard_reach reach = {0};
    if (index)
        reach = source_guard_reach(view->source, finding->line, index, arena);
    bool is_total = reach.line && is_product(reach.bound) &&
                    count_factors(view->exercise, parameter, reach.bound, arena) == parameter->rank;
    return is_total ? (struct finding_reach){reach.line, index, reach.bound} : (struct finding_reach){0};
}

/* A column beyond the end of a row has the index of an element of the next row. */
bool finding_is_of_next_row(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_stored_twice_strict(view, finding) &&
           finding->thread[1] + finding->block[1] + finding->other.thread[1] + finding->other.block[1] > 0 &&
           finding_total(view, finding, arena).line;
}

/* All threads do the same work. */
bool finding_is_without_thread(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_stored_twice_strict(view, finding) && view->source && source_slip_lacks_thread(view->source);
}

const char *finding_pitch(const struct finding_view *view, const struct vgpu_finding *finding, struct arena *arena)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    const char *factor;
    if (!view->source || finding->line <= 0 || !parameter || parameter->rank != 2)
        return NULL;
    const char *height = expression_text(parameter->shape[0]), *width = expression_text(parameter->shape[1]);
    for (int i = 0; (factor = source_index_factor(view->source, finding->line, finding->buffer, i, arena)); i++)
        if (!strcmp(factor, height) && strcmp(height, width) != 0)
            return factor;
    return NULL;
}

bool finding_is_of_wrong_pitch(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_past_the_end(view, finding) && finding_pitch(view, finding, arena);
}

const char *finding_width(const struct finding_view *view, const struct vgpu_finding *finding)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    return parameter && parameter->rank == 2 ? expression_text(parameter->shape[1]) : "";
}

bool finding_is_of_other_size(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_past_the_end(view, finding) && finding_reach(view, finding, arena).line > 0;
}

const char *finding_left_out(const struct finding_view *view, const struct vgpu_finding *finding)
{
    const struct case_verdict *given = view->given;
    for (size_t i = 0; given && finding_has_buffer(finding) && i < given->wrong_count; i++) {
        const struct wrong_buffer *wrong = &given->wrong[i];
        if (!strcmp(wrong->parameter, finding->buffer) && wrong->first_count && wrong->first[0].never_written)
            return wrong->element;
    }
    return NULL;
}

/* A guard that is missing leaves no element out. */
bool finding_is_misplaced(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_past_the_end(view, finding) && finding->access == VGPU_ACCESS_WRITE &&
           finding_left_out(view, finding);
}

bool finding_has_length_of_grid(const struct finding_view *view, const struct parameter *parameter)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *length = parameter->rank ? expression_text(parameter->shape[0]) : "";
    const char *grid = arena_printf(arena, "grid=%s", length);
    const struct source name = {.text = length, .size_bytes = strlen(length)};
    bool is_formula = identifier_end(&name, 0) != name.size_bytes;
    return is_formula || (view->source && memmem(view->source->text, view->source->size_bytes, grid, strlen(grid)));
}

bool finding_is_shared_before_the_start(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_shared(view, finding) && finding_is_before_the_start(view, finding);
}

/* A variable that is no array. */
bool finding_is_lone_variable(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_shared(view, finding) && finding_has_buffer(finding) &&
           finding->buffer_bytes == finding->size_bytes;
}
