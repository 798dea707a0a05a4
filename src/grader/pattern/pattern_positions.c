/* Detectors of the places of wrong elements: ends, rows, tiles, strides. */
#include <string.h>

#include "grader/pattern/pattern.h"

typedef bool (*position_rule)(const struct pattern_context *context, const struct pattern *pattern, uint64_t index);

/* The number of elements, if none is right. */
static uint64_t first_right(const struct pattern_context *context)
{
    const uint8_t *right = memchr(context->wrong, 0, context->count);
    return right ? (uint64_t)(right - context->wrong) : context->count;
}

/*
 * Whether exactly the elements that the rule names are wrong. The rule must not name all elements.
 * Where few elements are right, one of them tells most rules apart before all are looked at.
 */
static bool wrong_exactly(const struct pattern_context *context, const struct pattern *pattern, position_rule rule)
{
    uint64_t named = 0, right = first_right(context);
    if (right == context->count || rule(context, pattern, right))
        return false;
    for (uint64_t i = 0; i < context->count; i++) {
        bool is_named = rule(context, pattern, i);
        if (is_named != (context->wrong[i] != 0))
            return false;
        named += is_named;
    }
    return named > 0 && named < context->count;
}

static uint64_t first_wrong(const struct pattern_context *context)
{
    uint64_t index = 0;
    while (index < context->count && !context->wrong[index])
        index++;
    return index;
}

static uint64_t last_wrong(const struct pattern_context *context)
{
    uint64_t index = context->count;
    while (index > 0 && !context->wrong[index - 1])
        index--;
    return index - 1;
}

static bool is_run(const struct pattern_context *context)
{
    return last_wrong(context) - first_wrong(context) + 1 == context->wrong_count;
}

/* Among few elements the first may be right by chance. */
bool pattern_only_first_right(const struct pattern_context *context, struct pattern *out_pattern)
{
    enum { INFORMATIVE_COUNT = 8 };
    (void)out_pattern;
    return context->count >= INFORMATIVE_COUNT && context->wrong_count == context->count - 1 && !context->wrong[0];
}

bool pattern_only_first(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)out_pattern;
    return context->count > 1 && context->wrong_count == 1 && context->wrong[0];
}

bool pattern_ends(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)out_pattern;
    return context->count > 3 && context->wrong_count == 2 && context->wrong[0] && context->wrong[context->count - 1];
}

static uint64_t block_threads(const struct pattern_context *context)
{
    const uint32_t *block = context->geometry.block;
    return context->geometry.has_launch ? (uint64_t)block[0] * block[1] * block[2] : 0;
}

/* The tail that starts with the last block and is shorter than a block. */
bool pattern_last_block(const struct pattern_context *context, struct pattern *out_pattern)
{
    uint64_t threads = block_threads(context), from = first_wrong(context);
    out_pattern->a = (int64_t)from;
    return threads > 1 && from > 0 && from % threads == 0 && context->count - from < threads &&
           context->wrong_count == context->count - from;
}

bool pattern_only_last(const struct pattern_context *context, struct pattern *out_pattern)
{
    struct pattern ignored;
    if (pattern_last_block(context, &ignored))
        return false;
    (void)out_pattern;
    return context->count > 1 && context->wrong_count == 1 && context->wrong[context->count - 1];
}

bool pattern_from_on(const struct pattern_context *context, struct pattern *out_pattern)
{
    out_pattern->a = (int64_t)first_wrong(context);
    return out_pattern->a > 0 && is_run(context) && last_wrong(context) == context->count - 1;
}

bool pattern_up_to(const struct pattern_context *context, struct pattern *out_pattern)
{
    out_pattern->a = (int64_t)context->wrong_count;
    return first_wrong(context) == 0 && is_run(context) && context->wrong_count < context->count;
}

static uint64_t row_width(const struct pattern_context *context)
{
    return context->geometry.rank >= 2 ? context->geometry.shape[context->geometry.rank - 1] : 0;
}

static uint64_t row_count(const struct pattern_context *context)
{
    return row_width(context) ? context->count / row_width(context) : 0;
}

static bool is_matrix(const struct pattern_context *context)
{
    return row_width(context) > 1 && row_count(context) > 1;
}

static bool in_row(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    return index / row_width(context) == (uint64_t)pattern->a;
}

bool pattern_one_row(const struct pattern_context *context, struct pattern *out_pattern)
{
    if (!is_matrix(context))
        return false;
    out_pattern->a = (int64_t)(first_wrong(context) / row_width(context));
    return wrong_exactly(context, out_pattern, in_row);
}

static bool in_column(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    return index % row_width(context) == (uint64_t)pattern->a;
}

bool pattern_one_column(const struct pattern_context *context, struct pattern *out_pattern)
{
    if (!is_matrix(context))
        return false;
    out_pattern->a = (int64_t)(first_wrong(context) % row_width(context));
    return wrong_exactly(context, out_pattern, in_column);
}

/* A run that is one row of a matrix is reported as that row. */
bool pattern_one_range(const struct pattern_context *context, struct pattern *out_pattern)
{
    struct pattern row = {0};
    out_pattern->a = (int64_t)first_wrong(context);
    out_pattern->b = (int64_t)last_wrong(context);
    return context->wrong_count > 1 && is_run(context) && context->wrong_count < context->count &&
           !pattern_one_row(context, &row);
}

static bool on_border(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    (void)pattern;
    uint64_t width = row_width(context), row = index / width, column = index % width;
    return row == 0 || column == 0 || column == width - 1 || row == row_count(context) - 1;
}

