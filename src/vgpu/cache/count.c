/*
 * Counters: gathered from what workers noted, per source line and in total.
 *
 * Instructions are noted at the ends of straight runs only: `counts[first] += 1, counts[last + 1]
 * -= 1`. The running sum over the ops is how often each was issued.
 */
#include "vgpu/cache/count.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/cache/cache_l2.h"
#include "vgpu/cache/cache_model.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/program/matrix.h"

/* --- the counts of an op ---------------------------------------------------------------------- */

static uint8_t unit_of(const struct ptx_instruction *source)
{
    const struct ptx_opcode_info *info = ptx_opcode_info(source->opcode);
    enum ptx_type type = source->type_count ? (enum ptx_type)source->types[0] : PTX_TYPE_NONE;
    bool is_float = type == PTX_TYPE_F16X2 || type == PTX_TYPE_BF16X2 || ptx_type_is_float(type);
    if (info->does == PTX_DOES_LOAD && source->space == PTX_SPACE_PARAMETER)
        return VGPU_COUNTER_MOVE_INSTRUCTIONS;
    if (info->does == PTX_DOES_SHUFFLE)
        return VGPU_COUNTER_MOVE_INSTRUCTIONS;
    switch (info->unit) {
    case PTX_UNIT_TENSOR: /* fragments are moved by the memory unit */
        return info->does == PTX_DOES_LOAD_FRAGMENT || info->does == PTX_DOES_STORE_FRAGMENT
                   ? VGPU_COUNTER_MEMORY_INSTRUCTIONS
                   : VGPU_COUNTER_TENSOR_INSTRUCTIONS;
    case PTX_UNIT_SFU:
        return type == PTX_TYPE_F64 ? VGPU_COUNTER_DOUBLE_INSTRUCTIONS : VGPU_COUNTER_SPECIAL_INSTRUCTIONS;
    case PTX_UNIT_LSU:
        return VGPU_COUNTER_MEMORY_INSTRUCTIONS;
    case PTX_UNIT_CONTROL:
        return VGPU_COUNTER_CONTROL_INSTRUCTIONS;
    default:
        break;
    }
    if (info->arithmetic == PTX_ARITHMETIC_CONVERSION)
        return is_float ? VGPU_COUNTER_FLOAT_INSTRUCTIONS : VGPU_COUNTER_MOVE_INSTRUCTIONS;
    if (info->category == PTX_CATEGORY_MOVE || info->flow == PTX_FLOW_SELECT || info->category == PTX_CATEGORY_SYNC)
        return VGPU_COUNTER_MOVE_INSTRUCTIONS;
    if (type == PTX_TYPE_F64)
        return VGPU_COUNTER_DOUBLE_INSTRUCTIONS;
    return is_float ? VGPU_COUNTER_FLOAT_INSTRUCTIONS : VGPU_COUNTER_INTEGER_INSTRUCTIONS;
}

void count_describe(struct vgpu_detail *detail)
{
    detail->unit = unit_of(detail->source);
    detail->flops = (uint16_t)ptx_flops(detail->source);
}

/* --- gathering -------------------------------------------------------------------------------- */

struct issue {
    uint64_t warps, lanes, guarded_off, diverged;
};

static void count_issues(const struct vgpu_detail *detail, const struct issue *issue, uint64_t *values)
{
    values[VGPU_COUNTER_WARP_INSTRUCTIONS] += issue->warps;
    values[VGPU_COUNTER_THREAD_INSTRUCTIONS] += issue->lanes;
    values[detail->unit] += issue->warps;
    values[VGPU_COUNTER_FLOPS] += detail->flops * (issue->lanes - issue->guarded_off);
    switch (ptx_does(detail->source)) {
    case PTX_DOES_BRANCH:
        values[VGPU_COUNTER_BRANCHES] += issue->warps;
        values[VGPU_COUNTER_DIVERGENT_BRANCHES] += issue->diverged;
        return;
    case PTX_DOES_SHUFFLE:
        values[VGPU_COUNTER_SHUFFLES] += issue->warps;
        return;
    case PTX_DOES_VOTE:
        values[VGPU_COUNTER_VOTES] += issue->warps;
        return;
    case PTX_DOES_BARRIER:
        values[VGPU_COUNTER_BARRIER_WAITS] += issue->warps;
        return;
    default:
        return;
    }
}

/* 2*m*n*k for each warp that multiplies; only sums of floats are flops. */
static void count_products(const struct vgpu_op *op, const struct issue *issue, uint64_t *values)
{
    const struct vgpu_matrix *matrix = op->scalar;
    if (ptx_does(op->detail->source) != PTX_DOES_MULTIPLY || op->detail->refusal)
        return;
    const struct math_mma_shape *shape = matrix->mma.shape;
    uint64_t operations = UINT64_C(2) * shape->m * shape->n * shape->k * issue->warps;
    values[VGPU_COUNTER_TENSOR_OPERATIONS] += operations;
    if (matrix->mma.d != MATH_MMA_S32)
        values[VGPU_COUNTER_FLOPS] += operations;
}

