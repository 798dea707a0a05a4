/* How many bytes of each buffer a launch writes, by the blocks that ran. */
#include "timing/sample/stores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vgpu/buffers.h"

/* Standard errors of doubt. They are many because a few parts may agree by chance. */
#define DOUBT 6
/* If all blocks write alike, a buffer's shares of the bytes of two runs differ by less. */
#define ALIKE 0.1

enum uses { USES_EARLIER, USES_RECENT, USES_ANY };

bool time_stores_note(struct time_stores *stores, const uint64_t *blocks, uint64_t count)
{
    if (stores->count + count > stores->capacity) {
        uint64_t capacity = 2 * (stores->count + count);
        uint64_t *grown = realloc(stores->blocks, capacity * sizeof *grown);
        if (!grown)
            return false;
        stores->blocks = grown;
        stores->capacity = capacity;
    }
    memcpy(stores->blocks + stores->count, blocks, count * sizeof *blocks);
    stores->count += count;
    return true;
}

void time_stores_add_part(struct time_stores *stores, const struct vgpu_report *report, uint64_t blocks)
{
    double each = (double)report->totals[VGPU_COUNTER_GLOBAL_STORE_BYTES] / (double)blocks;
    stores->sum += each;
    stores->squares += each * each;
    stores->parts++;
    stores->spread_blocks += (double)blocks;
}

void time_stores_forget_parts(struct time_stores *stores)
{
    stores->sum = stores->squares = 0;
    stores->parts = 0;
    stores->spread_blocks = 0;
}

void time_stores_done(struct time_stores *stores)
{
    free(stores->blocks);
}

/* --- bytes ------------------------------------------------------------------------------------ */

/* The buffers of these uses that a sample follows, with the bytes written to each. */
static int find_written(struct vgpu *device, enum uses uses, struct time_stored *out_stored)
{
    int count = 0;
    for (size_t i = 0; i < vgpu_use_count(device) && count < TIME_STORED_MAX; i++) {
        struct vgpu_use use = vgpu_use_at(device, i);
        unsigned bits = uses == USES_RECENT ? use.recent : use.earlier;
        bool is_used = uses == USES_ANY || bits & (VGPU_USED_WRITTEN | VGPU_USED_ATOMIC);
        if (use.is_live && use.is_lazy && use.is_writable && is_used)
            out_stored[count++] = (struct time_stored){
                .address = use.range.start, .bytes = (double)vgpu_lazy_written_bytes(device, use.range.start)};
    }
    return count;
}

void time_stores_begin(struct vgpu *device, struct time_stores *stores)
{
    stores->before_count = find_written(device, USES_EARLIER, stores->before);
}

static double bytes_before(const struct time_stores *stores, uint64_t address)
{
    for (int i = 0; i < stores->before_count; i++)
        if (stores->before[i].address == address)
            return stores->before[i].bytes;
    return 0;
}

/* The entry of a buffer; NULL: no room. It had no share of earlier runs that did not write it. */
static struct time_share *find_share(struct time_stores *stores, uint64_t address)
{
    for (int i = 0; i < stores->share_count; i++)
        if (stores->shares[i].address == address)
            return &stores->shares[i];
    if (stores->share_count == TIME_STORED_MAX)
        return NULL;
    struct time_share *share = &stores->shares[stores->share_count++];
    double bytes = bytes_before(stores, address);
    *share = (struct time_share){.address = address, .bytes = bytes, .least = stores->shared_runs ? 0 : 1};
    return share;
}

/* Notes the buffers' shares of the bytes that a run added. */
static void note_shares(struct vgpu *device, struct time_stores *stores)
{
    struct time_stored now[TIME_STORED_MAX];
    struct time_share *shares[TIME_STORED_MAX];
    double total = 0;
    int count = find_written(device, USES_RECENT, now);
    for (int i = 0; i < count; i++) {
        shares[i] = find_share(stores, now[i].address);
        total += shares[i] ? now[i].bytes - shares[i]->bytes : 0;
    }
    for (int i = 0; i < count && total > 0; i++) {
        if (!shares[i])
            continue;
        double share = (now[i].bytes - shares[i]->bytes) / total;
        shares[i]->least = fmin(shares[i]->least, share);
        shares[i]->most = fmax(shares[i]->most, share);
        shares[i]->bytes = now[i].bytes;
    }
    stores->shared_runs += total > 0;
}

