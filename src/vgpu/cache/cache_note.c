/*
 * Requests of a warp as lines and sectors, for the cache model.
 */
#include <string.h>

#include "vgpu/cache/cache_model.h"
#include "vgpu/execution/access_pattern.h"

/* Collects the addresses of the active lanes in ascending order, which they mostly are already. */
static uint32_t sort_addresses(const uint64_t *addresses, uint32_t mask, uint64_t *out_sorted)
{
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(mask >> lane & 1))
            continue;
        uint32_t at = count++;
        for (; at > 0 && out_sorted[at - 1] > addresses[lane]; at--)
            out_sorted[at] = out_sorted[at - 1];
        out_sorted[at] = addresses[lane];
    }
    return count;
}

/* Adds the bytes of [first, end), which are in one sector. */
static void add_bytes(struct cache_line *lines, uint32_t *count, uint64_t first, uint64_t end)
{
    uint64_t line = first / VGPU_LINE_BYTES;
    uint32_t from = first % VGPU_SECTOR_BYTES, size_bytes = (uint32_t)(end - first);
    uint32_t sector = first / VGPU_SECTOR_BYTES % 4;
    uint32_t at = *count; /* lanes that cross into the next line leave the line before to the next lane */
    while (at > 0 && lines[at - 1].line > line)
        at--;
    if (at == 0 || lines[at - 1].line != line) {
        if (*count == CACHE_LINES_MAX)
            return;
        at = ++*count;
        lines[at - 1] = (struct cache_line){.line = line};
    }
    lines[at - 1].sectors |= 1U << sector;
    lines[at - 1].bytes[sector] |= (uint32_t)(((UINT64_C(1) << size_bytes) - 1) << from);
}

uint32_t cache_find_lines(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes,
                          struct cache_line lines[CACHE_LINES_MAX])
{
    uint64_t sorted[VGPU_WARP_LANES];
    uint32_t lanes = sort_addresses(addresses, mask, sorted), count = 0;
    for (uint32_t i = 0; i < lanes; i++) {
        uint64_t at = sorted[i];
        for (uint32_t left = size_bytes, part; left; left -= part, at += part) { /* at may pass the end of 64 bits */
            uint32_t in_sector = VGPU_SECTOR_BYTES - (uint32_t)(at % VGPU_SECTOR_BYTES);
            part = left < in_sector ? left : in_sector;
            add_bytes(lines, &count, at, at + part);
        }
    }
    return count;
}

uint32_t cache_pattern_lines(const struct vgpu_access_cache *cache, uint64_t base,
                             struct cache_line lines[CACHE_LINES_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < cache->lanes; i++) {
        uint64_t at = base + (uint64_t)(int64_t)cache->distances[cache->caches.order[i]];
        add_bytes(lines, &count, at, at + cache->size_bytes);
    }
    return count;
}

/*
 * Finds the lines of bytes without a gap in one place, or in two places that cannot share a line.
 */
static void describe_runs(struct vgpu_access_cache *cache)
{
    enum { HALF = VGPU_WARP_LANES / 2 };
    int32_t second = cache->distances[HALF], apart = second < 0 ? -second : second;
    bool is_uniform = cache->kind == VGPU_PATTERN_UNIFORM || cache->kind == VGPU_PATTERN_HALVES_UNIFORM;
    bool has_halves = cache->kind == VGPU_PATTERN_HALVES_UNIFORM || cache->kind == VGPU_PATTERN_HALVES_CONTIGUOUS;
    cache->caches.runs = 0;
    if (cache->caches.bypasses_l1 || cache->kind == VGPU_PATTERN_OTHER)
        return;
    cache->caches.run_bytes =
        is_uniform ? cache->size_bytes : cache->size_bytes * (has_halves ? HALF : VGPU_WARP_LANES);
    cache->caches.run_at[0] = second < 0 && has_halves ? second : 0;
    cache->caches.run_at[1] = second < 0 ? 0 : second;
    if (!has_halves || apart == 0)
        cache->caches.runs = 1;
    else if ((uint32_t)apart >= cache->caches.run_bytes + VGPU_LINE_BYTES - 1)
        cache->caches.runs = 2;
}

