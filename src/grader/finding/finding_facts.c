/* Reads what is known about a finding: see the header. */
#include "grader/finding/finding_facts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/source/source_index.h"
#include "grader/value/phrase.h"

bool finding_has_buffer(const struct vgpu_finding *finding)
{
    return finding->buffer && *finding->buffer;
}

const struct parameter *finding_parameter(const struct vgpu_finding *finding, const struct exercise *exercise)
{
    for (size_t i = 0; exercise && finding_has_buffer(finding) && i < exercise->parameter_count; i++)
        if (!strcmp(exercise->parameters[i].name, finding->buffer))
            return &exercise->parameters[i];
    return NULL;
}

static const struct kernel_observation *launches_of(const struct observation *observation, const char *kernel)
{
    for (size_t i = 0; observation && i < observation->kernel_count; i++)
        if (!strcmp(observation->kernels[i].kernel, kernel ? kernel : ""))
            return &observation->kernels[i];
    return NULL;
}

/* --- sizes ------------------------------------------------------------------------------------ */

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
static const char *in_sizes(const struct finding_facts *facts, const char *bound, struct arena *arena)
{
    const char *kernel = facts->finding->kernel, *passed = NULL;
    if (!is_product(bound) && !is_size_of(facts->view->exercise, bound) && kernel)
        passed = source_launch_argument(facts->source, kernel, bound, arena);
    return passed ? passed : bound;
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

/* --- conditions before the line --------------------------------------------------------------- */

static struct source_guard_reach reach_of(const struct finding_facts *facts, const char *variable, struct arena *arena)
{
    struct source_guard_reach none = {0};
    return variable ? source_guard_reach(facts->source, facts->finding->line, variable, arena) : none;
}

static struct source_guard_bound read_bound(const struct finding_facts *facts, struct arena *arena)
{
    const char *lengths[SHAPE_RANK_MAX];
    size_t rank = (size_t)facts->parameter->rank;
    for (size_t i = 0; i < rank; i++)
        lengths[i] = expression_text(facts->parameter->shape[i]);
    return source_guard_bound(facts->source, facts->finding->line, lengths, rank, arena);
}

/* The whole index, then each summand that is a name. NULL: there are no more. */
static const char *part_of(const struct finding_facts *facts, int number, struct arena *arena)
{
    const struct vgpu_finding *finding = facts->finding;
    return number ? source_index_summand(facts->source, finding->line, finding->buffer, number - 1, arena)
                  : source_index_text(facts->source, finding->line, finding->buffer, arena);
}

static struct finding_reach read_reach(const struct finding_facts *facts, struct arena *arena)
{
    const char *variable;
    for (int i = 0; (variable = part_of(facts, i, arena)); i++) {
        struct source_guard_reach reach = reach_of(facts, variable, arena);
        const char *sizes = reach.line ? in_sizes(facts, reach.bound, arena) : "";
        if (!reach.line || !is_other_size(facts->view->exercise, facts->parameter, sizes, arena))
            continue;
        bool is_passed = sizes != reach.bound;
        const char *bound = is_passed ? arena_printf(arena, "%s (%s)", reach.bound, sizes) : sizes;
        return (struct finding_reach){reach.line, variable, bound, NULL};
    }
    return (struct finding_reach){0};
}

static struct finding_reach read_total(const struct finding_facts *facts, struct arena *arena)
{
    const char *index = part_of(facts, 0, arena);
    struct source_guard_reach reach = reach_of(facts, index, arena);
    bool is_total = reach.line && is_product(reach.bound) &&
                    count_factors(facts->view->exercise, facts->parameter, reach.bound, arena) == 2;
    return is_total ? (struct finding_reach){reach.line, index, reach.bound, NULL} : (struct finding_reach){0};
}

static const char *read_pitch(const struct finding_facts *facts, const char *width, struct arena *arena)
{
    const struct vgpu_finding *finding = facts->finding;
    const char *factor, *pitch = NULL;
    for (int i = 0; (factor = source_index_factor(facts->source, finding->line, finding->buffer, i, arena)); i++) {
        if (!strcmp(factor, width))
            return NULL;
        pitch = is_size_of(facts->view->exercise, factor) ? factor : pitch;
    }
    return pitch;
}

/* --- the row and the column ------------------------------------------------------------------- */

struct side {
    const char *text, *limit;
    struct source_guard_reach reach;
};

static struct side read_part(const struct finding_facts *facts, const char *text, const char *limit,
                             struct arena *arena)
{
    return (struct side){text, limit, reach_of(facts, text, arena)};
}

static bool is_kept(const struct side *side)
{
    return side->reach.line && !strcmp(side->reach.bound, side->limit);
}

static bool runs_to_other(const struct finding_facts *facts, const struct side *side)
{
    return side->reach.line && !is_kept(side) && is_size_of(facts->view->exercise, side->reach.bound);
}

/* Index 0 in the kernel is the buffer's first element. */
static bool begins_with_buffer(const struct finding_facts *facts, struct arena *arena)
{
    const struct vgpu_finding *finding = facts->finding;
    const char *passed = NULL;
    if (finding->kernel)
        passed = source_launch_argument(facts->source, finding->kernel, finding->buffer, arena);
    return passed && !strcmp(passed, finding->buffer) && !source_index_is_moved(facts->source, finding->buffer);
}

static struct source_index_place place_of(const struct finding_facts *facts, const char *width, struct arena *arena)
{
    return source_index_place(facts->source, facts->finding->line, facts->finding->buffer, width, arena);
}

static struct finding_reach read_side(const struct finding_facts *facts, const char *height, const char *width,
                                      struct arena *arena)
{
    struct source_index_place place = place_of(facts, width, arena);
    if (!place.row || !place.column)
        return (struct finding_reach){0};
    struct side sides[] = {read_part(facts, place.row, height, arena), read_part(facts, place.column, width, arena)};
    for (int i = 0; i < 2; i++)
        if (runs_to_other(facts, &sides[i]))
            return (struct finding_reach){sides[i].reach.line, sides[i].text, sides[i].reach.bound, sides[i].limit};
    for (int i = 0; i < 2; i++)
        if (is_kept(&sides[1 - i]) && !is_kept(&sides[i])) /* so it alone can be too large */
            return (struct finding_reach){0, sides[i].text, NULL, sides[i].limit};
    return (struct finding_reach){0};
}

/* --- what the index is ------------------------------------------------------------------------ */

/* The only index besides `known`; "": none, or several. */
static const char *index_besides(const struct finding_facts *facts, const char *known, struct arena *arena)
{
    const struct vgpu_finding *finding = facts->finding;
    const char *index = source_index_besides(facts->source, finding->line, finding->buffer, known, arena);
    return index ? index : "";
}

/* Each thread's own element of an array for all threads is within it. */
static const char *read_index(const struct finding_facts *facts, struct arena *arena)
{
    const char *known = facts->kept.line ? facts->kept.variable : "";
    if (facts->finding->space == VGPU_FINDING_SPACE_SHARED)
        known = !strcmp(facts->index_value, "threadIdx.x") ? part_of(facts, 0, arena) : "";
    return index_besides(facts, known, arena);
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
static const char *bounded_part(const struct finding_facts *facts, const char *kept, struct arena *arena)
{
    if (facts->parameter->rank == 1)
        return index_besides(facts, kept, arena);
    const char *width = expression_text(facts->parameter->shape[1]);
    struct source_index_place place = place_of(facts, width, arena);
    struct side column = read_part(facts, place.column, width, arena);
    return place.row && is_kept(&column) ? place.row : "";
}

static struct finding_reach read_kept(const struct finding_facts *facts, struct arena *arena)
{
    struct finding_reach none = {0};
    const char *length = expression_text(facts->parameter->shape[0]);
    struct source_guard_kept kept = source_guard_kept(facts->source, facts->finding->line, length, arena);
    if (!kept.line)
        return none;
    const char *part = bounded_part(facts, kept.variable, arena);
    if (!*part || !strcmp(part, kept.variable) || !strcmp(facts->index_value, kept.variable) ||
        reach_of(facts, part, arena).line)
        return none;
    bool is_part = facts->parameter->rank == 1 || has_word(part, kept.variable);
    return is_part ? (struct finding_reach){kept.line, kept.variable, length, NULL} : none;
}

/* The variable that chooses one of a few parts of a shared array, and has one value: 0. */
static const char *read_fixed_index(const struct finding_facts *facts, struct arena *arena)
{
    enum { PARTS_MOST = 4 };
    unsigned long parts = source_index_size(facts->source, facts->finding->buffer, 0);
    const char *index = part_of(facts, 0, arena);
    bool is_zero = index && !strcmp(facts->index_value, "0") && strcmp(index, "0") != 0;
    return is_zero && parts > 1 && parts <= PARTS_MOST ? index : NULL;
}

static struct finding_axis read_axis(const struct finding_facts *facts)
{
    enum { DIMENSIONS_MAX = 3 };
    const struct vgpu_finding *finding = facts->finding;
    bool is_shared = finding->space == VGPU_FINDING_SPACE_SHARED;
    for (int i = 0; is_shared && facts->launches && i < DIMENSIONS_MAX; i++) {
        int axis = source_index_axis(facts->source, finding->line, finding->buffer, i);
        unsigned long size = source_index_size(facts->source, finding->buffer, i);
        if (axis >= 0 && size && finding->thread[axis] >= size)
            return (struct finding_axis){axis, facts->launches->block[axis] - 1, size};
    }
    return (struct finding_axis){.axis = -1};
}

static void read_of_parameter(struct finding_facts *facts, struct arena *arena)
{
    const struct parameter *parameter = facts->parameter;
    facts->bound = read_bound(facts, arena);
    facts->reach = read_reach(facts, arena);
    if (parameter->rank < 1 || parameter->rank > 2)
        return;
    bool is_whole = begins_with_buffer(facts, arena);
    if (is_whole)
        facts->kept = read_kept(facts, arena);
    if (parameter->rank == 1)
        return;
    const char *height = expression_text(parameter->shape[0]), *width = expression_text(parameter->shape[1]);
    facts->total = read_total(facts, arena);
    facts->pitch = read_pitch(facts, width, arena);
    if (is_whole)
        facts->side = read_side(facts, height, width, arena);
}

static void read_line(struct finding_facts *facts, struct arena *arena)
{
    const struct vgpu_finding *finding = facts->finding;
    const char *value = source_index_value(facts->source, finding->line, finding->buffer, arena);
    facts->index_value = value ? value : "";
    facts->axis = read_axis(facts);
    facts->fixed_index = read_fixed_index(facts, arena);
    if (facts->parameter)
        read_of_parameter(facts, arena);
    facts->index = read_index(facts, arena);
}

/* The first element of the buffer that is never written in the reported case; NULL: none. */
static const char *left_out_of(const struct case_verdict *given, const char *buffer)
{
    for (size_t i = 0; given && i < given->wrong_count; i++) {
        const struct wrong_buffer *wrong = &given->wrong[i];
        if (!strcmp(wrong->parameter, buffer) && wrong->first_count && wrong->first[0].never_written)
            return wrong->element;
    }
    return NULL;
}

/* --- the plan --------------------------------------------------------------------------------- */

/* "rows_of" of "_Z7rows_ofILi32EEvPKf"; another name is as it is. */
static const char *plain_name(const char *kernel, struct arena *arena)
{
    static const char mark[] = "_Z";
    if (!kernel || strncmp(kernel, mark, strlen(mark)) != 0)
        return kernel ? kernel : "";
    char *name;
    unsigned long length = strtoul(kernel + strlen(mark), &name, 10);
    return length <= strlen(name) ? arena_strndup(arena, name, length) : kernel;
}

/* A number of the case, "n = 33, d = 32", is this one. */
static bool has_number(const char *case_text, unsigned long number)
{
    for (const char *at = case_text; at && (at = strstr(at, " = ")); at++) {
        char *end;
        if (strtoul(at + strlen(" = "), &end, 10) == number && (!*end || *end == ','))
            return true;
    }
    return false;
}

/* Beside launches of other kernels. */
static struct source_launch_found read_instance(const struct finding_facts *facts, struct arena *arena)
{
    struct source_launch_found none = {0};
    if (source_launch_count(facts->source, arena) < 2)
        return none;
    struct source_launch_found found = source_launch_only(facts->source, facts->kernel, arena);
    const char *number = found.line ? strchr(found.instance, '<') : NULL;
    if (!number || !isdigit((unsigned char)number[1]) || strchr(number, ','))
        return none;
    return has_number(facts->view->case_text, strtoul(number + 1, NULL, 10)) ? none : found;
}

static struct source_launch_found read_writer(const struct finding_facts *facts, struct arena *arena)
{
    const char *buffer = facts->finding->buffer;
    struct source_launch_found before = source_launch_before(facts->source, buffer, facts->kernel, arena);
    return before.line ? before : source_launch_after(facts->source, buffer, facts->kernel, arena);
}

static void read_plan(struct finding_facts *facts, struct arena *arena)
{
    const struct vgpu_finding *finding = facts->finding;
    facts->launch_line = source_launch_only(facts->source, facts->kernel, arena).line;
    facts->instance = read_instance(facts, arena);
    if (finding_has_buffer(finding) && finding->space == VGPU_FINDING_SPACE_GLOBAL)
        facts->writer = read_writer(facts, arena);
    if (finding->kernel)
        facts->table = source_slip_table(facts->source, finding->kernel);
}

struct finding_facts finding_facts_of(const struct finding_view *view, const struct vgpu_finding *finding,
                                      struct arena *arena)
{
    const struct kernel_observation *launches = launches_of(view->reported, finding->kernel);
    struct finding_facts facts = {.view = view,
                                  .finding = finding,
                                  .source = view->source,
                                  .line_text = phrase_source_line(arena, view->source, finding->line),
                                  .parameter = finding_parameter(finding, view->exercise),
                                  .launches = launches,
                                  .kernel = plain_name(finding->kernel, arena),
                                  .index = "",
                                  .index_value = "",
                                  .axis.axis = -1};
    if (launches)
        facts.block_threads = (uint64_t)launches->block[0] * launches->block[1] * launches->block[2];
    if (finding_has_buffer(finding))
        facts.left_out = left_out_of(view->given, finding->buffer);
    if (view->source)
        read_plan(&facts, arena);
    if (view->source && finding->line > 0 && finding_has_buffer(finding))
        read_line(&facts, arena);
    return facts;
}
