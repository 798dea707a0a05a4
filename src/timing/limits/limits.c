/* The limits: one time for each thing that is finite, and their soft maximum. */
#include <math.h>
#include <string.h>

#include "timing/limits/limits.h"

/* Fitted on kernels/calibration with an H100; doc/time-model.md says how well. */
static const struct {
    double block_start_cycles; /* from the dispatch of a block to its first instruction, and from its last one to its
                                  end */
    double warp_start_cycles;  /* added for each warp that the SM holds */
    double block_end_cycles;   /* added for each warp of the block: its place is free when the last warp has ended */
    double miss_cycles;        /* of an SM's path to L2, per line */
    double store_line_ns;      /* of L2, per line of a request that leaves sectors partly written */
    double store_partial_ns;   /* per such sector */
    double gathered_line_ns;   /* the same for lines that warps of an SM fill together */
    double gathered_ns;        /* per sector of these lines */
    double store_whole_ns;     /* per sector written whole */
    double atomic_sector_ns;   /* of L2, per sector of a request */
    double atomic_repeat_ns;   /* of L2, per lane that waits for others at the same address */
    double barrier_cycles;     /* of an SM, per warp */
    double shared_path;        /* share of loads' misses that delays stores on the same path */
} constants = {380, 3, 20, 2.0, 0.0088, 0.0085, 0.0115, 0.0018, 0.003, 0.012, 0.022, 2.1, 0.8};

enum { SCHEDULERS = 4 };

/*
 * The pipes of an SM get work from the same warps and never wait for each other. Nor do barriers
 * wait for them.
 */
static bool is_pipe(int limit)
{
    return limit >= TIME_LIMIT_ISSUE && limit <= TIME_LIMIT_TENSOR;
}

/* Products and square roots are rounded the same way on every CPU. The result of pow() is not. */
static double fourth_power(double x)
{
    return x * x * (x * x);
}

/* x >= 1, by Newton's method from above. */
static double fifth_root(double x)
{
    enum { STEPS = 40 };
    double root = x < 32 ? x : 32;
    for (int i = 0; i < STEPS; i++)
        root -= (root - x / fourth_power(root)) / 5;
    return root;
}

/* How the terms add up to a time. */
struct composition {
    bool meets;           /* blocks have barriers */
    bool bursts;          /* blocks request all their data from DRAM at once, see asks_at_once() */
    bool adds_at_the_end; /* atomics come after all other work */
    double in_step; /* 0 to 1: how much warps of all blocks need the same thing at the same time, see find_in_step() */
};

static double power(double share, bool meets)
{
    return meets ? share * share * sqrt(share) : fourth_power(share);
}

/* (a^p + b^p)^(1/p). p is 4, or 5/2 with `meets`. */
static double join(double a, double b, bool meets)
{
    double most = a > b ? a : b, share = most > 0 ? (a > b ? b : a) / most : 0, sum = 1 + power(share, meets);
    return most * (meets ? fifth_root(sum * sum) : sqrt(sqrt(sum)));
}

/*
 * The sum of all term^p, to the power of 1/p.
 *
 * Usually p is 4. For blocks that meet at barriers p is 5/2: their warps need the same thing
 * together, then all wait for the next. An SM's L1 and its pipes are fed by the same schedulers, so
 * that p is 5/2 between these two. There p is 4 where blocks meet, since warps of other blocks run
 * while some wait. The latency term joins by p = 2 as far as blocks run in step.
 */
static double soft_maximum(const double *terms, const struct composition *composition, int without)
{
    double own[TIME_LIMIT_COUNT] = {0}, pipes = 0, throughput = 0;
    for (int i = 0; i < TIME_LIMIT_COUNT; i++) {
        if (i == without || i == TIME_LIMIT_LAUNCH)
            continue;
        if (is_pipe(i) || i == TIME_LIMIT_BARRIER)
            pipes = terms[i] > pipes ? terms[i] : pipes;
        else
            own[i] = terms[i];
    }
    double latency = own[TIME_LIMIT_LATENCY], dispatch = own[TIME_LIMIT_DISPATCH];
    own[TIME_LIMIT_LATENCY] = own[TIME_LIMIT_DISPATCH] = 0;
    own[TIME_LIMIT_SHARED] = join(pipes, own[TIME_LIMIT_SHARED], !composition->meets);
    for (int i = 0; i < TIME_LIMIT_COUNT; i++)
        throughput = join(throughput, own[i], composition->meets);
    throughput = join(throughput, dispatch, false);
    double staggered = join(throughput, latency, composition->meets && !composition->bursts),
           in_step = sqrt(throughput * throughput + latency * latency);
    return staggered + composition->in_step * (in_step - staggered);
}

