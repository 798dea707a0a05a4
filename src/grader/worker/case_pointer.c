/* Follows the pointers of a failing case. */
#include "grader/worker/case_pointer.h"

#include <string.h>

#include "device/inspection.h"
#include "device/origin.h"
#include "grader/case/program_run.h"
#include "grader/value/observation_merge.h"

/* A watched run may cost a fraction of a second. In larger cases it is left out. */
enum { POINTER_ELEMENTS_MAX = 1 << 16, POINTER_INSTRUCTIONS_MAX = 200000 };

struct pointer_run {
    struct case_buffers *buffers;
    enum job_role role;
    enum case_side side;
    unsigned checks;
};

static bool is_read(const struct case_parameter *parameter)
{
    return parameter->parameter->role == PARAMETER_IN || parameter->parameter->role == PARAMETER_INOUT;
}

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

/* Inputs have the numbers of the parameters with role in or inout, in their order. */
static bool note_reads(struct case_buffers *buffers, struct vgpu_pointer_watch *watch)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        if (is_read(parameter) &&
            vgpu_pointer_watch_reads(watch, parameter->held[0].address, parameter->size_bytes) < 0)
            return false;
    }
    return true;
}

/* NULL: it did not run to its end. The caller frees the observation in `out_result` in any case. */
static struct vgpu_pointer_watch *run_watched(const struct pointer_run *run, struct case_result *out_result)
{
    struct case_buffers *buffers = run->buffers;
    struct device *device = buffers->devices[0];
    uint64_t limit = device->instruction_limit;
    const struct job_program *program = job_find_program(buffers->job, run->role, "");
    struct vgpu_pointer_watch *watch = vgpu_pointer_watch_new();
    bool stopped = false, done = false;
    *out_result = (struct case_result){.observation = observation_new()};
    if (watch && program && case_buffers_upload(buffers, run->side, NULL) && note_reads(buffers, watch)) {
        device->inspection->pointers = watch;
        device->instruction_limit = POINTER_INSTRUCTIONS_MAX;
        done = program_run(buffers, program, run->checks, out_result, &stopped, NULL);
        device->inspection->pointers = NULL;
        device->instruction_limit = limit;
    }
    case_buffers_release(buffers);
    if (done && !out_result->observation->timed_out)
        return watch;
    vgpu_pointer_watch_free(watch);
    return NULL;
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

void case_pointer_findings(struct case_buffers *buffers, struct case_result *result)
{
    if (!can_follow(buffers) || !is_about_global_memory(result->observation))
        return;
    struct pointer_run run = {buffers, JOB_LEARNER, SIDE_LEARNER,
                              buffers->given->checks & ~(unsigned)(DEVICE_COUNT | DEVICE_COUNT_CACHE)};
    struct case_result watched;
    struct vgpu_pointer_watch *watch CLEANUP(vgpu_pointer_watch_free) = run_watched(&run, &watched);
    if (watch && vgpu_pointer_watch_strayed(watch)) {
        result->observation->finding_count = 0;
        result->observation->finding_total = 0;
        observation_merge(result->observation, watched.observation, 0);
        result->follows_pointers = true;
    }
    observation_free(watched.observation);
}

/* --- unread inputs ---------------------------------------------------------------------------- */

static bool has_wrong(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count && !result->buffers[i].first[0].never_written)
            return true;
    return false;
}

static bool reads_element(const struct vgpu_pointer_watch *watch, int number, uint64_t index, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes; i++)
        if (vgpu_pointer_watch_was_read(watch, number, index * size_bytes + i))
            return true;
    return false;
}

static struct unread_input find_unread(const struct case_parameter *parameter, int number,
                                       const struct vgpu_pointer_watch *learner,
                                       const struct vgpu_pointer_watch *reference)
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

static void compare_reads(const struct case_buffers *buffers, const struct vgpu_pointer_watch *learner,
                          const struct vgpu_pointer_watch *reference, struct case_result *result)
{
    int number = 0;
    for (size_t i = 0; i < buffers->parameter_count && !result->unread.parameter; i++)
        if (is_read(&buffers->parameters[i]))
            result->unread = find_unread(&buffers->parameters[i], number++, learner, reference);
}

void case_pointer_unread(struct case_buffers *buffers, struct case_result *result)
{
    if (!can_follow(buffers) || !has_wrong(result) || observation_unsafe(result->observation))
        return;
    struct pointer_run own = {buffers, JOB_LEARNER, SIDE_LEARNER, 0};
    struct pointer_run other = {buffers, JOB_REFERENCE, SIDE_REFERENCE, 0};
    struct case_result ignored;
    struct vgpu_pointer_watch *learner CLEANUP(vgpu_pointer_watch_free) = run_watched(&own, &ignored);
    observation_free(ignored.observation);
    if (!learner)
        return;
    struct vgpu_pointer_watch *reference CLEANUP(vgpu_pointer_watch_free) = run_watched(&other, &ignored);
    observation_free(ignored.observation);
    if (reference)
        compare_reads(buffers, learner, reference, result);
}
