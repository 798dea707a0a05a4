/*
 * Detectors of sums over the ranks of several devices: which rank's part is missing, or is added
 * twice. They hold a wrong element and its neighbours against all sums of few copies of each part.
 */
#include <math.h>

#include "grader/pattern/pattern.h"
#include "grader/value/number.h"

enum { TIMES_MAX = 3, NEIGHBOURS = 6, INFORMATIVE_NEIGHBOURS = 2, RANKS_MAX = 8 };

/* Wrong elements that are side by side, and the input that the ranks add up. */
struct run {
    const struct pattern_context *context;
    const struct pattern_input *input;
    uint64_t first, count;
};

static double part_at(const struct run *run, int rank, uint64_t index)
{
    return number_decode(run->input->dtype, number_load(run->input->dtype, run->input->of_ranks[rank], index));
}

/* Whether the sum is the values at the run. `counts` has two bits for each rank. */
static bool is_sum(const struct run *run, const void *values, uint64_t from, int64_t counts)
{
    const struct pattern_context *context = run->context;
    for (uint64_t i = 0; i < run->count; i++) {
        double sum = 0, size = 0;
        for (int rank = 0; rank < context->rank_count; rank++) {
            double part = part_at(run, rank, from + i);
            sum += (double)(counts >> 2 * rank & TIMES_MAX) * part;
            size += fabs(part);
        }
        double value = number_decode(context->dtype, number_load(context->dtype, values, run->first + i));
        if (!(fabs(value - sum) <= context->tolerance.absolute + 1e-6 * size))
            return false;
    }
    return true;
}

/* Each rank once. */
static int64_t all_once(int ranks)
{
    int64_t counts = 0;
    for (int rank = 0; rank < ranks; rank++)
        counts |= INT64_C(1) << 2 * rank;
    return counts;
}

/* The first wrong elements, as far as they are neighbours in one row. */
static struct run find_run(const struct pattern_context *context, const struct pattern_input *input)
{
    const struct geometry *geometry = &context->geometry;
    struct run run = {context, input, 0, 0};
    uint64_t width = geometry->rank > 1 ? geometry->shape[geometry->rank - 1] : context->count;
    while (run.first < context->count && !context->wrong[run.first])
        run.first++;
    uint64_t end = (run.first / width + 1) * width;
    while (run.count < NEIGHBOURS && run.first + run.count < end && context->wrong[run.first + run.count])
        run.count++;
    return run;
}

/* The same place in a row of the input, where the run's right values come from. False: none. */
static bool find_source(const struct run *run, uint64_t *out_from)
{
    int64_t once = all_once(run->context->rank_count);
    for (uint64_t from = run->first; from + run->count <= run->input->count; from += run->context->count) {
        *out_from = from;
        if (is_sum(run, run->context->expected, from, once))
            return true;
    }
    return false;
}

static bool find_counts(const struct run *run, uint64_t from, int64_t *out_counts)
{
    int64_t end = INT64_C(1) << 2 * run->context->rank_count;
    for (*out_counts = 1; *out_counts < end; ++*out_counts)
        if (is_sum(run, run->context->got, from, *out_counts))
            return true;
    return false;
}

static bool is_apt(const struct pattern_context *context, const struct pattern_input *input)
{
    bool is_float = dtype_kind(context->dtype) == DTYPE_KIND_FLOAT && input->dtype == context->dtype;
    return is_float && input->of_ranks && context->rank_count > 1 && context->rank_count <= RANKS_MAX &&
           context->count && input->count >= context->count && input->count % context->count == 0;
}

/* With `is_other_row`, a sum of another row of the input than the right one. */
static bool find_sum(const struct pattern_context *context, bool is_other_row, struct pattern *out_pattern)
{
    for (size_t i = 0; i < context->input_count; i++) {
        const struct pattern_input *input = &context->inputs[i];
        if (!is_apt(context, input))
            continue;
        struct run run = find_run(context, input);
        uint64_t source, from = run.first;
        if (run.count < INFORMATIVE_NEIGHBOURS || !find_source(&run, &source))
            continue;
        out_pattern->input = (int)i;
        out_pattern->c = (int64_t)(source / context->count);
        if (!is_other_row)
            return find_counts(&run, source, &out_pattern->a);
        for (; from + run.count <= input->count; from += context->count) {
            out_pattern->b = (int64_t)(from / context->count);
            if (from != source && find_counts(&run, from, &out_pattern->a))
                return true;
        }
    }
    return false;
}

bool pattern_rank_sum(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_sum(context, false, out_pattern);
}

bool pattern_rank_sum_row(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_sum(context, true, out_pattern);
}
