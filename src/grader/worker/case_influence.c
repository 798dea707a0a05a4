/* Finds what a wrong output takes from the inputs: see the header. */
#include "grader/worker/case_influence.h"

#include <math.h>

#include "grader/pattern/pattern.h"
#include "grader/value/number.h"
#include "grader/value/observation_merge.h"
#include "grader/worker/case_partner.h"
#include "grader/worker/case_probe.h"

enum { ELEMENTS_MAX = 1 << 15 };

struct probing {
    struct case_buffers *buffers;
    struct case_parameter *output;
    int rank;       /* of its buffer */
    uint64_t index; /* of its element */
    double got, expected;
    double rounding; /* of a number of the output's type, as a share */
    int runs_left;
    bool failed;
};

/* How far the output and the reference's move. */
struct movement {
    double got, expected;
};

/* --- runs ------------------------------------------------------------------------------------- */

/* The element after a run on the present inputs. */
static double element_after(struct probing *probing, enum case_side side)
{
    double value = case_probe_element(probing->buffers, side, probing->output, probing->rank, probing->index);
    probing->failed |= !isfinite(value);
    probing->runs_left--;
    return value;
}

static struct movement move_part_of(struct probing *probing, struct case_parameter *input, int rank, uint64_t first,
                                    uint64_t end, double times)
{
    void *initial = input->held[rank].initial;
    struct movement movement = {0};
    if (probing->runs_left < 2)
        probing->failed = true;
    if (probing->failed)
        return movement;
    input->held[rank].initial = case_probe_moved(probing->buffers->arena, input, rank, first, end, times);
    movement.got = element_after(probing, SIDE_LEARNER) - probing->got;
    if (!probing->failed)
        movement.expected = element_after(probing, SIDE_REFERENCE) - probing->expected;
    input->held[rank].initial = initial;
    return movement;
}

static struct movement move_part(struct probing *probing, struct case_parameter *input, uint64_t first, uint64_t end,
                                 double times)
{
    return move_part_of(probing, input, 0, first, end, times);
}

/* --- elements --------------------------------------------------------------------------------- */

static double slack(const struct probing *probing, const struct movement *movement)
{
    return 10 * probing->rounding * (fabs(movement->got) + fabs(movement->expected)) +
           probing->rounding * (fabs(probing->got) + fabs(probing->expected));
}

static bool differs(struct probing *probing, struct case_parameter *input, uint64_t first, uint64_t end)
{
    struct movement movement = move_part(probing, input, first, end, 1);
    return !probing->failed && fabs(movement.got - movement.expected) > slack(probing, &movement);
}

/* The first element from `first` on with another influence; the count: there is none. */
static uint64_t find_different(struct probing *probing, struct case_parameter *input, uint64_t first)
{
    uint64_t end = input->count;
    if (first >= end || !differs(probing, input, first, end))
        return input->count;
    while (end - first > 1 && !probing->failed) {
        uint64_t middle = first + (end - first) / 2;
        if (differs(probing, input, first, middle))
            end = middle;
        else
            first = middle;
    }
    return probing->failed ? input->count : first;
}

/* What a movement of one element shows. A function of it may also change by too little. */
static enum influence_kind kind_of(const struct probing *probing, const struct movement *movement)
{
    double least = slack(probing, movement), near = 0.01 * fabs(movement->expected);
    if (movement->got == 0 && fabs(movement->expected) > least)
        return INFLUENCE_LACKING;
    if (movement->expected == 0 && fabs(movement->got) > least)
        return INFLUENCE_ADDED;
    if (fabs(movement->expected) <= least)
        return INFLUENCE_NONE;
    if (probing->rounding == 0) /* whole numbers of any meaning: they add up by chance */
        return INFLUENCE_NONE;
    if (fabs(movement->got - 2 * movement->expected) <= near)
        return INFLUENCE_TWICE;
    return fabs(movement->got + movement->expected) <= near ? INFLUENCE_NEGATED : INFLUENCE_NONE;
}

/*
 * Small movements and large ones, in both directions, must show the same. So a value that is
 * rounded or clipped is not taken for one that does not matter.
 */
