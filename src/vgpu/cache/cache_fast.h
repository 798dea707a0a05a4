/*
 * Requests of a whole pattern for the cache model, in the execute_*.c files. They do the same as
 * cache_note() without a look at each lane's address.
 */
#ifndef VGPU_CACHE_CACHE_FAST_H
#define VGPU_CACHE_CACHE_FAST_H

#include "vgpu/cache/cache_model.h"
#include "vgpu/execution/access_pattern.h"

/* A load, line after line in the order of addresses. */
struct cache_request_state {
    struct cache_log *log;
    const struct vgpu_access_cache *cache;
    uint32_t access;
    uint32_t asks_l1; /* CACHE_ASKS_L1 or 0 */
};

static inline void cache_load_next(const struct cache_request_state *state, uint64_t line, uint32_t sectors)
{
    cache_log_add(state->log, line, sectors, state->asks_l1, CACHE_READ, state->access);
}

/* Sectors first to last of a line. */
static inline uint32_t cache_sector_run(uint32_t first, uint32_t last)
{
    return (15U << first) & (15U >> (3 - last));
}

static inline void cache_load_run(const struct cache_request_state *state, uint64_t first, uint64_t end)
{
    uint64_t sector = first / VGPU_SECTOR_BYTES, last = (end - 1) / VGPU_SECTOR_BYTES;
    while (sector <= last) {
        uint64_t line = sector / 4, line_last = line * 4 + 3 < last ? line * 4 + 3 : last;
        cache_load_next(state, line, cache_sector_run(sector % 4, line_last % 4));
        sector = line_last + 1;
    }
}

/* Loads any request, by lines that were found lane by lane. */
static __attribute__((noinline, unused)) void cache_load_lines(const struct cache_request_state *state, uint64_t base)
{
    struct cache_line lines[CACHE_LINES_MAX];
    uint32_t count = cache_pattern_lines(state->cache, base, lines);
    for (uint32_t i = 0; i < count; i++)
        cache_load_next(state, lines[i].line, lines[i].sectors);
}

/* Lanes in the order of their addresses; an aligned access is in one sector. */
static inline void cache_load_lanes(const struct cache_request_state *state, uint64_t base)
{
    const struct vgpu_access_cache *cache = state->cache;
    uint64_t line = UINT64_MAX;
    uint32_t sectors = 0;
    for (uint32_t i = 0; i < cache->lanes; i++) {
        uint64_t at = base + (uint64_t)(int64_t)cache->distances[cache->caches.order[i]];
        if (at / VGPU_LINE_BYTES != line) {
            if (sectors)
                cache_load_next(state, line, sectors);
            line = at / VGPU_LINE_BYTES;
            sectors = 0;
        }
        sectors |= 1U << (at / VGPU_SECTOR_BYTES % 4);
    }
    cache_load_next(state, line, sectors);
}

/* Loads a pattern that is not one run or two. Out of line, as it is rare. */
static __attribute__((noinline, unused)) void cache_load_scattered(struct cache_log *log, const struct vgpu_op *op,
                                                                   const struct vgpu_access_cache *cache, uint64_t base)
{
    const struct cache_request_state state = {
        .log = log, .cache = cache, .access = op->access, .asks_l1 = cache->caches.bypasses_l1 ? 0 : CACHE_ASKS_L1};
    size_t before = log->count;
    if (cache->caches.bypasses_l1 || cache->kind == VGPU_PATTERN_HALVES_CONTIGUOUS)
        cache_load_lines(&state, base);
    else if (cache->kind == VGPU_PATTERN_CONTIGUOUS)
        cache_load_run(&state, base, base + (uint64_t)(uint32_t)cache->most);
    else
        cache_load_lanes(&state, base);
    cache_log_shorten(log, before);
}

/* Loads a run of bytes that crosses into another line. Out of line, as it is rare. */
static __attribute__((noinline, unused)) void cache_load_crossing(struct cache_log *log, uint32_t access,
                                                                  uint64_t first, uint64_t end)
{
    cache_load_run(&(struct cache_request_state){.log = log, .access = access, .asks_l1 = CACHE_ASKS_L1}, first, end);
}

/*
 * Loads a run of bytes. L1 still has the lines of this warp's last few requests. Loops over
 * neighbouring words make many such requests, so this inline function counts them.
 */
