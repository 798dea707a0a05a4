#include "grader/diagnose/explain_wrong.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "grader/value/template.h"

const char *explain_case_text(struct arena *arena, const char *name)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    for (const char *at = name ? name : ""; *at; at++) {
        if (*at == '=')
            buffer_append_text(&text, " = ");
        else if (*at == ' ' && at > name && at[-1] != ',')
            buffer_append_text(&text, ", ");
        else
            buffer_append_char(&text, *at);
    }
    return arena_strdup(arena, buffer_text(&text));
}

static const char *digits_text(struct arena *arena, double value, int digits)
{
    return isnan(value) ? "NaN" : arena_printf(arena, "%.*g", digits, value);
}

enum { FEW_DIGITS = 6, ALL_DIGITS_F32 = 9, WHOLE_DIGITS_MAX = 15 };

/* As many digits of the value as it takes to tell it from the other one. */
static const char *number_text(struct arena *arena, double value, double other)
{
    if (value == nearbyint(value) && other == nearbyint(other) && fabs(value) < 1e15 && fabs(other) < 1e15)
        return digits_text(arena, value, WHOLE_DIGITS_MAX);
    bool is_alike = !strcmp(digits_text(arena, value, FEW_DIGITS), digits_text(arena, other, FEW_DIGITS));
    return digits_text(arena, value, is_alike ? ALL_DIGITS_F32 : FEW_DIGITS);
}

static struct sentence pattern_row(enum pattern_kind kind)
{
    static const struct sentence rows[PATTERN_COUNT] = {
#define PATTERN_DIAGNOSIS(pattern, sentence, lesson) [PATTERN_##pattern] = {sentence, lesson},
#include "grader/diagnose/diagnoses.def"
    };
    return rows[kind];
}

bool explain_knows_pattern(enum pattern_kind pattern)
{
    bool is_of_structure = pattern == PATTERN_ENDS || (pattern >= PATTERN_ONE_ROW && pattern <= PATTERN_START_OF_EACH);
    return pattern_row(pattern).text != NULL || is_of_structure;
}

static struct sentence say_changed_input(const struct verdict *verdict, const struct case_verdict *failing)
{
    return (struct sentence){arena_printf(verdict->arena, "The kernel changed its input %s in case %s.",
                                          failing->changed_input, failing->name),
                             ""};
}

static bool is_beyond_the_grid(const struct wrong_element *element)
{
    return strstr(element->owner, "not launched") != NULL;
}

static bool is_not_launched(const struct wrong_element *element)
{
    return element->never_written && is_beyond_the_grid(element);
}

/* The grid's threads came to this element a second time round. */
static bool is_of_a_later_round(const struct wrong_element *element)
{
    return !element->never_written && is_beyond_the_grid(element);
}

/* Rows that say something else where a part of the cases or of the elements is right. */
static struct sentence refined_row(const struct verdict *verdict, const struct wrong_buffer *wrong,
                                   enum pattern_kind pattern)
{
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    const char *lesson = pattern_row(pattern).lesson;
    if (pattern == PATTERN_LAST_BLOCK && *wrong->small_grid)
        return (struct sentence){
            "The last, partial block of {buffer} is missing in case {case}: round the number of blocks up, "
            "(n + block - 1) / block; {small_grid}.",
            lesson};
    if (pattern == PATTERN_LAST_BLOCK && first && is_of_a_later_round(first))
        return (struct sentence){
            "{buffer} is wrong from element {position} on in case {case}, where each thread of the "
            "grid takes its second element: what stays as it was in the first round of the loop, "
            "and should not?",
            "gelu-l2"};
    if (pattern == PATTERN_LAST_BLOCK && first && *first->owner && !is_not_launched(first))
        return (struct sentence){"The last, partial block of {buffer} is wrong in case {case}, though its threads were "
                                 "launched: does the index count blockIdx.x * blockDim.x, and does a block need "
                                 "anything of the one before it?",
                                 lesson};
    if (pattern == PATTERN_NEVER_WRITTEN && verdict->right_count > 0)
        return (struct sentence){
            "Nothing was written to {buffer} in case {case}, while other cases are right: which branch "
            "or loop stores in this one?",
            lesson};
    if (pattern == PATTERN_ALL_ZERO && verdict->right_count > 0)
        return (struct sentence){
            "{buffer} is all zeros in case {case}, while other cases are right: a loop that takes no round at this "
            "size, a value cut to a whole number on the way, or a start at 0 that belongs to no element?",
            lesson};
    return (struct sentence){0};
}