static enum influence_kind kind_at(struct probing *probing, struct case_parameter *input, uint64_t index)
{
    static const double times[] = {1, 16, -4};
    enum influence_kind kind = INFLUENCE_NONE;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct movement movement = move_part(probing, input, index, index + 1, times[i]);
        enum influence_kind now = probing->failed ? INFLUENCE_NONE : kind_of(probing, &movement);
        if (now == INFLUENCE_NONE || (i && now != kind))
            return INFLUENCE_NONE;
        kind = now;
    }
    return kind;
}

/* The last element with another influence, if there is one at or after `first`. */
static uint64_t find_last_different(struct probing *probing, struct case_parameter *input, uint64_t first)
{
    uint64_t end = input->count;
    while (end - first > 1 && !probing->failed) {
        uint64_t middle = first + (end - first) / 2;
        if (differs(probing, input, middle, end))
            first = middle;
        else
            end = middle;
    }
    return first;
}

/* The element taken in place of another one, if the first difference from `from` on shows it. */
static void find_other(struct probing *probing, struct case_parameter *input, uint64_t from,
                       struct input_influence *influence)
{
    uint64_t next = find_different(probing, input, from);
    enum influence_kind kind = next < input->count ? kind_at(probing, input, next) : INFLUENCE_NONE;
    bool is_exchange = kind != influence->kind && (kind == INFLUENCE_LACKING || kind == INFLUENCE_ADDED);
    if (probing->failed || !is_exchange)
        return;
    influence->has_other = true;
    influence->other = next;
}

/*
 * Whether the elements of two parts have more influence together than by themselves, and must not:
 * element `first`, and those after it to `end`.
 */
static bool is_mixed(struct probing *probing, struct case_parameter *input, uint64_t first, uint64_t end, double times)
{
    enum { CLEARLY = 2 };
    struct movement one = move_part(probing, input, first, first + 1, times),
                    rest = move_part(probing, input, first + 1, end, times),
                    both = move_part(probing, input, first, end, times);
    double got = both.got - one.got - rest.got, expected = both.expected - one.expected - rest.expected;
    double off = slack(probing, &one) + slack(probing, &rest) + slack(probing, &both);
    return !probing->failed && fabs(expected) <= off && fabs(got) > CLEARLY * off;
}

/* A square of a sum, for example, multiplies all of its elements by each other. */
static bool find_mixed(struct probing *probing, struct case_parameter *input, uint64_t first,
                       struct input_influence *out_influence)
{
    uint64_t begin = first + 1, end = input->count;
    if (begin >= end || !is_mixed(probing, input, first, end, 1) || !is_mixed(probing, input, first, end, -4))
        return false;
    while (end - begin > 1 && !probing->failed) {
        uint64_t middle = begin + (end - begin) / 2;
        if (is_mixed(probing, input, first, middle, 1))
            end = middle;
        else
            begin = middle;
    }
    *out_influence = (struct input_influence){
        .parameter = input->parameter, .index = first, .kind = INFLUENCE_MIXED, .has_other = true, .other = begin};
    return !probing->failed;
}

static bool find_in(struct probing *probing, struct case_parameter *input, struct input_influence *out_influence)
{
    uint64_t first = find_different(probing, input, 0), index = first;
    if (first >= input->count)
        return false;
    enum influence_kind kind = kind_at(probing, input, index);
    if (kind == INFLUENCE_NONE && !probing->failed) {
        index = find_last_different(probing, input, index);
        kind = kind_at(probing, input, index);
    }
    if (kind == INFLUENCE_NONE && !probing->failed)
        return find_mixed(probing, input, first, out_influence);
    if (probing->failed)
        return false;
    *out_influence = (struct input_influence){.parameter = input->parameter, .index = index, .kind = kind};
    if (kind == INFLUENCE_LACKING || kind == INFLUENCE_ADDED)
        find_other(probing, input, first + 1, out_influence);
    return true;
}

/* --- the case --------------------------------------------------------------------------------- */

/*
 * Values of a few elements fit a pattern by chance, and so do those of inputs that are all ones. A
 * shift of one case may be none of others.
 */
static bool is_vague(const struct case_buffers *buffers, const struct buffer_result *buffer)
{
    enum pattern_kind kind = buffer->pattern.kind;
    if (buffers->given->init_count > 0 && !pattern_explains(kind))
        return true;
    return kind == PATTERN_NONE || kind == PATTERN_EVERYTHING || kind == PATTERN_ONLY_FIRST_RIGHT ||
           kind == PATTERN_OTHER_ELEMENT || kind == PATTERN_SHIFTED || kind == PATTERN_SHIFTED_BACK ||
           pattern_is_position(kind) || buffer->count < RESULT_INFORMATIVE_ELEMENTS;
}