bool pattern_border(const struct pattern_context *context, struct pattern *out_pattern)
{
    return is_matrix(context) && wrong_exactly(context, out_pattern, on_border);
}

static const int64_t periods[] = {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
enum { PERIOD_COUNT = sizeof periods / sizeof *periods };

static bool in_tile_row(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    return index / row_width(context) % (uint64_t)pattern->b == (uint64_t)pattern->a;
}

static bool in_tile_column(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    return index % row_width(context) % (uint64_t)pattern->b == (uint64_t)pattern->a;
}

/* Tries each period, with the offset of the first wrong element. A single period is no pattern. */
static bool find_period(const struct pattern_context *context, struct pattern *pattern, uint64_t position,
                        uint64_t extent, position_rule rule)
{
    for (int i = 0; i < PERIOD_COUNT && 2 * (uint64_t)periods[i] <= extent; i++) {
        pattern->b = periods[i];
        pattern->a = (int64_t)(position % (uint64_t)periods[i]);
        if (wrong_exactly(context, pattern, rule))
            return true;
    }
    return false;
}

bool pattern_tile_row(const struct pattern_context *context, struct pattern *out_pattern)
{
    if (!is_matrix(context))
        return false;
    uint64_t row = first_wrong(context) / row_width(context);
    return find_period(context, out_pattern, row, row_count(context), in_tile_row);
}

bool pattern_tile_column(const struct pattern_context *context, struct pattern *out_pattern)
{
    if (!is_matrix(context))
        return false;
    uint64_t column = first_wrong(context) % row_width(context);
    return find_period(context, out_pattern, column, row_width(context), in_tile_column);
}

static bool on_diagonal(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    (void)pattern;
    return index / row_width(context) == index % row_width(context);
}

static bool above_diagonal(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    (void)pattern;
    return index / row_width(context) < index % row_width(context);
}

static bool below_diagonal(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    (void)pattern;
    return index / row_width(context) > index % row_width(context);
}

bool pattern_diagonal(const struct pattern_context *context, struct pattern *out_pattern)
{
    return is_matrix(context) && wrong_exactly(context, out_pattern, on_diagonal);
}

bool pattern_triangle_above(const struct pattern_context *context, struct pattern *out_pattern)
{
    return is_matrix(context) && wrong_exactly(context, out_pattern, above_diagonal);
}

bool pattern_triangle_below(const struct pattern_context *context, struct pattern *out_pattern)
{
    return is_matrix(context) && wrong_exactly(context, out_pattern, below_diagonal);
}

static bool every_nth(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    (void)context;
    return index % (uint64_t)pattern->b == (uint64_t)pattern->a;
}

bool pattern_alternating(const struct pattern_context *context, struct pattern *out_pattern)
{
    out_pattern->b = 2;
    out_pattern->a = (int64_t)(first_wrong(context) % 2);
    return context->count >= 4 && wrong_exactly(context, out_pattern, every_nth);
}

bool pattern_every_nth(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_period(context, out_pattern, first_wrong(context), context->count, every_nth);
}

static bool at_end_of_each(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    (void)context;
    return index % (uint64_t)pattern->b >= (uint64_t)pattern->a;
}

static bool at_start_of_each(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    (void)context;
    return index % (uint64_t)pattern->b < (uint64_t)pattern->a;
}

bool pattern_end_of_each(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_period(context, out_pattern, first_wrong(context), context->count, at_end_of_each);
}

/* The first right element shows where the wrong start of each period ends. */
bool pattern_start_of_each(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_period(context, out_pattern, first_right(context), context->count, at_start_of_each);
}

/* --- groups of columns and rows --------------------------------------------------------------- */

static bool at_end_of_columns(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    return index % row_width(context) % (uint64_t)pattern->b >= (uint64_t)pattern->a;
}

static bool at_start_of_columns(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    return !at_end_of_columns(context, pattern, index);
}

static bool at_end_of_rows(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    return index / row_width(context) % (uint64_t)pattern->b >= (uint64_t)pattern->a;
}

static bool at_start_of_rows(const struct pattern_context *context, const struct pattern *pattern, uint64_t index)
{
    return !at_end_of_rows(context, pattern, index);
}

/* The first element after which the groups of the others begin. */
static uint64_t first_of_group(const struct pattern_context *context, bool is_end)
{
    return is_end ? first_wrong(context) : first_right(context);
}

static bool find_columns(const struct pattern_context *context, struct pattern *pattern, bool is_end)
{
    if (!is_matrix(context))
        return false;
    uint64_t column = first_of_group(context, is_end) % row_width(context);
    return find_period(context, pattern, column, row_width(context), is_end ? at_end_of_columns : at_start_of_columns);
}

static bool find_rows(const struct pattern_context *context, struct pattern *pattern, bool is_end)
{
    if (!is_matrix(context))
        return false;
    uint64_t row = first_of_group(context, is_end) / row_width(context);
    return find_period(context, pattern, row, row_count(context), is_end ? at_end_of_rows : at_start_of_rows);
}

bool pattern_end_of_columns(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_columns(context, out_pattern, true);
}

bool pattern_start_of_columns(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_columns(context, out_pattern, false);
}

bool pattern_end_of_rows(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_rows(context, out_pattern, true);
}

bool pattern_start_of_rows(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_rows(context, out_pattern, false);
}

bool pattern_everything(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)out_pattern;
    return context->wrong_count == context->count && context->count > 1;
}
