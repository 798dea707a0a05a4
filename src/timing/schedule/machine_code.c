/*
 * Loops of the machine code: the order that ptxas chose, and where a warp waits.
 *
 * Since sm_70 an instruction has 16 bytes. The upper eight hold, from bit 41 on, how the warp
 * continues:
 *
 *     cycles until the next instruction                              4 bits
 *     a hint                                                         1 bit
 *     the barrier that is released when the result is ready          3 bits, 7 for none
 *     the barrier that is released when the operands have been read  3 bits, 7 for none
 *     the barriers that the instruction waits for                    6 bits
 *
 * So a warp by itself can be followed through a loop without knowing what the instructions compute.
 * See Jia et al. 2018, chapter 2. The fields agree with disassembly of sm_90.
 */
#include <string.h>

#include "timing/schedule/machine_code.h"

enum { INSTRUCTION_BYTES = 16, BARRIERS = 6, NO_BARRIER = 7 };

struct decoded {
    uint32_t opcode;    /* with the bits of its form */
    uint32_t bytes;     /* of a load or store, per lane */
    uint32_t registers; /* that these bytes fill */
    uint32_t stall, write_barrier, read_barrier, wait_mask;
    int64_t target; /* the number of the instruction that a branch goes to */
};

/* --- decoding --------------------------------------------------------------------------------- */

enum {
    BASE_MASK = 0x1ff,
    OPCODE_BRANCH = 0x947,
    OPCODE_EXIT = 0x94d,
    OPCODE_RECONVERGE = 0x941,
    OPCODE_CALL = 0x944,
    OPCODE_LOCAL_LOAD = 0x983,
    OPCODE_LOCAL_STORE = 0x387,
    FIELD_ALL = 0xfff,
};

/* The class of an instruction, by its opcode under a mask. */
static const struct {
    uint16_t opcode, mask;
    uint8_t class;
} classes[] = {
    {0x981, FIELD_ALL, TIME_MACHINE_GLOBAL_LOAD},  {0x980, FIELD_ALL, TIME_MACHINE_GLOBAL_LOAD},
    {0x984, FIELD_ALL, TIME_MACHINE_SHARED_LOAD},  {0x986, FIELD_ALL, TIME_MACHINE_GLOBAL_STORE},
    {0x985, FIELD_ALL, TIME_MACHINE_GLOBAL_STORE}, {0x388, FIELD_ALL, TIME_MACHINE_SHARED_STORE},
    {0x988, FIELD_ALL, TIME_MACHINE_SHARED_STORE}, {0x189, BASE_MASK, TIME_MACHINE_SHUFFLE},
    {0x31d, 0x3ff, TIME_MACHINE_BARRIER},          {0x020, BASE_MASK, TIME_MACHINE_ARITHMETIC},
    {0x021, BASE_MASK, TIME_MACHINE_ARITHMETIC},   {0x023, BASE_MASK, TIME_MACHINE_ARITHMETIC},
};

static uint64_t field(uint64_t word, int first, int bits)
{
    return word >> first & ((UINT64_C(1) << bits) - 1);
}

static int64_t branch_target(uint64_t low, uint64_t high, uint32_t index)
{
    uint64_t words =
        (field(low, 34, 30) | field(high, 0, 10) << 30) << 8 | field(low, 16, 8); /* in words of four bytes */
    int64_t distance = (int64_t)(words << 16) >> 16;
    return (int64_t)index + 1 + distance / 4;
}

static struct decoded decode(const struct time_machine *machine, uint32_t index)
{
    static const uint8_t by_size[8] = {1, 1, 2, 2, 4, 8, 16, 1};
    uint64_t low, high;
    memcpy(&low, machine->code + (size_t)index * INSTRUCTION_BYTES, sizeof low);
    memcpy(&high, machine->code + (size_t)index * INSTRUCTION_BYTES + sizeof low, sizeof high);
    struct decoded decoded = {.opcode = (uint32_t)field(low, 0, 12),
                              .bytes = by_size[field(high, 9, 3)],
                              .stall = (uint32_t)field(high, 41, 4),
                              .write_barrier = (uint32_t)field(high, 46, 3),
                              .read_barrier = (uint32_t)field(high, 49, 3),
                              .wait_mask = (uint32_t)field(high, 52, 6)};
    decoded.registers = decoded.bytes > 4 ? decoded.bytes / 4 : 1;
    decoded.target = decoded.opcode == OPCODE_BRANCH ? branch_target(low, high, index) : -1;
    return decoded;
}

