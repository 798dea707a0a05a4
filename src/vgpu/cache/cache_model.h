/*
 * The cache model of the counters l1_*, l2_* and dram_*: VGPU_COUNT_CACHE.
 *
 * L1. Each block has its own, which is empty when the block begins. It is as large as the block's
 * share of the SM's L1; vgpu/occupancy.h says which blocks share it. Global and local loads look up
 * their sectors, and missing sectors are fetched. From one barrier to the next, the warps of the
 * block take turns of a few requests. The order in which they ran does not matter (l1_replay.c).
 * Stores go through: they neither look up nor allocate, and valid sectors stay valid. Some accesses
 * bypass L1: volatile and ordered loads, atomics, ld.cg, ld.cv, and 16-byte cp.async.cg.
 *
 * L2. There is one for the launch, empty at its beginning, with write-back. It gets the sectors
 * that L1 fetches, every store and every atomic. The blocks that a GPU holds at a time take turns
 * of a few requests (l2_interleave.c). A missing sector is fetched from DRAM with its neighbour, 64
 * bytes. A store of a whole sector needs nothing from DRAM and counts as a hit. The rest of a
 * sector that is stored in part is fetched when it is read or written back. Dirty sectors are
 * written back when their line is evicted, or at the end of the launch.
 *
 * While a block runs, its worker notes its requests in a log, and then plays the log to L1.
 * Requests to L2 are played in the order of the blocks. Results are by memory instruction
 * (op->access), and so by source line.
 */
#ifndef VGPU_CACHE_CACHE_MODEL_H
#define VGPU_CACHE_CACHE_MODEL_H

#include "vgpu/cache/l1_replay.h"
#include "vgpu/execution/access_pattern.h"

struct cache_model;
struct cache_l2;
struct cache_traffic; /* cache_l2.h */

/*
 * NULL without memory. `*l2` is the device's L2, which is kept from launch to launch; NULL: not
 * made yet.
 */
struct cache_model *cache_model_new(const struct vgpu_launch_state *launch, struct cache_l2 **l2);
void cache_model_free(struct cache_model *model);
/* The size of a block's L1. */
uint64_t cache_model_l1_bytes(const struct cache_model *model);

/* Complete once all logs were handed over. Plays the rest of them. */
const struct cache_traffic *cache_model_traffic(struct cache_model *model, uint32_t access);

/* --- the log of a worker ---------------------------------------------------------------------- */

enum cache_request { CACHE_READ, CACHE_STORE, CACHE_ATOMIC, CACHE_MARK /* no request: a mark, see below */ };

/*
 * The most words that one request of a warp takes. Each lane touches two lines, with the bytes that
 * it stores.
 */
enum { CACHE_REQUEST_WORDS_MAX = VGPU_WARP_LANES * 2 * 3 + 1 };

/*
 * A word per line: line | sectors << 38 | whole sectors << 42 | request << 46 | access << 48. After
 * a store with sectors that are not whole, words with the stored bytes follow: a bit for each byte,
 * two sectors to a word. A load that looks into L1 has all its sectors marked as whole.
 *
 * There are three kinds of marks. One kind is before the words of the next block, one at the end of
 * a part of a block. The third says that the next request represents several. They differ only in
 * their line, and each is the same number of lines after the one before.
 */
struct cache_log {
    uint64_t *words; /* words of the block that owns `l1`, since its warps last took turns */
    size_t count, capacity;
    struct cache_l1 *l1;
    struct cache_segment *segments; /* segments of these words */
    size_t segment_count, segment_capacity;
    uint64_t part;            /* number of the stretch of requests of one warp between two barriers or turns */
    struct cache_words ready; /* for L2: of blocks from `first_block` on, in the order of the launch */
    uint64_t first_block;
};
enum {
    CACHE_LOG_SECTORS = 38,
    CACHE_LOG_WHOLE = 42,
    CACHE_LOG_REQUEST = 46,
    CACHE_LOG_ACCESS = 48,
};
#define CACHE_LINE_MASK ((UINT64_C(1) << CACHE_LOG_SECTORS) - 1)

#define CACHE_MARK_WORD ((uint64_t)CACHE_MARK << CACHE_LOG_REQUEST)
#define CACHE_PART_WORD (CACHE_MARK_WORD | 1)
enum { CACHE_ASKS_L1 = 15 };

static inline enum cache_request cache_request_of(uint64_t word)
{
    return (enum cache_request)(word >> CACHE_LOG_REQUEST & 3);
}

/* The number of requests that the next one represents. 0 for marks of blocks and parts. */
static inline uint32_t cache_mark_count(uint64_t mark)
{
    return (uint32_t)(mark >> CACHE_LOG_SECTORS) & 255;
}

static inline bool cache_is_block(uint64_t word)
{
    return word == CACHE_MARK_WORD;
}

static inline bool cache_is_part(uint64_t word)
{
    return word == CACHE_PART_WORD;
}

static inline bool cache_asks_l1(uint64_t word)
{
    _Static_assert(CACHE_READ == 0 && CACHE_LOG_REQUEST == CACHE_LOG_WHOLE + 4, "both are compared at once");
    return (word >> CACHE_LOG_WHOLE & 63) == CACHE_ASKS_L1;
}

