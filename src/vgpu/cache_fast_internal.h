/*
 * Requests of a whole pattern for the cache model, for the execute_*.c files: the same as cache_note(), without looking
 * at each lane's address.
 */
#ifndef VGPU_CACHE_FAST_INTERNAL_H
#define VGPU_CACHE_FAST_INTERNAL_H

#include "vgpu/cache_model_internal.h"

struct cache_request_state {
    struct vgpu_warp *warp;
    struct vgpu_access_cache *cache;
    uint32_t access;
    uint32_t count; /* lines so far */
};

static inline void cache_load_next(struct cache_request_state *state, uint64_t line, uint32_t sectors)
{
    struct vgpu_access_cache *cache = state->cache;
    if (__builtin_expect(cache->bypasses_l1, 0))
        cache_log_add(state->warp->worker->log, line, sectors, 0, CACHE_READ, state->access);
    else
        cache_load_line(state->warp, state->access, &cache->counts[VGPU_COUNT_GLOBAL], line, sectors,
                        &cache->slots[state->count % VGPU_WARP_LANES]);
    state->count++;
}

/* Sectors first to last of a line. */
static inline uint32_t cache_sector_run(uint32_t first, uint32_t last)
{
    return (15U << first) & (15U >> (3 - last));
}

static inline void cache_load_run(struct cache_request_state *state, uint64_t first, uint64_t end)
{
    uint64_t sector = first / CACHE_SECTOR_BYTES, last = (end - 1) / CACHE_SECTOR_BYTES;
    while (sector <= last) {
        uint64_t line = sector / 4, line_last = line * 4 + 3 < last ? line * 4 + 3 : last;
        cache_load_next(state, line, cache_sector_run(sector % 4, line_last % 4));
        sector = line_last + 1;
    }
}

/* Two runs of the same length, the halves of the warp; they may share a line. */
static inline void cache_load_halves(struct cache_request_state *state, uint64_t first, uint64_t second,
                                     uint64_t size_bytes)
{
    uint64_t low = first < second ? first : second, high = first < second ? second : first;
    if ((low + size_bytes - 1) / CACHE_LINE_BYTES < high / CACHE_LINE_BYTES) {
        cache_load_run(state, low, low + size_bytes);
        cache_load_run(state, high, high + size_bytes);
    } else if (high - low <= size_bytes) {
        cache_load_run(state, low, high + size_bytes);
    } else { /* a gap within a line: each run is at most a line long, the two together touch at most three */
        struct cache_line lines[CACHE_LINES_MAX];
        uint32_t count = cache_pattern_lines(state->cache, first, lines);
        for (uint32_t i = 0; i < count; i++)
            cache_load_next(state, lines[i].line, lines[i].sectors);
    }
}

/* Lanes in the order of their addresses; an aligned access lies in one sector. */
static inline void cache_load_lanes(struct cache_request_state *state, uint64_t base)
{
    const struct vgpu_access_cache *cache = state->cache;
    uint64_t line = UINT64_MAX;
    uint32_t sectors = 0;
    for (uint32_t i = 0; i < cache->lanes; i++) {
        uint64_t at = base + (uint64_t)(int64_t)cache->distances[cache->order[i]];
        if (at / CACHE_LINE_BYTES != line) {
            if (sectors)
                cache_load_next(state, line, sectors);
            line = at / CACHE_LINE_BYTES;
            sectors = 0;
        }
        sectors |= 1U << (at / CACHE_SECTOR_BYTES % 4);
    }
    cache_load_next(state, line, sectors);
}

/* Out of line, so that launches without the cache model keep their registers. */
static __attribute__((noinline, unused)) void cache_load_pattern(struct vgpu_warp *warp, const struct vgpu_op *op,
                                                                 struct vgpu_access_cache *cache, uint64_t base)
{
    enum { HALF = VGPU_WARP_LANES / 2 };
    struct cache_request_state state = {.warp = warp, .cache = cache, .access = op->access};
    uint64_t size_bytes = cache->size_bytes, second = base + (uint64_t)(int64_t)cache->distances[HALF];
    cache_log_reserve(warp->worker);
    switch (cache->kind) {
    case VGPU_PATTERN_UNIFORM:
        cache_load_run(&state, base, base + size_bytes);
        return;
    case VGPU_PATTERN_CONTIGUOUS:
        cache_load_run(&state, base, base + (uint64_t)(uint32_t)cache->most);
        return;
    case VGPU_PATTERN_HALVES_UNIFORM:
        cache_load_halves(&state, base, second, size_bytes);
        return;
    case VGPU_PATTERN_HALVES_CONTIGUOUS:
        cache_load_halves(&state, base, second, HALF * size_bytes);
        return;
    default:
        cache_load_lanes(&state, base);
    }
}

static __attribute__((noinline, unused)) void cache_store_pattern(struct vgpu_warp *warp, const struct vgpu_op *op,
                                                                  const struct vgpu_access_cache *cache, uint64_t base)
{
    struct cache_log *log = warp->worker->log;
    cache_log_reserve(warp->worker);
    uint64_t end = base + (uint64_t)(uint32_t)cache->most;
    if (cache->kind == VGPU_PATTERN_CONTIGUOUS && (base | end) % CACHE_SECTOR_BYTES == 0) {
        for (uint64_t sector = base / CACHE_SECTOR_BYTES, last = end / CACHE_SECTOR_BYTES - 1; sector <= last;) {
            uint64_t line_last = (sector | 3) < last ? sector | 3 : last;
            uint32_t sectors = cache_sector_run(sector % 4, line_last % 4);
            cache_log_add(log, sector / 4, sectors, sectors, CACHE_STORE, op->access);
            sector = line_last + 1;
        }
        return;
    }
    struct cache_line lines[CACHE_LINES_MAX];
    uint32_t count = cache_pattern_lines(cache, base, lines);
    for (uint32_t i = 0; i < count; i++)
        cache_store_line(log, &lines[i], op->access);
}

#endif