static int class_of(const struct decoded *decoded)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if ((decoded->opcode & classes[i].mask) == classes[i].opcode)
            return classes[i].class;
    return TIME_MACHINE_OTHER;
}

/* --- loops ------------------------------------------------------------------------------------ */

static bool is_jump(uint32_t opcode)
{
    return opcode == OPCODE_BRANCH || opcode == OPCODE_EXIT || opcode == OPCODE_RECONVERGE || opcode == OPCODE_CALL;
}

/* Where the code goes on that every round runs: past all branches met so far. */
static int64_t optional_end(const struct decoded *decoded, int64_t end)
{
    return decoded->target > end ? decoded->target : end;
}

/* A branch within the loop, past code that this round does not need. */
static bool stays_inside(const struct time_machine_loop *loop, const struct decoded *decoded, uint32_t at)
{
    bool is_forward = decoded->target > at && decoded->target <= loop->last;
    return decoded->opcode == OPCODE_RECONVERGE || (decoded->opcode == OPCODE_BRANCH && is_forward);
}

/* False if a branch leads out of the loop's middle, or into another loop. */
static bool describe(const struct time_machine *machine, struct time_machine_loop *loop)
{
    int64_t end = 0;
    for (uint32_t i = loop->first; i <= loop->last; i++) {
        struct decoded decoded = decode(machine, i);
        if (i < loop->last && is_jump(decoded.opcode) && !stays_inside(loop, &decoded, i))
            return false;
        int class = class_of(&decoded);
        bool moves = class <= TIME_MACHINE_SHARED_STORE;
        double *counts = i < end ? loop->optional : loop->counts;
        counts[class] += moves ? decoded.registers : 1;
        end = i < loop->last ? optional_end(&decoded, end) : end;
        loop->has_branches |= end > 0;
        loop->global_loads += class == TIME_MACHINE_GLOBAL_LOAD;
        loop->local_loads += decoded.opcode == OPCODE_LOCAL_LOAD;
        loop->local_stores += decoded.opcode == OPCODE_LOCAL_STORE;
    }
    return true;
}

void machine_code_read(const void *code, size_t size_bytes, struct time_machine *out_machine)
{
    *out_machine = (struct time_machine){.code = code, .count = (uint32_t)(size_bytes / INSTRUCTION_BYTES)};
    for (uint32_t i = 0; code && i < out_machine->count && out_machine->loop_count < TIME_MACHINE_LOOPS_MAX; i++) {
        struct decoded decoded = decode(out_machine, i);
        if (class_of(&decoded) == TIME_MACHINE_SHARED_LOAD && decoded.bytes > out_machine->widest_shared_load)
            out_machine->widest_shared_load = decoded.bytes;
        if (decoded.target < 0 || decoded.target >= i)
            continue;
        struct time_machine_loop loop = {.first = (uint32_t)decoded.target, .last = i};
        if (describe(out_machine, &loop))
            out_machine->loops[out_machine->loop_count++] = loop;
    }
}

/* --- a warp in a loop ------------------------------------------------------------------------- */

struct warp {
    double now, ready[BARRIERS];
    uint32_t loads; /* loads from global memory in this round */
};

static double latency_of(const struct warp *warp, int class, const struct time_machine_latencies *latencies)
{
    enum { VARIABLE_CYCLES = 20, EXCHANGE_CYCLES = 24 };
    if (class == TIME_MACHINE_GLOBAL_LOAD)
        return latencies->load_count ? latencies->by_load[warp->loads % latencies->load_count]
                                     : latencies->global_cycles;
    if (class == TIME_MACHINE_SHARED_LOAD)
        return latencies->shared_cycles;
    return class == TIME_MACHINE_SHUFFLE ? EXCHANGE_CYCLES : VARIABLE_CYCLES;
}

