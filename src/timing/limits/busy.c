/*
 * How busy each unit is, as a profiler counts it: the share of its peak.
 *
 * The share is over all SMs or slices of L2, and over the whole time. It does not say how much a
 * unit limits a launch. DRAM that opens a page for every 64 bytes is fully occupied and moves a
 * third of its bytes. One SM of 132 may be busy all the time.
 *
 * L2 has no single rate. Each slice looks up one request per cycle, and takes what the SMs send
 * piece by piece. These costs are fitted on counters of an H100 for 353 kernels:
 * lts__t_tag_requests, lts__xbar2lts and dram__cycles_active. Nine kernels in ten come out within
 * 20 % for L2, and within 5 % for DRAM.
 */
#include "timing/limits/limits.h"

#include <math.h>

/* Nanoseconds at L2's peak rates, on an H100. */
static const struct {
    double line_looked_up, whole_line_stored, line_partly_stored, atomic_looked_up, fetched; /* 64 bytes from DRAM */
    double line_asked_for, whole_line_sent, line_partly_sent, sector_partly_sent; /* on the way from the SMs */
    double sector_returned;
} l2_ns = {0.0069, 0.0148, 0.0115, 0.0025, 0.0042, 0.0055, 0.0309, 0.0068, 0.0074, 0.0035};

enum { LINE_SECTORS = VGPU_LINE_BYTES / VGPU_SECTOR_BYTES, FETCHED_BYTES = 64 };

static double l2_busy_ns(const struct time_traffic *traffic, double blocks)
{
    double whole = (traffic->store_sectors - traffic->partial_sectors) / LINE_SECTORS;
    double looked_up = blocks * (traffic->missed_lines * l2_ns.line_looked_up + whole * l2_ns.whole_line_stored +
                                 (traffic->partial_lines - traffic->gathered_lines) * l2_ns.line_partly_stored +
                                 traffic->atomic_sectors * l2_ns.atomic_looked_up) +
                       traffic->dram_read_bytes / FETCHED_BYTES * l2_ns.fetched;
    double sent = blocks * (traffic->missed_lines * l2_ns.line_asked_for + whole * l2_ns.whole_line_sent +
                            traffic->partial_lines * l2_ns.line_partly_sent +
                            traffic->partial_sectors * l2_ns.sector_partly_sent);
    double returned = blocks * traffic->missed_sectors * l2_ns.sector_returned;
    return fmax(looked_up, fmax(sent, returned));
}

static bool is_of_sm(int limit)
{
    return (limit >= TIME_LIMIT_ISSUE && limit <= TIME_LIMIT_SHARED) || limit == TIME_LIMIT_BARRIER;
}

/* Three terms belong to L2. The longest one shows what L2 is busy with. */
static int busy_of_l2(const double *terms)
{
    int longest = TIME_LIMIT_L2;
    if (terms[TIME_LIMIT_L1_MISS] > terms[longest])
        longest = TIME_LIMIT_L1_MISS;
    return terms[TIME_LIMIT_L2_STORE] > terms[longest] ? TIME_LIMIT_L2_STORE : longest;
}

void busy_find(const struct time_demand *demand, struct time_estimate *estimate)
{
    const struct vgpu_occupancy *occupancy = demand->occupancy;
    const struct time_traffic *traffic = demand->traffic;
    double total = estimate->total_ns, dram_bytes = traffic->dram_read_bytes + traffic->dram_write_bytes;
    double average =
        (double)occupancy->blocks / (demand->architecture->sm_count * occupancy->sm_blocks) / demand->work->imbalance;
    for (int i = 0; i < TIME_LIMIT_COUNT; i++)
        estimate->busy[i] = is_of_sm(i) ? estimate->terms_ns[i] * fmin(1, average) / total : 0;
    estimate->busy[busy_of_l2(estimate->terms_ns)] =
        l2_busy_ns(traffic, (double)occupancy->blocks / traffic->blocks * demand->intensity) / total;
    estimate->busy[TIME_LIMIT_DRAM] = dram_bytes / demand->architecture->dram_bytes_per_second * 1e9 / total;
}
