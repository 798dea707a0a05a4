/*
 * The schedule of one warp: the cycles that it takes by itself.
 *
 * Each basic block is scheduled by its data flow, as ptxas does it. An instruction is issued when
 * its operands are ready, one per cycle. Its result is ready after its latency. Loads stay after
 * earlier stores to the same kind of memory, since these might go to the same place. Everything
 * stays on its side of a barrier.
 *
 * A block ends when all its instructions are issued. A warp issues in order, so that waiting for a
 * load delays the next round of the loop. The next block waits for what a block leaves in flight.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/registers.h"
#include "timing/schedule/block_schedule.h"
#include "timing/schedule/stretch.h"

enum { UNROLL = 4 }; /* ptxas unrolls short counted loops of one block about four times */

/* --- memory ----------------------------------------------------------------------------------- */

static double share_of_copies(const struct schedule *schedule, double share)
{
    double any = share * schedule->copies;
    return any < 1 ? any : 1;
}

/*
 * Floats in shared memory are added by a loop of compare and swap: lanes that meet at an address
 * take turns.
 */
#define INTEGER_CYCLES 0.8 /* for a pass of integer atomics over the banks */
#define TURN_CYCLES 6.5
#define TURN_MORE_CYCLES 0.15 /* more for each lane that still waits */
#define CONSTANT_CYCLES 2.0   /* for each address of constant memory beyond the first */

/* Cycles of passes over the banks, or of turns of lanes, for all requests of the op. */
static double turn_cycles(const struct vgpu_profiled_op *op)
{
    const struct ptx_instruction *instruction = op->instruction;
    bool is_atomic = ptx_does(instruction) == PTX_DOES_ATOMIC || ptx_does(instruction) == PTX_DOES_REDUCE;
    double turns = (double)op->lines, requests = (double)op->shared_requests;
    if (instruction->space == PTX_SPACE_CONSTANT && is_load(instruction))
        return turns > (double)op->warps ? CONSTANT_CYCLES * (turns - (double)op->warps) : 0;
    if (!is_atomic || order_of(instruction) != ORDER_SHARED || requests <= 0)
        return 0;
    bool is_float = instruction->type_count && ptx_type_is_float((enum ptx_type)instruction->types[0]);
    return is_float ? turns * (TURN_CYCLES + TURN_MORE_CYCLES * turns / requests) : turns * INTEGER_CYCLES;
}

double schedule_load_cycles(const struct schedule *schedule, uint32_t op)
{
    const struct time_rates *rates = schedule->rates;
    const struct vgpu_profiled_op *profiled = &schedule->profile->ops[op];
    bool is_copy = ptx_copies_in(profiled->instruction); /* from global memory to shared memory */
    if (!is_copy && order_of(profiled->instruction) == ORDER_SHARED) {
        double passes =
            profiled->shared_requests ? (double)profiled->wavefronts / (double)profiled->shared_requests : 1;
        return rates->shared_cycles + passes - 1;
    }
    if (profiled->instruction->space == PTX_SPACE_CONSTANT)
        return rates->shared_cycles + (profiled->warps ? turn_cycles(profiled) / (double)profiled->warps : 0);
    const struct time_op_traffic *traffic = &schedule->traffic->ops[op];
    if (traffic->requests <= 0)
        return rates->l1_cycles;
    double by_l1 = share_of_copies(schedule, traffic->missed_l1 / traffic->requests),
           by_l2 = share_of_copies(schedule, traffic->missed_l2 / traffic->requests),
           by_link = share_of_copies(schedule, traffic->linked / traffic->requests);
    double lines = traffic->lines / traffic->requests, missed = traffic->missed_lines / traffic->requests;
    return rates->l1_cycles + by_l1 * (rates->l2_cycles - rates->l1_cycles) +
           by_l2 * (rates->dram_cycles - rates->l2_cycles) + by_link * schedule->traffic->link_cycles +
           (lines > 1 ? lines - 1 : 0) + missed;
}

