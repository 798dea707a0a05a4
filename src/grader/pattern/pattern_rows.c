/*
 * Detectors of rows that hold another row's values, or are each off by their own number. The kernel
 * computes such a number once for a row and applies it to the whole row.
 */
#include <math.h>

#include "grader/pattern/pattern.h"
#include "grader/value/comparison.h"
#include "grader/value/number.h"

/* Fewer elements of a row could fit a number by chance. */
enum { INFORMATIVE_COLUMNS = 8, INFORMATIVE_ROWS = 2 };

/* A smaller difference is a matter of precision. */
static const double informative_share = 0.02;

struct row {
    const struct pattern_context *context;
    uint64_t first, width; /* elements */
};

static double got_at(const struct row *row, uint64_t column)
{
    return number_decode(row->context->dtype, number_load(row->context->dtype, row->context->got, row->first + column));
}

static double expected_at(const struct row *row, uint64_t column)
{
    return number_decode(row->context->dtype,
                         number_load(row->context->dtype, row->context->expected, row->first + column));
}

static bool is_near(const struct row *row, double got, double want, double scale)
{
    const struct tolerance *tolerance = &row->context->tolerance;
    return fabs(got - want) <= 4 * (tolerance->absolute + tolerance->relative * (fabs(want) + scale));
}

/* The factor of the largest element, if all elements share it. */
static bool row_has_factor(const struct row *row, double *out_factor)
{
    uint64_t largest = 0;
    for (uint64_t i = 1; i < row->width; i++)
        if (fabs(expected_at(row, i)) > fabs(expected_at(row, largest)))
            largest = i;
    double factor = got_at(row, largest) / expected_at(row, largest);
    if (!isfinite(factor) || factor == 0)
        return false;
    for (uint64_t i = 0; i < row->width; i++)
        if (!is_near(row, got_at(row, i), factor * expected_at(row, i), 0))
            return false;
    *out_factor = factor;
    return true;
}

/* The error of the first element, if all elements share it. */
static bool row_has_offset(const struct row *row, double *out_offset)
{
    double offset = got_at(row, 0) - expected_at(row, 0);
    for (uint64_t i = 0; i < row->width; i++)
        if (!is_near(row, got_at(row, i), expected_at(row, i) + offset, fabs(offset)))
            return false;
    *out_offset = offset;
    return true;
}

static bool is_wrong(const struct row *row)
{
    for (uint64_t i = 0; i < row->width; i++)
        if (row->context->wrong[row->first + i])
            return true;
    return false;
}

struct row_rule {
    bool (*fits)(const struct row *row, double *out_number);
    double right; /* the number of a row that is right */
    double scale; /* of the numbers: those nearer to `right` are a matter of precision */
};

static bool is_informative(const struct row_rule *rule, double number)
{
    return fabs(number - rule->right) > informative_share * rule->scale;
}

/* Whether every wrong row fits, and there are several. Reports the first row and its number. */
static bool every_row(const struct pattern_context *context, const struct row_rule *rule, struct pattern *out_pattern)
{
    const struct geometry *geometry = &context->geometry;
    struct row row = {context, 0, geometry->rank >= 2 ? geometry->shape[geometry->rank - 1] : 0};
    if (row.width < INFORMATIVE_COLUMNS || context->count % row.width || context->unwritten_count)
        return false;
    uint64_t wrong_rows = 0, informative_rows = 0;
    for (; row.first < context->count; row.first += row.width) {
        double number;
        if (!is_wrong(&row))
            continue;
        if (!rule->fits(&row, &number))
            return false;
        informative_rows += is_informative(rule, number);
        if (wrong_rows++ > 0)
            continue;
        out_pattern->a = (int64_t)(row.first / row.width);
        out_pattern->factor = number;
    }
    return wrong_rows >= INFORMATIVE_ROWS && informative_rows > 0;
}

/* Whether the row holds the values that belong to row `home`. */
static bool row_belongs(const struct row *row, uint64_t home)
{
    const struct row other = {row->context, home * row->width, row->width};
    for (uint64_t i = 0; i < row->width; i++)
        if (!is_near(row, got_at(row, i), expected_at(&other, i), 0))
            return false;
    return true;
}

/* Another row, the nearest first. False: no row has these values. */
static bool find_home(const struct row *row, uint64_t rows, uint64_t *out_home)
{
    uint64_t own = row->first / row->width;
    for (uint64_t apart = 1; apart < rows; apart++) {
        bool is_below = own >= apart && row_belongs(row, own - apart);
        *out_home = is_below ? own - apart : own + apart;
        if (is_below || (own + apart < rows && row_belongs(row, own + apart)))
            return true;
    }
    return false;
}

/* Such a row fits another one too easily: values that are nearly 0 fit any row of zeros. */
static bool is_constant_row(const struct row *row)
{
    for (uint64_t i = 1; i < row->width; i++)
        if (!is_near(row, got_at(row, i), got_at(row, 0), 0))
            return false;
    return true;
}

/* The rows of a matrix. Rows of one number each would fit too easily. */
bool pattern_moved_rows(const struct pattern_context *context, struct pattern *out_pattern)
{
    enum { ROWS_MAX = 512, WIDTH_LEAST = 2 };
    const struct geometry *geometry = &context->geometry;
    struct row row = {context, 0, geometry->rank >= 2 ? geometry->shape[geometry->rank - 1] : 0};
    bool is_float = dtype_kind(context->dtype) == DTYPE_KIND_FLOAT;
    if (!is_float || row.width < WIDTH_LEAST || context->count % row.width || context->unwritten_count)
        return false;
    uint64_t rows = context->count / row.width, moved = 0, home;
    for (; rows <= ROWS_MAX && row.first < context->count; row.first += row.width) {
        if (!is_wrong(&row))
            continue;
        if (is_constant_row(&row) || !find_home(&row, rows, &home))
            return false;
        if (moved++ > 0)
            continue;
        out_pattern->a = (int64_t)(row.first / row.width);
        out_pattern->b = (int64_t)home;
    }
    return moved > 0;
}

bool pattern_row_factor(const struct pattern_context *context, struct pattern *out_pattern)
{
    const struct row_rule rule = {row_has_factor, .right = 1, .scale = 1};
    return every_row(context, &rule, out_pattern);
}

bool pattern_row_offset(const struct pattern_context *context, struct pattern *out_pattern)
{
    double scale = compare_scale(context->dtype, context->expected, context->count);
    const struct row_rule rule = {row_has_offset, .right = 0, .scale = scale};
    return every_row(context, &rule, out_pattern);
}