void time_stores_add_run(struct vgpu *device, struct time_stores *stores, const struct vgpu_report *report,
                         uint64_t blocks)
{
    double bytes = (double)report->totals[VGPU_COUNTER_GLOBAL_STORE_BYTES], each = bytes / (double)blocks;
    stores->least_each = stores->ran_blocks > 0 ? fmin(stores->least_each, each) : each;
    stores->most_each = fmax(stores->most_each, each);
    stores->ran_bytes += bytes;
    stores->ran_blocks += (double)blocks;
    note_shares(device, stores);
}

/* Whether some blocks write other buffers than others. */
static bool is_split(const struct time_stores *stores)
{
    for (int i = 0; i < stores->share_count; i++)
        if (stores->shares[i].most - stores->shares[i].least > ALIKE)
            return true;
    return false;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t count_distinct(struct time_stores *stores)
{
    uint64_t distinct = 0;
    if (!stores->count)
        return 0;
    qsort(stores->blocks, stores->count, sizeof *stores->blocks, by_number);
    for (uint64_t i = 0; i < stores->count; i++)
        distinct += !i || stores->blocks[i] != stores->blocks[i - 1];
    return distinct;
}

/*
 * The doubt as a share. All of it where nothing shows how far blocks differ. The blocks at the two
 * ends of the grid always run, and may have less to do than all others.
 */
static double find_doubt(const struct time_stores *stores, uint64_t distinct, uint64_t blocks)
{
    enum { ENDS = 2 };
    if (distinct == blocks)
        return 0;
    double mean = stores->parts ? stores->sum / stores->parts : 0;
    if (stores->parts < 2 || mean <= 0)
        return INFINITY;
    double variance = stores->squares / stores->parts - mean * mean;
    return DOUBT * sqrt(fmax(variance, 0) / (stores->parts - 1)) / mean + (double)ENDS / (double)distinct;
}

/* What a block of the grid stores / what a block that ran stores. */
static double find_correction(const struct time_stores *stores, uint64_t distinct, uint64_t blocks)
{
    if (distinct == blocks || !stores->parts || stores->ran_bytes <= 0)
        return 1;
    return stores->sum / stores->parts / (stores->ran_bytes / stores->ran_blocks);
}

/*
 * The doubt, as a share, that comes from blocks which ran twice. They count twice in what a block
 * stores in the mean, and may be those that store most, or least.
 */
static double twice_doubt(const struct time_stores *stores, uint64_t distinct)
{
    if (!distinct || stores->ran_bytes <= 0)
        return 0;
    double mean = stores->ran_bytes / stores->ran_blocks, again = stores->ran_blocks / (double)distinct - 1;
    return fmax(again, 0) * fmax(stores->most_each / mean - 1, 1 - stores->least_each / mean);
}

/*
 * The doubt in bytes about a buffer that only some blocks write, where the launch writes `total`
 * bytes. A buffer that no block of the sample wrote has doubt too.
 */
static double split_doubt(const struct time_stores *stores, double bytes, double total)
{
    double share = total > 0 ? bytes / total : 0;
    return DOUBT * total * (sqrt(share * (1 - share) / stores->spread_blocks) + 1 / stores->spread_blocks);
}

void stores_find(struct vgpu *device, struct time_stores *stores, uint64_t blocks, struct time_written *written)
{
    uint64_t distinct = count_distinct(stores);
    double share = find_doubt(stores, distinct, blocks), correction = find_correction(stores, distinct, blocks);
    share += twice_doubt(stores, distinct);
    bool is_unknown = !isfinite(share), is_by_block = share > 0 && is_split(stores);
    double total = 0;
    written->count =
        distinct ? find_written(device, is_unknown || is_by_block ? USES_ANY : USES_RECENT, written->stored) : 0;
    for (int i = 0; i < written->count; i++) {
        struct time_stored *stored = &written->stored[i];
        double bytes = stored->bytes - bytes_before(stores, stored->address);
        stored->bytes = fmax(bytes, 0) * correction * (double)blocks / (double)distinct;
        stored->doubt = is_unknown ? TIME_STORED_UNKNOWN : share * stored->bytes;
        total += stored->bytes;
    }
    for (int i = 0; i < written->count && is_by_block && !is_unknown; i++)
        written->stored[i].doubt += split_doubt(stores, written->stored[i].bytes, total);
}
