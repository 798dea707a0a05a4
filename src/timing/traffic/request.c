/*
 * Requests of a sample: what each does to the lines, the L1 and the L2 that it meets. traffic.c
 * says in which order.
 */
#include <string.h>

#include "timing/traffic/simulation.h"

#define STORE_PASSES 2 /* passes over L1 for a line of a store; a line of a load takes one */

enum { LEVEL_L2 = 1, LEVEL_DRAM, LEVEL_LINK };

/*
 * A line from DRAM takes about as long as three from L2. A line from another device takes as long
 * as six.
 */
uint32_t request_turns(int level)
{
    static const uint32_t turns[] = {1, 1, 3, 6};
    return turns[level];
}

static bool is_far(const struct simulation *simulation, uint64_t line)
{
    return vgpu_owner(simulation->device, line * VGPU_LINE_BYTES) != vgpu_number(simulation->device);
}

/* --- lines that were seen --------------------------------------------------------------------- */

static struct seen_line *see(struct simulation *simulation, uint64_t line)
{
    size_t at = (size_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 20) & simulation->seen_mask;
    while (simulation->seen[at].tag && simulation->seen[at].tag != line + 1)
        at = (at + 1) & simulation->seen_mask;
    simulation->seen[at].tag = line + 1;
    return &simulation->seen[at];
}

static void note_group(struct seen_line *seen, uint32_t group)
{
    if (seen->last_group == group + 1)
        return;
    seen->last_group = (uint16_t)(group + 1);
    if (seen->groups < UINT16_MAX)
        seen->groups++;
}

struct extent *request_extent(struct simulation *simulation, uint64_t line)
{
    struct vgpu_range buffer = vgpu_buffer_near(simulation->device, line * VGPU_LINE_BYTES);
    if (line >> 43) /* local memory (vgpu/cache/profile.c) */
        buffer = (struct vgpu_range){0};
    for (int i = 0; i < simulation->extent_count; i++)
        if (simulation->buffers[i].start == buffer.start)
            return &simulation->extents[i];
    if (simulation->extent_count == BUFFERS_MAX)
        return &simulation->extents[0];
    simulation->buffers[simulation->extent_count] = buffer;
    struct extent *extent = &simulation->extents[simulation->extent_count++];
    *extent = (struct extent){
        .first = line, .last = line, .is_local = !buffer.start, .is_far = buffer.start && is_far(simulation, line)};
    return extent;
}

/* --- L2 --------------------------------------------------------------------------------------- */

/* Whether the line's page of DRAM was closed since its last use: another page took its place. */
static bool opens_page(struct simulation *simulation, uint64_t line)
{
    enum { PAGE_LINES = 2 }; /* that are neighbours in one channel */
    uint64_t page = line / PAGE_LINES + 1;
    uint64_t *open = &simulation->pages[(page * UINT64_C(0x9e3779b97f4a7c15) >> 32) & simulation->page_mask];
    bool was_closed = *open != page;
    *open = page;
    return was_closed;
}

static uint32_t l2_slot(struct simulation *simulation, uint64_t line)
{
    struct tag_evicted evicted;
    uint32_t slot = tag_cache_find(&simulation->l2, line);
    if (slot != TAG_CACHE_NO_SLOT)
        return slot;
    slot = tag_cache_insert(&simulation->l2, line, &evicted);
    simulation->evicted_bytes += VGPU_SECTOR_BYTES * __builtin_popcount(evicted.dirty);
    return slot;
}

