/*
 * Loops of the PTX whose machine code is known: how long a warp takes for a round, in the order
 * that ptxas chose.
 *
 * A loop of the PTX and a loop of the machine code match if they load, store, exchange and wait for
 * as much. Where ptxas unrolled the loop, the machine's loop has a whole multiple of these.
 * Matching loops come in the same order.
 */
#include "timing/schedule/block_schedule.h"

enum { LOADS_MOST = 128 };

/* False where the loop has instructions that are not followed in machine code. */
static bool count_classes(const struct schedule *schedule, uint32_t first, uint32_t end,
                          double counts[TIME_MACHINE_CLASSES])
{
    static const uint8_t by_order[3][2] = {
        [ORDER_GLOBAL] = {TIME_MACHINE_GLOBAL_STORE, TIME_MACHINE_GLOBAL_LOAD},
        [ORDER_SHARED] = {TIME_MACHINE_SHARED_STORE, TIME_MACHINE_SHARED_LOAD},
    };
    for (uint32_t i = first; i < end; i++) {
        const struct ptx_instruction *instruction = schedule->profile->ops[i].instruction;
        const struct ptx_opcode_info *info = ptx_opcode_info(instruction->opcode);
        bool is_plain = is_load(instruction) || info->does == PTX_DOES_STORE;
        if (info->unit == PTX_UNIT_TENSOR || info->category == PTX_CATEGORY_ASYNC ||
            (is_memory(instruction) && (!is_plain || order_of(instruction) == ORDER_LOCAL)))
            return false;
        if (is_memory(instruction) && instruction->space != PTX_SPACE_CONSTANT)
            counts[by_order[order_of(instruction)][is_load(instruction)]] += loaded_registers(instruction);
        else if (info->does == PTX_DOES_SHUFFLE)
            counts[TIME_MACHINE_SHUFFLE]++;
        else if (info->does == PTX_DOES_BARRIER)
            counts[TIME_MACHINE_BARRIER]++;
        else if (info->unit == PTX_UNIT_FMA && instruction->type_count && instruction->types[0] == PTX_TYPE_F32)
            counts[TIME_MACHINE_ARITHMETIC]++;
    }
    return true;
}

static double longest_shared(const struct schedule *schedule, uint32_t first, uint32_t end)
{
    double longest = schedule->rates->shared_cycles;
    for (uint32_t i = first; i < end; i++) {
        const struct ptx_instruction *instruction = schedule->profile->ops[i].instruction;
        double cycles = is_memory(instruction) && is_load(instruction) && order_of(instruction) == ORDER_SHARED
                            ? schedule_load_cycles(schedule, i)
                            : 0;
        longest = cycles > longest ? cycles : longest;
    }
    return longest;
}

/*
 * Lists the cycles of each load from global memory. Returns how many loads there are, 0 for too
 * many.
 */
static uint32_t list_loads(struct schedule *schedule, uint32_t first, uint32_t end, double cycles[LOADS_MOST])
{
    uint32_t count = 0;
    schedule->copies = 1;
    for (uint32_t i = first; i < end; i++) {
        const struct ptx_instruction *instruction = schedule->profile->ops[i].instruction;
        if (!is_memory(instruction) || !is_load(instruction) || order_of(instruction) != ORDER_GLOBAL ||
            instruction->space == PTX_SPACE_CONSTANT)
            continue;
        if (count == LOADS_MOST)
            return 0;
        cycles[count++] = schedule_load_cycles(schedule, i);
    }
    return count;
}

/* Loads to fresh places, in one round of the PTX loop. */
static double fresh_loads(const struct schedule *schedule, uint32_t first, uint32_t end)
{
    double fresh = 0;
    for (uint32_t i = first; i < end; i++)
        fresh += schedule->traffic->ops[i].fresh;
    return fresh;
}

/*
 * A warp waits once for a place, however many loads in a row go to it. So it waits at most as often
 * as loads go to fresh places.
 */
static double cycles_of_loop(const struct schedule *schedule, const struct time_machine_loop *loop,
                             const struct time_machine_latencies *latencies, double fresh)
{
    double l1 = schedule->rates->l1_cycles;
    struct time_machine_latencies found = {.global_cycles = l1, .shared_cycles = latencies->shared_cycles};
    double cycles = machine_code_cycles(schedule->machine, loop, latencies),
           least = machine_code_cycles(schedule->machine, loop, &found);
    double longest = latencies->global_cycles;
    for (uint32_t i = 0; i < latencies->load_count; i++)
        longest = i == 0 || latencies->by_load[i] > longest ? latencies->by_load[i] : longest;
    double waits = longest > l1 ? (cycles - least) / (longest - l1) : 0;
    return waits > fresh ? least + (cycles - least) * fresh / waits : cycles;
}

double loops_cycles(struct schedule *schedule, uint32_t first, uint32_t end, bool may_branch)
{
    enum { PRODUCTS_LEAST = 64 };
    double counts[TIME_MACHINE_CLASSES] = {0};
    const struct vgpu_profiled_op *ops = schedule->profile->ops;
    if (!schedule->machine || !count_classes(schedule, first, end, counts))
        return 0;
    if (may_branch && counts[TIME_MACHINE_ARITHMETIC] < PRODUCTS_LEAST)
        return 0;
    double before = first && ops[first - 1].function == ops[first].function ? (double)ops[first - 1].warps : 0;
    double rounds = before > 0 ? (double)ops[first].warps / before : (double)ops[first].warps;
    uint32_t copies = 1;
    const struct time_machine_loop *loop =
        machine_code_match(schedule->machine, counts, rounds, may_branch, &schedule->next_loop, &copies);
    double by_load[LOADS_MOST];
    struct time_machine_latencies latencies = {.by_load = by_load,
                                               .load_count = list_loads(schedule, first, end, by_load),
                                               .global_cycles = schedule->batch_cycles,
                                               .shared_cycles = longest_shared(schedule, first, end)};
    return loop ? cycles_of_loop(schedule, loop, &latencies, fresh_loads(schedule, first, end) * copies) / copies : 0;
}
