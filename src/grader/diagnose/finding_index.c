/* Refinements of accesses past the end: see the header. */
#include "grader/diagnose/finding_index.h"

#include <string.h>

#include "base/identifier.h"
#include "grader/diagnose/finding_refinement.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_index.h"
#include "grader/source/source_launch.h"
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

/* The bound in sizes of the exercise: a kernel's parameter stands for what the launch passes. */
static const char *in_sizes(const struct finding_view *view, const struct vgpu_finding *finding, const char *bound,
                            struct arena *arena)
{
    bool is_own = is_product(bound) || is_size_of(view->exercise, bound) || !finding->kernel;
    const char *passed = is_own ? NULL : source_launch_argument(view->source, finding->kernel, bound, arena);
    return passed ? passed : bound;
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
        const char *sizes = reach.line ? in_sizes(view, finding, reach.bound, arena) : "";
        if (reach.line && is_other_size(view->exercise, parameter, sizes, arena))
            return (struct finding_reach){
                reach.line, variable, sizes == reach.bound ? sizes : arena_printf(arena, "%s (%s)", reach.bound, sizes),
                NULL};
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
    return is_total ? (struct finding_reach){reach.line, index, reach.bound, NULL} : (struct finding_reach){0};
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

/* All blocks do the same work. */
bool finding_is_without_block(const struct finding_view *view, const struct vgpu_finding *finding)
{
    return finding_is_stored_twice_strict(view, finding) && view->source && source_slip_lacks_block(view->source) &&
           memcmp(finding->block, finding->other.block, sizeof finding->block) != 0;
}

const char *finding_pitch(const struct finding_view *view, const struct vgpu_finding *finding, struct arena *arena)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    const char *factor;
    if (!view->source || finding->line <= 0 || !parameter || parameter->rank != 2)
        return NULL;
    const char *width = expression_text(parameter->shape[1]), *pitch = NULL;
    for (int i = 0; (factor = source_index_factor(view->source, finding->line, finding->buffer, i, arena)); i++) {
        if (!strcmp(factor, width))
            return NULL;
        pitch = is_size_of(view->exercise, factor) ? factor : pitch;
    }
    return pitch;
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

bool finding_is_stored_twice_by_pitch(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_stored_twice(view, finding) && finding_pitch(view, finding, arena);
}

/* --- the row and the column ------------------------------------------------------------------- */

struct side {
    const char *text, *limit;
    struct source_guard_reach reach;
};

static struct side read_side(const struct finding_view *view, const struct vgpu_finding *finding, const char *text,
                             const char *limit, struct arena *arena)
{
    struct side side = {.text = text, .limit = limit};
    if (text)
        side.reach = source_guard_reach(view->source, finding->line, text, arena);
    return side;
}

static bool is_kept(const struct side *side)
{
    return side->reach.line && !strcmp(side->reach.bound, side->limit);
}

static bool runs_to_other(const struct finding_view *view, const struct side *side)
{
    return side->reach.line && !is_kept(side) && is_size_of(view->exercise, side->reach.bound);
}

/* Index 0 in the kernel is the buffer's first element. */
static bool begins_with_buffer(const struct finding_view *view, const struct vgpu_finding *finding, struct arena *arena)
{
    const char *passed =
        finding->kernel ? source_launch_argument(view->source, finding->kernel, finding->buffer, arena) : NULL;
    return passed && !strcmp(passed, finding->buffer) && !source_index_is_moved(view->source, finding->buffer);
}

struct finding_reach finding_side(const struct finding_view *view, const struct vgpu_finding *finding,
                                  struct arena *arena)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    if (!view->source || !parameter || finding->line <= 0 || parameter->rank != 2 ||
        !begins_with_buffer(view, finding, arena))
        return (struct finding_reach){0};
    const char *height = expression_text(parameter->shape[0]), *width = expression_text(parameter->shape[1]);
    struct source_index_place place = source_index_place(view->source, finding->line, finding->buffer, width, arena);
    if (!place.row || !place.column)
        return (struct finding_reach){0};
    struct side sides[] = {read_side(view, finding, place.row, height, arena),
                           read_side(view, finding, place.column, width, arena)};
    for (int i = 0; i < 2; i++)
        if (runs_to_other(view, &sides[i]))
            return (struct finding_reach){sides[i].reach.line, sides[i].text, sides[i].reach.bound, sides[i].limit};
    for (int i = 0; i < 2; i++)
        if (is_kept(&sides[1 - i]) && !is_kept(&sides[i])) /* so it alone can be too large */
            return (struct finding_reach){0, sides[i].text, NULL, sides[i].limit};
    return (struct finding_reach){0};
}

bool finding_is_of_other_side(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_past_the_end(view, finding) && finding_side(view, finding, arena).line;
}

bool finding_is_of_open_side(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_past_the_end(view, finding) && finding_side(view, finding, arena).variable;
}

/* --- what the index is ------------------------------------------------------------------------ */

/* Each thread's own element of an array for all threads is within it. */
static const char *besides_thread(const struct finding_view *view, const struct vgpu_finding *finding,
                                  struct arena *arena)
{
    const char *index = source_index_text(view->source, finding->line, finding->buffer, arena);
    const char *value = source_index_value(view->source, finding->line, finding->buffer, arena);
    bool is_thread = value && !strcmp(value, "threadIdx.x");
    return source_index_besides(view->source, finding->line, finding->buffer, is_thread ? index : "", arena);
}