static void count_atomics(const struct vgpu_access_counts *counts, uint64_t *values)
{
    values[VGPU_COUNTER_ATOMIC_REQUESTS] += counts->requests;
    values[VGPU_COUNTER_ATOMICS] += counts->lanes;
    values[VGPU_COUNTER_ATOMIC_CONFLICTS] += counts->lanes - counts->distinct;
}

static void count_global(const struct vgpu_access_counts *counts, bool is_load, uint64_t *values)
{
    values[is_load ? VGPU_COUNTER_GLOBAL_LOAD_REQUESTS : VGPU_COUNTER_GLOBAL_STORE_REQUESTS] += counts->requests;
    values[is_load ? VGPU_COUNTER_GLOBAL_LOAD_BYTES : VGPU_COUNTER_GLOBAL_STORE_BYTES] += counts->bytes;
    values[is_load ? VGPU_COUNTER_GLOBAL_LOAD_SECTORS : VGPU_COUNTER_GLOBAL_STORE_SECTORS] += counts->sectors;
    values[is_load ? VGPU_COUNTER_GLOBAL_LOAD_LEAST_SECTORS : VGPU_COUNTER_GLOBAL_STORE_LEAST_SECTORS] +=
        counts->least_sectors;
}

static void count_local(const struct vgpu_access_counts *counts, bool is_load, uint64_t *values)
{
    values[is_load ? VGPU_COUNTER_LOCAL_LOAD_REQUESTS : VGPU_COUNTER_LOCAL_STORE_REQUESTS] += counts->requests;
    values[is_load ? VGPU_COUNTER_LOCAL_LOAD_SECTORS : VGPU_COUNTER_LOCAL_STORE_SECTORS] += counts->sectors;
    values[is_load ? VGPU_COUNTER_LOCAL_LOAD_LEAST_SECTORS : VGPU_COUNTER_LOCAL_STORE_LEAST_SECTORS] +=
        counts->least_sectors;
}

static void count_shared(const struct vgpu_access_counts *counts, bool is_load, uint64_t *values)
{
    values[is_load ? VGPU_COUNTER_SHARED_LOAD_REQUESTS : VGPU_COUNTER_SHARED_STORE_REQUESTS] += counts->requests;
    values[is_load ? VGPU_COUNTER_SHARED_LOAD_WAVEFRONTS : VGPU_COUNTER_SHARED_STORE_WAVEFRONTS] += counts->wavefronts;
    values[is_load ? VGPU_COUNTER_SHARED_LOAD_CONFLICTS : VGPU_COUNTER_SHARED_STORE_CONFLICTS] += counts->conflicts;
}

static void count_accesses(const struct vgpu_detail *detail, const struct vgpu_access_counts *counts, uint64_t *values)
{
    bool is_load = detail->access == VGPU_ACCESS_READ;
    if (detail->access == VGPU_ACCESS_ATOMIC) {
        count_atomics(&counts[VGPU_COUNT_GLOBAL], values);
        count_atomics(&counts[VGPU_COUNT_SHARED], values);
        values[VGPU_COUNTER_GLOBAL_ATOMICS] += counts[VGPU_COUNT_GLOBAL].lanes;
        values[VGPU_COUNTER_SHARED_ATOMICS] += counts[VGPU_COUNT_SHARED].lanes;
        return;
    }
    if (detail->source->space == PTX_SPACE_CONSTANT) {
        values[VGPU_COUNTER_CONSTANT_LOAD_REQUESTS] += counts[VGPU_COUNT_GLOBAL].requests;
        return;
    }
    if (ptx_copies_in(detail->source)) {
        count_global(&counts[VGPU_COUNT_GLOBAL], true, values);
        count_shared(&counts[VGPU_COUNT_SHARED], false, values);
        values[VGPU_COUNTER_ASYNC_COPY_BYTES] += counts[VGPU_COUNT_SHARED].bytes;
        return;
    }
    count_global(&counts[VGPU_COUNT_GLOBAL], is_load, values);
    count_local(&counts[VGPU_COUNT_LOCAL], is_load, values);
    count_shared(&counts[VGPU_COUNT_SHARED], is_load, values);
}