/* DRAM delivers two neighbouring sectors at a time. Returns whether DRAM was asked. */
static bool l2_read(struct simulation *simulation, struct seen_line *seen, uint64_t line, uint8_t sectors)
{
    uint8_t *valid = tag_cache_valid_at(&simulation->l2, l2_slot(simulation, line));
    uint8_t all = (uint8_t)((sectors & 3 ? 3 : 0) | (sectors & 12 ? 12 : 0));
    if (!(all & ~*valid))
        return false;
    struct extent *extent = request_extent(simulation, line);
    bool missed = false;
    for (int pair = 0; pair < 2; pair++) {
        uint8_t both = (uint8_t)(3 << 2 * pair);
        if (!(sectors & both & ~*valid))
            continue;
        *valid |= both;
        seen->fetched += VGPU_DRAM_BYTES;
        simulation->op->fetched_bytes += VGPU_DRAM_BYTES;
        seen->halves[pair].turn = simulation->turn;
        seen->halves[pair].warp = simulation->warp;
        seen->halves[pair].others = 0;
        missed = true;
        extent->fetches++;
        extent->far_fetches += opens_page(simulation, line);
    }
    return missed;
}

static void l2_write(struct simulation *simulation, const struct vgpu_touched_line *touched, double bytes)
{
    struct extent *extent = request_extent(simulation, touched->line);
    bool is_new = tag_cache_find(&simulation->l2, touched->line) == TAG_CACHE_NO_SLOT;
    uint32_t slot = l2_slot(simulation, touched->line);
    uint8_t valid = *tag_cache_valid_at(&simulation->l2, slot);
    extent->written_bytes += bytes;
    extent->writes += is_new;
    extent->far_writes += is_new && opens_page(simulation, touched->line);
    struct seen_line *seen = see(simulation, touched->line);
    double each = bytes / __builtin_popcount(touched->sectors);
    for (int sector = 0; sector < 4; sector++) {
        uint8_t bit = (uint8_t)(1 << sector);
        if (!(touched->sectors & bit))
            continue;
        double written = (touched->whole_sectors & bit ? VGPU_SECTOR_BYTES : each) + seen->written[sector];
        seen->written[sector] = written > VGPU_SECTOR_BYTES ? VGPU_SECTOR_BYTES : (uint8_t)written;
        seen->stored |= bit;
        *tag_cache_dirty_at(&simulation->l2, slot) |= bit;
        if (seen->written[sector] < VGPU_SECTOR_BYTES && !(valid & bit)) {
            seen->partial |= bit;
            continue;
        }
        extent->completed_bytes += seen->partial & bit ? VGPU_SECTOR_BYTES : 0;
        seen->partial &= (uint8_t)~bit;
    }
}

/* --- requests --------------------------------------------------------------------------------- */

static bool is_copy(const struct ptx_instruction *instruction)
{
    return ptx_copies_in(instruction);
}

/*
 * Such a copy passes over the banks only where it writes to shared memory, which the schedule
 * counts. Measured: of 4.99 million passes of a product by ldmatrix, 4.56 million are of shared
 * memory.
 */
static bool passes_by_l1(const struct ptx_instruction *instruction)
{
    return is_copy(instruction) && ptx_has_modifier(instruction, PTX_MODIFIER_CG);
}

static uint32_t access_bytes(const struct ptx_instruction *instruction)
{
    enum { COPY_SIZE = 2 }; /* the operand */
    if (is_copy(instruction) && instruction->operand_count > COPY_SIZE)
        return (uint32_t)instruction->operands[COPY_SIZE].bits;
    enum ptx_type type =
        instruction->type_count ? (enum ptx_type)instruction->types[instruction->type_count - 1] : PTX_TYPE_B32;
    uint32_t bits = ptx_type_bits(type);
    return (bits ? bits : 32) / 8 * (instruction->vector ? instruction->vector : 1);
}

/*
 * L1 evicts lines as good as at random, not the least recently used one. Hit rates of
 * kernels/calibration show it.
 */
static uint32_t insert_l1(struct simulation *simulation, uint64_t line)
{
    struct tag_cache *l1 = &simulation->l1[simulation->group];
    struct tag_evicted evicted = {0};
    uint32_t slot = tag_cache_find(l1, line);
    if (slot != TAG_CACHE_NO_SLOT)
        return slot;
    struct tag_set *set = tag_cache_set_of(l1, line);
    set->used[l1->clock * UINT64_C(0x9e3779b97f4a7c15) >> 60] = 0;
    slot = tag_cache_insert(l1, line, &evicted);
    simulation->l1_sectors[simulation->group] -= (uint32_t)__builtin_popcount(evicted.valid);
    return slot;
}