const char *finding_index_text(const struct finding_view *view, const struct vgpu_finding *finding, struct arena *arena)
{
    const char *index = NULL;
    if (!view->source || finding->line <= 0 || !finding_has_buffer(finding))
        return "";
    struct finding_reach kept = finding_kept(view, finding, arena);
    if (finding_is_shared(view, finding))
        index = besides_thread(view, finding, arena);
    else if (kept.line)
        index = source_index_besides(view->source, finding->line, finding->buffer, kept.variable, arena);
    else
        index = source_index_besides(view->source, finding->line, finding->buffer, "", arena);
    return index ? index : "";
}

/* The index, or its value if it is a variable; "": unknown. */
static const char *index_value(const struct finding_view *view, const struct vgpu_finding *finding, struct arena *arena)
{
    const char *value = NULL;
    if (view->source && finding->line > 0 && finding_has_buffer(finding))
        value = source_index_value(view->source, finding->line, finding->buffer, arena);
    return value ? value : "";
}

static bool has_word(const char *text, const char *word)
{
    const struct source source = {.text = text, .size_bytes = strlen(text)};
    return source_slip_has_word(&source, word);
}

/*
 * The text that must stay below the first length. In a matrix it is the row, if the column is
 * right. Else it is the only index besides the variable that a condition keeps below the length.
 */
static const char *bounded_part(const struct finding_view *view, const struct vgpu_finding *finding,
                                const struct parameter *parameter, const char *kept, struct arena *arena)
{
    if (parameter->rank == 1) {
        const char *index = source_index_besides(view->source, finding->line, finding->buffer, kept, arena);
        return index ? index : "";
    }
    const char *width = expression_text(parameter->shape[1]);
    struct source_index_place place = source_index_place(view->source, finding->line, finding->buffer, width, arena);
    struct side column = read_side(view, finding, place.column, width, arena);
    return place.row && is_kept(&column) ? place.row : "";
}

struct finding_reach finding_kept(const struct finding_view *view, const struct vgpu_finding *finding,
                                  struct arena *arena)
{
    const struct parameter *parameter = finding_parameter(finding, view->exercise);
    if (!view->source || !parameter || finding->line <= 0 || parameter->rank < 1 || parameter->rank > 2 ||
        !begins_with_buffer(view, finding, arena))
        return (struct finding_reach){0};
    const char *length = expression_text(parameter->shape[0]);
    struct source_guard_kept kept = source_guard_kept(view->source, finding->line, length, arena);
    const char *part = kept.line ? bounded_part(view, finding, parameter, kept.variable, arena) : "";
    bool is_same = !*part || !strcmp(part, kept.variable) ||
                   !strcmp(index_value(view, finding, arena), kept.variable) ||
                   source_guard_reach(view->source, finding->line, part, arena).line;
    bool is_part = parameter->rank == 1 || (*part && has_word(part, kept.variable));
    return is_same || !is_part ? (struct finding_reach){0}
                               : (struct finding_reach){kept.line, kept.variable, length, NULL};
}

bool finding_is_of_other_variable(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_past_the_end(view, finding) && finding_kept(view, finding, arena).line;
}

/* More blocks than elements, where the index is the number of the block. */
bool finding_is_of_large_grid(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_past_the_end(view, finding) && finding->element == (int64_t)finding->block[0] &&
           finding_parameter(finding, view->exercise) && !strcmp(index_value(view, finding, arena), "blockIdx.x");
}

static bool is_of_one_block(const struct vgpu_finding *finding)
{
    return !memcmp(finding->block, finding->other.block, sizeof finding->block);
}

/* All threads of a block have the same index. */
bool finding_is_stored_by_block(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_stored_twice(view, finding) && is_of_one_block(finding) &&
           !strcmp(index_value(view, finding, arena), "blockIdx.x");
}

/* The index begins at 0 again in each block. */
bool finding_is_stored_by_each_block(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return finding_is_stored_twice(view, finding) && !is_of_one_block(finding) &&
           !strcmp(index_value(view, finding, arena), "threadIdx.x");
}

/* All lanes of a warp have the same index. */
bool finding_is_stored_by_warp(const struct finding_view *view, const struct vgpu_finding *finding)
{
    enum { LANES = 32 };
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *value = index_value(view, finding, arena);
    bool is_of_one_warp = is_of_one_block(finding) && finding->thread[0] / LANES == finding->other.thread[0] / LANES &&
                          finding->thread[1] == finding->other.thread[1];
    return finding_is_stored_twice(view, finding) && is_of_one_warp &&
           (strstr(value, "threadIdx.x / 32") || strstr(value, "threadIdx.x / warpSize"));
}

/* An array with one element for each thread of the block, and another index. */
bool finding_is_shared_beyond_threads(const struct finding_view *view, const struct vgpu_finding *finding)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    uint64_t threads = finding_block_threads(view->reported, finding->kernel);
    return finding_is_shared_past_the_end(view, finding) && view->source && threads > 1 &&
           finding->buffer_bytes / finding->size_bytes == threads &&
           source_index_rank(view->source, finding->buffer) == 1 && *finding_index_text(view, finding, arena);
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

const char *finding_unused_size(const struct source *source, const struct exercise *exercise, const char *buffer,
                                struct arena *arena)
{
    const struct vgpu_finding named = {.buffer = buffer};
    const struct parameter *parameter = finding_parameter(&named, exercise);
    for (int i = 0; source && parameter && i < parameter->rank; i++) {
        const char *size = expression_text(parameter->shape[i]);
        if (is_size_of(exercise, size) && source_launch_lacks(source, size, arena))
            return size;
    }
    return NULL;
}
