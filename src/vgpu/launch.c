/*
 * Launches: the checks that any GPU makes, workers, the way to the end.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "vgpu/access_internal.h"
#include "vgpu/affine_internal.h"
#include "vgpu/cache_model_internal.h"
#include "vgpu/device_internal.h"
#include "vgpu/launch_internal.h"
#include "vgpu/race_global_internal.h"
#include "vgpu/step_internal.h"
#include "vgpu/timeline_internal.h"

enum { BUDGET_STEP = 1 << 20, SPIN_ROUNDS = 2, IDLE_ROUNDS_MAX = 32, RESIDENT_BLOCKS_MAX = 2048, PARALLEL_TRIES = 6 };

/* --- limits ------------------------------------------------------------------------------------------------------ */

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static int64_t next_budget(const struct vgpu_launch_state *launch, uint64_t issued)
{
    uint64_t limit = launch->request->instruction_limit;
    if (!limit)
        return BUDGET_STEP;
    uint64_t left = limit > issued ? limit - issued : 0;
    return left < BUDGET_STEP ? (int64_t)left : BUDGET_STEP;
}

bool launch_may_go_on(struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    uint64_t used = (uint64_t)(worker->budget_given - worker->budget);
    uint64_t issued = atomic_fetch_add(&launch->instructions, used) + used;
    const char *reason = NULL;
    if (launch->request->instruction_limit && issued > launch->request->instruction_limit)
        reason = "the instruction limit was reached";
    else if (launch->request->deadline_ns && now_ns() > launch->request->deadline_ns)
        reason = "the deadline passed";
    else if (atomic_load(&launch->device->cancelled))
        reason = "the launch was cancelled";
    worker->budget = worker->budget_given = next_budget(launch, issued);
    if (reason) {
        if (!worker->has_fault)
            snprintf(worker->fault, sizeof(worker->fault), "%s", reason);
        worker->has_fault = true;
        worker->fault_block = UINT64_MAX;
        atomic_store(&launch->timed_out, true);
        atomic_store(&launch->stop, true);
    }
    return !atomic_load(&launch->stop);
}

void launch_fault(struct vgpu_warp *warp, const struct vgpu_op *op, const char *text)
{
    struct vgpu_worker *worker = warp->worker;
    struct vgpu_launch_state *launch = worker->launch;
    if (!worker->has_fault) {
        int line = op->detail->line;
        const uint32_t *block = warp->block->index;
        snprintf(worker->fault, sizeof(worker->fault), "%s (block (%u,%u,%u), %s%d)", text, block[0], block[1],
                 block[2], line ? "line " : "PTX line ", line ? line : op->detail->source->ptx_line);
        worker->fault_block = warp->block->linear;
    }
    worker->has_fault = true;
    atomic_store(&launch->faulted, true);
    atomic_store(&launch->stop, true);
}

/* --- workers ----------------------------------------------------------------------------------------------------- */

void worker_free(struct vgpu_worker *worker)
{
    if (!worker)
        return;
    for (uint32_t i = 0; i < worker->resident_count; i++)
        block_free(worker->resident[i]);
    free(worker->resident);
    frame_free_all(worker);
    free(worker->counts);
    free(worker->guarded_off);
    free(worker->diverged);
    free(worker->accesses);
    report_builder_free(worker->builder);
    cache_log_free(worker->log);
    free(worker);
}

struct vgpu_worker *worker_new(struct vgpu_launch_state *launch, int index)
{
    const struct vgpu_module *module = launch->module;
    struct vgpu_worker *worker = calloc(1, sizeof(*worker));
    if (!worker)
        return NULL;
    worker->launch = launch;
    worker->index = index;
    worker->is_parallel = launch->is_parallel;
    worker->counts_accesses = launch->checks & VGPU_COUNT;
    worker->counts = calloc(module->op_count + 2, sizeof(*worker->counts));
    worker->guarded_off = calloc(module->op_count + 2, sizeof(*worker->guarded_off));
    worker->diverged = calloc(module->op_count + 2, sizeof(*worker->diverged));
    size_t access_bytes = (module->access_count + 1) * sizeof(*worker->accesses);
    worker->accesses = aligned_alloc(64, (access_bytes + 63) / 64 * 64);
    worker->builder = report_builder_new();
    worker->free_frames = calloc(module->function_count + 1, sizeof(*worker->free_frames));
    worker->resident = calloc(RESIDENT_BLOCKS_MAX, sizeof(*worker->resident));
    worker->log = launch->caches ? cache_log_new() : NULL;
    worker->budget = worker->budget_given = next_budget(launch, 0);
    if (!worker->counts || !worker->guarded_off || !worker->diverged || !worker->accesses || !worker->builder ||
        !worker->free_frames || !worker->resident || (launch->caches && !worker->log)) {
        worker_free(worker);
        return NULL;
    }
    memset(worker->accesses, 0, access_bytes);
    return worker;
}