/* Adds the counts of caches: L1's are kept by worker, the others by the cache model. */
static void count_caches(const struct vgpu_launch_state *launch, struct vgpu_worker **workers, int count,
                         uint32_t access, uint64_t *values)
{
    if (!launch->cache)
        return;
    for (int i = 0; i < count; i++) {
        values[VGPU_COUNTER_L1_HITS] += workers[i]->accesses[access].caches.l1_hits;
        values[VGPU_COUNTER_L1_MISSES] += workers[i]->accesses[access].caches.l1_misses;
    }
    const struct cache_traffic *traffic = cache_model_traffic(launch->cache, access);
    values[VGPU_COUNTER_L2_HITS] += traffic->l2_hits;
    values[VGPU_COUNTER_L2_MISSES] += traffic->l2_misses;
    values[VGPU_COUNTER_DRAM_READ_BYTES] += traffic->dram_read_bytes;
    values[VGPU_COUNTER_DRAM_WRITE_BYTES] += traffic->dram_write_bytes;
}

/* The row of a line. */
struct line_place {
    int line;
    uint32_t row; /* its number + 1; 0: the place is free */
};

/* Where the counters of source lines are kept while they are gathered. */
struct lines {
    struct vgpu_line_counters *rows;
    uint32_t count;
    struct line_place *places; /* a hash table: code alternates between lines */
    size_t mask;
};

static void make_lines(struct lines *lines, struct arena *arena, size_t most)
{
    size_t places = 64;
    while (places < 2 * most)
        places *= 2;
    lines->rows = ARENA_ARRAY(arena, most, struct vgpu_line_counters);
    lines->places = ARENA_ARRAY(arena, places, struct line_place);
    lines->mask = places - 1;
}

static uint64_t *line_values(struct lines *lines, int line)
{
    size_t at = (size_t)((uint32_t)line * UINT64_C(0x9e3779b97f4a7c15) >> 32) & lines->mask;
    while (lines->places[at].row && lines->places[at].line != line)
        at = (at + 1) & lines->mask;
    struct line_place *place = &lines->places[at];
    if (!place->row) {
        *place = (struct line_place){line, ++lines->count};
        lines->rows[place->row - 1].line = line;
    }
    return lines->rows[place->row - 1].values;
}

static int compare_lines(const void *a, const void *b)
{
    const struct vgpu_line_counters *left = a, *right = b;
    return left->line < right->line ? -1 : left->line > right->line;
}

/* Whether a launch can have run the function: its kernel, and all that a kernel may call. */
static bool can_have_run(const struct vgpu_launch_state *launch, const struct vgpu_function *function)
{
    return function == launch->entry || !function->source->is_entry;
}

/* How often the line changes from op to op: there are at most as many lines. */
static size_t count_line_changes(const struct vgpu_launch_state *launch)
{
    size_t changes = 1;
    int last = -1;
    for (uint32_t i = 0; i < launch->module->function_count; i++) {
        const struct vgpu_function *function = &launch->module->functions[i];
        for (uint32_t j = 0; can_have_run(launch, function) && j < function->op_count; j++) {
            const struct vgpu_detail *detail = function->ops[j].detail;
            if (detail && detail->source && detail->line != last) {
                last = detail->line;
                changes++;
            }
        }
    }
    return changes;
}

static void collect_outcomes(const struct vgpu_module *module, struct vgpu_worker **workers, int count)
{
    for (int i = 0; i < count; i++)
        for (uint32_t j = 1; j <= module->condition_count; j++)
            module->outcomes[j] |= workers[i]->count.outcomes[j];
}

/* What is gathered from the workers of a launch, op by op. */
struct gathering {
    struct vgpu_launch_state *launch;
    struct vgpu_worker **workers;
    int worker_count;
    struct vgpu_op_count *running; /* by worker: the sums of the differences so far */
    struct lines lines;
};

static struct issue take_issue(struct gathering *gathering, uint32_t op)
{
    struct issue issue = {0};
    for (int i = 0; i < gathering->worker_count; i++) {
        const struct count_worker *count = &gathering->workers[i]->count;
        struct vgpu_op_count *running = &gathering->running[i];
        issue.warps += (uint64_t)(running->warps += count->ops[op].warps);
        issue.lanes += (uint64_t)(running->lanes += count->ops[op].lanes);
        issue.guarded_off += count->guarded_off[op];
        issue.diverged += count->diverged[op];
    }
    return issue;
}

static void gather_op(struct gathering *gathering, uint32_t number)
{
    const struct vgpu_op *op = &gathering->launch->module->ops[number];
    struct issue issue = take_issue(gathering, number);
    const struct vgpu_detail *detail = issue.warps ? op->detail : NULL;
    uint64_t *values = detail && detail->source ? line_values(&gathering->lines, detail->line) : NULL;
    if (!values)
        return;
    count_issues(detail, &issue, values);
    count_products(op, &issue, values);
    if (detail->access == VGPU_ACCESS_NONE && !ptx_copies_in(detail->source))
        return;
    count_caches(gathering->launch, gathering->workers, gathering->worker_count, op->access, values);
    for (int i = 0; i < gathering->worker_count; i++)
        count_accesses(detail, gathering->workers[i]->accesses[op->access].count.counts, values);
}