static const struct buffer_result *first_wrong(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return &result->buffers[i];
    return NULL;
}

/* A row of an output may hold another one's values because the kernel reads other rows. */
static bool is_moved(const struct case_result *result)
{
    return first_wrong(result)->pattern.kind == PATTERN_MOVED_ROWS;
}

/* Of several ranks, an input that is missing says more than the buffers that are right. */
static bool is_explained_by_stage(const struct case_buffers *buffers, const struct case_result *result)
{
    const struct stage_result *last = result->stage_count ? &result->stages[result->stage_count - 1] : NULL;
    return last && (last->state == STAGE_WRONG || buffers->device_count == 1);
}

static bool find_output(struct probing *probing, const struct case_result *result)
{
    const struct buffer_result *wrong = first_wrong(result);
    if (!wrong || !wrong->first_count || wrong->first[0].never_written)
        return false;
    for (size_t i = 0; i < probing->buffers->parameter_count; i++)
        if (probing->buffers->parameters[i].parameter == wrong->parameter)
            probing->output = &probing->buffers->parameters[i];
    probing->rank = wrong->rank;
    probing->index = wrong->first[0].index;
    probing->got = number_decode(wrong->parameter->dtype, wrong->first[0].got);
    probing->expected = number_decode(wrong->parameter->dtype, wrong->first[0].expected);
    probing->rounding = case_probe_rounding(wrong->parameter->dtype);
    return probing->output && isfinite(probing->got) && isfinite(probing->expected);
}

/* A count of floats changes where one passes a limit, which no movement of it shows. */
static bool is_comparable(const struct probing *probing, const struct case_parameter *input)
{
    return probing->rounding > 0 || dtype_kind(input->parameter->dtype) != DTYPE_KIND_FLOAT;
}

static bool is_small(const struct case_buffers *buffers)
{
    uint64_t elements = 0;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        elements += buffers->parameters[i].count;
    return elements <= ELEMENTS_MAX;
}

/* Whether an element that is wrong in the case moved with the reference's run before. */
static bool moved_a_wrong_one(const struct probing *probing, const void *got, const void *expected)
{
    enum dtype dtype = probing->output->parameter->dtype;
    const void *moved = probing->output->held[probing->rank].expected;
    for (uint64_t i = 0; i < probing->output->count; i++) {
        double is = number_decode(dtype, number_load(dtype, got, i)),
               must = number_decode(dtype, number_load(dtype, expected, i));
        bool is_wrong = fabs(is - must) > 10 * probing->rounding * (fabs(is) + fabs(must));
        if (is_wrong && number_decode(dtype, number_load(dtype, moved, i)) != must)
            return true;
    }
    return false;
}

/*
 * Forgets unread elements that no wrong element needs. A kernel may leave out what it multiplies by
 * 0. Returns whether the first wrong element needs them.
 */
static bool check_unread(struct probing *probing, const struct case_probe_outputs *kept, struct case_result *result)
{
    static const double times[] = {1, -4};
    struct case_parameter *input = NULL;
    size_t output = (size_t)(probing->output - probing->buffers->parameters);
    bool needed = false;
    for (size_t i = 0; i < probing->buffers->parameter_count; i++)
        if (probing->buffers->parameters[i].parameter == result->unread.parameter)
            input = &probing->buffers->parameters[i];
    if (!input || !case_probe_takes(input))
        return true;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct movement movement = move_part(probing, input, result->unread.first, input->count, times[i]);
        if (probing->failed || movement.expected != 0)
            return true;
        needed |= moved_a_wrong_one(probing, kept->got[output][probing->rank], kept->expected[output][probing->rank]);
    }
    if (!needed)
        result->unread = (struct unread_input){0};
    return false;
}

/* --- several ranks ---------------------------------------------------------------------------- */

/*
 * How far the inputs of a rank move the output, as a share of how far they must. Infinite: they
 * must not move it, and do. NaN: not told.
 */
