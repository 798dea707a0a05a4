/*
 * From the traffic of a sample to the traffic of the whole launch.
 *
 * - Lines that all sampled SMs use are fetched once for all SMs.
 * - An array that fits into L2 is fetched once.
 * - L2 holds a part of a larger array that many SMs read here and there, whichever SM fetched it.
 * - DRAM that delivers 64 bytes from each of many pages gives two thirds of the rate of a stream.
 */
#include "timing/traffic/simulation.h"

/* Fitted on kernels/calibration. */
#define FITTING_SHARE 0.8      /* share of L2 that an array may take and still stay there */
#define LOCAL_SHARE 0.9        /* share of L2 that holds local memory, which only one SM uses */
#define LEFT_SHARE 0.25        /* share of L2's lines that DRAM has not received when the launch ends */
#define SHARED_LEAST 0.9       /* share of the blocks that run together: above it, blocks count as sharing nothing */
#define SHARING_LEAST 1.2      /* how often an array must be fetched to count as shared */
#define FAR_FETCHES_LEAST 0.25 /* share that streams have too: one of four for each page of two lines */
#define FAR_WRITES_LEAST 0.5   /* of lines */
#define FAR_BYTES 95.0 /* bytes of a stream that take as long as one access of at most 64 bytes to a closed page */
#define COMPLETED_LEAST 0.05 /* share of partly written sectors that other blocks of the sample must fill */
#define COMPLETED_SHARE 0.1  /* share of partly written sectors that are read before another block completes them */

static double least(double a, double b)
{
    return a < b ? a : b;
}

/*
 * Adds the lines up into their extents. Returns how long atomics keep the busiest slice busy.
 *
 * A line that all SMs of the sample use is fetched for the other SMs too: it counts by
 * `shared_scale`. Blocks outside of the sample do not update a line that only some of the SMs
 * update.
 */
static double sum_lines(struct simulation *simulation, double scale, double shared_scale)
{
    double hottest_ns = 0;
    for (size_t i = 0; i <= simulation->seen_mask; i++) {
        const struct seen_line *seen = &simulation->seen[i];
        if (!seen->tag)
            continue;
        bool is_shared = simulation->groups > 1 && seen->groups >= simulation->groups;
        struct extent *extent = request_extent(simulation, seen->tag - 1);
        extent->fetched_bytes += (double)seen->fetched * (is_shared ? shared_scale : scale);
        extent->sampled_bytes += (double)seen->fetched;
        uint8_t pairs = seen->loaded | (uint8_t)((seen->loaded & 5) << 1) | (uint8_t)((seen->loaded & 10) >> 1);
        extent->loaded_bytes += VGPU_SECTOR_BYTES * __builtin_popcount(pairs);
        extent->stored_bytes += VGPU_SECTOR_BYTES * __builtin_popcount(seen->stored);
        for (int sector = 0; sector < 4; sector++)
            extent->distinct_bytes += seen->written[sector];
        extent->partial_bytes += VGPU_SECTOR_BYTES * __builtin_popcount(seen->partial);
        double atomic_ns = simulation->groups == 1 || is_shared ? seen->atomic_ns : seen->atomic_ns / scale;
        hottest_ns = atomic_ns > hottest_ns ? atomic_ns : hottest_ns;
    }
    return hottest_ns;
}

/* Bytes from the first to the last line that the launch touches. */
static double range_of(const struct simulation *simulation, int index)
{
    const struct extent *extent = &simulation->extents[index];
    if (extent->is_local)
        return 1e18;
    if (!simulation->spans_grid)
        return (double)simulation->buffers[index].size_bytes;
    return (double)(extent->last - extent->first + 1) * VGPU_LINE_BYTES;
}

/* The share of accesses beyond a stream's that open a page. */
static double far_share(double far, double all, double least_share)
{
    double share = all > 0 ? far / all : 0;
    return share > least_share ? (share - least_share) / (1 - least_share) : 0;
}

/*
 * Bytes that are moved: as the sample says, but each byte at least once. L2 saves its part of a
 * shared array.
 */
static double moved(double once, double sampled, double range, double held_bytes)
{
    if (range < held_bytes || sampled < once)
        return once;
    if (sampled < SHARING_LEAST * range)
        return sampled;
    double missed = sampled * (1 - held_bytes / range);
    return missed > once ? missed : once;
}

/* Blocks that run together fetch shared data once. They do so again in each round of blocks. */
static void share_fetches(struct simulation *simulation, const struct vgpu_occupancy *occupancy, int index,
                          double rounds)
{
    struct extent *extent = &simulation->extents[index];
    if (!simulation->window->sharing || extent->is_local || !simulation->buffers[index].start)
        return;
    double running = (double)occupancy->blocks / rounds;
    double distinct = sharing_distinct_bytes(simulation->window->sharing, simulation->buffers[index].start, running);
    if (distinct >
        SHARED_LEAST *
            running) /* each block has its own data, and data that it reads again may well be fetched again */
        return;
    double once = extent->loaded_bytes / simulation->traffic->blocks * distinct * rounds;
    if (distinct > 0 && once < extent->fetched_bytes)
        extent->fetched_bytes = once;
}