static inline void cache_load_piece(struct cache_log *log, struct vgpu_access_cache *cache, uint32_t run, uint64_t base,
                                    uint32_t access)
{
    enum { NEAR_WORDS = 16 };
    struct vgpu_noted *noted = &cache->caches.noted[run];
    uint64_t first_byte = base + (uint64_t)(int64_t)cache->caches.run_at[run],
             end = first_byte + cache->caches.run_bytes;
    uint64_t first = first_byte / VGPU_SECTOR_BYTES, last = (end - 1) / VGPU_SECTOR_BYTES;
    if (noted->first == first && noted->last == last && noted->part == log->part &&
        log->count - noted->at <= NEAR_WORDS) {
        cache->caches.l1_hits += last - first + 1;
        return;
    }
    if (__builtin_expect(first / 4 != last / 4, 0)) {
        cache_load_crossing(log, access, first_byte, end);
        return;
    }
    *noted = (struct vgpu_noted){.first = first, .last = last, .at = log->count, .part = log->part};
    cache_log_add(log, first / 4, cache_sector_run(first % 4, last % 4), CACHE_ASKS_L1, CACHE_READ, access);
}

/*
 * Out of line, so that launches without the cache model keep their registers. Returns the next op,
 * for handlers.
 */
static __attribute__((noinline, unused)) const struct vgpu_op *
cache_load_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, uint64_t base)
{
    struct cache_log *log = warp->worker->cache;
    cache_log_reserve(warp->worker);
    if (__builtin_expect(!cache->caches.runs, 0)) {
        cache_load_scattered(log, op, cache, base);
        return op + 1;
    }
    cache_load_piece(log, cache, 0, base, op->access);
    if (cache->caches.runs == 2)
        cache_load_piece(log, cache, 1, base, op->access);
    return op + 1;
}

/* Stores a run of whole sectors. */
static inline void cache_store_run(struct cache_log *log, uint64_t first, uint64_t end, uint32_t access)
{
    for (uint64_t sector = first / VGPU_SECTOR_BYTES, last = end / VGPU_SECTOR_BYTES - 1; sector <= last;) {
        uint64_t line_last = (sector | 3) < last ? sector | 3 : last;
        uint32_t sectors = cache_sector_run(sector % 4, line_last % 4);
        cache_log_add(log, sector / 4, sectors, sectors, CACHE_STORE, access);
        sector = line_last + 1;
    }
}

/*
 * Stores two runs of whole sectors, the halves of the warp. False if they share a line, or their
 * sectors are not whole.
 */
static inline bool cache_store_halves(struct cache_log *log, uint64_t first, uint64_t second, uint64_t size_bytes,
                                      uint32_t access)
{
    uint64_t low = first < second ? first : second, high = first < second ? second : first;
    if ((low | high | size_bytes) % VGPU_SECTOR_BYTES ||
        (low + size_bytes - 1) / VGPU_LINE_BYTES >= high / VGPU_LINE_BYTES)
        return false;
    cache_store_run(log, low, low + size_bytes, access);
    cache_store_run(log, high, high + size_bytes, access);
    return true;
}

static __attribute__((noinline, unused)) void cache_store_pattern(struct vgpu_warp *warp, const struct vgpu_op *op,
                                                                  const struct vgpu_access_cache *cache, uint64_t base)
{
    enum { HALF = VGPU_WARP_LANES / 2 };
    struct cache_log *log = warp->worker->cache;
    cache_log_reserve(warp->worker);
    uint64_t end = base + (uint64_t)(uint32_t)cache->most;
    if (cache->kind == VGPU_PATTERN_CONTIGUOUS && (base | end) % VGPU_SECTOR_BYTES == 0) {
        cache_store_run(log, base, end, op->access);
        return;
    }
    if (cache->kind == VGPU_PATTERN_HALVES_CONTIGUOUS &&
        cache_store_halves(log, base, base + (uint64_t)(int64_t)cache->distances[HALF],
                           (uint64_t)HALF * cache->size_bytes, op->access))
        return;
    struct cache_line lines[CACHE_LINES_MAX];
    uint32_t count = cache_pattern_lines(cache, base, lines);
    size_t before = log->count;
    for (uint32_t i = 0; i < count; i++)
        cache_store_line(log, &lines[i], op->access);
    cache_log_shorten(log, before);
}

#endif