static bool is_stopped(const struct vgpu_launch_state *launch)
{
    return atomic_load_explicit(&launch->stop, memory_order_relaxed);
}

/* No warp of the block can go on, and nothing else will change that. */
static void end_deadlocked(struct vgpu_block *block)
{
    struct vgpu_worker *worker = block->worker;
    if (!worker->has_fault) {
        snprintf(worker->fault, sizeof(worker->fault), "no thread of block (%u,%u,%u) can go on", block->index[0],
                 block->index[1], block->index[2]);
        worker->fault_block = block->linear;
    }
    worker->has_fault = true;
    atomic_store(&worker->launch->deadlocked, true);
    atomic_store(&worker->launch->stop, true);
}

/* Rounds over the warps until the block ends; with `may_suspend`, until its warps only spin. */
static void run_block(struct vgpu_block *block, bool may_suspend)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    for (int rounds = 0; !block->finished && !is_stopped(launch); rounds++) {
        uint32_t live = block->live_threads, epoch = block->epoch;
        if (!block_run_once(block)) {
            if (block_resolve(block))
                continue;
            check_deadlock(block);
            end_deadlocked(block);
            return;
        }
        if (block->live_threads != live || block->epoch != epoch) {
            rounds = 0;
            block->worker->changes++;
        }
        if (may_suspend && rounds >= SPIN_ROUNDS && !block->finished)
            return;
    }
}

/* Side by side, a block that only spins waits for none but itself: the launch in order finds out for what. */
static void run_alone(struct vgpu_block *block)
{
    struct vgpu_launch_state *launch = block->worker->launch;
    while (!block->finished && !is_stopped(launch)) {
        uint64_t changes = block->worker->changes;
        run_block(block, launch->entry->traits.tests_objects);
        if (block->finished || block->worker->changes != changes)
            continue;
        atomic_store(&launch->conflict, true);
        atomic_store(&launch->stop, true);
    }
}

/* The n-th block to run. */
static uint64_t launch_block_at(const struct vgpu_launch_state *launch, uint64_t n)
{
    return launch->request->sample ? launch->request->sample[n] : n;
}

/* Blocks side by side: each worker takes the next few until there are none. */
static void run_blocks(struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    struct vgpu_block *block = worker->resident[0];
    for (;;) {
        uint64_t first = atomic_fetch_add_explicit(&launch->next_block, launch->batch_blocks, memory_order_relaxed);
        uint64_t end = first + launch->batch_blocks;
        if (end > launch->block_count)
            end = launch->block_count;
        if (worker->log)
            worker->log->first_block = first;
        for (uint64_t n = first; n < end && !is_stopped(launch); n++) {
            worker->order = 0;
            block_start(block, launch_block_at(launch, n));
            run_alone(block);
        }
        if (first >= end || is_stopped(launch))
            return;
        if (worker->log)
            cache_log_hand_over(worker, end);
    }
}

/* One round over the resident blocks in order; a block that only spins lets the next ones go on. */
static bool run_resident(struct vgpu_worker *worker, bool may_suspend)
{
    struct vgpu_launch_state *launch = worker->launch;
    bool any = false;
    for (uint32_t i = 0; i < worker->resident_count && !is_stopped(launch); i++) {
        struct vgpu_block *block = worker->resident[i];
        if (!block->started || block->finished) {
            if (launch->next_block >= launch->block_count)
                continue;
            block_start(block, launch_block_at(launch, launch->next_block++));
        }
        any = true;
        run_block(block, may_suspend);
        if (launch->step && block->finished && step_wants(launch->step, block))
            step_block_ended(launch->step);
        if (block->finished && launch->next_block < launch->block_count)
            i--; /* its place is free for the next */
    }
    return any;
}