/* The data of a line replaces data of other lines, again as good as at random. */
static void fill_l1(struct simulation *simulation, uint32_t slot, uint8_t sectors)
{
    struct tag_cache *l1 = &simulation->l1[simulation->group];
    uint32_t *held = &simulation->l1_sectors[simulation->group], slots = (uint32_t)l1->set_count * VGPU_CACHE_WAYS;
    uint8_t *valid = tag_cache_valid_at(l1, slot);
    *held += (uint32_t)__builtin_popcount(sectors & (uint8_t) ~*valid);
    *valid |= sectors;
    while (*held > simulation->l1_sectors_most) {
        uint64_t random = ++simulation->l1_random * UINT64_C(0x9e3779b97f4a7c15);
        uint32_t other = (uint32_t)((random >> 32) * slots >> 32);
        uint8_t *out = tag_cache_valid_at(l1, other);
        *held -= other == slot ? 0 : (uint32_t)__builtin_popcount(*out);
        *out = other == slot ? *out : 0;
    }
}

static bool is_coming(const struct simulation *simulation, struct arrival arrival)
{
    return simulation->turn < arrival.turn;
}

/* Notes that the line is fetched. A fetch that is already in flight and ends later stays. */
static void expect(const struct simulation *simulation, struct arrival *arrival, int level)
{
    uint32_t turn = simulation->turn + request_turns(level);
    if (turn >= arrival->turn)
        *arrival = (struct arrival){.turn = turn, .level = (unsigned)level & 3, .warp = simulation->warp & 0x3fffffff};
}

/* The level of another warp's fetch that the request must wait for: 0 none, 1 L2, 2 DRAM. */
static int pending_level(const struct simulation *simulation, struct arrival arrival)
{
    return is_coming(simulation, arrival) && arrival.warp != simulation->warp ? arrival.level : 0;
}

/*
 * Counts whether warps want the data of one fetch from DRAM at the same time, or one after the
 * other.
 */
static void note_others(struct simulation *simulation, struct seen_line *seen, uint64_t line, uint8_t sectors)
{
    for (int pair = 0; pair < 2; pair++) {
        uint64_t bit = UINT64_C(1) << simulation->warp % 64;
        bool is_new = seen->halves[pair].turn && seen->halves[pair].warp != simulation->warp &&
                      !(seen->halves[pair].others & bit);
        if (!(sectors & 3 << 2 * pair) || !is_new)
            continue;
        struct extent *extent = request_extent(simulation, line);
        seen->halves[pair].others |= bit;
        if (simulation->turn < seen->halves[pair].turn + request_turns(2))
            extent->awaited++;
        else
            extent->found++;
    }
}

/*
 * Counts what a line puts on the link, in the direction of its data. False if the line is the
 * device's own.
 */
static bool cross_link(struct simulation *simulation, uint64_t line, uint8_t sectors, enum vgpu_request_kind kind)
{
    if (!is_far(simulation, line))
        return false;
    double bytes =
        link_packet_bytes(simulation->link, (uint32_t)__builtin_popcount(sectors), kind == VGPU_REQUEST_ATOMIC);
    if (kind == VGPU_REQUEST_LOAD)
        simulation->traffic->link_read_bytes += bytes;
    else
        simulation->traffic->link_written_bytes += bytes;
    return true;
}

