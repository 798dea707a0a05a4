/*
 * Claims: which thread wrote each word of global memory, while blocks run side by side.
 */
#include "vgpu/execution/claims.h"

#include <string.h>
#include <sys/mman.h>

#include "vgpu/execution/device.h"

/*
 * Claims that are kept between the launches of a device. Those of further buffers are mapped again
 * for each launch.
 */
#define CLAIMS_KEPT_BYTES (UINT64_C(256) << 20)

/*
 * Claims are counted by areas, because a sample of a launch claims few words of a large buffer. An
 * area is a page.
 */
enum { AREA_WORDS = 1 << 10 };

static uint64_t claim_words(uint64_t size_bytes)
{
    return size_bytes / 4 + 1;
}

static uint64_t area_count(const struct vgpu_buffer *buffer)
{
    return claim_words(buffer->size_bytes) / AREA_WORDS + 1;
}

/* The claims, then a byte for each area. */
static size_t claim_bytes(const struct vgpu_buffer *buffer)
{
    return (size_t)(claim_words(buffer->size_bytes) * sizeof(uint32_t) + area_count(buffer));
}

/* A byte for each area: whether a word of it was claimed since begin_claims(). */
static uint8_t *areas_of(uint32_t *words, uint64_t size_bytes)
{
    return (uint8_t *)(words + claim_words(size_bytes));
}

/*
 * Call it before the word is claimed. The page is written first, because one that is read first
 * takes two faults, and the second stops all threads.
 */
static void note_area(uint32_t *words, uint8_t *areas, uint64_t word)
{
    uint8_t *area = &areas[word / AREA_WORDS];
    if (__atomic_load_n(area, __ATOMIC_RELAXED))
        return;
    __atomic_fetch_or(&words[word], 0, __ATOMIC_RELAXED);
    __atomic_store_n(area, 1, __ATOMIC_RELAXED);
}

void claims_give_up(struct vgpu_launch_state *launch)
{
    atomic_store(&launch->conflict, true);
    atomic_store(&launch->stop, true);
}

