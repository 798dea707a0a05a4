/* Asynchronous copies from global to shared memory, as one warp issues and awaits them. */
#include <math.h>
#include <string.h>

#include "timing/schedule/block_schedule.h"

/* Waits for all groups of copies but the last `most`. */
static double wait_for_copies(const struct schedule_copies *copies, uint64_t most, double at)
{
    for (uint64_t i = most; i < COPY_GROUPS; i++)
        at = copies->arrives[i] > at ? copies->arrives[i] : at;
    return at;
}

static void commit_copies(struct schedule_copies *copies)
{
    double before = wait_for_copies(copies, COPY_GROUPS - 1, 0);
    memmove(&copies->arrives[1], &copies->arrives[0], (COPY_GROUPS - 1) * sizeof *copies->arrives);
    copies->arrives[0] = copies->issued;
    if (before > copies->arrives[COPY_GROUPS - 1])
        copies->arrives[COPY_GROUPS - 1] = before;
    copies->issued = 0;
}

bool copies_are_issued(const struct schedule *schedule, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        if (ptx_copies_in(schedule->profile->ops[i].instruction))
            return true;
    return false;
}

double copies_schedule(struct schedule *schedule, uint32_t op, double at)
{
    struct schedule_copies *copies = &schedule->in_flight;
    const struct ptx_instruction *instruction = schedule->profile->ops[op].instruction;
    if (ptx_copies_in(instruction)) {
        double arrives = at + schedule_load_cycles(schedule, op);
        copies->issued = arrives > copies->issued ? arrives : copies->issued;
        return at;
    }
    bool waits_for_all = instruction->opcode == PTX_OPCODE_CP_ASYNC_WAIT_ALL;
    if (instruction->opcode == PTX_OPCODE_CP_ASYNC_COMMIT_GROUP || waits_for_all)
        commit_copies(copies);
    if (!waits_for_all && instruction->opcode != PTX_OPCODE_CP_ASYNC_WAIT_GROUP)
        return at;
    schedule->barrier = wait_for_copies(copies, waits_for_all ? 0 : instruction->operands[0].bits, at);
    return schedule->barrier;
}

void copies_rebase(struct schedule_copies *copies, double passed)
{
    for (int i = 0; i < COPY_GROUPS; i++)
        copies->arrives[i] = fmax(0, copies->arrives[i] - passed);
    copies->issued = fmax(0, copies->issued - passed);
}
