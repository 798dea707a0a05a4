/* Fragments of wmma.load and wmma.store moved as a whole (fragment_whole.h). */
#include "vgpu/lanes/fragment_whole.h"

#include <string.h>

#include "vgpu/access/access.h"
#include "vgpu/access/access_fast.h"
#include "vgpu/cache/cache_model.h"
#include "vgpu/cache/count.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/execution/buffer_use.h"
#include "vgpu/execution/claims.h"
#include "vgpu/execution/device.h"
#include "vgpu/observers/observers.h"

/* The buffer that contains the whole matrix, if no check must look at each lane. Else NULL. */
static struct vgpu_buffer *plain_buffer(struct vgpu_warp *warp, const struct vgpu_op *op, uint64_t base,
                                        uint64_t size_bytes)
{
    struct vgpu_launch_state *launch = warp->worker->launch;
    enum vgpu_access access = (enum vgpu_access)op->detail->access;
    if (launch->profile || WATCHES_ACCESSES(launch) || base < VGPU_WINDOW_GLOBAL || base + size_bytes < base ||
        size_bytes > INT32_MAX)
        return NULL;
    struct vgpu_buffer *buffer = memory_find(device_memory(launch->device), base, size_bytes);
    if (!buffer || buffer->lazy || buffer->reads || buffer->is_constant || OBSERVE_ANY(tracks, launch, buffer))
        return NULL;
    bool must_ask = access == VGPU_ACCESS_READ && launch->checks & VGPU_CHECK_INITIALISED;
    if ((must_ask && !buffer->all_defined) || (access != VGPU_ACCESS_READ && buffer->read_only))
        return NULL;
    buffer_use_note(warp->worker, buffer, access);
    bool is_exclusive = launch->is_parallel && atomic_load_explicit(&buffer->is_exclusive, memory_order_relaxed);
    return is_exclusive ? NULL : buffer;
}

/* --- data ------------------------------------------------------------------------------------- */

/* Gathers one word per lane. */
static void gather_words(const uint32_t *lane_bytes, const uint8_t *at, uint8_t *to)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        memcpy(to + (size_t)lane * 4, at + lane_bytes[lane], 4);
}

/* Gathers words of two separate halves. */
static void gather_halves(const uint32_t *lane_bytes, const uint8_t *low, const uint8_t *high, uint8_t *to)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint16_t halves[2];
        memcpy(&halves[0], low + lane_bytes[lane], 2);
        memcpy(&halves[1], high + lane_bytes[lane], 2);
        uint32_t word = halves[0] | (uint32_t)halves[1] << 16;
        memcpy(to + (size_t)lane * 4, &word, 4);
    }
}

/* Gathers single elements. */
static void gather_elements(const struct vgpu_fragment *form, const uint32_t *lane_bytes, const uint64_t *elements,
                            const uint8_t *at, uint8_t *to)
{
    uint32_t width = form->is_wide ? 8 : 4, element_bytes = form->bits / 8U;
    for (uint32_t i = 0; i < form->per_register; i++)
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            memcpy(to + (size_t)lane * width + (size_t)i * element_bytes, at + elements[i] / 8 + lane_bytes[lane],
                   element_bytes);
}

/* Whether the register's elements are neighbours in memory. */
static bool are_together(const struct vgpu_fragment *form, const uint64_t *elements)
{
    bool are_together = true;
    for (uint32_t i = 1; i < form->per_register; i++)
        are_together &= elements[i] == elements[0] + (uint64_t)i * form->bits;
    return are_together;
}

/* Gathers one register of all lanes. `elements` are the places of the register's own elements. */
static void gather_register(const struct vgpu_fragment *form, const struct fragment_places *places,
                            const uint64_t *elements, const uint8_t *at, uint8_t *to)
{
    if (are_together(form, elements) && !form->is_wide)
        gather_words(places->lane_bytes, at + elements[0] / 8, to);
    else if (form->bits == 16 && form->per_register == 2)
        gather_halves(places->lane_bytes, at + elements[0] / 8, at + elements[1] / 8, to);
    else
        gather_elements(form, places->lane_bytes, elements, at, to);
}