/* NULL without memory. */
struct cache_log *cache_log_new(void);
void cache_log_free(struct cache_log *log);

/* Makes room for a request, if necessary by letting the warps take turns up to here. */
void cache_log_make_room(struct vgpu_worker *worker);
/*
 * Call it at the start of a block, before its L1 is emptied: earlier words belong to another block.
 */
void cache_log_begin_block(struct vgpu_worker *worker, struct cache_l1 *l1);
/* Call it before a warp of the block with that L1 runs. */
void cache_log_begin_warp(struct vgpu_worker *worker, struct cache_l1 *l1, uint32_t index);
/* Plays the words so far, after those of all earlier blocks. */
void cache_log_play(struct vgpu_worker *worker);
/* Blocks up to, but not including, `end_block` are complete. */
void cache_log_hand_over(struct vgpu_worker *worker, uint64_t end_block);
/* The launch stops: wakes all workers that wait. */
void cache_model_wake(struct cache_model *model);

static inline void cache_log_reserve(struct vgpu_worker *worker)
{
    if (__builtin_expect(worker->cache->count + CACHE_REQUEST_WORDS_MAX > worker->cache->capacity, 0))
        cache_log_make_room(worker);
}

static inline uint64_t cache_word(uint64_t line, uint32_t sectors, uint32_t whole, enum cache_request request,
                                  uint32_t access)
{
    return (line & CACHE_LINE_MASK) | (uint64_t)sectors << CACHE_LOG_SECTORS | (uint64_t)whole << CACHE_LOG_WHOLE |
           (uint64_t)request << CACHE_LOG_REQUEST | (uint64_t)access << CACHE_LOG_ACCESS;
}

static inline void cache_log_add(struct cache_log *log, uint64_t line, uint32_t sectors, uint32_t whole,
                                 enum cache_request request, uint32_t access)
{
    log->words[log->count++] = cache_word(line, sectors, whole, request, access);
}

/*
 * Shortens requests of one warp that differ only in their lines, in even steps. Returns the number
 * of words.
 */
size_t cache_shorten(uint64_t *words, size_t count);

/* Shortens the requests from word `first` on, which belong to one access of a warp. */
static inline void cache_log_shorten(struct cache_log *log, size_t first)
{
    log->count = first + cache_shorten(log->words + first, log->count - first);
}

/* --- requests of a warp ----------------------------------------------------------------------- */

/* A line that a request touches, in the order of addresses. */
struct cache_line {
    uint64_t line;
    uint32_t sectors;  /* a bit each */
    uint32_t bytes[4]; /* bytes of each sector, a bit each */
};
enum { CACHE_LINES_MAX = VGPU_WARP_LANES * 2 };

static inline uint32_t cache_count_sectors(uint32_t sectors)
{
    return (uint32_t)(UINT64_C(0x4332322132212110) >> (4 * sectors)) & 15;
}

/* One line of a store, with the bytes that are stored. */
static inline void cache_store_line(struct cache_log *log, const struct cache_line *line, uint32_t access)
{
    uint32_t parts[4], part_count = 0, whole = 0;
    for (uint32_t i = 0; i < 4; i++) {
        whole |= (uint32_t)(line->bytes[i] == UINT32_MAX) << i;
        if (line->bytes[i] && line->bytes[i] != UINT32_MAX)
            parts[part_count++] = line->bytes[i];
    }
    cache_log_add(log, line->line, line->sectors, whole, CACHE_STORE, access);
    for (uint32_t i = 0; i < part_count; i += 2)
        log->words[log->count++] = parts[i] | (i + 1 < part_count ? (uint64_t)parts[i + 1] << 32 : 0);
}

/*
 * Finds the lines of a request. Lanes may be in any order; addresses of lanes outside of `mask` do
 * not matter. Returns the number of lines.
 */
uint32_t cache_find_lines(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes,
                          struct cache_line lines[CACHE_LINES_MAX]);

/* Finds the lines of a pattern. The pattern's lanes in order are in cache->caches.order. */
uint32_t cache_pattern_lines(const struct vgpu_access_cache *cache, uint64_t base,
                             struct cache_line lines[CACHE_LINES_MAX]);
/* Fills in the fields of a pattern that the cache model uses: order, bypasses_l1. */
void cache_describe_pattern(struct vgpu_access_cache *cache, const struct vgpu_op *op);

/* Words that a request takes, without a mark before it. */
static inline size_t cache_request_words(uint64_t word)
{
    if (cache_request_of(word) != CACHE_STORE)
        return 1;
    uint32_t partial = (uint32_t)(word >> CACHE_LOG_SECTORS & ~(word >> CACHE_LOG_WHOLE)) & 15;
    return 1 + (cache_count_sectors(partial) + 1) / 2;
}

/* Notes any request by its addresses. cache_fast.h does the same by patterns. */
void cache_note(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                const uint64_t *addresses, uint32_t mask, uint32_t size_bytes);

/*
 * Notes a request to global or local memory by its lines. Lines of local memory are moved to the
 * block's own place.
 */
void cache_note_lines(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                      struct cache_line *lines, uint32_t count);

/* Whether a load goes past L1. */
bool cache_is_bypassed(const struct vgpu_op *op);

#endif
