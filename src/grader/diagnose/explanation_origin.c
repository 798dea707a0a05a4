/* The origin of a NaN or an infinity, in a sentence. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "grader/diagnose/explanation_wrong.h"
#include "grader/value/phrase.h"
#include "grader/value/template.h"

static bool takes_infinity(enum vgpu_origin_cause cause)
{
    return cause == VGPU_ORIGIN_INFINITY_BY_INFINITY || cause == VGPU_ORIGIN_INFINITY_MINUS_INFINITY ||
           cause == VGPU_ORIGIN_ZERO_TIMES_INFINITY;
}

/*
 * Math library functions consist of products and sums. They fail in one of these, at an infinity of
 * their own.
 */
static enum vgpu_origin_cause cause_of(const struct verdict *verdict, const struct vgpu_origin *origin)
{
    bool is_unnamed = origin->cause == VGPU_ORIGIN_OUTSIDE_DOMAIN || takes_infinity(origin->cause);
    const char *text = phrase_source_line(verdict->arena, verdict->source, origin->line);
    bool is_arithmetic =
        origin->cause == VGPU_ORIGIN_PRODUCT || origin->cause == VGPU_ORIGIN_SUM || origin->cause == VGPU_ORIGIN_OTHER;
    if (is_unnamed && origin->operand < 0 && strstr(text, "log"))
        return VGPU_ORIGIN_LOGARITHM_OF_NEGATIVE;
    return is_arithmetic && strstr(text, "exp") ? VGPU_ORIGIN_EXPONENTIAL : origin->cause;
}

/* "subtracts an infinity from an infinity" */
static const char *say_cause(const struct verdict *verdict, const struct vgpu_origin *origin)
{
    const char *operand = arena_printf(verdict->arena, "%.6g", origin->operand);
    struct template_field field = {"operand", operand};
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    template_expand(_(vgpu_origin_sentence(cause_of(verdict, origin))), &field, 1, &text);
    return arena_strdup(verdict->arena, buffer_text(&text));
}

static enum sentence_id nan_sentence(const struct verdict *verdict, const struct wrong_buffer *wrong)
{
    const struct vgpu_origin *nan = &wrong->nan, *infinity = &wrong->infinity;
    if (!takes_infinity(cause_of(verdict, nan)))
        return SENTENCE_NAN_MADE;
    bool is_made = infinity->cause && infinity->cause != VGPU_ORIGIN_CONSTANT;
    bool is_given = wrong->input_specials & INPUT_SPECIAL_INFINITY;
    if (is_given && infinity->line == nan->line) /* it overflows for other elements */
        return SENTENCE_NAN_MADE_OF_INPUT;
    if (is_made && infinity->line == nan->line)
        return SENTENCE_NAN_MADE_OF_OWN_INFINITY;
    if (is_made && infinity->line > 0)
        return SENTENCE_NAN_MADE_OF_INFINITY;
    return is_given ? SENTENCE_NAN_MADE_OF_INPUT : SENTENCE_NAN_MADE_OF_CONSTANT;
}

static const char *say_made(const struct verdict *verdict, enum sentence_id id, const struct vgpu_origin *made,
                            const struct vgpu_origin *infinity)
{
    struct arena *arena = verdict->arena;
    return sentence_text(arena, id,
                         FIELDS({"line", phrase_integer(arena, made->line)}, {"cause", say_cause(verdict, made)},
                                {"infinity_line", phrase_integer(arena, infinity->line)},
                                {"infinity_cause", say_cause(verdict, infinity)}));
}

/* Then an infinity is a result like any other, in the wrong place. */
static bool expects_infinity(const struct wrong_buffer *wrong)
{
    for (size_t i = 0; i < wrong->first_count; i++)
        if (isinf(wrong->first[i].expected))
            return true;
    return false;
}

/* A value that no instruction made, and that the inputs do not hold. */
static const char *say_constant(const struct verdict *verdict, const struct wrong_buffer *wrong, bool is_nan)
{
    unsigned held = is_nan ? INPUT_SPECIAL_NAN : INPUT_SPECIAL_INFINITY;
    int line = is_nan ? wrong->nan.line : wrong->infinity.line;
    if (wrong->input_specials & held)
        return NULL;
    return sentence_text(verdict->arena, is_nan ? SENTENCE_NAN_CONSTANT : SENTENCE_INFINITY_CONSTANT,
                         FIELDS({"line", phrase_integer(verdict->arena, line)}));
}

const char *explain_origin(const struct verdict *verdict, const struct wrong_buffer *wrong)
{
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    if (!first || first->never_written || isfinite(first->got) || !isfinite(first->expected))
        return NULL;
    const struct vgpu_origin *origin = isnan(first->got) ? &wrong->nan : &wrong->infinity;
    if (origin->cause == VGPU_ORIGIN_CONSTANT && origin->line > 0)
        return say_constant(verdict, wrong, isnan(first->got));
    if (isnan(first->got))
        return wrong->nan.cause && wrong->nan.line > 0
                   ? say_made(verdict, nan_sentence(verdict, wrong), &wrong->nan, &wrong->infinity)
                   : NULL;
    if (!wrong->infinity.cause || wrong->infinity.line < 1 || expects_infinity(wrong))
        return NULL;
    return say_made(verdict, SENTENCE_INFINITY_MADE, &wrong->infinity, &wrong->infinity);
}