/* Scatters one register of all lanes in order, so the last lane wins where lanes overlap. */
static void scatter_register(const uint32_t *lane_bytes, uint8_t *at, const uint8_t *from, uint32_t width)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        memcpy(at + lane_bytes[lane], from + (size_t)lane * width, width);
}

/* --- counting --------------------------------------------------------------------------------- */

/* Finds the addresses of one register, in ascending order. */
static void find_addresses(const struct fragment_places *places, uint64_t first, uint64_t *out_addresses)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        out_addresses[lane] = first + places->sorted[lane];
}

/*
 * Finds the lines of a load for one register and passes them to the caches. Keeps them if another
 * load can use them.
 */
static void note_new_lines(struct vgpu_warp *warp, const struct vgpu_op *op, const struct fragment_places *places,
                           struct fragment_lines *known, uint64_t first, uint32_t size_bytes)
{
    struct cache_line lines[CACHE_LINES_MAX];
    uint64_t addresses[VGPU_WARP_LANES];
    find_addresses(places, first, addresses);
    uint32_t count = cache_find_lines(addresses, UINT32_MAX, size_bytes, lines);
    bool is_kept = first % FRAGMENT_PHASE_BYTES == 0 && count <= VGPU_WARP_LANES;
    known->count = is_kept ? count : known->count;
    for (uint32_t i = 0; is_kept && i < count; i++) {
        known->lines[i] = lines[i].line - first / VGPU_LINE_BYTES;
        known->sectors[i] = (uint8_t)lines[i].sectors;
    }
    cache_note_lines(warp, op, VGPU_COUNT_GLOBAL, lines, count);
}

/* Passes known lines to the caches, for a load that looks into L1. */
static void note_known_lines(struct vgpu_warp *warp, const struct vgpu_op *op, const struct fragment_lines *known,
                             uint64_t line)
{
    struct vgpu_worker *worker = warp->worker;
    cache_log_reserve(worker);
    size_t before = worker->cache->count;
    for (uint32_t i = 0; i < known->count; i++)
        cache_log_add(worker->cache, line + known->lines[i], known->sectors[i], CACHE_ASKS_L1, CACHE_READ, op->access);
    cache_log_shorten(worker->cache, before);
}

/* Passes a request for one register to the caches. */
static void note_lines(struct vgpu_warp *warp, const struct vgpu_op *op, struct fragment_places *places, uint64_t first,
                       uint32_t size_bytes)
{
    struct fragment_lines *known = &places->lines[first / FRAGMENT_PHASE_BYTES % FRAGMENT_PHASES];
    uint64_t addresses[VGPU_WARP_LANES];
    if (op->detail->access != VGPU_ACCESS_READ) {
        find_addresses(places, first, addresses);
        cache_note(warp, op, VGPU_COUNT_GLOBAL, addresses, UINT32_MAX, size_bytes);
    } else if (!known->count || first % FRAGMENT_PHASE_BYTES || places->bypasses_l1) {
        note_new_lines(warp, op, places, known, first, size_bytes);
    } else {
        note_known_lines(warp, op, known, first / VGPU_LINE_BYTES);
    }
}

/*
 * Counts one request per register, or per two that ptxas joins. All have the same pattern, so
 * requests of the same phase cost the same.
 */
static void count_whole(struct vgpu_warp *warp, const struct vgpu_op *op, struct fragment_places *places, uint64_t base,
                        uint32_t size_bytes)
{
    const struct vgpu_fragment *form = op->scalar;
    struct vgpu_access_counts *counts = &warp->worker->accesses[op->access].count.counts[VGPU_COUNT_GLOBAL];
    uint64_t addresses[VGPU_WARP_LANES];
    if (!warp->worker->counts_accesses)
        return;
    uint32_t joined = fragment_registers_joined(form);
    size_bytes *= joined;
    for (uint32_t which = 0; which < form->register_count; which += joined) {
        uint64_t first = base + places->elements[which * form->per_register] / 8;
        uint8_t *sectors = &places->sectors_at[first % VGPU_SECTOR_BYTES];
        if (!*sectors) {
            find_addresses(places, first, addresses);
            struct vgpu_access_counts one = {0};
            count_access(&one, VGPU_COUNT_GLOBAL, addresses, UINT32_MAX, size_bytes);
            *sectors = (uint8_t)one.sectors;
            places->least_sectors = one.least_sectors;
        }
        counts->requests++;
        counts->lanes += VGPU_WARP_LANES;
        counts->bytes += VGPU_WARP_LANES * (uint64_t)size_bytes;
        counts->sectors += *sectors;
        counts->least_sectors += places->least_sectors;
        if (warp->worker->cache)
            note_lines(warp, op, places, first, size_bytes);
    }
}

