/*
 * L2 and DRAM of the cache model, and the order in which the logs of blocks are played.
 */
#include "vgpu/cache_model_internal.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/cache_round_internal.h"
#include "vgpu/time_internal.h"

enum {
    LOG_WORDS = 1 << 17,           /* of a worker: 1 MiB */
    WAITING_BYTES_MAX = 256 << 20, /* of blocks that are complete before their turn */
    PREFETCH_WORDS = 12,
};

/*
 * What L2 knows of a sector beside its line's tag. That a dirty sector is going to be written, and what is missing of
 * it read, is counted when it becomes dirty; the reading is taken back if it turns out that it need not be.
 */
struct l2_sector {
    uint32_t stored; /* bytes, while it is dirty but not valid */
    uint32_t access; /* that made it so */
};

/* Kept by the device from launch to launch: a new one would cost more than a small kernel. */
struct cache_l2 {
    struct cache tags;
    struct l2_sector (*lines)[4]; /* by slot */
};

/* The log of complete blocks that wait for earlier ones. */
struct waiting {
    struct waiting *next;
    uint64_t first_block, end_block;
    size_t count;
    uint64_t words[];
};

struct cache_model {
    const struct vgpu_launch_state *launch;
    struct cache_round round; /* blocks whose requests are played together */
    uint64_t l1_bytes;
    struct cache_l2 *l2;
    struct cache_traffic *traffic;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    uint64_t next_block;     /* the first whose log was not played; the worker that runs it may play */
    struct waiting *waiting; /* by first block */
    size_t waiting_bytes;
};

/* --- L2 ---------------------------------------------------------------------------------------------------------- */

static uint32_t l2_slot(struct cache_model *model, uint64_t line)
{
    uint32_t slot = cache_find(&model->l2->tags, line);
    return slot != CACHE_NO_SLOT ? slot : cache_insert(&model->l2->tags, line, NULL);
}

/* Sectors whose rest somebody thought must be read, and which were completed. */
static void take_back(struct cache_model *model, uint32_t slot, uint32_t sectors)
{
    for (uint32_t i = 0; sectors && i < 4; i++)
        if (sectors >> i & 1)
            model->traffic[model->l2->lines[slot][i].access].dram_read_bytes -= CACHE_SECTOR_BYTES;
}

static void make_valid(struct cache_model *model, uint32_t slot, uint32_t sectors)
{
    uint8_t *valid = cache_valid_at(&model->l2->tags, slot);
    take_back(model, slot, sectors & *cache_dirty_at(&model->l2->tags, slot) & ~(uint32_t)*valid);
    *valid |= (uint8_t)sectors;
}

static void make_dirty(struct cache_model *model, uint32_t slot, uint32_t sectors, struct cache_traffic *traffic)
{
    uint8_t *dirty = cache_dirty_at(&model->l2->tags, slot);
    traffic->dram_write_bytes += CACHE_SECTOR_BYTES * cache_count_sectors(sectors & ~(uint32_t)*dirty);
    *dirty |= (uint8_t)sectors;
}

static void l2_read(struct cache_model *model, uint32_t slot, uint32_t sectors, struct cache_traffic *traffic)
{
    uint32_t missing = sectors & ~(uint32_t)*cache_valid_at(&model->l2->tags, slot);
    traffic->l2_hits += cache_count_sectors(sectors & ~missing);
    traffic->l2_misses += cache_count_sectors(missing);
    for (uint32_t both = 3; missing && both < 16; both <<= 2) { /* DRAM gives two neighbouring sectors at a time */
        if (!(missing & both))
            continue;
        make_valid(model, slot, both);
        traffic->dram_read_bytes += CACHE_DRAM_BYTES;
    }
}

/* Some bytes of a sector that is not valid. */
static void store_part(struct cache_model *model, uint32_t slot, uint32_t sector, uint32_t bytes, uint32_t access)
{
    struct l2_sector *at = &model->l2->lines[slot][sector];
    uint32_t bit = 1U << sector;
    if (*cache_dirty_at(&model->l2->tags, slot) & bit) {
        at->stored |= bytes;
    } else {
        *at = (struct l2_sector){.stored = bytes, .access = access};
        model->traffic[access].dram_read_bytes += CACHE_SECTOR_BYTES;
        make_dirty(model, slot, bit, &model->traffic[access]);
    }
    if (at->stored == UINT32_MAX)
        make_valid(model, slot, bit);
}