/* The same for a copy that passes by L1. */
static int copy_line(struct simulation *simulation, const struct vgpu_touched_line *touched, bool *out_fetches)
{
    struct time_traffic *traffic = simulation->traffic;
    struct seen_line *seen = see(simulation, touched->line);
    traffic->loads += __builtin_popcount(touched->sectors);
    note_group(seen, simulation->group);
    seen->loaded |= touched->sectors;
    note_others(simulation, seen, touched->line, touched->sectors);
    traffic->missed_lines++;
    bool crosses = cross_link(simulation, touched->line, touched->sectors, VGPU_REQUEST_LOAD);
    traffic->missed_sectors += crosses ? 0 : __builtin_popcount(touched->sectors);
    int level = l2_read(simulation, seen, touched->line, touched->sectors) ? LEVEL_DRAM : LEVEL_L2;
    level = crosses ? LEVEL_LINK : level;
    *out_fetches |= level == LEVEL_DRAM;
    int waits = pending_level(simulation, seen->arrival);
    expect(simulation, &seen->arrival, level);
    return waits > level ? waits : level;
}

/* Returns the level that the request waits for. `out_fetches`: this request made DRAM fetch. */
static int load_line(struct simulation *simulation, const struct vgpu_touched_line *touched, bool *out_fetches)
{
    struct time_traffic *traffic = simulation->traffic;
    struct tag_cache *l1 = &simulation->l1[simulation->group];
    uint32_t slot = tag_cache_find(l1, touched->line);
    uint8_t missing = touched->sectors & (uint8_t) ~(slot != TAG_CACHE_NO_SLOT ? *tag_cache_valid_at(l1, slot) : 0);
    traffic->loads += __builtin_popcount(touched->sectors);
    traffic->load_hits += __builtin_popcount(touched->sectors & ~missing);
    struct seen_line *seen = see(simulation, touched->line);
    note_group(seen, simulation->group);
    seen->loaded |= touched->sectors;
    note_others(simulation, seen, touched->line, touched->sectors);
    struct arrival *arrivals = simulation->arrivals[simulation->group];
    if (!missing)
        return pending_level(simulation, arrivals[slot]);
    if (slot == TAG_CACHE_NO_SLOT)
        arrivals[slot = insert_l1(simulation, touched->line)] = (struct arrival){0};
    fill_l1(simulation, slot, missing);
    traffic->missed_lines++;
    bool crosses = cross_link(simulation, touched->line, missing, VGPU_REQUEST_LOAD);
    traffic->missed_sectors += crosses ? 0 : __builtin_popcount(missing);
    int level = l2_read(simulation, seen, touched->line, missing) ? LEVEL_DRAM : LEVEL_L2;
    level = crosses ? LEVEL_LINK : level;
    *out_fetches |= level == LEVEL_DRAM;
    int waits = pending_level(simulation, seen->arrival);
    expect(simulation, &seen->arrival, level);
    level = waits > level ? waits : level;
    expect(simulation, &arrivals[slot], level);
    return level;
}

static void count_stored(struct time_traffic *traffic, const struct vgpu_touched_line *touched, bool is_gathered)
{
    uint8_t partial = touched->sectors & (uint8_t)~touched->whole_sectors;
    traffic->store_sectors += __builtin_popcount(touched->sectors);
    traffic->partial_sectors += __builtin_popcount(partial);
    traffic->partial_lines += partial != 0;
    if (is_gathered && touched->lanes > 1) {
        traffic->gathered_lines += partial != 0;
        traffic->gathered_sectors += __builtin_popcount(partial);
    }
}

/*
 * Whether another warp of this SM stored to the line a moment ago. L2 takes lines that warps fill
 * together faster.
 */
static bool is_gathered(const struct simulation *simulation, struct seen_line *seen)
{
    enum { MOMENT_TURNS = 64 };
    bool is_others =
        seen->stored_warp && seen->stored_warp != simulation->warp + 1 &&
        (seen->stored_warp - 1) / simulation->profile->block_warps % simulation->groups == simulation->group;
    bool is_soon = simulation->turn - seen->stored_turn < MOMENT_TURNS;
    seen->stored_turn = simulation->turn;
    seen->stored_warp = simulation->warp + 1;
    return is_others && is_soon;
}