/* --- whole fragments -------------------------------------------------------------------------- */

/* The elements fill the registers, and are aligned. */
static bool is_simple(const struct vgpu_fragment *form, uint64_t base)
{
    uint32_t element_bytes = form->bits / 8U, width = form->is_wide ? 8 : 4;
    return form->bits >= 8 && element_bytes * form->per_register == width && base % element_bytes == 0;
}

static void gather(const struct vgpu_fragment *form, const struct fragment_places *places, const uint8_t *from,
                   uint8_t *frame)
{
    for (uint32_t which = 0; which < form->register_count; which++)
        gather_register(form, places, places->elements + which * form->per_register, from,
                        frame + form->registers[which]);
}

bool fragment_load_whole(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                         struct fragment_places *places, uint64_t base)
{
    const struct vgpu_fragment *form = op->scalar;
    if (!is_simple(form, base))
        return false;
    const struct vgpu_buffer *buffer = plain_buffer(warp, op, base, places->size_bytes);
    if (!buffer)
        return false;
    gather(form, places, buffer->bytes + (base - buffer->start), frame);
    count_whole(warp, op, places, base, form->is_wide ? 8 : 4);
    return true;
}

/*
 * In shared memory with checks, each register is checked as a whole. Or it is each element, where a
 * register's elements are apart in memory. The distances between the lanes are the same for all.
 */
struct checked_part {
    struct vgpu_access_cache *cache;
    uint64_t offset; /* of the matrix in shared memory */
    uint32_t size_bytes, count;
    uint32_t step; /* elements from one part to the next */
};

static bool find_part(const struct vgpu_warp *warp, const struct vgpu_op *op, const struct fragment_places *places,
                      uint64_t base, struct checked_part *out)
{
    const struct vgpu_fragment *form = op->scalar;
    bool is_together = are_together(form, places->elements), is_shared = op->detail->source->space == PTX_SPACE_SHARED;
    uint32_t elements = form->register_count * form->per_register;
    *out = (struct checked_part){
        .cache = &warp->worker->accesses[op->access], .offset = base, .step = is_together ? form->per_register : 1};
    out->size_bytes = out->step * form->bits / 8U;
    out->count = elements / out->step;
    return is_shared && !WATCHES_ACCESSES(warp->worker->launch) && base + places->size_bytes < VGPU_WINDOW_SHARED;
}

static uint64_t part_at(const struct fragment_places *places, const struct checked_part *part, uint32_t index)
{
    return part->offset + places->elements[index * part->step] / 8;
}

static bool refill_part(struct vgpu_warp *warp, const struct vgpu_op *op, struct fragment_places *places,
                        const struct checked_part *part)
{
    uint64_t addresses[VGPU_WARP_LANES];
    if (places->checked_bytes == part->size_bytes && fits_place(part->cache, part->offset))
        return true;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        addresses[lane] = part->offset + places->lane_bytes[lane];
    bool is_filled = access_refill_part(warp, op, part->cache, addresses, part->size_bytes);
    places->checked_bytes = is_filled ? part->size_bytes : 0;
    return is_filled;
}

/*
 * Checks the matrix, and notes who read or wrote it. False: perhaps there is a finding. What is
 * noted by then may be noted again.
 */
static bool check_parts(struct vgpu_warp *warp, const struct vgpu_op *op, struct fragment_places *places, uint64_t base)
{
    bool is_load = op->detail->access == VGPU_ACCESS_READ;
    struct checked_part part;
    if (!find_part(warp, op, places, base, &part) || !refill_part(warp, op, places, &part))
        return false;
    for (uint32_t i = 0; i < part.count; i++) {
        uint64_t at = part_at(places, &part, i);
        if (!fits_place(part.cache, at) || !(is_load ? observers_load_shared(warp, op, part.cache, at)
                                                     : observers_store_shared(warp, op, part.cache, at)))
            return false;
    }
    for (uint32_t i = 0; i < part.count && !is_load && !part.cache->all_defined; i++)
        define_all(part.cache, warp->block->shared_defined, part_at(places, &part, i), part.size_bytes, false);
    return true;
}

