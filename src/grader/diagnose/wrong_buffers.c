/* Fills the wrong buffers of a case: elements, places, owners, patterns in words. */
#include "grader/diagnose/wrong_buffers.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "grader/prepare/build.h"
#include "grader/source/source_index.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_slip.h"
#include "grader/value/formula.h"
#include "grader/value/number.h"
#include "grader/value/phrase.h"
#include "grader/value/scope.h"
#include "grader/value/sentence.h"

static struct geometry shape_of(const struct job_case *given, const struct parameter *parameter)
{
    struct scope scope = {given->values, given->value_count, given->devices};
    struct geometry geometry = {.rank = parameter->rank};
    scope_shape(&scope, parameter, geometry.shape, &geometry.count, NULL);
    return geometry;
}

static struct geometry geometry_of(const struct buffer_result *buffer, const struct job_case *given,
                                   const struct observation *observation)
{
    struct geometry geometry = shape_of(given, buffer->parameter);
    geometry.count = buffer->count;
    geometry_take_launch(&geometry, observation);
    return geometry;
}

static struct wrong_element wrong_element(const struct compare_element *element, enum dtype dtype,
                                          const struct geometry *geometry)
{
    struct wrong_element wrong = {.index = element->index,
                                  .expected = number_decode(dtype, element->expected),
                                  .got = number_decode(dtype, element->got),
                                  .ulps = dtype_kind(dtype) == DTYPE_KIND_FLOAT
                                              ? number_ulps(dtype, element->got, element->expected)
                                              : UINT64_MAX,
                                  .never_written = element->never_written};
    geometry_position(geometry, element->index, wrong.position, sizeof wrong.position);
    wrong.is_beyond_grid = !geometry_owner(geometry, element->index, wrong.owner, sizeof wrong.owner);
    return wrong;
}

static struct wrong_buffer wrong_buffer(struct arena *arena, const struct buffer_result *buffer, int devices,
                                        const struct geometry *geometry)
{
    struct buffer pattern CLEANUP(buffer_done) = BUFFER_INIT;
    const char *name = buffer->parameter->name;
    struct wrong_buffer wrong = {.parameter = devices > 1 ? phrase_of_rank(arena, buffer->rank, name)
                                                          : arena_strdup(arena, name),
                                 .is_of_several = devices > 1,
                                 .is_unchanged = buffer->pattern_input == buffer->parameter,
                                 .element_count = buffer->count,
                                 .wrong_count = buffer->wrong_count,
                                 .unwritten_count = buffer->unwritten_count,
                                 .first_count = buffer->first_count};
    for (uint32_t i = 0; i < buffer->first_count; i++)
        wrong.first[i] = wrong_element(&buffer->first[i], buffer->parameter->dtype, geometry);
    const char *element = arena_printf(arena, "%s%s", name, wrong.first_count ? wrong.first[0].position : "");
    wrong.element = devices > 1 ? phrase_of_rank(arena, buffer->rank, element) : element;
    pattern_describe(&buffer->pattern, buffer->pattern_input ? buffer->pattern_input->name : "",
                     buffer->pattern_other ? buffer->pattern_other->name : "", &pattern);
    if (buffer->pattern.kind != PATTERN_NONE)
        wrong.pattern = arena_strdup(arena, buffer_text(&pattern));
    return wrong;
}

/* "in[256]", "x[3][17]" */
static const char *element_of(struct arena *arena, const struct job_case *given, const struct parameter *parameter,
                              uint64_t index)
{
    struct geometry geometry = shape_of(given, parameter);
    char position[64];
    geometry_position(&geometry, index, position, sizeof position);
    return arena_printf(arena, "%s%s", parameter->name, position);
}

/* Each buffer has one element here, so that a sum has one term. */
static bool shows_all_inputs(const struct grading *grading, const struct case_result *result,
                             const struct wrong_buffer *wrong)
{
    const struct exercise *exercise = grading->request->exercise;
    size_t inputs = 0;
    for (size_t i = 0; i < exercise->parameter_count; i++)
        inputs += exercise->parameters[i].rank && !parameter_is_output(&exercise->parameters[i]);
    return wrong->element_count == 1 && result->named_count == inputs;
}

/*
 * The inputs at the first wrong element. A sum of many terms gets none, because they would not
 * explain it.
 */