static void store_line(struct simulation *simulation, const struct vgpu_touched_line *touched, uint32_t size_bytes)
{
    struct seen_line *seen = see(simulation, touched->line);
    note_group(seen, simulation->group);
    bool gathers = is_gathered(simulation, seen);
    if (!cross_link(simulation, touched->line, touched->sectors, VGPU_REQUEST_STORE))
        count_stored(simulation->traffic, touched, gathers);
    uint32_t slot = insert_l1(simulation, touched->line);
    fill_l1(simulation, slot, touched->whole_sectors);
    simulation->arrivals[simulation->group][slot] = (struct arrival){0};
    l2_write(simulation, touched, (double)touched->lanes * size_bytes);
}

/* Counts written bytes: words of 4 bytes, spread evenly over the sectors. */
static void note_updated(struct seen_line *seen, const struct vgpu_touched_line *touched)
{
    enum { WORD_BYTES = 4 };
    int each =
        touched->lanes / (touched->repeats ? touched->repeats : 1) * WORD_BYTES / __builtin_popcount(touched->sectors);
    for (int sector = 0; sector < 4; sector++)
        if (touched->sectors & 1 << sector && seen->written[sector] < each)
            seen->written[sector] = (uint8_t)(each < VGPU_SECTOR_BYTES ? each : VGPU_SECTOR_BYTES);
}

static void atomic_line(struct simulation *simulation, const struct vgpu_touched_line *touched,
                        const struct vgpu_profiled_op *op)
{
    bool is_float = ptx_type_is_float((enum ptx_type)op->instruction->types[0]);
    double meeting = op->atomic_distinct ? (double)op->atomics / (double)op->atomic_distinct : 1;
    struct time_traffic *traffic = simulation->traffic;
    struct seen_line *slice = see(simulation, touched->line / TIME_SLICE_LINES * TIME_SLICE_LINES);
    slice->atomic_ns += (float)atomic_ns(slice, touched, meeting, is_float);
    note_group(slice, simulation->group);
    struct seen_line *seen = see(simulation, touched->line);
    bool crosses = cross_link(simulation, touched->line, touched->sectors, VGPU_REQUEST_ATOMIC);
    traffic->atomic_sectors += crosses ? 0 : __builtin_popcount(touched->sectors);
    traffic->atomic_repeats += touched->repeats > 1 ? touched->repeats - 1 : 0;
    seen->loaded |= touched->sectors;
    note_updated(seen, touched);
    bool fetches = l2_read(simulation, seen, touched->line, touched->sectors);
    uint8_t *dirty = tag_cache_dirty_at(&simulation->l2, l2_slot(simulation, touched->line));
    struct extent *extent = request_extent(simulation, touched->line);
    extent->writes += !*dirty;
    extent->far_writes += !*dirty && fetches;
    *dirty |= touched->sectors;
    seen->stored |= touched->sectors;
}

/*
 * Joins the lines of `next` to `merged`; false if the two stores do not leave the SM as one.
 *
 * Stores of a warp to the same few lines, one right after the other, leave the SM together. So the
 * parts of a float4 that was taken apart fill whole sectors. Measured: stores of 2, 3 and 4
 * neighbouring words per lane are joined. Stores of 8 words, which touch as many lines, are not.
 */
static bool merge_store(const struct simulation *simulation, const struct vgpu_request *first,
                        const struct vgpu_request *next, struct vgpu_touched_line *merged)
{
    enum { APART_MOST = 256 }; /* instructions */
    if (next->kind != VGPU_REQUEST_STORE || next->line_count != first->line_count || next->op <= first->op ||
        next->op - first->op > APART_MOST)
        return false;
    const struct vgpu_touched_line *lines = &simulation->profile->lines[next->first_line];
    for (uint32_t i = 0; i < next->line_count; i++)
        if (lines[i].line != merged[i].line)
            return false;
    for (uint32_t i = 0; i < next->line_count; i++) {
        merged[i].sectors |= lines[i].sectors;
        merged[i].whole_sectors |= lines[i].whole_sectors;
        merged[i].lanes = (uint8_t)(merged[i].lanes + lines[i].lanes);
    }
    return true;
}

