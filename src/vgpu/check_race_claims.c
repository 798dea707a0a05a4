/*
 * Claims: which thread wrote each word of global memory, while blocks run side by side.
 */
#include <sys/mman.h>

#include "vgpu/race_global_internal.h"

static size_t claim_bytes(const struct vgpu_buffer *buffer)
{
    return (size_t)(buffer->size_bytes / 4 + 1) * sizeof(uint32_t);
}

static void disturb(struct vgpu_launch_state *launch)
{
    atomic_store(&launch->conflict, true);
    atomic_store(&launch->stop, true);
}

uint32_t *race_claims_of(struct vgpu_worker *worker, struct vgpu_buffer *buffer)
{
    struct vgpu_launch_state *launch = worker->launch;
    pthread_mutex_lock(&launch->lock);
    if (!buffer->claims) {
        void *pages =
            mmap(NULL, claim_bytes(buffer), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        buffer->claims = pages == MAP_FAILED ? NULL : pages;
        if (buffer->claims)
            madvise(pages, claim_bytes(buffer), MADV_HUGEPAGE); /* all of it is going to be touched */
    }
    uint32_t *claims = buffer->claims;
    pthread_mutex_unlock(&launch->lock);
    if (!claims)
        disturb(launch);
    return claims;
}

void race_forget_claims(struct vgpu_buffer *buffer)
{
    if (buffer->claims)
        munmap(buffer->claims, claim_bytes(buffer));
    buffer->claims = NULL;
}

/*
 * Whom a word is claimed for: its thread where races are looked for, else its block, which is all that blocks side by
 * side need. Never 0. Large grids may use a tag twice: then a claim is overlooked, which takes 2^32 threads.
 */
static uint32_t tag_of(const struct vgpu_warp *warp, uint32_t lane)
{
    if (!warp->worker->launch->claims_writes)
        return (uint32_t)(warp->block->linear % UINT32_MAX) + 1;
    uint64_t thread = warp->block->linear * warp->worker->launch->block_threads + warp->index * VGPU_WARP_LANES + lane;
    return (uint32_t)(thread % UINT32_MAX) + 1;
}

/* Full warps that write word after word: most stores. True if a word belongs to somebody else. */
static bool claim_run(uint32_t *restrict words, uint32_t tag, uint32_t step, uint64_t *claimed)
{
    uint32_t taken = 0, fresh = 0;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint32_t old = words[lane];
        uint32_t own = tag + lane * step;
        fresh += old == 0;
        taken |= old != 0 && old != own;
        words[lane] = own;
    }
    *claimed += fresh;
    return taken;
}

/* Two blocks may claim a word at once; that one claim was lost shows afterwards, in the sum of claims. */
static bool claim_word(uint32_t *word, uint32_t tag, uint64_t *claimed)
{
    uint32_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
    *claimed += old == 0;
    __atomic_store_n(word, tag, __ATOMIC_RELAXED);
    return old != 0 && old != tag;
}

void race_claim_pattern(struct vgpu_warp *warp, const struct vgpu_access_cache *cache, uint64_t base)
{
    struct vgpu_worker *worker = warp->worker;
    uint32_t size_bytes = cache->size_bytes, tag = tag_of(warp, 0);
    uint32_t *words = cache->claims + (base - cache->start) / 4;
    bool by_thread = worker->launch->claims_writes;
    /* bytes of a word have one claim: it cannot tell who read what */
    bool taken = by_thread && (!cache->is_distinct || (cache->is_exclusive && size_bytes < 4));
    if (size_bytes == 4 && cache->kind == VGPU_PATTERN_CONTIGUOUS && tag < UINT32_MAX - VGPU_WARP_LANES) {
        taken |= claim_run(words, tag, by_thread, &worker->claimed);
    } else {
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
            if (!(cache->mask >> lane & 1))
                continue;
            uint64_t first = (base - cache->start + (uint64_t)(int64_t)cache->distances[lane]) / 4;
            uint32_t own = size_bytes < 4 ? tag : tag_of(warp, lane); /* parts of a word: one claim for the warp */
            for (uint64_t i = 0; i < (size_bytes + 3) / 4; i++)
                taken |= claim_word(cache->claims + first + i, own, &worker->claimed);
        }
    }
    if (taken)
        disturb(worker->launch);
}

void race_claim_access(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place)
{
    uint32_t *claims = race_claims_of(warp->worker, place->buffer);
    uint32_t tag = tag_of(warp, access->size_bytes < 4 ? 0 : access->lane);
    bool taken = warp->worker->launch->claims_writes && access->size_bytes < 4 && place->buffer->is_exclusive;
    for (uint64_t i = place->offset / 4; claims && i <= (place->offset + access->size_bytes - 1) / 4; i++)
        taken |= claim_word(&claims[i], tag, &warp->worker->claimed);
    if (taken)
        disturb(warp->worker->launch);
}

/* A share of the words of every buffer, for one of `count` CPU threads. */
struct share {
    const struct vgpu_memory *memory;
    uint64_t index, count, claimed;
};

static void *count_share(void *argument)
{
    struct share *share = argument;
    for (size_t i = 0; i < share->memory->count; i++) {
        const struct vgpu_buffer *buffer = share->memory->buffers[i];
        uint64_t words = buffer->claims ? claim_bytes(buffer) / sizeof(uint32_t) : 0, claimed = 0;
        for (uint64_t at = words * share->index / share->count; at < words * (share->index + 1) / share->count; at++)
            claimed += buffer->claims[at] != 0;
        share->claimed += claimed;
    }
    return NULL;
}

/* By as many threads as claimed them: reading it all takes as long as a short launch. */
static uint64_t count_claims(const struct vgpu_memory *memory, int count)
{
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

bool race_claims_agree(struct vgpu_launch_state *launch, struct vgpu_worker **workers, int count)
{
    uint64_t thought = 0;
    if (count < 2)
        return true;
    for (int i = 0; i < count; i++)
        thought += workers[i]->claimed;
    return thought == 0 || thought == count_claims(device_memory(launch->device), count);
}