/*
 * The registers that one batch of loads holds, about.
 *
 * ptxas does not issue all loads of a block at once. It issues eight float4 loads as five and
 * three, or as four and four; the second batch comes when the first is used. This was read in
 * machine code and measured: eight loads take twice as long as four. Which loads share a batch
 * follows from what is needed first, not from what takes long. So each batch counts as long as the
 * longest load of the block.
 */
enum { BATCH_REGISTERS = 20 };

/* A load that does not fit into the batch waits for the batch and begins the next one. */
static void join_batch(struct schedule *schedule, const struct ptx_instruction *instruction, double *at)
{
    uint32_t registers = loaded_registers(instruction);
    if (schedule->batch_registers && schedule->batch_registers + registers > BATCH_REGISTERS) {
        schedule->batch_begin = schedule->batch_last + schedule->batch_cycles;
        schedule->batch_registers = 0;
    }
    schedule->batch_registers += registers;
    if (schedule->batch_begin > *at)
        *at = schedule->batch_begin;
    schedule->batch_last = *at;
}

static void begin_batches(struct schedule *schedule, uint32_t first, uint32_t end)
{
    schedule->batch_registers = 0;
    schedule->batch_last = schedule->batch_begin = schedule->batch_cycles = 0;
    uint32_t registers = 0;
    schedule->dram_registers = 0;
    for (uint32_t i = first; i < end; i++) {
        const struct ptx_instruction *instruction = schedule->profile->ops[i].instruction;
        const struct time_op_traffic *traffic = &schedule->traffic->ops[i];
        if (!is_memory(instruction) || !is_load(instruction) || order_of(instruction) != ORDER_GLOBAL)
            continue;
        double cycles = schedule_load_cycles(schedule, i);
        schedule->batch_cycles = cycles > schedule->batch_cycles ? cycles : schedule->batch_cycles;
        registers += loaded_registers(instruction) * (uint32_t)schedule->copies;
        if (traffic->requests > 0)
            schedule->dram_registers += loaded_registers(instruction) * traffic->missed_l2 / traffic->requests;
    }
    schedule->has_batches = registers > BATCH_REGISTERS;
}

/* --- one instruction -------------------------------------------------------------------------- */

/* The cycle at which all registers that the instruction reads are ready, `at` at the earliest. */
static double wait_for_registers(const struct schedule *schedule, const struct ptx_instruction *instruction, double at)
{
    for (struct ptx_registers read = {.instruction = instruction}; ptx_registers_next(&read);)
        if (read.role != PTX_REGISTER_WRITTEN && schedule->ready[read.slot] > at)
            at = schedule->ready[read.slot];
    return at;
}

static void deliver(struct schedule *schedule, const struct ptx_instruction *instruction, double at)
{
    for (struct ptx_registers written = {.instruction = instruction}; ptx_registers_next(&written);)
        if (written.role == PTX_REGISTER_WRITTEN)
            schedule->ready[written.slot] = at;
}

static void order_memory(struct schedule *schedule, const struct ptx_instruction *instruction, double *at)
{
    int order = order_of(instruction);
    bool is_read_only = ptx_has_modifier(instruction, PTX_MODIFIER_NC) || instruction->space == PTX_SPACE_CONSTANT;
    if (!is_read_only && schedule->stored[order] > *at)
        *at = schedule->stored[order];
    if (!is_load(instruction))
        schedule->stored[order] = *at;
}

