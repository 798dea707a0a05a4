/*
 * Registers that ptxas keeps in local memory.
 *
 * The PTX does not show these: the machine code has more local loads and stores than the PTX.
 * Spills inside loops of the machine code count as often as the instruction that a warp is most
 * likely at. Most values are alive in loops. If no loop has spills, all spills count that often.
 */
#include "timing/schedule/schedule.h"

/* As for local memory that the sample shows (traffic.c, extrapolation.c). */
#define L1_SHARE 0.9
#define L2_SHARE 0.9

enum { REQUEST_BYTES = 4 * VGPU_WARP_LANES, REQUEST_SECTORS = REQUEST_BYTES / VGPU_SECTOR_BYTES, STORE_PASSES = 2 };

struct code {
    double executed, squares; /* sums over the instructions: how often a warp executes them, and the squares of that */
    double local_loads, local_stores;
};

static struct code read_code(const struct vgpu_profile *profile)
{
    struct code code = {0};
    double warps = (double)profile->block_count * profile->block_warps;
    for (uint32_t i = 0; i < profile->op_count; i++) {
        const struct ptx_instruction *instruction = profile->ops[i].instruction;
        bool is_own = profile->ops[i].function == profile->entry || profile->ops[i].warps > 0;
        if (!instruction || !is_own) /* instructions of other kernels do not count */
            continue;
        double often = (double)profile->ops[i].warps / warps;
        code.executed += often;
        code.squares += often * often;
        if (instruction->space == PTX_SPACE_LOCAL) {
            code.local_loads += ptx_does(instruction) == PTX_DOES_LOAD;
            code.local_stores += ptx_does(instruction) == PTX_DOES_STORE;
        }
    }
    return code;
}

/* Instructions in units of `often` executions each: those in loops count fully, the others once. */
static double weigh(double all, double in_loops, double often)
{
    return in_loops > 0 && in_loops < all ? in_loops + (all - in_loops) / often : all;
}

static double share_beyond(double bytes, double held_bytes)
{
    return bytes > held_bytes ? 1 - held_bytes / bytes : 0;
}

/* Spills of one warp, and the parts of them that L1 and L2 do not hold. */
struct spills {
    double loads, stores, often;
    double beyond_l1, beyond_l2;
};

static void find_shares(const struct time_compiled *compiled, struct spills *spills)
{
    const struct vgpu_occupancy *occupancy = compiled->occupancy;
    double sm_warps = occupancy->resident * (double)occupancy->block_warps,
           frame_bytes = compiled->resources->frame_bytes * (double)VGPU_WARP_LANES;
    double l2_bytes = (double)compiled->architecture->l2_bytes;
    spills->beyond_l1 = share_beyond(frame_bytes * sm_warps, L1_SHARE * occupancy->l1_bytes);
    spills->beyond_l2 =
        spills->beyond_l1 * share_beyond(frame_bytes * sm_warps * occupancy->active_sms, L2_SHARE * l2_bytes);
}

/* False: the machine code has no more local loads and stores than the PTX. */
static bool find_spills(const struct time_compiled *compiled, const struct vgpu_profile *profile, struct spills *out)
{
    const struct time_machine *machine = compiled->machine;
    struct code code = read_code(profile);
    double loads = compiled->resources->local_loads - code.local_loads,
           stores = compiled->resources->local_stores - code.local_stores;
    if (stores <= 0 || loads <= 0 || code.executed <= 0)
        return false;
    double loop_loads = 0, loop_stores = 0;
    for (int i = 0; i < machine->loop_count && code.local_loads <= 0; i++) {
        if (machine->loops[i].has_branches)
            continue;
        loop_loads += machine->loops[i].local_loads;
        loop_stores += machine->loops[i].local_stores;
    }
    double often = code.squares / code.executed;
    *out = (struct spills){weigh(loads, loop_loads, often), weigh(stores, loop_stores, often), often, 0, 0};
    find_shares(compiled, out);
    return true;
}

void spills_add(const struct time_compiled *compiled, const struct vgpu_profile *profile, struct time_traffic *traffic,
                struct time_work *work)
{
    const struct vgpu_occupancy *occupancy = compiled->occupancy;
    struct spills spills;
    if (!find_spills(compiled, profile, &spills))
        return;
    double loads = spills.loads, stores = spills.stores, often = spills.often;
    double warps = traffic->blocks * occupancy->block_warps,
           all_warps = (double)occupancy->blocks * occupancy->block_warps * often;
    double missed_sectors = warps * often * loads * spills.beyond_l1 * REQUEST_SECTORS;
    double store_sectors = warps * often * stores * REQUEST_SECTORS; /* L1 passes stores on to L2 */
    traffic->l1_lines += warps * often * (loads + STORE_PASSES * stores);
    traffic->missed_lines += warps * often * loads * spills.beyond_l1;
    traffic->missed_sectors += missed_sectors;
    traffic->store_sectors += store_sectors;
    traffic->spilled_sectors = store_sectors + missed_sectors;
    traffic->partial_sectors += store_sectors; /* they take L2 as long as partial ones (measured) */
    traffic->dram_read_bytes += all_warps * loads * spills.beyond_l2 * REQUEST_BYTES;
    traffic->dram_write_bytes += all_warps * stores * spills.beyond_l2 * REQUEST_BYTES;
    traffic->dram_cost_bytes += all_warps * (loads + stores) * spills.beyond_l2 * REQUEST_BYTES;
    work->issue += often * (loads + stores);
}
