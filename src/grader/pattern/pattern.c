/* The table of patterns: finding the first that fits, its words, its JSON. */
#include "grader/pattern/pattern.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/json.h"
#include "grader/value/number.h"
#include "grader/value/template.h"

struct pattern_row {
    const char *name;
    pattern_detector detect;
    const char *sentence;
};

static const struct pattern_row rows[PATTERN_COUNT] = {
    [PATTERN_NONE] = {"none", NULL, ""},
#define PATTERN(id, name, detect, sentence) [PATTERN_##id] = {name, detect, sentence},
#include "grader/pattern/patterns.def"
};

/*
 * Whether an element is right that must not be 0, or wrong where it must be 0. Else the places
 * follow from the inputs, and say nothing about the kernel. The last block is a place of the
 * launch.
 */
static bool do_places_tell(const struct pattern_context *context, enum pattern_kind kind)
{
    if (!pattern_is_position(kind) || kind == PATTERN_LAST_BLOCK)
        return true;
    for (uint64_t i = 0; i < context->count; i++) {
        bool is_zero = number_decode(context->dtype, number_load(context->dtype, context->expected, i)) == 0;
        if (is_zero == (context->wrong[i] != 0))
            return true;
    }
    return false;
}

struct pattern pattern_find(const struct pattern_context *context)
{
    if (!context->wrong_count || !context->wrong)
        return (struct pattern){.kind = PATTERN_NONE};
    for (int kind = PATTERN_NONE + 1; kind < PATTERN_COUNT; kind++) {
        struct pattern found = {.kind = (enum pattern_kind)kind};
        if (rows[kind].detect(context, &found) && do_places_tell(context, found.kind))
            return found;
    }
    return (struct pattern){.kind = PATTERN_NONE};
}

bool pattern_of_several(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)context;
    (void)out_pattern;
    return false;
}

bool pattern_is_of_several(enum pattern_kind kind)
{
    return rows[kind].detect == pattern_of_several;
}

bool pattern_explains(enum pattern_kind kind)
{
    bool is_rank_sum = kind == PATTERN_RANK_SUM || kind == PATTERN_RANK_SUM_ROW;
    bool is_term = kind == PATTERN_CHANGE_FACTOR || kind == PATTERN_NEIGHBOURS || kind == PATTERN_LINE_NEIGHBOURS;
    return pattern_is_of_several(kind) || kind == PATTERN_SHIFTED_BOTH || is_rank_sum || is_term ||
           kind == PATTERN_MOVED_ROWS || kind == PATTERN_BLOCK_NUMBER;
}

bool pattern_needs_varied_inputs(enum pattern_kind kind)
{
    return (kind >= PATTERN_OFFSET && kind <= PATTERN_FACTOR) || kind == PATTERN_CONSTANT;
}

bool pattern_names_input(enum pattern_kind kind)
{
    return strstr(rows[kind].sentence, "{input}") != NULL;
}

bool pattern_is_position(enum pattern_kind kind)
{
    return kind >= PATTERN_ONLY_FIRST && kind <= PATTERN_START_OF_ROWS;
}

/* "x0 + 2*x2": how often the input of each rank is added, two bits each in `counts`. */
static void append_ranks(int64_t counts, const char *input, struct buffer *out)
{
    const char *between = "";
    for (int rank = 0; counts >> 2 * rank; rank++) {
        int times = (int)(counts >> 2 * rank & 3);
        if (!times)
            continue;
        buffer_append_text(out, between);
        if (times > 1)
            buffer_printf(out, "%d*", times);
        buffer_printf(out, "%s%d", input, rank);
        between = " + ";
    }
}

/* " - 4", " + 1", "": how far a neighbour is, in an index. */
static void print_distance(int64_t by, char *out_text, size_t capacity_bytes)
{
    if (by)
        snprintf(out_text, capacity_bytes, " %c %" PRId64, by < 0 ? '-' : '+', by < 0 ? -by : by);
    else
        *out_text = '\0';
}

void pattern_describe(const struct pattern *pattern, const char *input_name, const char *other_name, struct buffer *out)
{
    char a[24], b[24], c[24], rows_by[32], columns_by[32], factor[32], amount[32];
    snprintf(a, sizeof a, "%" PRId64, pattern->a);
    snprintf(b, sizeof b, "%" PRId64, pattern->b);
    snprintf(c, sizeof c, "%" PRId64, pattern->c);
    print_distance(pattern->a, rows_by, sizeof rows_by);
    print_distance(pattern->b, columns_by, sizeof columns_by);
    snprintf(factor, sizeof factor, "%.4g", pattern->factor);
    snprintf(amount, sizeof amount, "%.4g", fabs(pattern->factor));
    struct buffer ranks CLEANUP(buffer_done) = BUFFER_INIT;
    if (pattern->kind == PATTERN_RANK_SUM || pattern->kind == PATTERN_RANK_SUM_ROW)
        append_ranks(pattern->a, input_name, &ranks);
    struct template_field fields[] = {{"a", a},
                                      {"b", b},
                                      {"c", c},
                                      {"factor", factor},
                                      {"amount", amount},
                                      {"change", pattern->factor < 0 ? _("is too much") : _("is missing")},
                                      {"input", input_name},
                                      {"other", other_name},
                                      {"rows", rows_by},
                                      {"columns", columns_by},
                                      {"ranks", buffer_text(&ranks)}};
    template_expand(_(rows[pattern->kind].sentence), fields, sizeof fields / sizeof *fields, out);
}

json_t *pattern_to_json(const struct pattern *pattern)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:f, s:i}", "kind", rows[pattern->kind].name, "a", (json_int_t)pattern->a,
                     "b", (json_int_t)pattern->b, "c", (json_int_t)pattern->c, "factor", pattern->factor, "input",
                     pattern->input);
}

static bool kind_from_name(const char *name, enum pattern_kind *out_kind, struct error *error)
{
    for (int kind = 0; kind < PATTERN_COUNT; kind++) {
        if (!strcmp(rows[kind].name, name)) {
            *out_kind = (enum pattern_kind)kind;
            return true;
        }
    }
    return error_set(error, ERROR_SYNTAX, "unknown pattern");
}

bool pattern_from_json(const json_t *json, struct pattern *out_pattern, struct error *error)
{
    struct pattern pattern = {0};
    const char *name;
    int64_t input;
    if (!json_get_text(json, "kind", &name, error) || !kind_from_name(name, &pattern.kind, error) ||
        !json_get_integer(json, "a", &pattern.a, error) || !json_get_integer(json, "b", &pattern.b, error) ||
        !json_get_integer(json, "c", &pattern.c, error) || !json_get_real(json, "factor", &pattern.factor, error) ||
        !json_get_integer_in(json, "input", 0, INT32_MAX, &input, error))
        return false;
    pattern.input = (int)input;
    *out_pattern = pattern;
    return true;
}
