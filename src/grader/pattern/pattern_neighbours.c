/* Detectors of a wrong weight of neighbours, as in a stencil or a convolution. */
#include <math.h>
#include <stdlib.h>

#include "grader/pattern/pattern.h"
#include "grader/value/number.h"

enum {
    DISTANCE_MAX = 8,        /* of a neighbour, in rows and in columns */
    TERMS_MOST = 8,          /* more terms could fit by chance */
    WRONG_FOR_EACH_TERM = 8, /* elements that a term must explain */
    ELEMENTS_MOST = 1 << 13,
    LOOKED_AT = 512, /* elements, to find the next neighbour */
    SWEEPS = 12,     /* refinements of all weights */
};

/* A neighbour explains more than this of what is left. By chance it is about half of it. */
#define LEAST_SHARE 0.05
#define LEAST_WEIGHT 0.01 /* less fits values that are only imprecise */

/* A neighbour at [r + rows][c + columns], and the weight of its input in the difference. */
struct term {
    int64_t rows, columns;
    double weight;
};

struct fit {
    int64_t height, width;
    double *input, *left; /* left: the difference that no term explains yet */
    struct term terms[TERMS_MOST];
    int count;
};

static double neighbour(const struct fit *fit, int64_t index, const struct term *term)
{
    int64_t row = index / fit->width + term->rows, column = index % fit->width + term->columns;
    bool is_inside = row >= 0 && row < fit->height && column >= 0 && column < fit->width;
    return is_inside ? fit->input[row * fit->width + column] : 0;
}

/*
 * The weight that explains most of what is left, by every element number `step`. out_share: how
 * much of its squares that is.
 */
static double best_weight(const struct fit *fit, const struct term *term, int64_t step, double *out_share)
{
    double product = 0, square = 0, all = 0;
    for (int64_t i = 0; i < fit->height * fit->width; i += step) {
        double value = neighbour(fit, i, term);
        product += value * fit->left[i];
        square += value * value;
        all += fit->left[i] * fit->left[i];
    }
    *out_share = square > 0 && all > 0 ? product * product / square / all : 0;
    return square > 0 ? product / square : 0;
}

static void subtract(struct fit *fit, const struct term *term, double weight)
{
    for (int64_t i = 0; i < fit->height * fit->width; i++)
        fit->left[i] -= weight * neighbour(fit, i, term);
}

/* Looks at some elements only, because there are many places. False: no place explains enough. */
static bool find_neighbour(const struct fit *fit, struct term *out_term)
{
    int64_t rows_max = fit->height > 1 ? DISTANCE_MAX : 0, step = fit->height * fit->width / LOOKED_AT + 1;
    double best = LEAST_SHARE, share;
    bool found = false;
    for (int64_t rows = -rows_max; rows <= rows_max; rows++)
        for (int64_t columns = -DISTANCE_MAX; columns <= DISTANCE_MAX; columns++) {
            struct term term = {.rows = rows, .columns = columns};
            best_weight(fit, &term, step, &share);
            if (share <= best)
                continue;
            best = share;
            *out_term = term;
            found = true;
        }
    return found;
}

/* Adds a term and refines the weights of all. */
static bool add_term(struct fit *fit)
{
    double share;
    if (!find_neighbour(fit, &fit->terms[fit->count]))
        return false;
    fit->count++;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = 0; i < fit->count; i++) {
            double weight = best_weight(fit, &fit->terms[i], 1, &share);
            subtract(fit, &fit->terms[i], weight);
            fit->terms[i].weight += weight;
        }
    return true;
}

static bool explains_all(const struct pattern_context *context, const struct fit *fit)
{
    for (uint64_t i = 0; i < context->count; i++) {
        double want = number_decode(context->dtype, number_load(context->dtype, context->expected, i));
        double slack = 4 * (context->tolerance.absolute + context->tolerance.relative * fabs(want));
        if (!(fabs(fit->left[i]) <= slack))
            return false;
    }
    return true;
}

/*
 * False: no neighbour is missing, but the weight at the element's own place is off, or hardly any.
 * Then a constant may be imprecise, or the operation another one.
 */
static bool report(const struct fit *fit, struct pattern *out_pattern)
{
    const struct term *largest = &fit->terms[0];
    for (int i = 1; i < fit->count; i++)
        if (fit->terms[i].weight > largest->weight)
            largest = &fit->terms[i];
    out_pattern->a = largest->rows;
    out_pattern->b = largest->columns;
    out_pattern->c = fit->count;
    out_pattern->factor = largest->weight;
    return (largest->rows || largest->columns) && fabs(largest->weight) >= LEAST_WEIGHT;
}

static bool read_numbers(const struct pattern_context *context, const struct pattern_input *input, struct fit *fit)
{
    bool is_varied = false;
    for (uint64_t i = 0; i < context->count; i++) {
        double got = number_decode(context->dtype, number_load(context->dtype, context->got, i));
        double want = number_decode(context->dtype, number_load(context->dtype, context->expected, i));
        fit->input[i] = number_decode(input->dtype, number_load(input->dtype, input->data, i));
        fit->left[i] = want - got;
        is_varied |= fit->input[i] != fit->input[0];
        if (!isfinite(fit->left[i]) || !isfinite(fit->input[i]))
            return false;
    }
    return is_varied;
}

static bool fit_input(const struct pattern_context *context, const struct pattern_input *input, struct fit *fit)
{
    if (dtype_kind(input->dtype) != DTYPE_KIND_FLOAT || !input->data || input->count != context->count ||
        !read_numbers(context, input, fit))
        return false;
    for (fit->count = 0; fit->count < TERMS_MOST;) {
        if (context->wrong_count < (uint64_t)(fit->count + 1) * WRONG_FOR_EACH_TERM)
            return false;
        if (!add_term(fit))
            return false;
        if (explains_all(context, fit))
            return true;
    }
    return false;
}

static bool find_fit(const struct pattern_context *context, struct fit *fit, struct pattern *out_pattern)
{
    for (size_t i = 0; i < context->input_count; i++) {
        if (!fit_input(context, &context->inputs[i], fit))
            continue;
        out_pattern->input = (int)i;
        return report(fit, out_pattern);
    }
    return false;
}

static bool find_neighbours(const struct pattern_context *context, struct pattern *out_pattern)
{
    struct fit fit = {.width = (int64_t)context->geometry.shape[context->geometry.rank - 1]};
    if (dtype_kind(context->dtype) != DTYPE_KIND_FLOAT || context->unwritten_count || context->rank_count > 1 ||
        context->count > ELEMENTS_MOST || context->wrong_count < WRONG_FOR_EACH_TERM)
        return false;
    fit.height = (int64_t)context->count / fit.width;
    fit.input = calloc(2 * context->count, sizeof *fit.input);
    if (!fit.input)
        return false;
    fit.left = fit.input + context->count;
    bool found = find_fit(context, &fit, out_pattern);
    free(fit.input);
    return found;
}

bool pattern_neighbours(const struct pattern_context *context, struct pattern *out_pattern)
{
    return context->geometry.rank == 2 && find_neighbours(context, out_pattern);
}

bool pattern_line_neighbours(const struct pattern_context *context, struct pattern *out_pattern)
{
    return context->geometry.rank == 1 && find_neighbours(context, out_pattern);
}