static const char *inputs_text(const struct grading *grading, const struct job_case *given,
                               const struct case_result *result, const struct wrong_buffer *wrong)
{
    enum { SHOWN_INPUTS_MAX = 4 };
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    bool is_sum = job_reduction_length(&grading->job, given) > 1 && !shows_all_inputs(grading, result, wrong);
    if (is_sum || result->judged_by_checker || !wrong->first_count)
        return NULL;
    if (result->named_count > SHOWN_INPUTS_MAX) /* too many to recompute by hand */
        return NULL;
    for (size_t i = 0; i < result->named_count; i++) {
        const struct named_element *named = &result->named[i];
        double value = number_decode(named->parameter->dtype, named->bits);
        buffer_printf(&text, "%s%s = ", i ? ", " : "",
                      element_of(grading->verdict->arena, given, named->parameter, named->index));
        if (isnan(value))
            buffer_append_text(&text, "NaN");
        else
            buffer_printf(&text, dtype_kind(named->parameter->dtype) == DTYPE_KIND_FLOAT ? "%.7g" : "%.0f", value);
    }
    return text.size_bytes ? arena_strdup(grading->verdict->arena, buffer_text(&text)) : NULL;
}

/* A formula of the inputs that are shown. NULL: none, or the number is rounded too much to tell. */
static const char *formula_text(const struct grading *grading, const struct job_case *given,
                                const struct case_result *result, const struct buffer_result *buffer,
                                const struct wrong_buffer *wrong)
{
    struct arena *arena = grading->verdict->arena;
    struct formula_term inputs[JOB_PARAMETERS_MAX];
    if (!wrong->inputs || wrong->first[0].never_written || buffer->parameter->dtype != DTYPE_F32)
        return NULL;
    for (size_t i = 0; i < result->named_count; i++) {
        const struct named_element *named = &result->named[i];
        inputs[i] = (struct formula_term){element_of(arena, given, named->parameter, named->index),
                                          number_decode(named->parameter->dtype, named->bits)};
    }
    return formula_find(inputs, result->named_count, wrong->first[0].got, arena);
}

/* The elements of a row, and their number; 0: it is no matrix. */
static uint64_t row_width(const struct geometry *geometry)
{
    return geometry->rank >= 2 ? geometry->shape[geometry->rank - 1] : 0;
}

/*
 * A distance between rows of an input that is too short: the last row ends where the kernel stops
 * to read. The first wrong element takes an element of such a row. 0: there is none.
 */
static uint64_t short_pitch(const struct job_case *given, const struct case_result *result,
                            const struct buffer_result *wrong)
{
    const struct unread_input *unread = &result->unread;
    const struct input_influence *influence = &result->influence;
    bool is_added = influence->kind == INFLUENCE_ADDED, is_instead = influence->kind == INFLUENCE_LACKING;
    if (!unread->parameter || unread->parameter != influence->parameter || !wrong->first_count ||
        (!is_added && !(is_instead && influence->has_other)))
        return 0;
    struct geometry in = shape_of(given, unread->parameter), out = shape_of(given, wrong->parameter);
    uint64_t width = row_width(&in), rows = width ? in.count / width : 0, end = unread->first;
    if (!row_width(&out) || out.count / row_width(&out) != rows || unread->count != in.count - end || rows < 2 ||
        end <= width || (end - width) % (rows - 1))
        return 0;
    uint64_t pitch = (end - width) / (rows - 1), begin = wrong->first[0].index / row_width(&out) * pitch;
    uint64_t taken = is_added ? influence->index : influence->other;
    return taken >= begin && taken < begin + width ? pitch : 0;
}

/* NULL: the distance from row to row is right, as far as is known. */
static const char *pitch_text(struct arena *arena, const struct job_case *given, const struct case_result *result,
                              const struct buffer_result *wrong)
{
    uint64_t pitch = short_pitch(given, result, wrong);
    if (!pitch)
        return NULL;
    struct geometry in = shape_of(given, result->unread.parameter);
    return sentence_text(arena, SENTENCE_SHORT_PITCH,
                         FIELDS({"input", result->unread.parameter->name}, {"pitch", phrase_count(arena, pitch)},
                                {"width", phrase_count(arena, row_width(&in))}));
}

/* Whether no case is known to read any element of the input. Another case can take another path. */
static bool is_unread_everywhere(const struct grading *grading, const struct parameter *input)
{
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct case_result *result = grading->records[i].result;
        if (result && !(result->unread.is_whole && result->unread.parameter == input))
            return false;
    }
    return true;
}

/* NULL: the kernel reads every element of its inputs that the reference reads. */
static const char *unread_text(const struct grading *grading, const struct job_case *given,
                               const struct unread_input *unread)
{
    struct arena *arena = grading->verdict->arena;
    if (!unread->parameter)
        return NULL;
    bool is_everywhere = is_unread_everywhere(grading, unread->parameter);
    enum sentence_id whole_id = is_everywhere ? SENTENCE_UNREAD_INPUT : SENTENCE_UNREAD_INPUT_HERE;
    enum sentence_id id = unread->is_whole     ? whole_id
                          : unread->count == 1 ? SENTENCE_UNREAD_ELEMENT
                                               : SENTENCE_UNREAD_ELEMENTS;
    const struct source *source = grading->verdict->source;
    bool may_be_first = source && id == SENTENCE_UNREAD_ELEMENTS && unread->first == 1;
    int line = may_be_first ? source_index_always_first(source, unread->parameter->name) : 0;
    return sentence_text(arena, line ? SENTENCE_UNREAD_AFTER_FIRST : id,
                         FIELDS({"input", unread->parameter->name}, {"line", phrase_integer(arena, line)},
                                {"element", element_of(arena, given, unread->parameter, unread->first)},
                                {"count", phrase_count(arena, unread->count)}));
}