static double weight_of(struct probing *probing, struct case_parameter *input, int rank)
{
    static const double times[] = {1, -0.5};
    double weight = NAN;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        struct movement movement = move_part_of(probing, input, rank, 0, input->count, times[i]);
        bool is_added = movement.expected == 0 && fabs(movement.got) > 10 * slack(probing, &movement);
        if (probing->failed || (!is_added && fabs(movement.expected) <= 10 * slack(probing, &movement)))
            return NAN;
        double now = is_added ? INFINITY : movement.got / movement.expected;
        if (is_added && (i == 0 || isinf(weight))) {
            weight = now;
            continue;
        }
        if (i > 0 && fabs(now - weight) > 0.01 * fmax(fabs(weight), 0.01))
            return NAN;
        weight = now;
    }
    return weight;
}

/* All weights are those of a sum in place of a mean, or the other way round. */
static enum influence_kind kind_of_ranks(const double *weights, int count)
{
    for (int i = 1; i < count; i++)
        if (!(fabs(weights[i] - weights[0]) <= 0.01 * fabs(weights[0])))
            return INFLUENCE_NONE;
    if (fabs(weights[0] - count) <= 0.01 * count)
        return INFLUENCE_RANKS_MANY;
    return fabs(weights[0] * count - 1) <= 0.01 ? INFLUENCE_RANKS_FEW : INFLUENCE_NONE;
}

static bool find_in_ranks(struct probing *probing, struct case_parameter *input, struct input_influence *out_influence)
{
    double weights[JOB_DEVICES_MAX];
    int count = probing->buffers->device_count;
    for (int rank = 0; rank < count; rank++) {
        weights[rank] = weight_of(probing, input, rank);
        if (weights[rank] == 0 || isinf(weights[rank])) {
            *out_influence =
                (struct input_influence){.parameter = input->parameter,
                                         .index = (uint64_t)rank,
                                         .kind = weights[rank] == 0 ? INFLUENCE_RANK_LACKING : INFLUENCE_RANK_ADDED};
            return true;
        }
    }
    enum influence_kind kind = kind_of_ranks(weights, count);
    if (kind != INFLUENCE_NONE)
        *out_influence =
            (struct input_influence){.parameter = input->parameter, .index = (uint64_t)count, .kind = kind};
    return kind != INFLUENCE_NONE;
}

/* --- the case --------------------------------------------------------------------------------- */

void case_influence(struct case_buffers *buffers, struct case_work *work, struct case_result *result)
{
    struct probing probing = {.buffers = buffers};
    bool is_bounded = buffers->devices[0]->properties.counts;
    if (!is_bounded || buffers->is_lazy || !is_small(buffers) || result->judged_by_checker ||
        observation_unsafe(result->observation) || !find_output(&probing, result))
        return;
    uint64_t each = (observation_issued(result->observation) + work->needed) / 2 + CASE_PROBE_RUN_COST;
    int most = (int)((CASE_PROBE_INSTRUCTIONS_MAX -
                      (work->probed < CASE_PROBE_INSTRUCTIONS_MAX ? work->probed : CASE_PROBE_INSTRUCTIONS_MAX)) /
                     each);
    probing.runs_left = most;
    bool (*find)(struct probing * probing, struct case_parameter * input, struct input_influence * out_influence) =
        buffers->device_count > 1 ? find_in_ranks : find_in;
    struct case_probe_outputs *kept = case_probe_set_aside(buffers);
    bool is_unread = result->unread.parameter && check_unread(&probing, kept, result);
    bool is_told = is_explained_by_stage(buffers, result) ||
                   (is_unread ? !is_moved(result) : !is_vague(buffers, first_wrong(result)));
    for (size_t i = 0; i < buffers->parameter_count && !is_told && !probing.failed; i++)
        if (case_probe_takes(&buffers->parameters[i]) && is_comparable(&probing, &buffers->parameters[i]) &&
            find(&probing, &buffers->parameters[i], &result->influence))
            break;
    if (!is_told && !result->influence.kind && !probing.failed && buffers->device_count == 1 && probing.rounding > 0) {
        struct case_partner_request pair = {buffers,     probing.output,   probing.index,
                                            probing.got, probing.expected, probing.rounding};
        case_partner_find(&pair, &probing.runs_left, &result->influence);
    }
    case_probe_put_back(buffers, kept);
    work->probed += each * (uint64_t)(most - probing.runs_left);
}