/* All zero. NULL without memory. */
static uint32_t *map_claims(const struct vgpu_buffer *buffer)
{
    void *pages =
        mmap(NULL, claim_bytes(buffer), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    if (!buffer->lazy) /* a launch touches all of them, but a sample touches few */
        madvise(pages, claim_bytes(buffer), MADV_HUGEPAGE);
    return pages;
}

/* How many tags the launch may use. */
static uint64_t tag_count(const struct vgpu_launch_state *launch)
{
    uint64_t grid = (uint64_t)launch->request->grid[0] * launch->request->grid[1] * launch->request->grid[2];
    return launch->claims_writes ? grid * launch->block_threads : grid;
}

/* Starts the tags above those of earlier attempts, so that earlier claims count for nothing. */
static void begin_claims(const struct vgpu_launch_state *launch, struct vgpu_buffer *buffer)
{
    uint64_t wanted = tag_count(launch);
    if (!buffer->claims.words) {
        buffer->claims.words = map_claims(buffer);
        buffer->claims.last = 0;
    } else if (wanted > UINT32_MAX - buffer->claims.last) {
        memset(buffer->claims.words, 0, claim_bytes(buffer));
        buffer->claims.last = 0;
    } else {
        memset(areas_of(buffer->claims.words, buffer->size_bytes), 0, area_count(buffer));
    }
    buffer->claims.before = buffer->claims.last;
    buffer->claims.last =
        wanted < UINT32_MAX - buffer->claims.last ? buffer->claims.last + (uint32_t)wanted : UINT32_MAX;
    buffer->claims.are_used = buffer->claims.words != NULL;
}

uint32_t *claims_of(struct vgpu_worker *worker, struct vgpu_buffer *buffer)
{
    struct vgpu_launch_state *launch = worker->launch;
    pthread_mutex_lock(&launch->lock);
    if (!buffer->claims.are_used)
        begin_claims(launch, buffer);
    uint32_t *claims = buffer->claims.words;
    pthread_mutex_unlock(&launch->lock);
    if (!claims)
        claims_give_up(launch);
    return claims;
}

void claims_end(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    buffer->claims.are_used = false;
    if (!buffer->claims.words || buffer->claims.are_kept)
        return;
    buffer->claims.are_kept = claim_bytes(buffer) <= CLAIMS_KEPT_BYTES - memory->claim_bytes;
    if (buffer->claims.are_kept)
        memory->claim_bytes += claim_bytes(buffer);
    else
        claims_free(memory, buffer);
}

void claims_free(struct vgpu_memory *memory, struct vgpu_buffer *buffer)
{
    if (buffer->claims.are_kept)
        memory->claim_bytes -= claim_bytes(buffer);
    if (buffer->claims.words)
        munmap(buffer->claims.words, claim_bytes(buffer));
    buffer->claims.words = NULL;
    buffer->claims.are_used = buffer->claims.are_kept = false;
}

/*
 * The tag of a claim. Where races are checked it is the thread. Otherwise it is the block, which is
 * enough for blocks side by side. Tags are above `before`, the highest tag of earlier launches.
 * Grids of 2^32 threads may use a tag twice: then a claim is overlooked.
 */
static uint32_t tag_of(const struct vgpu_warp *warp, uint32_t lane, uint32_t before)
{
    uint64_t number = warp->block->linear;
    if (warp->worker->launch->claims_writes)
        number = number * warp->worker->launch->block_threads + warp->index * VGPU_WARP_LANES + lane;
    return before + (uint32_t)(number % UINT32_MAX) + 1; /* begin_claims() prevents an overflow */
}

/*
 * Full warps that write adjacent words: most stores. True if another thread claimed a word before.
 */
static bool claim_run(uint32_t *restrict words, uint32_t tag, uint32_t step, uint32_t before, uint64_t *claimed)
{
    uint32_t taken = 0, fresh = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint32_t old = words[lane];
        uint32_t own = tag + lane * step;
        fresh += old <= before;
        taken |= old > before && old != own;
        words[lane] = own;
    }
    *claimed += fresh;
    return taken;
}

/*
 * Two blocks may claim a word at once. The sum of claims shows afterwards that one claim was lost.
 */
static bool claim_word(uint32_t *word, uint32_t tag, uint32_t before, uint64_t *claimed)
{
    uint32_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
    *claimed += old <= before;
    __atomic_store_n(word, tag, __ATOMIC_RELAXED);
    return old > before && old != tag;
}

void claims_pattern(struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint64_t base)
{
    struct vgpu_worker *worker = warp->worker;
    uint32_t size_bytes = cache->size_bytes, before = cache->claims.before, tag = tag_of(warp, 0, before);
    uint32_t *words = cache->claims.words + (base - cache->start) / 4;
    uint8_t *areas = areas_of(cache->claims.words, cache->end - cache->start);
    bool by_thread = worker->launch->claims_writes;
    /* bytes of a word share one claim: it cannot show who read which byte */
    bool taken = by_thread && (!cache->is_distinct || (cache->claims.is_exclusive && size_bytes < 4));
    if (size_bytes == 4 && cache->kind == VGPU_PATTERN_CONTIGUOUS && tag < UINT32_MAX - VGPU_WARP_LANES) {
        note_area(cache->claims.words, areas, (base - cache->start) / 4);
        note_area(cache->claims.words, areas, (base - cache->start) / 4 + VGPU_WARP_LANES - 1);
        taken |= claim_run(words, tag, by_thread, before, &worker->claimed);
    } else {
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
            if (!(cache->mask >> lane & 1))
                continue;
            uint64_t first = (base - cache->start + (uint64_t)(int64_t)cache->distances[lane]) / 4;
            uint32_t own = size_bytes < 4 ? tag : tag_of(warp, lane, before); /* one claim for the warp */
            note_area(cache->claims.words, areas, first);
            note_area(cache->claims.words, areas, first + (size_bytes + 3) / 4 - 1);
            for (uint64_t i = 0; i < (size_bytes + 3) / 4; i++)
                taken |= claim_word(cache->claims.words + first + i, own, before, &worker->claimed);
        }
    }
    if (taken)
        claims_give_up(worker->launch);
}