/* Returns how many words of bytes it took. */
static size_t l2_store(struct cache_model *model, uint32_t slot, uint32_t sectors, uint32_t whole,
                       const uint64_t *bytes, uint32_t access)
{
    struct cache_traffic *traffic = &model->traffic[access];
    const uint8_t *valid = cache_valid_at(&model->l2->tags, slot);
    uint32_t parts = 0, partial = sectors & ~whole, served = sectors & (whole | *valid);
    traffic->l2_hits += cache_count_sectors(served);
    traffic->l2_misses += cache_count_sectors(sectors & ~served);
    make_valid(model, slot, whole);
    make_dirty(model, slot, served, traffic);
    for (uint32_t i = 0; partial && i < 4; i++) {
        if (!(partial >> i & 1))
            continue;
        uint32_t stored = (uint32_t)(bytes[parts / 2] >> (parts % 2 * 32));
        parts++;
        if (!(*valid >> i & 1))
            store_part(model, slot, i, stored, access);
    }
    return (parts + 1) / 2;
}

/* Whole requests, until `least` words of the `count` that there are were played; returns how many it were. */
static size_t play(void *context, const uint64_t *words, size_t least, size_t count)
{
    struct cache_model *model = context;
    size_t i = 0;
    while (i < least) {
        uint64_t word = words[i++];
        uint32_t sectors = (uint32_t)(word >> CACHE_LOG_SECTORS) & 15, whole = (uint32_t)(word >> CACHE_LOG_WHOLE) & 15;
        uint32_t access = (uint32_t)(word >> CACHE_LOG_ACCESS);
        if (i + PREFETCH_WORDS < count) {
            const struct cache_set *set = cache_set_of(&model->l2->tags, words[i + PREFETCH_WORDS] & CACHE_LINE_MASK);
            for (size_t at = 0; at < sizeof(*set); at += 64)
                __builtin_prefetch((const char *)set + at, 1);
        }
        uint32_t slot = l2_slot(model, word & CACHE_LINE_MASK);
        switch ((enum cache_request)(word >> CACHE_LOG_REQUEST & 3)) {
        case CACHE_READ:
            l2_read(model, slot, sectors, &model->traffic[access]);
            break;
        case CACHE_STORE:
            i += l2_store(model, slot, sectors, whole, words + i, access);
            break;
        case CACHE_ATOMIC:
            l2_read(model, slot, sectors, &model->traffic[access]);
            make_dirty(model, slot, sectors, &model->traffic[access]);
            break;
        case CACHE_BEGIN:
            break;
        }
    }
    return i;
}

/* --- the model --------------------------------------------------------------------------------------------------- */

void cache_l2_free(struct cache_l2 *l2)
{
    if (!l2)
        return;
    cache_done(&l2->tags);
    free(l2->lines);
    free(l2);
}

/*
 * Of an L2 in two halves, what SMs of both use is kept twice, what one SM uses alone is not: three quarters hold
 * different lines. That is what kernels on an H100 show that read their own row again (layernorm.reads_again: 82 MB of
 * DRAM for 67 MB of input whose resident part takes 35 MB).
 */
static uint64_t l2_bytes(const struct vgpu_architecture *architecture)
{
    double shared = cache_l2_bytes(architecture), all = (double)architecture->l2_bytes;
    return (uint64_t)(shared + (all - shared) / 2);
}

/* The device's L2, empty; NULL without memory. */
static struct cache_l2 *empty_l2(struct vgpu *device)
{
    if (device->l2) {
        cache_forget(&device->l2->tags);
        return device->l2;
    }
    struct cache_l2 *l2 = calloc(1, sizeof(*l2));
    bool ready = l2 && cache_init(&l2->tags, l2_bytes(device->architecture));
    if (ready)
        l2->lines = calloc(l2->tags.set_count * CACHE_WAYS, sizeof(*l2->lines));
    if (ready && l2->lines)
        return device->l2 = l2;
    cache_l2_free(l2);
    return NULL;
}

struct cache_model *cache_model_new(const struct vgpu_launch_state *launch)
{
    struct cache_model *model = calloc(1, sizeof(*model));
    if (!model)
        return NULL;
    struct time_shape shape;
    time_shape_find(launch->device->architecture, &launch->entry->kernel,
                    &(struct time_request){.launch = *launch->request}, &shape);
    model->launch = launch;
    model->l1_bytes = shape.l1_bytes / (shape.resident ? shape.resident : 1);
    model->traffic = calloc(launch->module->access_count + 2UL, sizeof(*model->traffic));
    model->l2 = empty_l2(launch->device);
    pthread_mutex_init(&model->lock, NULL);
    pthread_cond_init(&model->turn, NULL);
    uint64_t resident = (uint64_t)shape.active_sms * (shape.resident ? shape.resident : 1);
    bool ready = cache_round_init(&model->round, resident, play, model);
    if (ready && model->traffic && model->l2)
        return model;
    cache_model_free(model);
    return NULL;
}

