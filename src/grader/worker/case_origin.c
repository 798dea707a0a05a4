/* Finds the instruction that made a NaN or an infinity. */
#include "grader/worker/case_origin.h"

#include <math.h>

#include "device/inspection.h"
#include "device/origin.h"
#include "grader/case/program_run.h"
#include "grader/value/number.h"
#include "grader/value/observation_merge.h"

/* The search may cost a fraction of a second. In larger cases it is left out. */
enum { ORIGIN_ELEMENTS_MAX = 1 << 16, ORIGIN_INSTRUCTIONS_MAX = 2000000 };

/* An element to explain: a NaN or an infinity instead of a number. */
struct asked {
    const struct case_parameter *parameter;
    uint64_t index;
};

static bool is_asked(const struct buffer_result *buffer, const struct compare_element *element)
{
    enum dtype dtype = buffer->parameter->dtype;
    return dtype_kind(dtype) == DTYPE_KIND_FLOAT && !element->never_written &&
           !isfinite(number_decode(dtype, element->got)) && isfinite(number_decode(dtype, element->expected));
}

static bool find_asked(const struct case_buffers *buffers, const struct case_result *result, struct asked *out_asked)
{
    for (size_t i = 0; i < result->buffer_count; i++) {
        const struct buffer_result *buffer = &result->buffers[i];
        for (uint32_t j = 0; j < buffer->first_count && buffer->count <= ORIGIN_ELEMENTS_MAX; j++) {
            if (!is_asked(buffer, &buffer->first[j]))
                continue;
            for (size_t k = 0; k < buffers->parameter_count; k++)
                if (buffers->parameters[k].parameter == buffer->parameter)
                    *out_asked = (struct asked){&buffers->parameters[k], buffer->first[j].index};
            return out_asked->parameter != NULL;
        }
    }
    return false;
}

static void run_watched(struct case_buffers *buffers, const struct asked *asked, struct case_result *result)
{
    struct device *device = buffers->devices[0];
    struct case_result ignored = {.observation = observation_new()};
    uint32_t size_bytes = (uint32_t)dtype_bytes(asked->parameter->parameter->dtype);
    uint64_t limit = device->instruction_limit;
    bool stopped;
    if (case_buffers_upload(buffers, SIDE_LEARNER, NULL)) {
        struct vgpu_origin_watch *watch CLEANUP(vgpu_origin_watch_free) =
            vgpu_origin_watch_new(asked->parameter->held[0].address + asked->index * size_bytes, size_bytes);
        device->inspection->origin = watch;
        device->instruction_limit = ORIGIN_INSTRUCTIONS_MAX;
        if (watch && program_run(buffers, job_find_program(buffers->job, JOB_LEARNER, ""), 0, &ignored, &stopped, NULL))
            vgpu_origin_watch_find(watch, &result->nan, &result->infinity);
        device->inspection->origin = NULL;
        device->instruction_limit = limit;
    }
    case_buffers_release(buffers);
    observation_free(ignored.observation);
}

void case_origin(struct case_buffers *buffers, struct case_work *work, struct case_result *result)
{
    struct asked asked = {0};
    if (buffers->devices[0]->properties.inspects && buffers->device_count == 1 &&
        !observation_unsafe(result->observation) && find_asked(buffers, result, &asked) &&
        case_work_takes_watch(work, result))
        run_watched(buffers, &asked, result);
}
