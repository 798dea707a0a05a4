/* The line to look at first: the one that brings most to the term that limits a launch. */
#include "timing/limits/limits.h"

enum { SUMMED_LINES_MAX = 128 };

struct line_sums {
    int lines[SUMMED_LINES_MAX], count;
    double shares[SUMMED_LINES_MAX];
};

/* What an op brings to a term, in any unit that suits the term. */
typedef double share_function(const struct vgpu_profiled_op *op, const struct time_op_traffic *traffic);

static bool is_atomic(const struct vgpu_profiled_op *op)
{
    return op->atomics > 0;
}

static bool is_store(const struct vgpu_profiled_op *op)
{
    enum ptx_action does = op->instruction ? ptx_does(op->instruction) : PTX_DOES_NOTHING;
    return does == PTX_DOES_STORE || does == PTX_DOES_REDUCE || does == PTX_DOES_STORE_FRAGMENT;
}

/* Sectors that went that far. Stores go through to DRAM, so that all their sectors count. */
static double sectors_missed(const struct vgpu_profiled_op *op, double missed, const struct time_op_traffic *traffic)
{
    if (is_store(op))
        return (double)op->sectors;
    return traffic->requests > 0 ? (double)op->sectors * missed / traffic->requests : 0;
}

static double share_of_dram(const struct vgpu_profiled_op *op, const struct time_op_traffic *traffic)
{
    return sectors_missed(op, traffic->missed_l2, traffic);
}

static double share_of_l2(const struct vgpu_profiled_op *op, const struct time_op_traffic *traffic)
{
    return sectors_missed(op, traffic->missed_l1, traffic);
}

static double share_of_misses(const struct vgpu_profiled_op *op, const struct time_op_traffic *traffic)
{
    return is_store(op) ? 0 : (double)op->lines * (traffic->lines > 0 ? traffic->missed_lines / traffic->lines : 0);
}

static double share_of_link(const struct vgpu_profiled_op *op, const struct time_op_traffic *traffic)
{
    return traffic->requests > 0 ? (double)op->sectors * traffic->linked / traffic->requests : 0;
}

static double share_of_stores(const struct vgpu_profiled_op *op, const struct time_op_traffic *traffic)
{
    (void)traffic;
    return is_store(op) ? (double)op->lines + (double)op->sectors : 0;
}

static double share_of_shared(const struct vgpu_profiled_op *op, const struct time_op_traffic *traffic)
{
    (void)traffic;
    return (double)(op->wavefronts + op->lines);
}

static double share_of_atomics(const struct vgpu_profiled_op *op, const struct time_op_traffic *traffic)
{
    (void)traffic;
    return is_atomic(op) && op->requests ? (double)op->atomics : 0;
}

static double share_of_barriers(const struct vgpu_profiled_op *op, const struct time_op_traffic *traffic)
{
    (void)traffic;
    bool is_barrier = op->instruction && ptx_does(op->instruction) == PTX_DOES_BARRIER;
    return is_barrier ? (double)op->warps : 0;
}

/* Adds to the sum of a line; returns its place, or -1 where there is no room. */
static int add_to_line(struct line_sums *sums, int line, double share)
{
    int at = 0;
    while (at < sums->count && sums->lines[at] != line)
        at++;
    if (at == SUMMED_LINES_MAX)
        return -1;
    if (at == sums->count) {
        sums->lines[at] = line;
        sums->shares[at] = 0;
        sums->count++;
    }
    sums->shares[at] += share;
    return at;
}

/* What each op brings to a term; NULL: such terms have no lines. */
static share_function *const shares[TIME_LIMIT_COUNT] = {
    [TIME_LIMIT_DRAM] = share_of_dram,        [TIME_LIMIT_L2] = share_of_l2,
    [TIME_LIMIT_L1_MISS] = share_of_misses,   [TIME_LIMIT_L2_STORE] = share_of_stores,
    [TIME_LIMIT_SHARED] = share_of_shared,    [TIME_LIMIT_ATOMIC] = share_of_atomics,
    [TIME_LIMIT_BARRIER] = share_of_barriers, [TIME_LIMIT_LINK] = share_of_link,
};

bool line_is_of_stack(enum time_limit limit, const struct vgpu_profile *profile, const struct time_traffic *traffic)
{
    double all = 0, local = 0;
    for (uint32_t i = 0; shares[limit] && i < profile->op_count; i++) {
        const struct vgpu_profiled_op *op = &profile->ops[i];
        double share = shares[limit](op, &traffic->ops[i]);
        all += share;
        local += op->instruction && op->instruction->space == PTX_SPACE_LOCAL ? share : 0;
    }
    return 2 * local > all;
}

int line_find(enum time_limit limit, const struct vgpu_profile *profile, const struct time_traffic *traffic)
{
    struct line_sums sums = {.count = 0};
    int best = -1;
    for (uint32_t i = 0; shares[limit] && i < profile->op_count; i++) {
        const struct vgpu_profiled_op *op = &profile->ops[i];
        double share = op->line ? shares[limit](op, &traffic->ops[i]) : 0;
        int at = share > 0 ? add_to_line(&sums, op->line, share) : -1;
        if (at >= 0 && (best < 0 || sums.shares[at] > sums.shares[best]))
            best = at;
    }
    return best >= 0 ? sums.lines[best] : 0;
}
