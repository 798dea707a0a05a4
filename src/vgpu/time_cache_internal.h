/*
 * A cache of lines of four sectors, least recently used out first.
 */
#ifndef VGPU_TIME_CACHE_INTERNAL_H
#define VGPU_TIME_CACHE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIME_CACHE_WAYS = 16 };

struct time_cache_line {
    uint64_t tag; /* line + 1; 0: empty */
    uint64_t used;
    uint8_t valid, dirty; /* by sector */
    uint8_t written[4];   /* bytes of a dirty sector that were stored, at most 32 */
};

struct time_cache {
    struct time_cache_line *lines;
    size_t sets;
    uint64_t clock;
};

bool time_cache_init(struct time_cache *cache, uint64_t size_bytes);
void time_cache_done(struct time_cache *cache);
/* The line, or NULL. */
struct time_cache_line *time_cache_find(struct time_cache *cache, uint64_t line);
/* Makes room for a line that is not there; what had to go is copied to *out_evicted (tag 0: nothing). */
struct time_cache_line *time_cache_insert(struct time_cache *cache, uint64_t line, struct time_cache_line *out_evicted);

#endif
