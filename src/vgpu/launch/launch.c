/*
 * Launches: their parts, their threads, and their attempts. Blocks run side by side as long as they
 * do not disturb each other, else in order.
 */
#include "vgpu/launch/launch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vgpu/affine/affine.h"
#include "vgpu/execution/claims.h"
#include "vgpu/execution/device.h"
#include "vgpu/observers/observers.h"
#include "vgpu/report/report.h"
#include "vgpu/schedule/schedule.h"
#include "vgpu/timeline/timeline.h"

enum { PARALLEL_TRIES = 6 };

/* --- threads ---------------------------------------------------------------------------------- */

/*
 * The call of a helping thread to a worker. On a busy machine a thread can begin long after all
 * blocks ran. So the launch takes back the calls that no thread took, and waits for the others.
 */
struct call {
    pthread_mutex_t lock;
    pthread_cond_t is_done;
    struct vgpu_worker *worker; /* NULL: taken by the thread, or taken back */
    bool is_running;
    int holders; /* the launch and the thread; the last one frees it */
};

static void release_call(struct call *call)
{
    bool is_last = --call->holders == 0;
    pthread_mutex_unlock(&call->lock);
    if (!is_last)
        return;
    pthread_cond_destroy(&call->is_done);
    pthread_mutex_destroy(&call->lock);
    free(call);
}

static void *help(void *argument)
{
    struct call *call = argument;
    pthread_mutex_lock(&call->lock);
    struct vgpu_worker *worker = call->worker;
    call->worker = NULL;
    call->is_running = worker != NULL;
    pthread_mutex_unlock(&call->lock);
    if (worker)
        launch_run_worker(worker);
    pthread_mutex_lock(&call->lock);
    call->is_running = false;
    pthread_cond_signal(&call->is_done);
    release_call(call);
    return NULL;
}

/* NULL: no thread could be started, and the other workers take the blocks. */
static struct call *call_thread(struct vgpu_worker *worker)
{
    struct call *call = calloc(1, sizeof *call);
    pthread_t thread;
    if (!call)
        return NULL;
    pthread_mutex_init(&call->lock, NULL);
    pthread_cond_init(&call->is_done, NULL);
    call->worker = worker;
    call->holders = 2;
    if (pthread_create(&thread, NULL, help, call) == 0) {
        pthread_detach(thread);
        return call;
    }
    call->holders = 1;
    pthread_mutex_lock(&call->lock);
    release_call(call);
    return NULL;
}

static void end_call(struct call *call)
{
    pthread_mutex_lock(&call->lock);
    call->worker = NULL;
    while (call->is_running)
        pthread_cond_wait(&call->is_done, &call->lock);
    release_call(call);
}

static void run_workers(struct vgpu_worker **workers, int count)
{
    struct call *calls[VGPU_THREADS_MAX] = {0};
    int called = 1;
    while (called < count && (calls[called] = call_thread(workers[called])))
        called++;
    launch_run_worker(workers[0]);
    for (int i = 1; i < called; i++)
        end_call(calls[i]);
}

/* --- one attempt ------------------------------------------------------------------------------ */

static void note_fault(struct vgpu_report *report, const char *told)
{
    report->fault_said = arena_strdup(report->arena, told);
    snprintf(report->fault, sizeof(report->fault), "%s", told_english(report->arena, told));
}

static void note_ending(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                        int count)
{
    const struct vgpu_worker *first = NULL;
    for (int i = 0; i < count; i++)
        if (workers[i]->has_fault && (!first || workers[i]->fault_block < first->fault_block))
            first = workers[i];
    if (first)
        note_fault(report, first->fault);
    report->faulted = atomic_load(&launch->faulted);
    report->deadlocked = atomic_load(&launch->deadlocked);
    report->timed_out = atomic_load(&launch->timed_out);
    report->ran_in_order = launch->in_order;
}

/*
 * Blocks that a worker takes at a time. Neighbours touch the same pages. But no worker must wait
 * for the last ones.
 */
static uint64_t batch_of(const struct vgpu_launch_state *launch, int threads)
{
    enum { BATCHES_PER_THREAD = 32, BATCH_MAX = 16 };
    uint64_t blocks = launch->block_count / ((uint64_t)threads * BATCHES_PER_THREAD);
    return blocks < 1 ? 1 : blocks > BATCH_MAX ? BATCH_MAX : blocks;
}

void launch_collect(struct vgpu_launch_state *launch, struct vgpu_worker **workers, int count,
                    struct vgpu_report *report)
{
    OBSERVE(launch_done, workers[0]);
    report_collect(report, launch, workers, count);
    OBSERVE(launch_collect, report, launch, workers, count);
    note_ending(report, launch, workers, count);
}