/* NULL: it is not known what the first wrong element takes from the inputs. */
static const char *influence_text(struct arena *arena, const struct job_case *given,
                                  const struct input_influence *influence)
{
    static const enum sentence_id ids[INFLUENCE_COUNT] = {[INFLUENCE_LACKING] = SENTENCE_INFLUENCE_LACKING,
                                                          [INFLUENCE_ADDED] = SENTENCE_INFLUENCE_ADDED,
                                                          [INFLUENCE_TWICE] = SENTENCE_INFLUENCE_TWICE,
                                                          [INFLUENCE_NEGATED] = SENTENCE_INFLUENCE_NEGATED,
                                                          [INFLUENCE_RANK_ADDED] = SENTENCE_INFLUENCE_RANK_ADDED,
                                                          [INFLUENCE_RANK_LACKING] = SENTENCE_INFLUENCE_RANK_LACKING,
                                                          [INFLUENCE_RANKS_MANY] = SENTENCE_INFLUENCE_RANKS_MANY,
                                                          [INFLUENCE_RANKS_FEW] = SENTENCE_INFLUENCE_RANKS_FEW};
    if (!influence->parameter || !influence->kind)
        return NULL;
    if (influence->kind >= INFLUENCE_RANK_ADDED)
        return sentence_text(arena, ids[influence->kind],
                             FIELDS({"element", influence->parameter->name},
                                    {"rank", phrase_integer(arena, (int64_t)influence->index)}));
    bool lacks = influence->kind == INFLUENCE_LACKING;
    const char *element = element_of(arena, given, influence->parameter, influence->index);
    if (influence->kind == INFLUENCE_PARTNER)
        return influence->partner
                   ? sentence_text(arena, SENTENCE_INFLUENCE_PARTNER,
                                   FIELDS({"element", element},
                                          {"other", element_of(arena, given, influence->partner, influence->other)},
                                          {"must", element_of(arena, given, influence->partner, influence->must)}))
                   : NULL;
    if (!influence->has_other)
        return sentence_text(arena, ids[influence->kind], FIELDS({"element", element}));
    const char *other = element_of(arena, given, influence->parameter, influence->other);
    if (influence->kind == INFLUENCE_MIXED)
        return sentence_text(arena, SENTENCE_INFLUENCE_MIXED, FIELDS({"element", element}, {"other", other}));
    return sentence_text(arena, SENTENCE_INFLUENCE_INSTEAD,
                         FIELDS({"element", lacks ? other : element}, {"other", lacks ? element : other}));
}

/*
 * Whether the kernel of that line left the buffer as the reference has it. Then the reference has
 * the same infinity there.
 */
static bool is_of_right_kernel(const struct grading *grading, const struct case_result *result, int line)
{
    const struct source *source = grading->verdict->source;
    const char *kernel = source ? source_loop_function(source, line, grading->verdict->arena) : NULL;
    bool is_right = false;
    for (size_t i = 0; kernel && i < result->stage_count; i++) {
        if (strcmp(result->stages[i].kernel, kernel))
            continue;
        is_right = result->stages[i].state == STAGE_RIGHT;
        if (!is_right)
            return false;
    }
    return is_right;
}

/*
 * Each block leaves out the end of its group of elements: it has fewer threads than its index
 * counts with. NULL: nothing is known.
 */
static const char *share_text(struct arena *arena, const struct buffer_result *buffer, const struct geometry *geometry)
{
    const struct pattern *pattern = &buffer->pattern;
    const uint32_t *grid = geometry->grid;
    if (!geometry->has_launch || pattern->kind != PATTERN_END_OF_EACH || buffer->unwritten_count != buffer->wrong_count)
        return NULL;
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2], each = (uint64_t)pattern->b;
    if (blocks != (buffer->count + each - 1) / each)
        return NULL;
    return sentence_text(
        arena, SENTENCE_SHARE_OF_BLOCK,
        FIELDS(
            {"written", phrase_integer(arena, pattern->a)}, {"each", phrase_integer(arena, pattern->b)},
            {"threads", phrase_count(arena, (uint64_t)geometry->block[0] * geometry->block[1] * geometry->block[2])}));
}