/* `share`: how much of the instruction's time and of its waits counts. */
static void step(struct warp *warp, const struct decoded *decoded, const struct time_machine_latencies *latencies,
                 double share)
{
    enum { READ_CYCLES = 12, BARRIER_CYCLES = 24 };
    for (uint32_t i = 0; i < BARRIERS; i++)
        if (decoded->wait_mask >> i & 1 && warp->ready[i] > warp->now)
            warp->now += share * (warp->ready[i] - warp->now);
    int class = class_of(decoded);
    double there = warp->now + latency_of(warp, class, latencies), read = warp->now + READ_CYCLES;
    warp->loads += class == TIME_MACHINE_GLOBAL_LOAD;
    if (decoded->write_barrier < BARRIERS && there > warp->ready[decoded->write_barrier])
        warp->ready[decoded->write_barrier] = there;
    if (decoded->read_barrier < BARRIERS && read > warp->ready[decoded->read_barrier])
        warp->ready[decoded->read_barrier] = read;
    warp->now += share * (class == TIME_MACHINE_BARRIER ? BARRIER_CYCLES : decoded->stall ? decoded->stall : 1);
}

double machine_code_cycles(const struct time_machine *machine, const struct time_machine_loop *loop,
                           const struct time_machine_latencies *latencies)
{
    enum { ROUNDS = 3 };
    static const double optional_share = 0.5; /* a test has a side for each case, and a round takes one */
    struct warp warp = {0};
    struct time_machine_latencies known = *latencies;
    if (known.load_count && loop->global_loads % known.load_count)
        known.load_count = 0;
    double before = 0;
    for (int round = 0; round < ROUNDS; round++) {
        before = warp.now;
        warp.loads = 0;
        int64_t end = 0;
        for (uint32_t i = loop->first; i <= loop->last; i++) {
            struct decoded decoded = decode(machine, i);
            step(&warp, &decoded, &known, i < end ? optional_share : 1);
            end = i < loop->last ? optional_end(&decoded, end) : end;
        }
    }
    return warp.now - before;
}

/* --- which loop it is ------------------------------------------------------------------------- */

/* How many rounds of the PTX loop one round of the machine's loop holds; 0 if they differ. */
static uint32_t copies_in(const struct time_machine_loop *loop, const double counts[TIME_MACHINE_CLASSES])
{
    enum { COPIES_MOST = 64 };
    double copies = 0;
    for (int i = 0; i < TIME_MACHINE_ARITHMETIC; i++) {
        if ((counts[i] <= 0 && loop->counts[i] <= 0) || loop->optional[i] > 0)
            continue;
        double ratio = counts[i] > 0 ? loop->counts[i] / counts[i] : 0;
        if (ratio < 1 || ratio > COPIES_MOST || ratio != (double)(uint32_t)ratio || (copies > 0 && ratio != copies))
            return 0;
        copies = ratio;
    }
    return (uint32_t)copies;
}

/* The same by arithmetic alone, which identifies a loop less well: ptxas fuses and splits it. */
static uint32_t copies_of_arithmetic(const struct time_machine_loop *loop, const double counts[TIME_MACHINE_CLASSES])
{
    enum { ARITHMETIC_LEAST = 4 };
    for (int i = 0; i < TIME_MACHINE_ARITHMETIC; i++)
        if (counts[i] > 0 || loop->counts[i] > 0 || loop->optional[i] > 0)
            return 0;
    double own = counts[TIME_MACHINE_ARITHMETIC], theirs = loop->counts[TIME_MACHINE_ARITHMETIC];
    if (own < ARITHMETIC_LEAST || theirs < 0.75 * own)
        return 0;
    double copies = (double)(uint32_t)(theirs / own + 0.5), off = theirs / own / (copies > 1 ? copies : 1) - 1;
    return off > -0.3 && off < 0.3 ? (uint32_t)(copies > 1 ? copies : 1) : 0;
}

const struct time_machine_loop *machine_code_match(const struct time_machine *machine,
                                                   const double counts[TIME_MACHINE_CLASSES], double rounds,
                                                   bool may_branch, int *next, uint32_t *out_copies)
{
    const struct time_machine_loop *found = NULL;
    uint32_t last = UINT32_MAX;
    for (int i = *next; i < machine->loop_count; i++) {
        const struct time_machine_loop *loop = &machine->loops[i];
        if (loop->has_branches && !may_branch)
            continue;
        uint32_t copies = copies_in(loop, counts);
        copies = copies ? copies : copies_of_arithmetic(loop, counts);
        if (!copies && !found)
            continue;
        if (!copies || copies >= last)
            break;
        last = copies;
        *next = i + 1;
        if (found && *out_copies <= rounds)
            continue;
        found = loop;
        *out_copies = copies;
    }
    return found;
}