static void schedule_one(struct schedule *schedule, uint32_t op)
{
    const struct ptx_instruction *instruction = schedule->profile->ops[op].instruction;
    double at = wait_for_registers(schedule, instruction, schedule->barrier);
    struct time_cost cost;
    cost_find(instruction, schedule->rates, &cost);
    double latency = cost.latency;
    if (ptx_opcode_info(instruction->opcode)->category == PTX_CATEGORY_ASYNC) {
        at = copies_schedule(schedule, op, at);
    } else if (is_memory(instruction)) {
        order_memory(schedule, instruction, &at);
        if (is_load(instruction)) {
            bool is_global = order_of(instruction) == ORDER_GLOBAL;
            latency = is_global && schedule->has_batches ? schedule->batch_cycles : schedule_load_cycles(schedule, op);
            if (is_global)
                join_batch(schedule, instruction, &at);
        } else if (ptx_does(instruction) == PTX_DOES_ATOMIC)
            latency = order_of(instruction) == ORDER_SHARED ? 2 * schedule->rates->shared_cycles
                                                            : schedule->rates->l2_cycles * 1.5;
    }
    bool is_barrier = ptx_does(instruction) == PTX_DOES_BARRIER;
    if (is_barrier) {
        at = schedule->end > at ? schedule->end : at;
        schedule->barrier = at + latency;
    }
    double waits = at - schedule->end;
    if (waits > schedule->waited) {
        schedule->waited = waits;
        schedule->waited_line = schedule->profile->ops[op].line;
    }
    deliver(schedule, instruction, at + latency);
    if (at + cost.issue > schedule->end)
        schedule->end = at + cost.issue;
    if (is_barrier && schedule->barrier > schedule->end)
        schedule->end = schedule->barrier;
}

/* --- blocks ----------------------------------------------------------------------------------- */

struct block_time {
    double cycles;
    int waited_line;
    double waited;
};

/* A block starts at cycle 0. Results in flight arrive that much earlier. */
static void rebase(struct schedule *schedule, double passed)
{
    for (uint32_t i = 0; i < schedule->function->register_count; i++)
        schedule->ready[i] = schedule->ready[i] > passed ? schedule->ready[i] - passed : 0;
    copies_rebase(&schedule->in_flight, passed);
    for (int i = 0; i < 3; i++)
        schedule->stored[i] = 0;
    schedule->barrier = schedule->end = 0;
}

static uint32_t first_op_of(const struct schedule *schedule, uint32_t block)
{
    return schedule->first_op + schedule->function->blocks[block].first;
}

static uint32_t end_op_of(const struct schedule *schedule, uint32_t block)
{
    return schedule->first_op + schedule->function->blocks[block].end;
}

/* How often the profiled warps came to the block, all together. */
static double arrivals_at(const struct schedule *schedule, uint32_t block)
{
    return (double)schedule->profile->ops[first_op_of(schedule, block)].warps;
}

/* Schedules the stretch of blocks from `index` to `last`. */
static struct block_time schedule_stretch(struct schedule *schedule, uint32_t index, uint32_t last)
{
    const struct ptx_function *function = schedule->function;
    uint32_t first = first_op_of(schedule, index), end = end_op_of(schedule, last);
    bool loops = stretch_leads_to(&function->blocks[last], index);
    int copies = loops && last == index && stretch_is_unrollable(function, &function->blocks[index]) ? UNROLL : 1;
    int rounds = loops ? 2 : 1, counted = 1;
    if (loops && copies_are_issued(schedule, first, end))
        rounds = COPY_ROUNDS, counted = COPY_ROUNDS_COUNTED;
    struct block_time time = {0};
    schedule->copies = copies;
    for (int round = 0; round < rounds; round++) {
        schedule->waited = 0;
        schedule->waited_line = 0;
        begin_batches(schedule, first, end);
        for (int copy = 0; copy < copies; copy++)
            for (uint32_t i = first; i < end; i++)
                schedule_one(schedule, i);
        time.cycles += round >= rounds - counted ? schedule->end / copies / counted : 0;
        time.waited = schedule->waited;
        time.waited_line = schedule->waited_line;
        rebase(schedule, schedule->end);
    }
    double by_machine = loops ? loops_cycles(schedule, first, end, false) : 0;
    if (by_machine > 0)
        time.cycles = by_machine;
    return time;
}

/* --- the launch ------------------------------------------------------------------------------- */

/* How often each warp runs an op, and how often it issues the op with its predicate off. */
struct often {
    double runs, passes_by;
};