/* Bytes that all blocks together read and write, each byte once. */
static double bytes_once(const struct simulation *simulation, double scale)
{
    double bytes = 0;
    for (int i = 0; i < simulation->extent_count; i++) {
        double range = range_of(simulation, i);
        bytes += least(range, simulation->extents[i].loaded_bytes * scale) +
                 least(range, simulation->extents[i].stored_bytes * scale);
    }
    return bytes;
}

/*
 * The share of the launch's blocks in which the op finds its data in L2, because another op fetched
 * it some blocks before. Blocks that run at the same time wait for the data all the same.
 */
static double found_share(const struct simulation *simulation, const struct vgpu_occupancy *occupancy, uint32_t behind,
                          double per_block, bool *out_is_there)
{
    const struct time_op_traffic *ops = simulation->traffic->ops;
    double share = 0, running = occupancy->active_sms * occupancy->resident, blocks = (double)occupancy->blocks;
    *out_is_there = false;
    for (uint32_t i = 0; i < simulation->profile->op_count; i++) {
        if (i == behind || ops[i].requests <= 0 || ops[i].extent != ops[behind].extent)
            continue;
        double lead = streams_lead(simulation->window->streams, i, behind);
        bool is_held = (lead + running) * per_block < FITTING_SHARE * simulation->l2_bytes;
        if (lead < 1 || !is_held || lead > blocks)
            continue;
        share = 1 - lead / blocks > share ? 1 - lead / blocks : share;
        *out_is_there |= lead > running;
    }
    return share;
}

/*
 * Several instructions may go through an array at a distance, as through the planes of a cube. The
 * first of them fetches the data. The others find it in L2, if what passes through L2 meanwhile
 * fits. The same holds for one instruction whose neighbouring blocks read the same lines. The
 * sample has too few blocks to show this.
 */
static void find_followers(struct simulation *simulation, const struct vgpu_occupancy *occupancy, double scale)
{
    double per_block = bytes_once(simulation, scale) / (double)occupancy->blocks;
    for (uint32_t i = 0; i < simulation->profile->op_count && i < simulation->window->streams->op_count; i++) {
        struct time_op_traffic *op = &simulation->traffic->ops[i];
        if (op->fetched_bytes <= 0)
            continue;
        op->found_share = found_share(simulation, occupancy, i, per_block, &op->is_there);
        struct extent *extent = &simulation->extents[op->extent];
        double found = op->found_share * op->fetched_bytes * scale;
        extent->fetched_bytes = found < extent->fetched_bytes ? extent->fetched_bytes - found : 0;
        double running = occupancy->active_sms * occupancy->resident,
               overlap = stream_overlap(&simulation->window->streams->ops[i]);
        extent->is_apart |= !((overlap + running) * per_block < FITTING_SHARE * simulation->l2_bytes);
        extent->is_followed = true;
    }
    for (int i = 0; i < simulation->extent_count; i++) {
        struct extent *extent = &simulation->extents[i];
        double range = range_of(simulation, i);
        if (extent->is_followed && !extent->is_apart && extent->fetched_bytes > range)
            extent->fetched_bytes = range;
    }
}

struct moved {
    double read, written, cost;
    double lines_written;
    double stored; /* sum over blocks; neighbours that share a sector both count it */
};

/*
 * Local memory belongs to the threads that exist at one time: later blocks use it again. The part
 * that L2 does not hold is read back.
 */
static double local_read(const struct simulation *simulation, const struct extent *extent, double active_sms)
{
    double footprint = extent->stored_bytes * active_sms / simulation->groups;
    double held = LOCAL_SHARE * (double)simulation->architecture->l2_bytes;
    return footprint > held ? extent->fetched_bytes * (1 - held / footprint) : 0;
}