void cache_model_free(struct cache_model *model)
{
    if (!model)
        return;
    for (struct waiting *waiting = model->waiting, *next; waiting; waiting = next) {
        next = waiting->next;
        free(waiting);
    }
    cache_round_done(&model->round);
    pthread_mutex_destroy(&model->lock);
    pthread_cond_destroy(&model->turn);
    free(model->traffic);
    free(model);
}

uint64_t cache_model_l1_bytes(const struct cache_model *model)
{
    return model->l1_bytes;
}

const struct cache_traffic *cache_model_traffic(struct cache_model *model, uint32_t access)
{
    cache_round_play(&model->round);
    return &model->traffic[access];
}

/* --- whose turn it is -------------------------------------------------------------------------------------------- */

static bool is_stopped(const struct cache_model *model)
{
    return atomic_load_explicit(&model->launch->stop, memory_order_relaxed);
}

/* Under the lock: waits until `block` is the next. False: the launch stops, or `give_up_below` bytes wait. */
static bool wait_for_turn(struct cache_model *model, uint64_t block, size_t give_up_below)
{
    while (model->next_block != block && model->waiting_bytes >= give_up_below && !is_stopped(model))
        pthread_cond_wait(&model->turn, &model->lock);
    return model->next_block == block;
}

/* Under the lock, which is let go while the next blocks are played, as long as they are there. */
static void play_waiting(struct cache_model *model)
{
    struct waiting *waiting;
    while ((waiting = model->waiting) && waiting->first_block == model->next_block) {
        model->waiting = waiting->next;
        pthread_mutex_unlock(&model->lock);
        cache_round_add(&model->round, waiting->words, waiting->count);
        pthread_mutex_lock(&model->lock);
        model->waiting_bytes -= waiting->count * sizeof(*waiting->words);
        model->next_block = waiting->end_block;
        free(waiting);
    }
    pthread_cond_broadcast(&model->turn);
}

/* Under the lock. False without memory. */
static bool put_waiting(struct cache_model *model, const struct cache_log *log, uint64_t end_block)
{
    struct waiting *waiting = malloc(sizeof(*waiting) + log->count * sizeof(*waiting->words)), **at = &model->waiting;
    if (!waiting)
        return false;
    *waiting = (struct waiting){.first_block = log->first_block, .end_block = end_block, .count = log->count};
    if (log->count)
        memcpy(waiting->words, log->words, log->count * sizeof(*log->words));
    while (*at && (*at)->first_block < log->first_block)
        at = &(*at)->next;
    waiting->next = *at;
    *at = waiting;
    model->waiting_bytes += log->count * sizeof(*log->words);
    return true;
}

/* The log joins the round now, because it is its blocks' turn. */
static void play_own(struct cache_model *model, struct cache_log *log)
{
    cache_round_add(&model->round, log->words, log->count);
    log->count = 0;
}

void cache_log_make_room(struct vgpu_worker *worker)
{
    struct cache_model *model = worker->launch->caches;
    struct cache_log *log = worker->log;
    if (worker->launch->is_parallel) {
        pthread_mutex_lock(&model->lock);
        bool is_mine = wait_for_turn(model, log->first_block, 0);
        pthread_mutex_unlock(&model->lock);
        if (!is_mine) { /* the launch will be run again */
            log->count = 0;
            return;
        }
    }
    play_own(model, log);
}

void cache_log_hand_over(struct vgpu_worker *worker, uint64_t end_block)
{
    struct cache_model *model = worker->launch->caches;
    struct cache_log *log = worker->log;
    pthread_mutex_lock(&model->lock);
    bool is_mine = wait_for_turn(model, log->first_block, WAITING_BYTES_MAX);
    if (!is_mine && !is_stopped(model) && !put_waiting(model, log, end_block))
        is_mine = wait_for_turn(model, log->first_block, 0);
    if (is_mine) {
        pthread_mutex_unlock(&model->lock);
        play_own(model, log);
        pthread_mutex_lock(&model->lock);
        model->next_block = end_block;
        play_waiting(model);
    }
    pthread_mutex_unlock(&model->lock);
    log->count = 0;
}

void cache_model_wake(struct cache_model *model)
{
    pthread_mutex_lock(&model->lock);
    pthread_cond_broadcast(&model->turn);
    pthread_mutex_unlock(&model->lock);
}

/* --- logs -------------------------------------------------------------------------------------------------------- */

struct cache_log *cache_log_new(void)
{
    struct cache_log *log = calloc(1, sizeof(*log));
    if (!log)
        return NULL;
    log->capacity = LOG_WORDS;
    log->words = malloc(log->capacity * sizeof(*log->words));
    if (log->words)
        return log;
    free(log);
    return NULL;
}

void cache_log_free(struct cache_log *log)
{
    if (!log)
        return;
    free(log->words);
    free(log);
}
