/* Sentences about wrong results: rows PATTERN_DIAGNOSIS of diagnoses.def. */
#include "grader/diagnose/explanation_wrong.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "grader/cause/cause.h"
#include "grader/cause/cause_remark.h"
#include "grader/diagnose/explanation_remark.h"
#include "grader/finding/finding_facts.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_index.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_slip.h"
#include "grader/value/phrase.h"

enum { FEW_DIGITS = 3 };

static struct sentence pattern_row(enum pattern_kind kind)
{
    static const struct sentence rows[PATTERN_COUNT] = {
#define PATTERN_DIAGNOSIS(pattern, sentence, lesson) [PATTERN_##pattern] = {sentence, lesson},
#include "grader/diagnoses.def"
    };
    struct sentence row = rows[kind];
    row.text = row.text ? _(row.text) : NULL;
    return row;
}

bool explain_knows_pattern(enum pattern_kind pattern)
{
    bool is_of_structure = pattern == PATTERN_ENDS || (pattern >= PATTERN_ONE_ROW && pattern <= PATTERN_START_OF_ROWS);
    return pattern_row(pattern).text != NULL || is_of_structure;
}

static struct sentence say_changed_input(const struct verdict *verdict, const struct case_verdict *failing)
{
    return sentence_fill(verdict->arena, SENTENCE_CHANGED_INPUT,
                         FIELDS({"input", failing->changed_input}, {"name", failing->name}));
}

static bool is_not_launched(const struct wrong_element *element)
{
    return element->never_written && element->is_beyond_grid;
}

/* The grid's threads reach this element in their second round. */
static bool is_of_a_later_round(const struct wrong_element *element)
{
    return !element->never_written && element->is_beyond_grid;
}

/* One case in five at least. Fewer can be right by chance: a stub is, where all values are 0. */
static bool are_others_right(const struct verdict *verdict)
{
    return verdict->right_count > 0 && 5 * verdict->right_count >= verdict->case_count;
}

static bool has_slip(const struct verdict *verdict)
{
    return verdict->source && *cause_remark_add(verdict, "");
}

/* The sentence about a grid that is too small, and the line of its launch; 0: unknown. */
static enum sentence_id small_grid_sentence(const struct verdict *verdict, int *out_line)
{
    const struct source *source = verdict->source;
    enum sentence_id id = SENTENCE_LAST_BLOCK_FIXED_GRID;
    *out_line = source ? source_launch_fixed_grid(source, verdict->arena) : 0;
    if (source && !*out_line) {
        id = SENTENCE_LAST_BLOCK_ROUNDED_GRID;
        *out_line = source_launch_rounded_grid(source, verdict->arena);
    }
    return *out_line ? id : SENTENCE_LAST_BLOCK_SMALL_GRID;
}

/* Rows without advice, for results whose cause is told beside them. */
static struct sentence explained_row(const struct wrong_buffer *wrong, enum pattern_kind pattern)
{
    if (pattern == PATTERN_ALL_ZERO)
        return sentence_row(SENTENCE_ALL_ZERO_EXPLAINED);
    if (pattern == PATTERN_IMPRECISE)
        return sentence_row(SENTENCE_IMPRECISE_EXPLAINED);
    bool is_copy = pattern == PATTERN_COPIED_INPUT && !wrong->is_unchanged;
    return is_copy ? sentence_row(SENTENCE_COPIED_EXPLAINED) : (struct sentence){0};
}

/* The name of a case says which inputs it fills with zeros: "n=257 x=zeros". */
static bool has_zeros(const struct case_verdict *failing)
{
    return strstr(failing->name, "=zeros") != NULL;
}

/* Several ranks: "rank 1's y" is of the buffer y. */
static bool is_in(const struct vgpu_finding *finding, const struct wrong_buffer *wrong)
{
    if (!wrong->is_of_several)
        return !strcmp(finding->buffer, wrong->parameter);
    return *finding->buffer && strstr(wrong->parameter, finding->buffer);
}

/* The first finding of two stores to one element; NULL for `wrong`: in any buffer. */
static const struct vgpu_finding *stored_twice(const struct observation *observation, const struct wrong_buffer *wrong)
{
    for (size_t i = 0; observation && i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        bool is_twice = finding->kind == VGPU_FINDING_RACE_SAME_VALUE || finding->kind == VGPU_FINDING_RACE_WRITE_WRITE;
        bool is_meant = finding->line > 0 && finding->space != VGPU_FINDING_SPACE_SHARED;
        if (is_twice && is_meant && (!wrong || is_in(finding, wrong)))
            return finding;
    }
    return NULL;
}

int explain_line_stored_twice(const struct observation *observation)
{
    const struct vgpu_finding *finding = stored_twice(observation, NULL);
    return finding ? finding->line : 0;
}