static struct moved extrapolate_extent(struct simulation *simulation, int index, double active_sms, double scale,
                                       double rounds)
{
    struct extent *extent = &simulation->extents[index];
    if (extent->is_far)
        return (struct moved){0};
    double range = range_of(simulation, index), held = FITTING_SHARE * simulation->l2_bytes;
    double loaded = least(range, extent->loaded_bytes * scale), stored = least(range, extent->stored_bytes * scale);
    double far_read = far_share(extent->far_fetches, extent->fetches, FAR_FETCHES_LEAST),
           far_written = far_share(extent->far_writes, extent->writes, FAR_WRITES_LEAST);
    double per_line = extent->writes > 0 ? extent->stored_bytes / extent->writes : VGPU_LINE_BYTES;
    struct moved moved_bytes = {.read = moved(loaded, extent->fetched_bytes, range, held),
                                .written = moved(stored, extent->stored_bytes * scale, range, held),
                                .stored = extent->stored_bytes * scale};
    if (extent->is_local)
        moved_bytes.read = local_read(simulation, extent, active_sms);
    extent->fetched_share = extent->fetched_bytes > 0 ? least(1, moved_bytes.read / extent->fetched_bytes) : 1;
    double round_bytes = least(range, extent->sampled_bytes * scale / rounds);
    double cold_rounds = round_bytes > 0 ? least(1, moved_bytes.read / (round_bytes * rounds)) : 1;
    double few_rounds = cold_rounds > 1 / rounds ? cold_rounds : 1 / rounds;
    extent->awaited_share =
        extent->sampled_bytes > 0 ? least(few_rounds, moved_bytes.read / (extent->sampled_bytes * rounds)) : 1;
    double wanted = extent->awaited + extent->found;
    extent->lockstep_share = wanted > 0 ? cold_rounds * extent->awaited / wanted : 0;
    /* another block may write the rest of a sector, and soon if some blocks of the sample did */
    bool is_completed =
        extent->written_bytes * scale > 0.9 * range &&
        (extent->completed_bytes >= COMPLETED_LEAST * extent->partial_bytes ||
         2 * extent->partial_bytes < extent->stored_bytes || range < (double)simulation->architecture->l2_bytes);
    double filled = extent->partial_bytes * scale * (is_completed ? COMPLETED_SHARE : 1);
    double per_write = per_line < FAR_BYTES ? FAR_BYTES / per_line : 1;
    moved_bytes.cost = moved_bytes.read * (1 + far_read * (FAR_BYTES / VGPU_DRAM_BYTES - 1)) +
                       moved_bytes.written * (1 + far_written * (per_write - 1)) +
                       filled * (1 + far_written * (FAR_BYTES / VGPU_SECTOR_BYTES - 1));
    moved_bytes.read += filled;
    moved_bytes.lines_written = moved_bytes.written / per_line;
    return moved_bytes;
}

/*
 * Corrects the requests that went to DRAM in the sample.
 *
 * Some of them find in L2 what SMs outside of the sample fetched. If all SMs want it at the same
 * time, each still waits. Requests that waited for another warp's fetch also wait on the whole GPU,
 * in each round of blocks whose data is not in L2.
 */
static void share_misses(const struct simulation *simulation)
{
    for (uint32_t i = 0; i < simulation->profile->op_count; i++) {
        struct time_op_traffic *op = &simulation->traffic->ops[i];
        const struct extent *extent = &simulation->extents[op->extent];
        double waits = extent->fetched_share > extent->lockstep_share ? extent->fetched_share : extent->lockstep_share;
        if (op->requests > 0)
            op->missed_l2 = (op->is_there ? 1 - op->found_share : 1) *
                            (op->missed_l2 * waits + op->awaited_l2 * extent->awaited_share);
    }
}

void extrapolation_find(struct simulation *simulation, const struct vgpu_occupancy *occupancy, double scale)
{
    struct time_traffic *traffic = simulation->traffic;
    traffic->hottest_ns = sum_lines(simulation, scale, scale * simulation->groups / occupancy->active_sms);
    double resident = occupancy->active_sms * occupancy->resident, rounds = (double)occupancy->blocks / resident;
    rounds = rounds > 1 ? rounds : 1;
    struct moved all = {0};
    find_followers(simulation, occupancy, scale);
    for (int i = 0; i < simulation->extent_count; i++) {
        share_fetches(simulation, occupancy, i, rounds);
        struct moved one = extrapolate_extent(simulation, i, occupancy->active_sms, scale, rounds);
        all.read += one.read;
        all.written += one.written;
        all.cost += one.cost;
        all.lines_written += one.lines_written;
        all.stored += one.stored;
    }
    double evicted = simulation->evicted_bytes * scale * (all.stored > 0 ? least(1, all.written / all.stored) : 1);
    if (evicted > all.written) {
        all.cost += evicted - all.written;
        all.written = evicted;
    }
    double per_line = all.lines_written > 0 ? all.written / all.lines_written : VGPU_LINE_BYTES;
    double left_lines = LEFT_SHARE * (double)simulation->architecture->l2_bytes / VGPU_LINE_BYTES;
    double left = least(all.written, left_lines * least(per_line, VGPU_LINE_BYTES));
    traffic->dram_read_bytes = all.read;
    traffic->dram_write_bytes = all.written - left;
    traffic->dram_cost_bytes = all.cost > left ? all.cost - left : 0;
    share_misses(simulation);
}