/*
 * Blocks that live for a few thousand cycles or more do the same thing at the same time. Blocks
 * that are soon over follow each other at different times on different SMs. (Measured on copies and
 * norms.)
 */
static double find_in_step(double life_cycles)
{
    enum { STAGGERED_CYCLES = 2000, IN_STEP_CYCLES = 3000 };
    double share = (life_cycles - STAGGERED_CYCLES) / (IN_STEP_CYCLES - STAGGERED_CYCLES);
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* Blocks in step end together. The few that are left take a round of their own. */
static double rounds_of(double rounds, double life_cycles)
{
    enum { ROUNDS_FEW = 2 };
    double whole = rounds < ROUNDS_FEW ? ceil(rounds) : rounds;
    return rounds + find_in_step(life_cycles) * (whole - rounds);
}

/* The terms of the SMs, in cycles of the SM with most work. */
static void find_sm_terms(const struct time_demand *demand, double cycle_ns, double *terms, double *out_life_cycles)
{
    const struct time_rates *rates = demand->rates;
    const struct vgpu_occupancy *occupancy = demand->occupancy;
    const struct time_traffic *traffic = demand->traffic;
    const struct time_work *work = demand->work;
    double warps = occupancy->sm_blocks * occupancy->block_warps;
    double per_block = occupancy->sm_blocks / traffic->blocks * demand->intensity, lanes = VGPU_WARP_LANES;
    terms[TIME_LIMIT_ISSUE] = warps * work->issue / SCHEDULERS * cycle_ns;
    terms[TIME_LIMIT_FMA] = warps * work->fma * lanes / rates->fma_lanes * cycle_ns;
    terms[TIME_LIMIT_INTEGER] = warps * work->integer * lanes / rates->integer_lanes * cycle_ns;
    terms[TIME_LIMIT_DOUBLE] = warps * work->fp64 * lanes / rates->double_lanes * cycle_ns;
    terms[TIME_LIMIT_TENSOR] = warps * work->tensor / rates->tensor_fma * cycle_ns;
    terms[TIME_LIMIT_SPECIAL] = warps * work->special * lanes / rates->special_lanes * cycle_ns;
    terms[TIME_LIMIT_SHARED] =
        (warps * (work->shared_passes + work->shuffles) + per_block * traffic->l1_lines) * cycle_ns;
    terms[TIME_LIMIT_L1_MISS] = per_block * traffic->missed_lines * constants.miss_cycles * cycle_ns;
    terms[TIME_LIMIT_BARRIER] = warps * work->barriers * constants.barrier_cycles * cycle_ns;
    double resident = occupancy->sm_blocks < occupancy->blocks_per_sm ? occupancy->sm_blocks : occupancy->blocks_per_sm;
    double life = constants.block_start_cycles + constants.warp_start_cycles * resident * occupancy->block_warps +
                  constants.block_end_cycles * occupancy->block_warps + work->cycles;
    terms[TIME_LIMIT_LATENCY] = rounds_of(occupancy->sm_blocks / resident, life) * life * cycle_ns;
    for (int i = 0; i < TIME_LIMIT_COUNT; i++)
        terms[i] *= work->imbalance;
    *out_life_cycles = life;
}

/* The work of the whole launch / the work of the window's blocks. */
static double launch_scale(const struct time_demand *demand)
{
    return (double)demand->occupancy->blocks / demand->traffic->blocks * demand->intensity;
}

/* The terms of what all SMs share. */
static void find_chip_terms(const struct time_demand *demand, double cycle_ns, double *terms)
{
    const struct vgpu_architecture *architecture = demand->architecture;
    const struct time_rates *rates = demand->rates;
    const struct time_traffic *traffic = demand->traffic;
    double blocks = launch_scale(demand), sector = VGPU_SECTOR_BYTES;
    double whole = traffic->store_sectors - traffic->partial_sectors;
    terms[TIME_LIMIT_DISPATCH] = (double)demand->occupancy->blocks * rates->dispatch_ns;
    terms[TIME_LIMIT_L2] = blocks * (traffic->missed_sectors + traffic->store_sectors + traffic->atomic_sectors) *
                           sector / rates->l2_bytes_per_cycle * cycle_ns;
    terms[TIME_LIMIT_L2_STORE] =
        blocks * ((traffic->partial_lines - traffic->gathered_lines) * constants.store_line_ns +
                  (traffic->partial_sectors - traffic->gathered_sectors) * constants.store_partial_ns +
                  traffic->gathered_lines * constants.gathered_line_ns +
                  traffic->gathered_sectors * constants.gathered_ns + whole * constants.store_whole_ns) +
        constants.shared_path * terms[TIME_LIMIT_L1_MISS];
    terms[TIME_LIMIT_DRAM] =
        traffic->dram_cost_bytes / (architecture->dram_bytes_per_second * rates->dram_efficiency) * 1e9;
    /*
     * Plans start a kernel on all devices at once. What the others write here takes the direction
     * of what this one reads from them. Two H100 that read and write 64 MiB each take 399 us. One
     * alone takes 216 us, and two that only read 207 us (driver 580.159.04, 2026-11-23).
     */
    double crossing = traffic->link_read_bytes + traffic->link_written_bytes;
    terms[TIME_LIMIT_LINK] = link_transfer_ns(link_find(architecture), architecture, blocks * crossing);
    double spread =
        traffic->atomic_sectors * constants.atomic_sector_ns + traffic->atomic_repeats * constants.atomic_repeat_ns;
    terms[TIME_LIMIT_ATOMIC] = blocks * (traffic->hottest_ns > spread ? traffic->hottest_ns : spread);
}

/*
 * Whether all blocks run at the same time and their warps add to global memory only once. Then all
 * of them do so when the rest is over.
 */
static bool adds_at_the_end(const struct vgpu_occupancy *occupancy, const struct time_work *work)
{
    return work->atomics > 0 && work->atomics <= 1 &&
           (double)occupancy->blocks <= occupancy->active_sms * occupancy->blocks_per_sm;
}

/*
 * Whether an SM's blocks request more than DRAM can have in flight, and all their input before they
 * wait for any of it. Then blocks are served one after another and no longer wait at the same time.
 * This was measured on norms of rows that are kept in registers.
 */
static bool asks_at_once(const struct vgpu_occupancy *occupancy, const struct time_work *work)
{
    enum { BURST_LEAST_BYTES = 12 << 10 };
    double bytes = work->burst_registers * 4 * VGPU_WARP_LANES * occupancy->resident * occupancy->block_warps;
    return work->barriers > 0 && work->burst_registers >= 0.8 * work->dram_registers && bytes >= BURST_LEAST_BYTES;
}

/* The time of all terms but `without`; -1: of all terms. */
static double total_of(const double *terms, const struct composition *composition, int without)
{
    double launch = without == TIME_LIMIT_LAUNCH ? 0 : terms[TIME_LIMIT_LAUNCH];
    if (!composition->adds_at_the_end)
        return launch + soft_maximum(terms, composition, without);
    double others[TIME_LIMIT_COUNT];
    memcpy(others, terms, sizeof others);
    others[TIME_LIMIT_ATOMIC] = 0;
    double atomics_ns = without == TIME_LIMIT_ATOMIC ? 0 : terms[TIME_LIMIT_ATOMIC];
    return launch + soft_maximum(others, composition, without) + atomics_ns;
}

/* L2's terms go together: a kernel that moves fewer lines or sectors reduces all of them. */
static double total_without(const double *terms, const struct composition *composition, enum time_limit limit)
{
    double others[TIME_LIMIT_COUNT];
    memcpy(others, terms, sizeof others);
    if (limit == TIME_LIMIT_L1_MISS || limit == TIME_LIMIT_L2 || limit == TIME_LIMIT_L2_STORE)
        others[TIME_LIMIT_L1_MISS] = others[TIME_LIMIT_L2] = others[TIME_LIMIT_L2_STORE] = 0;
    return total_of(others, composition, (int)limit);
}

static enum time_limit largest_of(const double *values)
{
    enum time_limit largest = TIME_LIMIT_LAUNCH;
    for (int i = 0; i < TIME_LIMIT_COUNT; i++)
        if (values[i] > values[largest])
            largest = (enum time_limit)i;
    return largest;
}

/*
 * Names the limiter as a profiler does. It is the busiest unit, if that is busy for most of the
 * time. Otherwise the launch waits for the longest term. That may be a unit's term too, where the
 * way of using it delays the launch.
 */
static void name_limiter(const struct time_work *work, const struct composition *composition,
                         struct time_estimate *estimate)
{
    const double *terms = estimate->terms_ns, busy_share = 0.6;
    enum time_limit longest = largest_of(terms), busiest = largest_of(estimate->busy);
    bool is_busy = estimate->busy[busiest] >= busy_share && longest != TIME_LIMIT_LAUNCH;
    estimate->cause.slowest = longest;
    estimate->cause.limiter = is_busy ? busiest : estimate->busy[longest] > 0 ? TIME_LIMIT_LATENCY : longest;
    enum time_limit cause = is_busy ? busiest : longest;
    double without = total_without(terms, composition, cause);
    estimate->cause.worth = without > 0 ? estimate->total_ns / without : 1;
    estimate->cause.converts = 2 * work->special_functions < work->special;
    estimate->cause.line = is_pipe(cause) ? work->heaviest_line : work->longest_line;
}

static void note_traffic(const struct time_demand *demand, struct time_estimate *estimate)
{
    const struct time_traffic *traffic = demand->traffic;
    double scale = launch_scale(demand);
    estimate->moved.link = scale * (traffic->link_read_bytes + traffic->link_written_bytes);
    estimate->moved.dram_read = traffic->dram_read_bytes;
    estimate->moved.dram_written = traffic->dram_write_bytes;
    estimate->moved.l2_read = traffic->missed_sectors * scale * VGPU_SECTOR_BYTES;
    estimate->moved.l2_written = (traffic->store_sectors + traffic->atomic_sectors) * scale * VGPU_SECTOR_BYTES;
    estimate->moved.l1_hit_rate = traffic->loads > 0 ? traffic->load_hits / traffic->loads : 0;
    double warps = (double)demand->occupancy->blocks * demand->occupancy->block_warps;
    estimate->counts.warp_instructions = demand->work->issue * warps;
    /* Atomics on global memory may run lane by lane, each as long as an instruction of a warp. */
    estimate->counts.run_work = estimate->counts.warp_instructions + demand->work->atomics * VGPU_WARP_LANES * warps;
}

void limits_find(const struct time_demand *demand, struct time_estimate *estimate)
{
    double cycle_ns = 1e9 / demand->architecture->clock_hz, *terms = estimate->terms_ns, life_cycles;
    find_sm_terms(demand, cycle_ns, terms, &life_cycles);
    find_chip_terms(demand, cycle_ns, terms);
    terms[TIME_LIMIT_LAUNCH] = demand->rates->launch_ns;
    struct composition composition = {.meets = terms[TIME_LIMIT_BARRIER] > 0,
                                      .adds_at_the_end = adds_at_the_end(demand->occupancy, demand->work),
                                      .bursts = asks_at_once(demand->occupancy, demand->work)};
    composition.in_step = composition.bursts ? 0 : find_in_step(life_cycles);
    estimate->total_ns = total_of(terms, &composition, -1);
    busy_find(demand, estimate);
    name_limiter(demand->work, &composition, estimate);
    energy_find(demand->rates, estimate);
    note_traffic(demand, estimate);
}