static void add_op(struct schedule *schedule, const struct vgpu_profiled_op *op, const struct often *often,
                   const struct vectorised_load *load, bool is_unrolled)
{
    struct time_work *work = schedule->work;
    struct time_cost cost;
    if (!load->elements)
        return;
    cost_find(op->instruction, schedule->rates, &cost);
    const struct ptx_opcode_info *info = ptx_opcode_info(op->instruction->opcode);
    /* copies of an unrolled loop share its counter and branch */
    bool is_overhead = is_unrolled && (info->does == PTX_DOES_BRANCH || info->flow == PTX_FLOW_COMPARE ||
                                       (info->arithmetic == PTX_ARITHMETIC_SUM &&
                                        op->instruction->operands[2].kind == PTX_OPERAND_IMMEDIATE &&
                                        !ptx_type_is_float((enum ptx_type)op->instruction->types[0])));
    double issued = often->runs + often->passes_by, count = (is_overhead ? issued / UNROLL : issued) / load->elements;
    work->issue += count * cost.issue;
    work->fma += count * cost.fma;
    work->integer += count * cost.integer;
    work->fp64 += count * cost.fp64;
    work->special += count * cost.special;
    if (cost_is_function(op->instruction))
        work->special_functions += count * cost.special;
    work->tensor += count * cost.tensor;
    double each = op->warps ? often->runs / (double)op->warps : 0; /* a warp's share of all that the op did */
    work->shared_passes += (double)op->shared_requests / load->elements * load->passes * each;
    work->shared_passes += turn_cycles(op) * each;
    if (op->shared_requests)
        work->shared_passes += often->passes_by / load->elements;
    bool updates = info->does == PTX_DOES_ATOMIC || info->does == PTX_DOES_REDUCE;
    if (updates && order_of(op->instruction) == ORDER_GLOBAL)
        work->atomics += often->runs;
    if (info->does == PTX_DOES_SHUFFLE)
        work->shuffles += often->runs;
    if (info->does == PTX_DOES_BARRIER)
        work->barriers += often->runs;
}

/* Adds the time of a stretch of blocks, as often as a warp comes to its first block. */
static void add_stretch(struct schedule *schedule, uint32_t index, uint32_t last)
{
    struct time_work *work = schedule->work;
    double per_warp = schedule->weight * arrivals_at(schedule, index) / schedule->warps;
    struct block_time time = schedule_stretch(schedule, index, last);
    work->cycles += per_warp * time.cycles;
    work->stall_cycles += per_warp * time.waited;
    work->dram_registers += per_warp * schedule->dram_registers;
    if (schedule->dram_registers > work->burst_registers)
        work->burst_registers = schedule->dram_registers;
    if (per_warp * time.waited <= schedule->longest_wait)
        return;
    schedule->longest_wait = per_warp * time.waited;
    work->longest_line = time.waited_line;
}

/* One round of a loop of several blocks. What few rounds do does not delay the others. */
static void add_copying_round(struct schedule *schedule, uint32_t index, uint32_t last)
{
    for (uint32_t i = index, next; i <= last; i = next) {
        next = stretch_end(schedule->function, i) + 1;
        double arrivals = arrivals_at(schedule, i);
        bool is_rare = 2 * arrivals < arrivals_at(schedule, index);
        struct schedule_copies before = schedule->in_flight;
        if (arrivals > 0)
            add_stretch(schedule, i, next - 1);
        if (is_rare)
            schedule->in_flight = before;
    }
}

/*
 * Adds the time of a loop of several blocks with asynchronous copies. A round waits for copies of
 * earlier rounds, so several rounds are scheduled and the last ones count.
 */
static void add_copying_loop(struct schedule *schedule, uint32_t index, uint32_t last)
{
    int next_loop = schedule->next_loop;
    for (int round = 0; round < COPY_ROUNDS; round++) {
        schedule->next_loop = next_loop;
        schedule->weight = round < COPY_ROUNDS - COPY_ROUNDS_COUNTED ? 0 : 1.0 / COPY_ROUNDS_COUNTED;
        add_copying_round(schedule, index, last);
    }
    schedule->weight = 1;
}

/*
 * Adds the time of a loop of several blocks, as the machine code tells it. Its blocks tell what
 * warps wait for. False: the machine code does not tell.
 */