/* The matrix's offset in shared memory. UINT64_MAX: each lane needs a look. */
static uint64_t check_shared_matrix(struct vgpu_warp *warp, const struct vgpu_op *op, struct fragment_places *places,
                                    uint64_t base)
{
    uint64_t offset = check_shared_whole(warp, op, base, places->size_bytes);
    if (offset == UINT64_MAX && check_parts(warp, op, places, base))
        return base;
    return offset;
}

bool fragment_load_shared(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                          struct fragment_places *places, uint64_t base)
{
    const struct vgpu_fragment *form = op->scalar;
    if (!is_simple(form, base))
        return false;
    uint64_t offset = check_shared_matrix(warp, op, places, base);
    if (offset == UINT64_MAX)
        return false;
    gather(form, places, warp->block->shared + offset, frame);
    return true;
}

/* Describes a store of one register by its pattern, for claims_pattern(). */
static void describe_store(struct vgpu_warp *warp, struct vgpu_buffer *buffer, const struct fragment_places *places,
                           uint32_t width, struct vgpu_access_cache *out)
{
    out->mask = UINT32_MAX;
    out->kind = VGPU_PATTERN_OTHER;
    out->size_bytes = width;
    /* lanes that share a word claim it one after another, which the claim detects */
    out->is_distinct = true;
    out->claims.is_exclusive = false;
    out->start = buffer->start;
    out->end = buffer->start + buffer->size_bytes;
    out->claims.words = warp->worker->launch->claims_writes ? claims_of(warp->worker, buffer) : NULL;
    out->claims.before = buffer->claims.before;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
        out->distances[lane] = (int32_t)places->lane_bytes[lane];
}

static void define_lanes(const struct vgpu_warp *warp, struct vgpu_buffer *buffer, uint64_t offset,
                         const uint32_t *lane_bytes, uint32_t width)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (warp->worker->is_parallel)
            shadow_define_shared(buffer->defined, offset + lane_bytes[lane], width);
        else
            shadow_define(buffer->defined, offset + lane_bytes[lane], width);
    }
}

/* One element fills a register, and is aligned. */
static bool is_single(const struct vgpu_fragment *form, uint64_t base)
{
    uint32_t width = form->is_wide ? 8 : 4;
    return form->per_register == 1 && form->bits == width * 8 && base % width == 0;
}

bool fragment_store_whole(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op,
                          struct fragment_places *places, uint64_t base)
{
    const struct vgpu_fragment *form = op->scalar;
    uint32_t width = form->is_wide ? 8 : 4;
    if (!is_single(form, base))
        return false;
    struct vgpu_buffer *buffer = plain_buffer(warp, op, base, places->size_bytes);
    if (!buffer)
        return false;
    struct vgpu_access_cache pattern;
    describe_store(warp, buffer, places, width, &pattern);
    for (uint32_t which = 0; which < form->register_count; which++) {
        uint64_t first = base + places->elements[which] / 8, offset = first - buffer->start;
        if (pattern.claims.words)
            claims_pattern(warp, &pattern, first);
        if (!buffer->all_defined)
            define_lanes(warp, buffer, offset, places->lane_bytes, width);
        scatter_register(places->lane_bytes, buffer->bytes + offset, frame + form->registers[which], width);
    }
    warp->worker->changes++;
    count_whole(warp, op, places, base, width);
    return true;
}

bool fragment_store_shared(struct vgpu_warp *warp, const uint8_t *frame, const struct vgpu_op *op,
                           struct fragment_places *places, uint64_t base)
{
    const struct vgpu_fragment *form = op->scalar;
    if (!is_single(form, base))
        return false;
    uint64_t offset = check_shared_matrix(warp, op, places, base);
    if (offset == UINT64_MAX)
        return false;
    for (uint32_t which = 0; which < form->register_count; which++) {
        uint64_t first = offset + places->elements[which] / 8;
        uint32_t width = form->is_wide ? 8 : 4;
        scatter_register(places->lane_bytes, warp->block->shared + first, frame + form->registers[which], width);
    }
    warp->worker->changes++;
    return true;
}