/* A line that several threads store the same element at; 0: there is none. */
static int line_that_stores_twice(const struct observation *observation)
{
    for (size_t i = 0; observation && i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        bool is_twice = finding->kind == VGPU_FINDING_RACE_SAME_VALUE || finding->kind == VGPU_FINDING_RACE_WRITE_WRITE;
        if (is_twice && finding->line > 0 && finding->space != VGPU_FINDING_SPACE_SHARED)
            return finding->line;
    }
    return 0;
}

static struct sentence say_missing(const struct verdict *verdict, const struct wrong_buffer *wrong,
                                   enum pattern_kind pattern)
{
    const struct wrong_element *first = &wrong->first[0];
    bool has_grid = *wrong->small_grid;
    int twice = line_that_stores_twice(verdict->observation);
    if (twice)
        return (struct sentence){
            arena_printf(verdict->arena,
                         "Element {position} of {buffer} is never written in case {case}, and others "
                         "are written by several threads at line %d: two threads have the same index.",
                         twice),
            ""};
    if (is_not_launched(first) && has_grid)
        return (struct sentence){
            "Element {position} of {buffer} is never written in case {case}: it belongs to {owner}; "
            "{small_grid}.",
            "vector-add"};
    if (is_not_launched(first))
        return (struct sentence){
            "Element {position} of {buffer} is never written in case {case}: it belongs to {owner}.", "vector-add"};
    if (has_grid)
        return (struct sentence){
            "Element {position} of {buffer} is never written in case {case}: {small_grid}, or a loop "
            "in which every thread takes several elements.",
            "vector-add"};
    if (pattern == PATTERN_FROM_ON)
        return (struct sentence){
            "Element {position} of {buffer} is never written in case {case}, nor any behind it: the "
            "threads of the grid end there, a loop does, or a guard compares with less than the count.",
            ""};
    return (struct sentence){"Element {position} of {buffer} is never written in case {case}.{where}", ""};
}

/* Where a NaN comes from, as far as the inputs tell. */
static const char *nan_origin(unsigned specials)
{
    if (!(specials & INPUT_SPECIAL_TOLD))
        return "";
    if (specials & INPUT_SPECIAL_NAN)
        return " The inputs of this case hold a NaN, which must not reach this element.";
    if (specials & INPUT_SPECIAL_INFINITY)
        return " The inputs of this case hold infinities and no NaN: inf - inf, inf / inf and 0 * inf make one.";
    return " The inputs of this case are finite, so the kernel itself makes it: 0 / 0, an overflow to infinity with "
           "inf - inf, "
           "inf / inf or 0 * inf after it, or the root or logarithm of a negative number.";
}

static struct sentence wrong_sentence(const struct verdict *verdict, const struct wrong_buffer *wrong,
                                      enum pattern_kind pattern)
{
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    struct sentence row = refined_row(verdict, wrong, pattern);
    if (row.text)
        return row;
    bool is_missing = first && first->never_written;
    bool is_about_index = pattern == PATTERN_ONLY_FIRST_RIGHT;
    row = pattern_row(pattern);
    if (row.text && (!is_about_index || (is_missing && !line_that_stores_twice(verdict->observation))))
        return row;
    if (!first)
        return (struct sentence){"The check of {buffer} fails in case {case}.", ""};
    if (is_missing)
        return say_missing(verdict, wrong, pattern);
    return (struct sentence){
        "Element {position} of {buffer} is {got} instead of {expected} in case {case}{inputs}.{where}{nan_origin}", ""};
}

/* Few elements lie in some pattern by chance. */
enum { TELLING_ELEMENTS = 16 };

