/* The cache model of a launch, and the order in which the logs of blocks are played. */
#include "vgpu/cache/cache_model.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/cache/cache_l2.h"
#include "vgpu/cache/count.h"
#include "vgpu/cache/l2_interleave.h"
#include "vgpu/occupancy.h"

enum {
    LOG_WORDS = 1 << 17,           /* log of a worker: 1 MiB */
    LOG_WORDS_MAX = 1 << 20,       /* limit of the words in which the warps of a block take turns */
    SEGMENTS_MAX = 1 << 16,        /* limit of the segments of these words */
    READY_WORDS_MAX = 1 << 20,     /* before a worker waits for its turn */
    WAITING_BYTES_MAX = 256 << 20, /* logs of blocks that are complete before their turn */
};

/* The share of an SM's L1 that holds data for loads. Stores and lines in flight take the rest. */
#define L1_SHARE 0.9

/* The log of complete blocks that wait for earlier ones. */
struct waiting {
    struct waiting *next;
    uint64_t first_block, end_block;
    size_t count;
    uint64_t words[];
};

struct cache_model {
    const struct vgpu_launch_state *launch;
    struct l2_interleave interleave; /* blocks that play their requests together */
    uint64_t l1_bytes;
    struct cache_l2 *l2;
    struct cache_traffic *traffic;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    /* the first block with a log that was not played; its worker may play */
    uint64_t next_block;
    struct waiting *waiting; /* by first block */
    size_t waiting_bytes;
};

/* --- the model -------------------------------------------------------------------------------- */

/*
 * An empty L2, `*kept` where there is one; NULL without memory. A new L2 costs more than a small
 * kernel.
 */
static struct cache_l2 *empty_l2(const struct vgpu_architecture *architecture, struct cache_l2 **kept)
{
    if (*kept)
        cache_l2_forget(*kept);
    else
        *kept = cache_l2_new(architecture);
    return *kept;
}

static size_t play(void *context, const struct cache_turn *turn)
{
    struct cache_model *model = context;
    return cache_l2_play(model->l2, model->traffic, turn);
}

struct cache_model *cache_model_new(const struct vgpu_launch_state *launch, struct cache_l2 **l2)
{
    const struct vgpu_architecture *architecture = vgpu_architecture_of(launch->device);
    struct cache_model *model = calloc(1, sizeof(*model));
    if (!model)
        return NULL;
    struct vgpu_occupancy occupancy;
    vgpu_occupancy_find(architecture, &launch->entry->kernel, launch->request, 0, &occupancy);
    model->launch = launch;
    model->l1_bytes = (uint64_t)(L1_SHARE * (double)occupancy.l1_bytes) / (occupancy.resident ? occupancy.resident : 1);
    model->traffic = calloc(launch->module->access_count + 2UL, sizeof(*model->traffic));
    model->l2 = empty_l2(architecture, l2);
    pthread_mutex_init(&model->lock, NULL);
    pthread_cond_init(&model->turn, NULL);
    uint64_t resident = (uint64_t)occupancy.active_sms * (occupancy.resident ? occupancy.resident : 1);
    bool ready = l2_interleave_init(&model->interleave, resident, launch->block_count, play, model);
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
    l2_interleave_done(&model->interleave);
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
    l2_interleave_play(&model->interleave);
    return &model->traffic[access];
}

/* --- whose turn it is ------------------------------------------------------------------------- */

static bool is_stopped(const struct cache_model *model)
{
    return atomic_load_explicit(&model->launch->stop, memory_order_relaxed);
}

/*
 * Waits, under the lock, until `block` is the next. False: the launch stops, or `give_up_below`
 * bytes wait.
 */
static bool wait_for_turn(struct cache_model *model, uint64_t block, size_t give_up_below)
{
    while (model->next_block != block && model->waiting_bytes >= give_up_below && !is_stopped(model))
        pthread_cond_wait(&model->turn, &model->lock);
    return model->next_block == block;
}

/*
 * Plays the next blocks as long as their logs are there. The lock is held, but not while a log is
 * played.
 */
static void play_waiting(struct cache_model *model)
{
    struct waiting *waiting;
    while ((waiting = model->waiting) && waiting->first_block == model->next_block) {
        model->waiting = waiting->next;
        pthread_mutex_unlock(&model->lock);
        l2_interleave_add(&model->interleave, waiting->words, waiting->count);
        pthread_mutex_lock(&model->lock);
        model->waiting_bytes -= waiting->count * sizeof(*waiting->words);
        model->next_block = waiting->end_block;
        free(waiting);
    }
    pthread_cond_broadcast(&model->turn);
}