/* More blocks may help those that only spin. False if there are none, or no place. */
static bool add_resident(struct vgpu_worker *worker)
{
    const struct vgpu_launch_state *launch = worker->launch;
    if (launch->next_block >= launch->block_count || worker->resident_count >= launch->resident_limit)
        return false;
    struct vgpu_block *block = block_new(worker);
    if (block)
        worker->resident[worker->resident_count++] = block;
    return block != NULL;
}

static struct vgpu_block *first_unfinished(const struct vgpu_worker *worker)
{
    for (uint32_t i = 0; i < worker->resident_count; i++)
        if (!worker->resident[i]->finished)
            return worker->resident[i];
    return worker->resident[0];
}

/* Blocks in canonical order. If nothing changes for many rounds over all that can run, nothing ever will. */
static void run_in_order(struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    const struct vgpu_order_traits *traits = &launch->entry->traits;
    bool may_wait = traits->has_ordered_access || traits->has_live_atomic || traits->tests_objects;
    int idle = 0;
    for (uint64_t changes = 0;; changes = worker->changes) {
        worker->round++;
        if (!run_resident(worker, may_wait) || is_stopped(launch))
            return;
        bool helped = may_wait && add_resident(worker);
        idle = !helped && worker->changes == changes ? idle + 1 : 0;
        if (may_wait && idle >= IDLE_ROUNDS_MAX && check_spinning(worker))
            end_deadlocked(first_unfinished(worker));
    }
}

void launch_run_worker(struct vgpu_worker *worker)
{
    if (worker->launch->in_order)
        run_in_order(worker);
    else
        run_blocks(worker);
    if (worker->log && worker->launch->in_order)
        cache_log_make_room(worker); /* plays the rest */
    if (worker->log)
        cache_model_wake(worker->launch->caches);
    launch_may_go_on(worker); /* adds what is left of the budget to the total */
}

static void *worker_main(void *argument)
{
    launch_run_worker(argument);
    return NULL;
}

static void run_workers(struct vgpu_worker **workers, int count)
{
    pthread_t threads[VGPU_THREADS_MAX];
    int started = 0;
    for (int i = 1; i < count; i++, started++)
        if (pthread_create(&threads[i], NULL, worker_main, workers[i]) != 0)
            break; /* those that run take over its blocks */
    worker_main(workers[0]);
    for (int i = 1; i <= started; i++)
        pthread_join(threads[i], NULL);
}

/* --- one attempt ------------------------------------------------------------------------------------------------- */

static void note_ending(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                        int count)
{
    const struct vgpu_worker *first = NULL;
    for (int i = 0; i < count; i++)
        if (workers[i]->has_fault && (!first || workers[i]->fault_block < first->fault_block))
            first = workers[i];
    if (first)
        snprintf(report->fault, sizeof(report->fault), "%s", first->fault);
    report->faulted = atomic_load(&launch->faulted);
    report->deadlocked = atomic_load(&launch->deadlocked);
    report->timed_out = atomic_load(&launch->timed_out);
    report->ran_in_order = launch->in_order;
}

/* Blocks that a worker takes at a time: neighbours touch the same pages, but nobody must wait for the last ones. */
static uint64_t batch_of(const struct vgpu_launch_state *launch, int threads)
{
    enum { BATCHES_PER_THREAD = 32, BATCH_MAX = 16 };
    uint64_t blocks = launch->block_count / ((uint64_t)threads * BATCHES_PER_THREAD);
    return blocks < 1 ? 1 : blocks > BATCH_MAX ? BATCH_MAX : blocks;
}

void launch_collect(struct vgpu_launch_state *launch, struct vgpu_worker **workers, int count,
                    struct vgpu_report *report)
{
    if (!atomic_load(&launch->stop))
        check_leaks(workers[0]);
    report_collect(report, launch, workers, count);
    count_collect(report, launch, workers, count);
    if (launch->profile)
        profile_collect(report, launch, workers[0]);
    note_ending(report, launch, workers, count);
}