/* The first op of a function that did not run still ends the straight run of the one before it. */
static void gather_function(struct gathering *gathering, const struct vgpu_function *function)
{
    uint32_t first = (uint32_t)(function->ops - gathering->launch->module->ops);
    bool has_run = can_have_run(gathering->launch, function);
    for (uint32_t i = 0; has_run && i < function->op_count; i++)
        gather_op(gathering, first + i);
    if (!has_run && function->op_count)
        take_issue(gathering, first);
}

static void sum_up(const struct gathering *gathering, struct vgpu_report *report)
{
    const struct lines *lines = &gathering->lines;
    for (size_t i = 0; i < lines->count; i++)
        for (int j = 0; j < VGPU_COUNTER_COUNT; j++)
            report->totals[j] += lines->rows[i].values[j];
    for (int i = 0; i < gathering->worker_count; i++) {
        const struct count_worker *count = &gathering->workers[i]->count;
        for (int j = 0; j < VGPU_COUNTER_COUNT; j++)
            report->totals[j] += count->extra[j];
        report->idle_blocks += count->idle_blocks;
    }
    const struct vgpu_launch_state *launch = gathering->launch;
    report->totals[VGPU_COUNTER_WARPS_LAUNCHED] += launch->block_count * launch->block_warps;
}

void count_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                   int count)
{
    const struct vgpu_module *module = launch->module;
    struct gathering gathering = {.launch = launch, .workers = workers, .worker_count = count};
    struct lines *lines = &gathering.lines;
    collect_outcomes(module, workers, count);
    make_lines(lines, report->arena, count_line_changes(launch) + 1);
    gathering.running = ARENA_ARRAY(report->arena, (size_t)count, struct vgpu_op_count);
    for (uint32_t i = 0; i < module->function_count; i++)
        gather_function(&gathering, &module->functions[i]);
    qsort(lines->rows, lines->count, sizeof(*lines->rows), compare_lines);
    sum_up(&gathering, report);
    if (launch->checks & VGPU_COUNT) {
        report->lines = lines->rows;
        report->line_count = lines->count;
    }
}

/* --- blocks without a store ------------------------------------------------------------------- */

static bool may_store(const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    return detail && detail->source && (detail->access == VGPU_ACCESS_WRITE || detail->access == VGPU_ACCESS_ATOMIC);
}

void count_list_writers(struct vgpu_module *module)
{
    uint32_t *writers = ARENA_ARRAY(module->arena, module->op_count + 1UL, uint32_t);
    module->writers = writers;
    for (uint32_t i = 0; i < module->op_count; i++)
        if (may_store(&module->ops[i]))
            writers[module->writer_count++] = module->ops[i].access;
}

static void end_block(struct vgpu_worker *worker)
{
    struct count_worker *count = &worker->count;
    uint64_t stores = 0;
    if (!count->has_block)
        return;
    const struct vgpu_module *module = worker->launch->module;
    for (uint32_t i = 0; i < module->writer_count; i++)
        stores += worker->accesses[module->writers[i]].count.counts[VGPU_COUNT_GLOBAL].requests;
    count->idle_blocks += stores == count->stores;
    count->stores = stores;
    count->has_block = false;
}

void count_block_start(struct vgpu_block *block)
{
    struct vgpu_worker *worker = block->worker;
    if (!worker->counts_accesses || !worker->launch->is_parallel)
        return;
    end_block(worker);
    worker->count.has_block = true;
}

void count_worker_done(struct vgpu_worker *worker)
{
    end_block(worker);
}

/* --- workers ---------------------------------------------------------------------------------- */

bool count_worker_new(struct vgpu_worker *worker)
{
    struct count_worker *count = &worker->count;
    size_t ops = worker->launch->module->op_count + 2;
    worker->counts_accesses = worker->launch->checks & VGPU_COUNT;
    count->ops = calloc(ops, sizeof(*count->ops));
    count->guarded_off = calloc(ops, sizeof(*count->guarded_off));
    count->diverged = calloc(ops, sizeof(*count->diverged));
    count->outcomes = calloc(worker->launch->module->condition_count + 1U, sizeof(*count->outcomes));
    return count->ops && count->guarded_off && count->diverged && count->outcomes;
}

void count_worker_free(struct vgpu_worker *worker)
{
    free(worker->count.ops);
    free(worker->count.guarded_off);
    free(worker->count.diverged);
    free(worker->count.outcomes);
}