int explain_line_stored_often(const struct observation *observation)
{
    enum { OFTEN = 1000 };
    const struct vgpu_finding *finding = stored_twice(observation, NULL);
    return finding && finding->count >= OFTEN && finding->other.line == finding->line ? finding->line : 0;
}

/* All blocks write the same elements: no block knows its number. */
static bool lacks_block(const struct verdict *verdict, const struct wrong_buffer *wrong)
{
    return verdict->source && stored_twice(verdict->observation, wrong) && source_slip_lacks_block(verdict->source);
}

/* Other rows, for results of which a part of the cases or elements is right. */
static struct sentence refined_row(const struct verdict *verdict, const struct case_verdict *failing,
                                   enum pattern_kind pattern)
{
    const struct wrong_buffer *wrong = &failing->wrong[0];
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    bool is_block = pattern == PATTERN_LAST_BLOCK, others_are_right = are_others_right(verdict);
    int grid_line;
    if (is_block && *wrong->small_grid)
        return sentence_row(small_grid_sentence(verdict, &grid_line));
    if (is_block && first && is_of_a_later_round(first))
        return sentence_row(SENTENCE_LAST_BLOCK_LATER_ROUND);
    if (is_block && first && first->never_written && lacks_block(verdict, wrong))
        return sentence_row(SENTENCE_MISSING_WITHOUT_BLOCK);
    if (is_block && first && *first->owner && !is_not_launched(first))
        return sentence_row(SENTENCE_LAST_BLOCK_LAUNCHED);
    if (pattern == PATTERN_COPIED_INPUT && wrong->is_of_several)
        return sentence_row(SENTENCE_COPIED_ON_RANKS);
    if (pattern == PATTERN_COPIED_INPUT && wrong->is_unchanged)
        return sentence_row(SENTENCE_UNCHANGED);
    if (pattern == PATTERN_NEVER_WRITTEN && others_are_right)
        return sentence_row(SENTENCE_NEVER_WRITTEN_HERE);
    if (pattern == PATTERN_ALL_ZERO && others_are_right)
        return sentence_row(has_zeros(failing) ? SENTENCE_ALL_ZERO_OF_ZEROS : SENTENCE_ALL_ZERO_HERE);
    if (pattern == PATTERN_ALL_ZERO && verdict->source && source_slip_has_exponential(verdict->source))
        return sentence_row(SENTENCE_ALL_ZERO_OF_EXP);
    return (struct sentence){0};
}

/* The line that stores to the same elements; 0: it is the same line. */
static int line_stored_before(const struct observation *observation, const struct wrong_buffer *wrong)
{
    const struct vgpu_finding *finding = stored_twice(observation, wrong);
    return finding && finding->other.line != finding->line ? finding->other.line : 0;
}