/* Keeps the log until the turn of its blocks. The lock is held. False without memory. */
static bool put_waiting(struct cache_model *model, const struct cache_log *log, uint64_t end_block)
{
    const struct cache_words *ready = &log->ready;
    struct waiting *waiting = malloc(sizeof(*waiting) + ready->count * sizeof(*waiting->words)), **at = &model->waiting;
    if (!waiting)
        return false;
    *waiting = (struct waiting){.first_block = log->first_block, .end_block = end_block, .count = ready->count};
    if (ready->count)
        memcpy(waiting->words, ready->words, ready->count * sizeof(*ready->words));
    while (*at && (*at)->first_block < log->first_block)
        at = &(*at)->next;
    waiting->next = *at;
    *at = waiting;
    model->waiting_bytes += ready->count * sizeof(*ready->words);
    return true;
}

/* Plays the worker's own requests: it is the turn of their blocks. */
static void play_own(struct cache_model *model, struct cache_log *log)
{
    l2_interleave_add(&model->interleave, log->ready.words, log->ready.count);
    log->ready.count = 0;
}

/* False: the launch stops and will run again. */
static bool wait_for_own_turn(struct vgpu_worker *worker)
{
    struct cache_model *model = worker->launch->cache;
    if (!worker->launch->is_parallel)
        return true;
    pthread_mutex_lock(&model->lock);
    bool is_mine = wait_for_turn(model, worker->cache->first_block, 0);
    pthread_mutex_unlock(&model->lock);
    return is_mine;
}

static bool log_grow(struct cache_log *log)
{
    size_t capacity = log->capacity * 2;
    uint64_t *words = capacity <= LOG_WORDS_MAX ? realloc(log->words, capacity * sizeof(*words)) : NULL;
    if (!words)
        return false;
    log->words = words;
    log->capacity = capacity;
    return true;
}

static void play_ready(struct vgpu_worker *worker)
{
    if (wait_for_own_turn(worker))
        play_own(worker->launch->cache, worker->cache);
    else
        worker->cache->ready.count = 0;
}

static void add_mark(struct cache_words *ready, uint64_t mark)
{
    if (cache_words_reserve(ready, 1))
        ready->words[ready->count++] = mark;
}

/* Forgets the words so far. The words that follow belong to the same warp. */
static void forget_words(struct cache_log *log)
{
    log->count = 0;
    log->part++;
    if (log->segment_count)
        log->segments[0] = (struct cache_segment){.warp = log->segments[log->segment_count - 1].warp};
    log->segment_count = log->segment_count > 0;
}

/* Room for another segment; false without memory. */
static bool reserve_segment(struct cache_log *log)
{
    if (log->segment_count < log->segment_capacity)
        return true;
    size_t capacity = log->segment_capacity ? 2 * log->segment_capacity : 64;
    struct cache_segment *segments = realloc(log->segments, capacity * sizeof(*segments));
    if (!segments)
        return false;
    log->segments = segments;
    log->segment_capacity = capacity;
    return true;
}

/* Replays the words of a block so far. They become a part of the block for L2. */
static void take_turns(struct vgpu_worker *worker)
{
    struct cache_log *log = worker->cache;
    const struct l1_replay replay = {.l1 = log->l1, .accesses = worker->accesses, .out = &log->ready};
    if (log->count) {
        l1_replay_play(&replay, log->words, log->count, log->segments, log->segment_count);
        add_mark(&log->ready, CACHE_PART_WORD);
    }
    forget_words(log);
    if (log->ready.count > READY_WORDS_MAX)
        play_ready(worker);
}

void cache_log_make_room(struct vgpu_worker *worker)
{
    if (!log_grow(worker->cache))
        take_turns(worker);
}

void cache_log_begin_block(struct vgpu_worker *worker, struct cache_l1 *l1)
{
    take_turns(worker);
    worker->cache->l1 = l1;
    add_mark(&worker->cache->ready, CACHE_MARK_WORD);
}

void cache_log_begin_warp(struct vgpu_worker *worker, struct cache_l1 *l1, uint32_t index)
{
    struct cache_log *log = worker->cache;
    if (log->l1 != l1 ||
        log->segment_count == SEGMENTS_MAX) /* it was another resident block's turn, or there are very many barriers */
        take_turns(worker);
    log->l1 = l1;
    log->part++;
    if (reserve_segment(log))
        log->segments[log->segment_count++] = (struct cache_segment){.warp = index, .first = log->count};
}

void cache_log_play(struct vgpu_worker *worker)
{
    take_turns(worker);
    play_ready(worker);
}

void cache_log_hand_over(struct vgpu_worker *worker, uint64_t end_block)
{
    struct cache_model *model = worker->launch->cache;
    struct cache_log *log = worker->cache;
    take_turns(worker);
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
    log->ready.count = 0;
}

void cache_model_wake(struct cache_model *model)
{
    pthread_mutex_lock(&model->lock);
    pthread_cond_broadcast(&model->turn);
    pthread_mutex_unlock(&model->lock);
}

/* --- logs ------------------------------------------------------------------------------------- */

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
    free(log->segments);
    free(log->ready.words);
    free(log);
}