/* False if blocks ran side by side and must not have, or memory is short. */
static bool attempt(struct vgpu_launch_state *launch, int threads, bool side_by_side, struct vgpu_report *report,
                    struct error *error)
{
    struct vgpu_worker *workers[VGPU_THREADS_MAX] = {0};
    int count = 0;
    bool ready = true;
    bool watches_races = launch->checks & VGPU_CHECK_RACE;
    launch->in_order = !side_by_side;
    launch->is_parallel = side_by_side;
    launch->claims_writes = watches_races && side_by_side;
    ready = !watches_races || side_by_side || race_begin_tracking(launch);
    launch->batch_blocks = batch_of(launch, threads);
    launch->caches = launch->checks & VGPU_COUNT_CACHE ? cache_model_new(launch) : NULL;
    ready &= launch->caches || !(launch->checks & VGPU_COUNT_CACHE);
    for (; ready && count < threads; count++) {
        workers[count] = worker_new(launch, count);
        ready = workers[count] && (workers[count]->resident[0] = block_new(workers[count]));
        if (ready)
            workers[count]->resident_count = 1;
    }
    if (!ready)
        error_set(error, ERROR_MEMORY, "out of memory for the launch");
    else
        run_workers(workers, count);
    if (ready && side_by_side && !race_claims_agree(launch, workers, count))
        atomic_store(&launch->conflict, true);
    bool disturbed = atomic_load(&launch->conflict) || (launch->is_parallel && atomic_load(&launch->stop));
    if (ready && !disturbed)
        launch_collect(launch, workers, count, report);
    race_end_tracking(launch);
    for (int i = 0; i < count; i++)
        worker_free(workers[i]);
    cache_model_free(launch->caches);
    launch->caches = NULL;
    return ready && !disturbed;
}

void launch_reset(struct vgpu_launch_state *launch)
{
    atomic_store(&launch->next_block, 0);
    atomic_store(&launch->instructions, 0);
    atomic_store(&launch->stop, false);
    atomic_store(&launch->timed_out, false);
    atomic_store(&launch->deadlocked, false);
    atomic_store(&launch->faulted, false);
    atomic_store(&launch->conflict, false);
    atomic_store(&launch->may_retry, false);
}

static bool run(struct vgpu_launch_state *launch, struct vgpu_report *report, struct error *error)
{
    int threads = launch->device->threads;
    if ((uint64_t)threads > launch->block_count)
        threads = launch->block_count ? (int)launch->block_count : 1;
    if (launch->profile)
        threads = 1;
    bool wants_parallel = threads > 1 || (launch->checks & VGPU_CHECK_RACE && !launch->profile);
    if (launch->request->timeline)
        launch->race_party = timeline_begin(launch->request->timeline, launch);
    bool may_run_parallel = wants_parallel && order_permits_parallel(launch) && !launch->race_party;
    order_begin(launch);
    bool done = false;
    if (may_run_parallel)
        order_recall(launch);
    for (int tries = 0; may_run_parallel && !done && tries < PARALLEL_TRIES; tries++) {
        done = attempt(launch, threads, true, report, error);
        if (done) {
            order_remember(launch);
        } else {
            may_run_parallel = atomic_load(&launch->may_retry) || order_forget(launch);
            order_undo(launch);
            launch_reset(launch);
            order_begin(launch);
        }
    }
    if (!done)
        done = attempt(launch, 1, false, report, error);
    order_end(launch);
    return done;
}

static void prepare(struct vgpu_launch_state *launch, struct vgpu_module *module, const struct vgpu_launch *request,
                    const struct vgpu_function *entry)
{
    launch->device = module->device;
    launch->module = module;
    launch->entry = entry;
    launch->request = request;
    launch->checks = request->checks;
    launch->converged = affine_converge(module, entry, affine_width(request->block));
    launch->block_threads = request->block[0] * request->block[1] * request->block[2];
    launch->block_warps = (launch->block_threads + VGPU_WARP_LANES - 1) / VGPU_WARP_LANES;
    launch->block_count = (uint64_t)request->grid[0] * request->grid[1] * request->grid[2];
    launch->shared_bytes = module->shared_end;
    if (request->dynamic_shared_bytes)
        launch->shared_bytes = module->dynamic_shared_start + request->dynamic_shared_bytes;
    uint32_t per_sm =
        vgpu_max_blocks_per_sm(module->device, &entry->kernel, launch->block_threads, request->dynamic_shared_bytes, 0);
    uint64_t resident = (uint64_t)per_sm * (uint64_t)module->device->architecture->sm_count;
    launch->resident_limit = resident < 1                     ? 1
                             : resident > RESIDENT_BLOCKS_MAX ? RESIDENT_BLOCKS_MAX
                                                              : (uint32_t)resident;
}