static bool add_machine_loop(struct schedule *schedule, uint32_t index, uint32_t last)
{
    struct time_work *work = schedule->work;
    if (!stretch_holds_no_loop(schedule->function, index, last))
        return false;
    double round_cycles = loops_cycles(schedule, first_op_of(schedule, index), end_op_of(schedule, last), true);
    double before = work->cycles;
    if (round_cycles <= 0)
        return false;
    for (uint32_t i = index, next; i <= last; i = next) {
        next = stretch_end(schedule->function, i) + 1;
        if (arrivals_at(schedule, i) > 0)
            add_stretch(schedule, i, next - 1);
    }
    work->cycles = before + schedule->weight * arrivals_at(schedule, index) / schedule->warps * round_cycles;
    return true;
}

/* Adds the time of the loop or stretch that begins with a block. Returns the first one after it. */
static uint32_t add_time(struct schedule *schedule, uint32_t index)
{
    uint32_t last = stretch_loop_end(schedule->function, index), end = stretch_end(schedule->function, index);
    if (last > index && copies_are_issued(schedule, first_op_of(schedule, index), end_op_of(schedule, last))) {
        add_copying_loop(schedule, index, last);
        return last + 1;
    }
    if (last > end && add_machine_loop(schedule, index, last))
        return last + 1;
    add_stretch(schedule, index, end);
    return end + 1;
}

/* Adds the work of a block's instructions. */
static void add_work(struct schedule *schedule, uint32_t index)
{
    const struct ptx_function *function = schedule->function;
    const struct ptx_block *block = &function->blocks[index];
    bool is_unrolled = stretch_is_self_loop(function, index) && stretch_is_unrollable(function, block);
    bool has_predicate = index > 0 && stretch_is_predicated(function, index - 1),
         is_head = stretch_is_predicated(function, index);
    double reached = has_predicate ? arrivals_at(schedule, index - 1) / schedule->warps : 0;
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct vgpu_profiled_op *op = &schedule->profile->ops[schedule->first_op + i];
        double before = schedule->work->issue;
        struct often often = {.runs = (double)op->warps / schedule->warps};
        often.passes_by = reached > often.runs ? reached - often.runs : 0;
        if (is_head && ptx_does(op->instruction) == PTX_DOES_BRANCH)
            continue;
        struct vectorised_load load = vectorised_loads_find(schedule, block, i);
        add_op(schedule, op, &often, &load, is_unrolled);
        double issued = schedule->work->issue - before;
        if (issued > schedule->most_issued && op->line) {
            schedule->most_issued = issued;
            schedule->work->heaviest_line = op->line;
        }
    }
}

/* Adds the function whose first op is this one. */
static void add_function(struct schedule *schedule, uint32_t first_op)
{
    const struct ptx_function *function = schedule->profile->ops[first_op].function;
    schedule->function = function;
    schedule->first_op = first_op;
    memset(schedule->ready, 0, function->register_count * sizeof(*schedule->ready));
    rebase(schedule, 0);
    for (uint32_t i = 0, next = 0; i < function->block_count; i++) {
        if (arrivals_at(schedule, i) <= 0)
            continue;
        if (i >= next)
            next = add_time(schedule, i);
        add_work(schedule, i);
    }
}

bool schedule_find(const struct vgpu_profile *profile, const struct time_rates *rates,
                   const struct time_traffic *traffic, const struct time_machine *machine, struct time_work *out_work)
{
    uint32_t registers = 1;
    for (uint32_t i = 0; i < profile->op_count; i++)
        if (profile->ops[i].function && profile->ops[i].function->register_count > registers)
            registers = profile->ops[i].function->register_count;
    struct schedule schedule = {.profile = profile,
                                .warps = (double)profile->block_count * profile->block_warps,
                                .rates = rates,
                                .traffic = traffic,
                                .machine = machine,
                                .work = out_work,
                                .weight = 1};
    schedule.ready = calloc(registers, sizeof(*schedule.ready));
    if (!schedule.ready)
        return false;
    *out_work = (struct time_work){.imbalance = 1};
    for (uint32_t i = 0; i < profile->op_count; i++)
        if (profile->ops[i].function && profile->ops[i].function != schedule.function)
            add_function(&schedule, i);
    free(schedule.ready);
    return true;
}