/* A loop over no elements leaves what it began with. NULL: every input has elements. */
static const char *empty_text(struct arena *arena, const struct job *job, const struct job_case *given)
{
    for (size_t i = 0; i < job->parameter_count; i++) {
        const struct parameter *parameter = &job->parameters[i];
        if (parameter->role == PARAMETER_IN && !shape_of(given, parameter).count)
            return sentence_text(arena, SENTENCE_EMPTY_INPUT, FIELDS({"input", parameter->name}));
    }
    return NULL;
}

/* The first rank after this one that must have the same number, and has another; 0: none. */
static int other_rank(const struct case_result *result, const struct buffer_result *buffer)
{
    const struct compare_element *first = &buffer->first[0];
    for (size_t i = 0; buffer->first_count && i < result->buffer_count; i++) {
        const struct buffer_result *other = &result->buffers[i];
        bool is_like = other->parameter == buffer->parameter && other->rank > buffer->rank && other->first_count;
        if (is_like && other->first[0].index == first->index && other->first[0].expected == first->expected &&
            other->first[0].got != first->got)
            return other->rank;
    }
    return 0;
}

/*
 * The plan is that of the solution, so its grid is no mistake. A grid that does not grow with the
 * size says that the kernel lacks a loop.
 */
static bool is_plan_right(const struct grading *grading)
{
    const struct exercise *exercise = grading->request->exercise;
    const char *root = curriculum_folder(grading->request->curriculum, exercise);
    struct source solution;
    return grading->verdict->source && exercise->solution &&
           build_read_source(root, "solutions", exercise->solution, grading->arena, &solution, NULL) &&
           source_launch_is_same(grading->verdict->source, &solution, grading->arena) &&
           !source_launch_fixed_grid(grading->verdict->source, grading->arena);
}

/* Where threads add to elements of each other, a written element belongs to no thread. */
static void forget_owners(struct wrong_buffer *wrong, const struct source *source)
{
    static const char *const words[] = {"atomicAdd", "atomicSub", "atomicMax", "atomicMin", "atomicExch", "atomicCAS"};
    bool has_atomic = false;
    for (size_t i = 0; source && i < sizeof words / sizeof *words; i++)
        has_atomic |= source_slip_has_word(source, words[i]);
    for (size_t i = 0; has_atomic && i < wrong->first_count; i++)
        if (!wrong->first[i].never_written)
            wrong->first[i].owner[0] = '\0';
}

void wrong_buffers_fill(const struct grading *grading, const struct job_case *given, const struct case_result *result,
                        struct case_verdict *out)
{
    struct arena *arena = grading->verdict->arena;
    out->wrong = ARENA_ARRAY(arena, result->buffer_count, struct wrong_buffer);
    for (size_t i = 0; i < result->buffer_count; i++) {
        const struct buffer_result *buffer = &result->buffers[i];
        if (!buffer->wrong_count)
            continue;
        struct geometry geometry = geometry_of(buffer, given, result->observation);
        struct wrong_buffer *wrong = &out->wrong[out->wrong_count++];
        *wrong = wrong_buffer(arena, buffer, given->devices, &geometry);
        forget_owners(wrong, grading->verdict->source);
        wrong->unread = unread_text(grading, given, &result->unread);
        wrong->influence = out->wrong_count == 1 ? influence_text(arena, given, &result->influence) : NULL;
        wrong->empty = empty_text(arena, &grading->job, given);
        wrong->pitch = out->wrong_count == 1 ? pitch_text(arena, given, result, buffer) : NULL;
        wrong->input_specials = buffer->input_specials;
        wrong->other_rank = other_rank(result, buffer);
        wrong->nan = result->nan;
        wrong->infinity = result->infinity;
        if (result->infinity.cause && is_of_right_kernel(grading, result, result->infinity.line))
            wrong->infinity = (struct vgpu_origin){0};
        wrong->inputs = out->wrong_count == 1 ? inputs_text(grading, given, result, wrong) : NULL;
        wrong->formula = formula_text(grading, given, result, buffer, wrong);
        if (!buffer->first_count || !buffer->first[0].never_written)
            continue;
        wrong->is_turned = geometry_is_turned(&geometry, buffer->first[0].index, buffer->unwritten_count);
        if (!wrong->is_turned)
            geometry_small_grid(&geometry, buffer->first[0].index, buffer->unwritten_count, wrong->small_grid,
                                sizeof wrong->small_grid);
        wrong->share = share_text(arena, buffer, &geometry);
        if (*wrong->small_grid && is_plan_right(grading))
            *wrong->small_grid = '\0';
        wrong->is_exchanged = *wrong->small_grid && geometry_is_exchanged(&geometry);
    }
}