void cache_describe_pattern(struct vgpu_access_cache *cache, const struct vgpu_op *op)
{
    uint32_t count = 0;
    cache->caches.bypasses_l1 = cache_is_bypassed(op);
    describe_runs(cache);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(cache->mask >> lane & 1))
            continue;
        uint32_t at = count++;
        for (; at > 0 && cache->distances[cache->caches.order[at - 1]] > cache->distances[lane]; at--)
            cache->caches.order[at] = cache->caches.order[at - 1];
        cache->caches.order[at] = (uint8_t)lane;
    }
}

bool cache_is_bypassed(const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    enum ptx_modifier cache = ptx_modifier_of_class(detail->source, PTX_CLASS_CACHE);
    return detail->access == VGPU_ACCESS_ATOMIC || detail->is_ordered || cache == PTX_MODIFIER_CG ||
           cache == PTX_MODIFIER_CV;
}

/*
 * Whether the request of `each` words at `words` equals that of `first`, this many lines further.
 */
static bool is_same_further(const uint64_t *first, const uint64_t *words, size_t each, uint64_t lines)
{
    if ((first[0] ^ words[0]) & ~CACHE_LINE_MASK ||
        ((words[0] - first[0]) & CACHE_LINE_MASK) != (lines & CACHE_LINE_MASK))
        return false;
    return each == 1 || memcmp(first + 1, words + 1, (each - 1) * sizeof(*words)) == 0;
}

size_t cache_shorten(uint64_t *words, size_t count)
{
    enum { LEAST = 4 }; /* fewer requests are not worth shortening */
    size_t each = count ? cache_request_words(words[0]) : 1, requests = count / each;
    if (requests < LEAST || count % each)
        return count;
    uint64_t step = words[each] - words[0];
    for (size_t i = 1; i < requests; i++)
        if (!is_same_further(words, words + i * each, each, i * step))
            return count;
    memmove(words + 1, words, each * sizeof(*words));
    words[0] = CACHE_MARK_WORD | (uint64_t)requests << CACHE_LOG_SECTORS | (step & CACHE_LINE_MASK);
    return 1 + each;
}

/* The place of resident blocks' local memory: after every device's buffers. */
static uint64_t local_line(const struct vgpu_warp *warp)
{
    enum { WARP_LINES_BITS = 17, LOCAL_DEVICE = 30 };
    const struct vgpu_block *block = warp->block;
    uint64_t place = block->linear % block->worker->launch->resident_limit * VGPU_BLOCK_WARPS_MAX + warp->index;
    return (LOCAL_DEVICE * VGPU_WINDOW_GLOBAL / VGPU_LINE_BYTES + (place << WARP_LINES_BITS)) & CACHE_LINE_MASK;
}

static enum cache_request request_of(const struct vgpu_op *op)
{
    if (op->detail->access == VGPU_ACCESS_ATOMIC)
        return CACHE_ATOMIC;
    bool is_load = op->detail->access == VGPU_ACCESS_READ || ptx_copies_in(op->detail->source);
    return is_load ? CACHE_READ : CACHE_STORE;
}

void cache_note_lines(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                      struct cache_line *lines, uint32_t count)
{
    struct vgpu_worker *worker = warp->worker;
    uint64_t place = space == VGPU_COUNT_LOCAL ? local_line(warp) : 0;
    enum cache_request request = request_of(op);
    uint32_t asks_l1 = request == CACHE_READ && !cache_is_bypassed(op) ? CACHE_ASKS_L1 : 0;
    cache_log_reserve(worker);
    size_t first = worker->cache->count;
    for (uint32_t i = 0; i < count; i++) {
        lines[i].line += place;
        if (request == CACHE_STORE)
            cache_store_line(worker->cache, &lines[i], op->access);
        else
            cache_log_add(worker->cache, lines[i].line, lines[i].sectors, asks_l1, request, op->access);
    }
    cache_log_shorten(worker->cache, first);
}

void cache_note(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    struct cache_line lines[CACHE_LINES_MAX];
    if (!warp->worker->cache || !mask || space == VGPU_COUNT_SHARED || op->detail->source->space == PTX_SPACE_CONSTANT)
        return;
    cache_note_lines(warp, op, space, lines, cache_find_lines(addresses, mask, size_bytes, lines));
}