void claims_access(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    uint32_t *claims = claims_of(warp->worker, place->buffer);
    uint32_t before = place->buffer->claims.before;
    uint32_t tag = tag_of(warp, access->size_bytes < 4 ? 0 : access->lane, before);
    bool taken = warp->worker->launch->claims_writes && access->size_bytes < 4 && place->buffer->is_exclusive;
    for (uint64_t i = place->offset / 4; claims && i <= (place->offset + access->size_bytes - 1) / 4; i++) {
        note_area(claims, areas_of(claims, place->buffer->size_bytes), i);
        taken |= claim_word(&claims[i], tag, before, &warp->worker->claimed);
    }
    if (taken)
        claims_give_up(warp->worker->launch);
}

/* A share of the areas of every buffer, for one of `count` CPU threads. */
struct share {
    const struct vgpu_memory *memory;
    uint64_t index, count, claimed;
};

static uint64_t count_area(const struct vgpu_buffer *buffer, uint64_t area)
{
    uint64_t words = claim_words(buffer->size_bytes), first = area * AREA_WORDS, claimed = 0;
    uint64_t end = first + AREA_WORDS < words ? first + AREA_WORDS : words;
    for (uint64_t at = first; at < end; at++)
        claimed += buffer->claims.words[at] > buffer->claims.before;
    return claimed;
}

static void *count_share(void *argument)
{
    struct share *share = argument;
    for (size_t i = 0; i < share->memory->count; i++) {
        const struct vgpu_buffer *buffer = share->memory->buffers[i];
        uint64_t areas = buffer->claims.are_used ? area_count(buffer) : 0,
                 end = areas * (share->index + 1) / share->count;
        for (uint64_t area = areas * share->index / share->count; area < end; area++)
            if (areas_of(buffer->claims.words, buffer->size_bytes)[area])
                share->claimed += count_area(buffer, area);
    }
    return NULL;
}

static uint64_t words_with_claims(const struct vgpu_memory *memory)
{
    uint64_t words = 0;
    for (size_t i = 0; i < memory->count; i++) {
        const struct vgpu_buffer *buffer = memory->buffers[i];
        uint64_t areas = buffer->claims.are_used ? area_count(buffer) : 0;
        for (uint64_t area = 0; area < areas; area++)
            words += areas_of(buffer->claims.words, buffer->size_bytes)[area] ? AREA_WORDS : 0;
    }
    return words;
}

/*
 * Counts with as many threads as claimed them, if there are many: one thread would take as long as
 * a short launch.
 */
static uint64_t count_claims(const struct vgpu_memory *memory, int count)
{
    enum { WORTH_A_THREAD = 1 << 20 };
    if (words_with_claims(memory) < WORTH_A_THREAD)
        count = 1;
    pthread_t threads[VGPU_THREADS_MAX];
    struct share shares[VGPU_THREADS_MAX];
    uint64_t claimed = 0;
    for (int i = 0; i < count; i++)
        shares[i] = (struct share){.memory = memory, .index = (uint64_t)i, .count = (uint64_t)count};
    int started = 1;
    while (started < count && pthread_create(&threads[started], NULL, count_share, &shares[started]) == 0)
        started++;
    count_share(&shares[0]);
    for (int i = started; i < count; i++)
        count_share(&shares[i]);
    for (int i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++)
        claimed += shares[i].claimed;
    return claimed;
}

bool claims_agree(struct vgpu_launch_state *launch, struct vgpu_worker **workers, int count)
{
    uint64_t thought = 0;
    if (count < 2)
        return true;
    for (int i = 0; i < count; i++)
        thought += workers[i]->claimed;
    return thought == 0 || thought == count_claims(device_memory(launch->device), count);
}
