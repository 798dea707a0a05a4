/* Where a NaN or an infinity comes from, in a sentence. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "grader/diagnose/explain_wrong.h"
#include "grader/diagnose/source_line.h"
#include "grader/value/template.h"

static bool takes_infinity(enum vgpu_origin_cause cause)
{
    return cause == VGPU_ORIGIN_INFINITY_BY_INFINITY || cause == VGPU_ORIGIN_INFINITY_MINUS_INFINITY ||
           cause == VGPU_ORIGIN_ZERO_TIMES_INFINITY;
}

/* Functions of the math library are made of products and sums, and fail in one of these, at an infinity of their own.
 */
static enum vgpu_origin_cause cause_of(const struct verdict *verdict, const struct vgpu_origin *origin)
{
    bool is_unnamed = origin->cause == VGPU_ORIGIN_OUTSIDE_DOMAIN || takes_infinity(origin->cause);
    const char *text = source_line(verdict->source, origin->line, verdict->arena);
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
    template_expand(vgpu_origin_sentence(cause_of(verdict, origin)), &field, 1, &text);
    return arena_strdup(verdict->arena, buffer_text(&text));
}

static const char *say_nan(const struct verdict *verdict, const struct wrong_buffer *wrong)
{
    const struct vgpu_origin *nan = &wrong->nan, *infinity = &wrong->infinity;
    const char *made = arena_printf(verdict->arena, " Line %d makes it: it %s", nan->line, say_cause(verdict, nan));
    if (!takes_infinity(cause_of(verdict, nan)))
        return arena_printf(verdict->arena, "%s.", made);
    if (infinity->cause && infinity->line == nan->line)
        return arena_printf(verdict->arena, "%s, having made one itself, where it %s.", made,
                            say_cause(verdict, infinity));
    if (infinity->cause && infinity->line > 0)
        return arena_printf(verdict->arena, "%s. The first infinity comes from line %d, which %s.", made,
                            infinity->line, say_cause(verdict, infinity));
    if (wrong->input_specials & INPUT_SPECIAL_INFINITY)
        return arena_printf(verdict->arena, "%s. The inputs of this case hold infinities.", made);
    return arena_printf(verdict->arena,
                        "%s. No calculation overflows: the infinity is one that the kernel begins with.", made);
}

const char *explain_origin(const struct verdict *verdict, const struct wrong_buffer *wrong)
{
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    if (!first || first->never_written || isfinite(first->got) || !isfinite(first->expected))
        return NULL;
    if (isnan(first->got))
        return wrong->nan.cause && wrong->nan.line > 0 ? say_nan(verdict, wrong) : NULL;
    if (!wrong->infinity.cause || wrong->infinity.line < 1)
        return NULL;
    return arena_printf(verdict->arena, " Line %d makes the infinity: it %s.", wrong->infinity.line,
                        say_cause(verdict, &wrong->infinity));
}
