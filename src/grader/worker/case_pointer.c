/* Follows the pointers of a failing case. */
#include "grader/worker/case_pointer.h"

#include <string.h>

#include "device/inspection.h"
#include "device/origin.h"
#include "grader/case/program_run.h"
#include "grader/value/observation_merge.h"

/* A watched run may cost a fraction of a second. In larger cases it is left out. */
enum { POINTER_ELEMENTS_MAX = 1 << 16, POINTER_INSTRUCTIONS_MAX = 200000 };

static bool is_small(const struct case_buffers *buffers)
{
    uint64_t count = 0;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        count += buffers->parameters[i].parameter->rank ? buffers->parameters[i].count : 0;
    return count <= POINTER_ELEMENTS_MAX;
}

static bool can_follow(const struct case_buffers *buffers)
{
    return buffers->devices[0]->properties.inspects && buffers->device_count == 1 && !buffers->is_lazy &&
           is_small(buffers);
}

/* Runs a program whose launches are watched. False: it did not run to its end. */
static bool run_watched(struct case_buffers *buffers, enum job_role role, unsigned checks, struct observation *out_seen)
{
    struct device *device = buffers->devices[0];
    const struct job_program *program = job_find_program(buffers->job, role, "");
    struct case_result seen = {.observation = out_seen};
    uint64_t limit = device->instruction_limit;
    bool stopped = false;
    device->instruction_limit = POINTER_INSTRUCTIONS_MAX;
    bool done = program && program_run(buffers, program, checks, &seen, &stopped, NULL);
    device->instruction_limit = limit;
    return done && !out_seen->timed_out;
}

/* --- findings --------------------------------------------------------------------------------- */

static bool is_about_global_memory(const struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        if (finding->severity == VGPU_SEVERITY_ERROR && finding->space == VGPU_FINDING_SPACE_GLOBAL)
            return true;
    }
    return false;
}

/* The findings of a run that follows the pointers. False: it did not run to its end. */
static bool follow(struct case_buffers *buffers, struct observation *out_seen, bool *out_strayed)
{
    unsigned checks = buffers->given->checks & ~(unsigned)(DEVICE_COUNT | DEVICE_COUNT_CACHE);
    struct device_inspection *inspection = buffers->devices[0]->inspection;
    struct vgpu_pointer_watch *watch CLEANUP(vgpu_pointer_watch_free) = vgpu_pointer_watch_new();
    bool done = watch && case_buffers_upload(buffers, SIDE_LEARNER, NULL);
    inspection->pointers = watch;
    done = done && run_watched(buffers, JOB_LEARNER, checks, out_seen);
    inspection->pointers = NULL;
    case_buffers_release(buffers);
    *out_strayed = done && vgpu_pointer_watch_strayed(watch);
    return done;
}

void case_pointer_findings(struct case_buffers *buffers, struct case_work *work, struct case_result *result)
{
    if (!can_follow(buffers) || !is_about_global_memory(result->observation) || !case_work_takes_watch(work, result))
        return;
    struct observation *seen = observation_new();
    bool strayed;
    result->follows_pointers = follow(buffers, seen, &strayed);
    if (strayed) {
        result->observation->finding_count = 0;
        result->observation->finding_total = 0;
        observation_merge(result->observation, seen, 0);
    }
    observation_free(seen);
}

/* --- unread inputs ---------------------------------------------------------------------------- */

static bool has_wrong(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count && !result->buffers[i].first[0].never_written)
            return true;
    return false;
}

/* Inputs have the numbers of the parameters with role in or inout, in their order. */
static bool add_inputs(struct case_buffers *buffers, struct vgpu_read_watch *watch)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        if (parameter_is_input(parameter->parameter) &&
            vgpu_read_watch_add(watch, parameter->held[0].address, parameter->size_bytes) < 0)
            return false;
    }
    return true;
}

/* NULL: the program did not run to its end. */
static struct vgpu_read_watch *note_reads(struct case_buffers *buffers, enum job_role role, enum case_side side)
{
    struct device_inspection *inspection = buffers->devices[0]->inspection;
    struct vgpu_read_watch *watch = vgpu_read_watch_new();
    struct observation *seen = observation_new();
    bool done = watch && case_buffers_upload(buffers, side, NULL) && add_inputs(buffers, watch);
    inspection->reads = watch;
    done = done && run_watched(buffers, role, 0, seen);
    inspection->reads = NULL;
    case_buffers_release(buffers);
    observation_free(seen);
    if (done)
        return watch;
    vgpu_read_watch_free(watch);
    return NULL;
}

static bool reads_element(const struct vgpu_read_watch *watch, int number, uint64_t index, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes; i++)
        if (vgpu_read_watch_has(watch, number, index * size_bytes + i))
            return true;
    return false;
}

static struct unread_input find_unread(const struct case_parameter *parameter, int number,
                                       const struct vgpu_read_watch *learner, const struct vgpu_read_watch *reference)
{
    size_t size_bytes = dtype_bytes(parameter->parameter->dtype);
    struct unread_input unread = {0};
    bool any = false;
    for (uint64_t i = 0; i < parameter->count; i++) {
        bool is_own = reads_element(learner, number, i, size_bytes);
        any |= is_own;
        if (is_own || !reads_element(reference, number, i, size_bytes))
            continue;
        if (!unread.count++)
            unread.first = i;
    }
    unread.parameter = unread.count ? parameter->parameter : NULL;
    unread.is_whole = !any;
    return unread;
}

static void compare_reads(const struct case_buffers *buffers, const struct vgpu_read_watch *learner,
                          const struct vgpu_read_watch *reference, struct case_result *result)
{
    int number = 0;
    for (size_t i = 0; i < buffers->parameter_count && !result->unread.parameter; i++)
        if (parameter_is_input(buffers->parameters[i].parameter))
            result->unread = find_unread(&buffers->parameters[i], number++, learner, reference);
}

void case_pointer_unread(struct case_buffers *buffers, struct case_result *result)
{
    if (!can_follow(buffers) || !has_wrong(result) || observation_unsafe(result->observation))
        return;
    struct vgpu_read_watch *learner CLEANUP(vgpu_read_watch_free) = note_reads(buffers, JOB_LEARNER, SIDE_LEARNER);
    if (!learner)
        return;
    struct vgpu_read_watch *reference CLEANUP(vgpu_read_watch_free) =
        note_reads(buffers, JOB_REFERENCE, SIDE_REFERENCE);
    if (reference)
        compare_reads(buffers, learner, reference, result);
}