/* What grid.sync() finds through %envreg1 and %envreg2. */
static bool add_workspace(struct vgpu_launch_state *launch, struct error *error)
{
    enum { WORKSPACE_BYTES = 4096 };
    if (!launch->request->cooperative)
        return true;
    if (launch->block_count > launch->resident_limit)
        return error_set(error, ERROR_RANGE, "a cooperative grid of %llu blocks, %u can run at a time",
                         (unsigned long long)launch->block_count, launch->resident_limit);
    launch->workspace = memory_new_buffer(&launch->device->memory, WORKSPACE_BYTES, "grid workspace", error);
    if (!launch->workspace)
        return false;
    memset(launch->workspace->bytes, 0, WORKSPACE_BYTES);
    launch->workspace->all_defined = true;
    launch->workspace->is_untouched = false;
    launch->environment[1] = (uint32_t)(launch->workspace->start >> 32);
    launch->environment[2] = (uint32_t)launch->workspace->start;
    return true;
}

void launch_free(struct vgpu_launch_state *launch)
{
    if (!launch)
        return;
    if (launch->workspace)
        memory_forget(&launch->device->memory, launch->workspace);
    free(launch->arguments);
    profile_free(launch->profile);
    free(launch);
}

struct vgpu_launch_state *launch_new(struct vgpu_module *module, const struct vgpu_launch *request, struct error *error)
{
    const struct vgpu_kernel *kernel = vgpu_find_kernel(module, request->kernel);
    if (!kernel) {
        error_set(error, ERROR_NOT_FOUND, "no kernel named '%s'", request->kernel ? request->kernel : "");
        return NULL;
    }
    if (!launch_check(module, request, kernel, error))
        return NULL;
    CLEANUP(launch_free) struct vgpu_launch_state *launch = calloc(1, sizeof(*launch));
    uint8_t *arguments = calloc(1, kernel->parameter_bytes + UINT64_C(64));
    if (!launch || !arguments) {
        free(arguments);
        error_set(error, ERROR_MEMORY, "out of memory for the launch");
        return NULL;
    }
    launch->arguments = arguments;
    launch->argument_bytes = kernel->parameter_bytes;
    prepare(launch, module, request,
            (const struct vgpu_function *)((const char *)kernel - offsetof(struct vgpu_function, kernel)));
    if (request->profile)
        launch->profile = profile_new(launch);
    if (request->sample)
        launch->block_count = request->sample_count;
    if (kernel->parameter_bytes)
        memcpy(launch->arguments, request->arguments, kernel->parameter_bytes);
    atomic_store(&module->device->cancelled, false);
    if (!add_workspace(launch, error))
        return NULL;
    struct vgpu_launch_state *ready = launch;
    launch = NULL;
    return ready;
}

struct vgpu_report *launch_report_new(const struct vgpu_launch_state *launch)
{
    struct arena *arena = arena_new();
    struct vgpu_report *report = ARENA_NEW(arena, struct vgpu_report);
    report->arena = arena;
    report->static_shared_bytes = launch->entry->kernel.static_shared_bytes;
    report->dynamic_shared_bytes = launch->request->dynamic_shared_bytes;
    return report;
}

struct vgpu_report *vgpu_launch(struct vgpu_module *module, const struct vgpu_launch *request, struct error *error)
{
    CLEANUP(launch_free) struct vgpu_launch_state *launch = launch_new(module, request, error);
    if (!launch)
        return NULL;
    struct vgpu_report *report = launch_report_new(launch);
    if (run(launch, report, error))
        return report;
    vgpu_report_free(report);
    return NULL;
}