/* Prepares watches and caches for one attempt. False: memory is short. */
static bool prepare_attempt(struct vgpu_launch_state *launch, int threads, bool side_by_side)
{
    bool watches_races = launch->checks & VGPU_CHECK_RACE;
    launch->in_order = !side_by_side;
    launch->is_parallel = side_by_side;
    launch->claims_writes = watches_races && side_by_side;
    launch->batch_blocks = batch_of(launch, threads);
    return OBSERVE_ALL(attempt_begin, launch);
}

/* Makes workers, each with a first cluster. The caller frees them, even if the result is false. */
static bool add_workers(struct vgpu_launch_state *launch, int threads, struct vgpu_worker **workers, int *count)
{
    for (; *count < threads; ++*count) {
        struct vgpu_worker *worker = workers[*count] = worker_new(launch, *count);
        if (!worker || !worker_add_cluster(worker))
            return false;
    }
    return true;
}

/* False if blocks ran side by side but must not, or memory is short. */
static bool attempt(struct vgpu_launch_state *launch, int threads, bool side_by_side, struct vgpu_report *report,
                    struct error *error)
{
    struct vgpu_worker *workers[VGPU_THREADS_MAX] = {0};
    int count = 0;
    bool ready = prepare_attempt(launch, threads, side_by_side) && add_workers(launch, threads, workers, &count);
    if (!ready)
        error_tell(error, ERROR_MEMORY, "out of memory for the launch");
    else
        run_workers(workers, count);
    if (ready && side_by_side && !claims_agree(launch, workers, count))
        atomic_store(&launch->conflict, true);
    bool disturbed = atomic_load(&launch->conflict) || (launch->is_parallel && atomic_load(&launch->stop));
    if (ready && !disturbed)
        launch_collect(launch, workers, count, report);
    OBSERVE(attempt_end, launch);
    for (int i = 0; i < VGPU_THREADS_MAX; i++)
        worker_free(workers[i]);
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

/*
 * Starting a thread takes as long as some warps do. So a small launch gets few, unless all are
 * asked for.
 */
static int thread_count(const struct vgpu_launch_state *launch)
{
    enum { WARPS_PER_THREAD = 16 };
    uint64_t warps = launch->block_count * launch->block_warps, most = launch->block_count;
    if (!launch->device->always_uses_threads && warps / WARPS_PER_THREAD < most)
        most = warps / WARPS_PER_THREAD;
    return most < 1 ? 1 : most < (uint64_t)launch->device->threads ? (int)most : launch->device->threads;
}

static bool run(struct vgpu_launch_state *launch, struct vgpu_report *report, struct error *error)
{
    /* one worker, in order */
    bool is_alone = launch->profile || launch->request->origin || launch->request->pointers || launch->request->reads ||
                    launch->schedule || device_memory(launch->device)->keeper;
    int threads = is_alone ? 1 : thread_count(launch);
    bool wants_parallel = threads > 1 || (launch->checks & VGPU_CHECK_RACE && !is_alone);
    if (launch->request->timeline)
        launch->party = timeline_begin_launch(launch->request->timeline, launch);
    bool may_run_parallel = wants_parallel && !is_alone && parallel_is_permitted(launch) && !launch->party;
    parallel_begin(launch);
    bool done = false;
    if (may_run_parallel)
        parallel_recall(launch);
    for (int tries = 0; may_run_parallel && !done && tries < PARALLEL_TRIES; tries++) {
        done = attempt(launch, threads, true, report, error);
        if (done) {
            parallel_remember(launch);
        } else {
            may_run_parallel = parallel_undo(launch) || atomic_load(&launch->may_retry) || parallel_forget(launch);
            launch_reset(launch);
            parallel_begin(launch);
        }
    }
    if (!done) {
        if (wants_parallel)
            parallel_doubt(launch);
        done = attempt(launch, 1, false, report, error);
        if (!done && launch->schedule)
            error_tell(error, ERROR_MEMORY, "out of memory for the launch");
    }
    parallel_end(launch);
    return done;
}

/* --- what a launch is made of ----------------------------------------------------------------- */

static void widen_shared(struct vgpu_launch_state *launch, uint32_t first, uint32_t end)
{
    end = end < launch->shared_bytes ? end : launch->shared_bytes;
    if (first >= end)
        return;
    if (!launch->shared_end || first < launch->shared_first)
        launch->shared_first = first;
    launch->shared_end = end > launch->shared_end ? end : launch->shared_end;
}

/*
 * Finds the extent of the shared variables that the kernel may use: its own, and those of device
 * functions.
 */
static void find_shared(struct vgpu_launch_state *launch)
{
    const struct vgpu_module *module = launch->module;
    const struct vgpu_shared_variable *reserved = &module->reserved_shared;
    launch->shared_bytes = module->shared_end;
    if (launch->request->dynamic_shared_bytes)
        launch->shared_bytes = module->dynamic_shared_start + launch->request->dynamic_shared_bytes;
    widen_shared(launch, launch->entry->shared_first, launch->entry->shared_end);
    widen_shared(launch, module->callable_shared_first, module->callable_shared_end);
    widen_shared(launch, reserved->start, reserved->start + reserved->size_bytes);
}

/* The extents that the launch gives, or else the kernel. False if neither does: 1 in each axis. */
static bool find_cluster(const struct vgpu_launch *request, const struct vgpu_kernel *kernel, uint32_t out_cluster[3])
{
    const uint32_t *given = request->cluster[0] ? request->cluster : kernel->cluster_blocks;
    for (int i = 0; i < 3; i++)
        out_cluster[i] = given[i] ? given[i] : 1;
    return given[0] != 0;
}

static bool prepare(struct vgpu_launch_state *launch, struct vgpu_module *module, const struct vgpu_launch *request,
                    const struct vgpu_function *entry)
{
    launch->device = module->device;
    launch->module = module;
    launch->entry = entry;
    launch->request = request;
    launch->checks = request->checks & observers_checks();
    if (!OBSERVE_ALL(launch_begin, launch))
        return false;
    launch->block_threads = request->block[0] * request->block[1] * request->block[2];
    launch->block_warps = (launch->block_threads + VGPU_WARP_LANES - 1) / VGPU_WARP_LANES;
    launch->block_count = (uint64_t)request->grid[0] * request->grid[1] * request->grid[2];
    launch->has_clusters = find_cluster(request, &entry->kernel, launch->cluster);
    launch->cluster_blocks = launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
    launch->cluster_members = request->sample ? 1 : launch->cluster_blocks;
    find_shared(launch);
    uint32_t per_sm =
        vgpu_max_blocks_per_sm(module->device, &entry->kernel, launch->block_threads, request->dynamic_shared_bytes, 0);
    uint64_t resident = (uint64_t)per_sm * (uint64_t)module->device->architecture->sm_count;
    launch->resident_limit = resident < launch->cluster_members ? launch->cluster_members
                             : resident > RESIDENT_BLOCKS_MAX   ? RESIDENT_BLOCKS_MAX
                                                                : (uint32_t)resident;
    if (launch->cluster_members == 1 && !schedule_begin(launch)) /* clusters have one order of blocks */
        return false;
    if (!launch->watcher) /* a watcher reads registers lane by lane */
        launch->converged = affine_converge(module, entry, affine_width(request->block));
    return true;
}

/* The memory that grid.sync() finds through %envreg1 and %envreg2. */
static bool add_workspace(struct vgpu_launch_state *launch, struct error *error)
{
    enum { WORKSPACE_BYTES = 4096 };
    if (!launch->request->cooperative)
        return true;
    if (launch->block_count > launch->resident_limit)
        return launch_refuse_cooperative(launch, error);
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
    OBSERVE(launch_free, launch);
    schedule_free(launch->schedule);
    free(launch->arguments);
    free(launch);
}

struct vgpu_launch_state *launch_new(struct vgpu_module *module, const struct vgpu_launch *request, struct error *error)
{
    const struct vgpu_kernel *kernel = vgpu_find_kernel(module, request->kernel);
    if (!kernel) {
        error_tell(error, ERROR_NOT_FOUND, "no kernel named '%s'", request->kernel ? request->kernel : "");
        return NULL;
    }
    if (!launch_check(module, request, kernel, error))
        return NULL;
    CLEANUP(launch_free) struct vgpu_launch_state *launch = calloc(1, sizeof(*launch));
    uint8_t *arguments = calloc(1, kernel->parameter_bytes + UINT64_C(64));
    if (!launch || !arguments) {
        free(arguments);
        error_tell(error, ERROR_MEMORY, "out of memory for the launch");
        return NULL;
    }
    launch->arguments = arguments;
    launch->number = ++module->device->launch_count;
    launch->argument_bytes = kernel->parameter_bytes;
    const struct vgpu_function *entry =
        (const struct vgpu_function *)((const char *)kernel - offsetof(struct vgpu_function, kernel));
    if (!prepare(launch, module, request, entry)) {
        error_tell(error, ERROR_MEMORY, "out of memory for the launch");
        return NULL;
    }
    if (request->sample)
        launch->block_count = request->sample_count;
    if (kernel->parameter_bytes)
        memcpy(launch->arguments, request->arguments, kernel->parameter_bytes);
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
    const struct vgpu_memory *memory = device_memory(module->device);
    read_watch_begin(request->reads, memory);
    bool done = run(launch, report, error);
    read_watch_end(request->reads, memory);
    if (done)
        return report;
    vgpu_report_free(report);
    return NULL;
}