static bool has_vectors(const struct source *source)
{
    static const char *const words[] = {"float4", "float2", "__half2", "int4", "int2", "uint4"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (source_slip_has_word(source, words[i]))
            return true;
    return false;
}

/*
 * The elements of one thread, which takes vectors: a power of two that the source has as a number.
 * All whole groups of so many elements are written, and the rest is not. 0: other elements lack.
 */
static uint64_t group_of_rest(const struct verdict *verdict, const struct wrong_buffer *wrong)
{
    enum { GROUP_MAX = 16 };
    uint64_t first = wrong->first[0].index, rest = wrong->element_count - first;
    if (wrong->unwritten_count != rest || !first || !verdict->source || !has_vectors(verdict->source))
        return 0;
    for (uint64_t group = 2; group <= GROUP_MAX; group *= 2)
        if (rest < group && first % group == 0 &&
            source_slip_has_word(verdict->source, phrase_integer(verdict->arena, (int64_t)group)))
            return group;
    return 0;
}

static enum sentence_id missing_sentence(const struct verdict *verdict, const struct wrong_buffer *wrong,
                                         enum pattern_kind pattern)
{
    bool has_grid = *wrong->small_grid;
    if (line_stored_before(verdict->observation, wrong))
        return SENTENCE_MISSING_STORED_BY_TWO_LINES;
    bool lacks_thread = verdict->source && source_slip_lacks_thread(verdict->source);
    if (lacks_block(verdict, wrong))
        return SENTENCE_MISSING_WITHOUT_BLOCK;
    if (stored_twice(verdict->observation, wrong))
        return lacks_thread ? SENTENCE_MISSING_WITHOUT_THREAD : SENTENCE_MISSING_STORED_TWICE;
    if (wrong->is_turned)
        return SENTENCE_MISSING_TURNED;
    if (!has_grid && group_of_rest(verdict, wrong))
        return SENTENCE_MISSING_REST;
    if (is_not_launched(&wrong->first[0]))
        return has_grid ? SENTENCE_MISSING_NOT_LAUNCHED_SMALL_GRID : SENTENCE_MISSING_NOT_LAUNCHED;
    if (has_grid)
        return SENTENCE_MISSING_SMALL_GRID;
    if (pattern != PATTERN_FROM_ON)
        return SENTENCE_MISSING;
    bool has_kernel = !verdict->source || source_slip_has_word(verdict->source, "__global__");
    return has_kernel ? SENTENCE_MISSING_FROM_ON : SENTENCE_MISSING_FROM_ON_BY_COPIES;
}

/* The source of a NaN, as far as the inputs show it. */
static const char *nan_origin(unsigned specials)
{
    if (!(specials & INPUT_SPECIAL_REPORTED))
        return "";
    enum sentence_id id = specials & INPUT_SPECIAL_NAN        ? SENTENCE_NAN_INPUTS_HOLD_NAN
                          : specials & INPUT_SPECIAL_INFINITY ? SENTENCE_NAN_INPUTS_HOLD_INFINITY
                                                              : SENTENCE_NAN_INPUTS_FINITE;
    return sentence_row(id).text;
}

/* The reference makes a NaN of an input's, and the kernel does not. */
static bool has_lost_nan(const struct wrong_buffer *wrong)
{
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    return first && isnan(first->expected) && !isnan(first->got) && !first->never_written && wrong->inputs &&
           strstr(wrong->inputs, "NaN");
}

static struct sentence wrong_sentence(const struct verdict *verdict, const struct case_verdict *failing,
                                      enum pattern_kind pattern, bool is_explained)
{
    const struct wrong_buffer *wrong = &failing->wrong[0];
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    struct sentence row = is_explained ? explained_row(wrong, pattern) : (struct sentence){0};
    row = row.text ? row : refined_row(verdict, failing, pattern);
    if (row.text)
        return row;
    bool is_missing = first && first->never_written;
    bool is_no_index = pattern == PATTERN_ONLY_FIRST_RIGHT &&
                       (!is_missing || *wrong->small_grid || stored_twice(verdict->observation, wrong));
    row = pattern_row(pattern);
    if (row.text && !is_no_index)
        return row;
    if (!first)
        return sentence_row(SENTENCE_CHECK_FAILS);
    return sentence_row(is_missing ? missing_sentence(verdict, wrong, pattern) : SENTENCE_WRONG_ELEMENT);
}

/* Among fewer elements a pattern may be chance. */
enum { INFORMATIVE_ELEMENTS = 16 };

static const char *where_text(struct arena *arena, const struct wrong_buffer *wrong, enum pattern_kind pattern)
{
    bool tells = pattern_is_position(pattern) && wrong->pattern && wrong->element_count >= INFORMATIVE_ELEMENTS;
    return tells ? sentence_text(arena, SENTENCE_WHERE, FIELDS({"pattern", wrong->pattern})) : "";
}

/* The numbers, and the slip that gives each of them, or the word that makes them wrong. */
static struct sentence say_slip(const struct verdict *verdict, const struct explain_context *context)
{
    struct arena *arena = verdict->arena;
    const char *numbers =
        explain_wrong_expand(verdict, context->failing, PATTERN_NONE, sentence_row(SENTENCE_WRONG_ELEMENT).text);
    const char *slip = context->slip ? sentence_text(arena, SENTENCE_FORMULA_SLIP, FIELDS({"slip", context->slip}))
                                     : context->word.text;
    int line = context->slip ? context->stage_line : context->word.line;
    return (struct sentence){phrase_joined(arena, phrase_first(arena, numbers), slip), "", line};
}

/* Fills the fields of a row from the first wrong buffer. */
const char *explain_wrong_expand(const struct verdict *verdict, const struct case_verdict *failing,
                                 enum pattern_kind pattern, const char *row)
{
    struct arena *arena = verdict->arena;
    const struct wrong_buffer *wrong = &failing->wrong[0];
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    const char *origin = explain_origin(verdict, wrong);
    const struct vgpu_finding *twice = stored_twice(verdict->observation, wrong);
    const char *plain = arena_printf(arena, "%s%s", wrong->parameter, first ? first->position : "");
    int grid_line;
    small_grid_sentence(verdict, &grid_line);
    struct template_field fields[] = {
        {"buffer", wrong->parameter},
        {"pattern", wrong->pattern ? wrong->pattern : "a pattern"},
        {"case", phrase_case(arena, failing->name)},
        {"element", wrong->element ? wrong->element : plain},
        {"position", first ? first->position : ""},
        {"owner", first ? first->owner : ""},
        {"got", first ? phrase_distinct(arena, first->got, first->expected, FEW_DIGITS) : ""},
        {"inputs", wrong->inputs ? arena_printf(arena, _(" (%s)"), wrong->inputs) : ""},
        {"where", where_text(arena, wrong, pattern)},
        {"all", phrase_count(arena, wrong->element_count)},
        {"written", phrase_count(arena, first ? first->index : 0)},
        {"group", phrase_count(arena, first ? group_of_rest(verdict, wrong) : 0)},
        {"small_grid", wrong->small_grid},
        {"nan_origin", origin                       ? ""
                       : first && isnan(first->got) ? nan_origin(wrong->input_specials)
                       : has_lost_nan(wrong)        ? sentence_row(SENTENCE_NAN_LOST).text
                                                    : ""},
        {"grid_line", phrase_integer(arena, grid_line)},
        {"twice_line", phrase_integer(arena, twice ? twice->line : 0)},
        {"before_line", phrase_integer(arena, line_stored_before(verdict->observation, wrong))},
        {"expected", first ? phrase_distinct(arena, first->expected, first->got, FEW_DIGITS) : ""},
    };
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    template_expand(row, fields, sizeof fields / sizeof *fields, &text);
    if (!origin)
        return arena_strdup(arena, buffer_text(&text));
    return arena_printf(arena, "%s%s", phrase_ended(arena, buffer_text(&text)), origin);
}

/* Where the missing elements show that an index begins too high, or too low. */
static int64_t first_index(const struct wrong_buffer *wrong)
{
    const struct wrong_element *first = &wrong->first[0];
    if (!wrong->first_count || !first->never_written || wrong->unwritten_count != wrong->wrong_count)
        return 0;
    if (first->index == 0)
        return (int64_t)wrong->unwritten_count;
    return first->index + wrong->unwritten_count == wrong->element_count ? -(int64_t)wrong->unwritten_count : 0;
}

static struct cause_evidence evidence_of(const struct verdict *verdict, const struct explain_context *context)
{
    const struct wrong_buffer *wrong = &context->failing->wrong[0];
    bool is_missing = wrong->first_count && wrong->first[0].never_written;
    return (struct cause_evidence){.exercise = context->exercise,
                                   .wrong = wrong,
                                   .pattern = context->pattern,
                                   .is_misplaced = is_missing || explain_line_stored_twice(verdict->observation),
                                   .begin = first_index(wrong)};
}

/* The cause, and the first wrong element. */
static struct sentence say_cause(const struct verdict *verdict, const struct explain_context *context,
                                 const struct sentence *cause)
{
    const struct wrong_buffer *wrong = &context->failing->wrong[0];
    bool is_missing = wrong->first_count && wrong->first[0].never_written;
    enum sentence_id id = !wrong->first_count ? SENTENCE_CHECK_FAILS
                          : is_missing        ? SENTENCE_MISSING
                                              : SENTENCE_WRONG_ELEMENT;
    const char *fact = explain_wrong_expand(verdict, context->failing, PATTERN_NONE, sentence_row(id).text);
    return (struct sentence){cause_with_fact(verdict, cause, fact), "", cause->line};
}

bool explain_wrong_lacks_cause(const struct verdict *verdict, const struct explain_context *context)
{
    if (!context->failing || !context->failing->wrong_count)
        return false;
    struct cause_evidence evidence = evidence_of(verdict, context);
    return !cause_find(verdict, &evidence).text;
}

struct sentence explain_wrong(const struct verdict *verdict, const struct explain_context *context)
{
    const struct case_verdict *failing = context->failing;
    if (!failing)
        return (struct sentence){0};
    if (!failing->wrong_count)
        return failing->input_changed ? say_changed_input(verdict, failing) : (struct sentence){0};
    if (context->slip || context->word.line)
        return say_slip(verdict, context);
    struct cause_evidence evidence = evidence_of(verdict, context);
    struct sentence cause = cause_find(verdict, &evidence);
    if (cause.text && !context->todo.count)
        return say_cause(verdict, context, &cause);
    /* A launch that goes clearly wrong says more than a buffer that is unchanged or nearly so. */
    bool is_vague = context->pattern == PATTERN_COPIED_INPUT || context->pattern == PATTERN_IMPRECISE;
    bool is_later = is_vague && context->stage_line;
    enum pattern_kind pattern = is_later ? PATTERN_NONE : context->pattern;
    bool is_explained = context->todo.count || context->cut_line || has_slip(verdict);
    bool is_close_for_a_reason = pattern == PATTERN_IMPRECISE && (context->relation_is_far || failing->wrong[0].unread);
    struct sentence row = wrong_sentence(verdict, failing, pattern, is_explained || is_close_for_a_reason);
    const char *said = explain_wrong_expand(verdict, failing, pattern, row.text);
    said = context->todo.count ? explanation_remark_after_todo(verdict, &context->todo, said)
                               : explanation_remark_add(verdict, context, said, is_explained);
    return (struct sentence){said, row.lesson ? row.lesson : "", context->stage_line};
}