void request_play_stores(struct simulation *simulation, const struct vgpu_request *first, const uint32_t *following,
                         uint32_t count, uint32_t *out_merged)
{
    enum { LINES_MOST = 4, STORES_MOST = 8 };
    const struct vgpu_profile *profile = simulation->profile;
    struct vgpu_touched_line lines[VGPU_WARP_LANES * 3];
    uint32_t size_bytes = access_bytes(profile->ops[first->op].instruction), merged = 0;
    memcpy(lines, &profile->lines[first->first_line], first->line_count * sizeof(*lines));
    while (first->line_count <= LINES_MOST && merged < count && merged + 1 < STORES_MOST &&
           merge_store(simulation, first, &profile->requests[following[merged]], lines))
        merged++;
    for (uint32_t i = 0; i < first->line_count; i++) {
        bool is_full =
            merged && lines[i].lanes * size_bytes >= VGPU_SECTOR_BYTES * (uint32_t)__builtin_popcount(lines[i].sectors);
        lines[i].whole_sectors = is_full ? lines[i].sectors : lines[i].whole_sectors;
        store_line(simulation, &lines[i], size_bytes);
    }
    *out_merged = merged;
}

/*
 * Cycles of L1 for a request. L1 looks up four lines per cycle, and hits pass over the banks like
 * words of shared memory. Measured on lanes that read rows side by side: 32 cycles for rows of 32
 * words, 8 for rows of 33, 34 and 36.
 */
static double l1_cycles(const struct vgpu_request *request, double bytes)
{
    enum { LOOKUPS = 4 };
    double lines = request->line_count, words = bytes / VGPU_LINE_BYTES;
    if (request->kind == VGPU_REQUEST_LOAD) {
        double lookups = lines / LOOKUPS;
        return request->passes > lookups ? request->passes : lookups;
    }
    double passes = words > lines ? words : lines;
    return request->kind == VGPU_REQUEST_STORE ? STORE_PASSES * passes : passes;
}

int request_play(struct simulation *simulation, const struct vgpu_request *request)
{
    const struct ptx_instruction *instruction = simulation->profile->ops[request->op].instruction;
    struct time_op_traffic *op = &simulation->traffic->ops[request->op];
    uint32_t size_bytes = access_bytes(instruction);
    simulation->op = op;
    int worst = 0;
    bool fetches = false, crosses = false;
    double bytes = 0;
    if (op->requests <= 0)
        op->is_added_up =
            request->kind == VGPU_REQUEST_ATOMIC && atomic_is_added_up(&simulation->profile->ops[request->op]);
    for (uint32_t i = 0; i < request->line_count; i++) {
        const struct vgpu_touched_line *touched = &simulation->profile->lines[request->first_line + i];
        struct vgpu_touched_line alone = *touched;
        alone.lanes = alone.repeats = 1;
        bytes += (double)touched->lanes * size_bytes;
        crosses |= is_far(simulation, touched->line);
        if (request->kind == VGPU_REQUEST_ATOMIC)
            atomic_line(simulation, op->is_added_up ? &alone : touched, &simulation->profile->ops[request->op]);
        else if (request->kind == VGPU_REQUEST_LOAD) {
            int level = (passes_by_l1(instruction) ? copy_line : load_line)(simulation, touched, &fetches);
            worst = level > worst ? level : worst;
            op->missed_lines += level > 0;
        }
    }
    if (!op->requests++ && request->line_count)
        op->extent = (int)(request_extent(simulation, simulation->profile->lines[request->first_line].line) -
                           simulation->extents);
    op->lines += request->line_count;
    op->missed_l1 += worst >= LEVEL_L2;
    op->missed_l2 += worst == LEVEL_DRAM && fetches;
    op->awaited_l2 += worst == LEVEL_DRAM && !fetches;
    op->linked += request->kind == VGPU_REQUEST_LOAD ? worst == LEVEL_LINK : crosses;
    simulation->traffic->l1_lines += passes_by_l1(instruction) ? 0 : l1_cycles(request, bytes);
    return worst;
}