static const char *where_text(struct arena *arena, const struct wrong_buffer *wrong, enum pattern_kind pattern)
{
    bool tells = pattern_is_position(pattern) && wrong->pattern && wrong->element_count >= TELLING_ELEMENTS;
    return tells ? arena_printf(arena, " Wrong: %s.", wrong->pattern) : "";
}

/* The line of a shuffle that took anything from lanes that took no part; 0: there is none. No fault by itself: such
 * values are often thrown away. */
static int line_of_idle_lanes(const struct observation *observation)
{
    for (size_t i = 0; observation && i < observation->finding_count; i++)
        if (observation->findings[i].kind == VGPU_FINDING_INACTIVE_SOURCE && observation->findings[i].line > 0)
            return observation->findings[i].line;
    return 0;
}

/* Whole numbers that are 2^31 or 2^32 apart: a sum, product or half of them wrapped around. */
static bool has_wrapped(const struct wrong_element *first)
{
    double off = first ? fabs(first->got - first->expected) : 0;
    bool is_whole = first && !first->never_written && first->got == nearbyint(first->got);
    return is_whole && first->ulps == UINT64_MAX && (off == 0x1p31 || off == 0x1p32);
}

static const char *with_sentence(struct arena *arena, const char *text, const char *more)
{
    size_t length = strlen(text);
    return arena_printf(arena, "%s%s %s", text, length && strchr(".?!", text[length - 1]) ? "" : ".", more);
}

/* The sentence with what the verdict knows beside the pattern. */
static const char *with_remarks(const struct verdict *verdict, const struct explain_context *context, const char *said)
{
    struct arena *arena = verdict->arena;
    const struct wrong_buffer *wrong = &context->failing->wrong[0];
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    int idle_line = line_of_idle_lanes(verdict->observation);
    if (has_wrapped(first))
        said = with_sentence(arena, said,
                             arena_printf(arena, "The two are 2^%d apart: on the way a number outgrew 32 bits.",
                                          fabs(first->got - first->expected) == 0x1p31 ? 31 : 32));
    if (idle_line)
        said = with_sentence(arena, said,
                             arena_printf(arena,
                                          "The shuffle at line %d takes values of lanes that are not there: what they "
                                          "give is anything.",
                                          idle_line));
    if (context->stage && context->pattern != PATTERN_IMPRECISE) /* rounding grows on the way */
        said = with_sentence(arena, said, context->stage);
    return context->relation ? with_sentence(arena, said, context->relation) : said;
}

struct sentence explain_wrong(const struct verdict *verdict, const struct explain_context *context)
{
    const struct case_verdict *failing = context->failing;
    struct arena *arena = verdict->arena;
    if (!failing)
        return (struct sentence){0};
    if (!failing->wrong_count)
        return failing->input_changed ? say_changed_input(verdict, failing) : (struct sentence){0};
    const struct wrong_buffer *wrong = &failing->wrong[0];
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    struct sentence sentence = wrong_sentence(verdict, wrong, context->pattern);
    const char *origin = explain_origin(verdict, wrong);
    struct template_field fields[] = {
        {"buffer", wrong->parameter},
        {"pattern", wrong->pattern ? wrong->pattern : "a pattern"},
        {"case", explain_case_text(arena, failing->name)},
        {"position", first ? first->position : ""},
        {"owner", first ? first->owner : ""},
        {"got", first ? number_text(arena, first->got, first->expected) : ""},
        {"inputs", wrong->inputs ? arena_printf(arena, " (%s)", wrong->inputs) : ""},
        {"where", where_text(arena, wrong, context->pattern)},
        {"small_grid", wrong->small_grid},
        {"nan_origin", origin                       ? ""
                       : first && isnan(first->got) ? nan_origin(wrong->input_specials)
                                                    : ""},
        {"expected", first ? number_text(arena, first->expected, first->got) : ""},
    };
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    template_expand(sentence.text, fields, sizeof fields / sizeof *fields, &text);
    if (origin)
        buffer_printf(&text, "%s%s", strchr(".?!", text.data[text.size_bytes - 1]) ? "" : ".", origin);
    const char *said = with_remarks(verdict, context, arena_strdup(arena, buffer_text(&text)));
    return (struct sentence){said, sentence.lesson ? sentence.lesson : "", context->stage_line};
}
