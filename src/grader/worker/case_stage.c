/* Finds the launch of a plan after which the numbers are wrong. */
#include "grader/worker/case_stage.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/case/program_run.h"
#include "grader/value/counter.h"
#include "grader/value/number.h"
#include "grader/value/observation_merge.h"
#include "grader/worker/case_flow.h"

/* Instructions of a launch, and of all that the plan has: the search runs it twice more. */
enum { STAGE_ELEMENTS_MAX = 1 << 16, STAGE_INSTRUCTIONS_MAX = 4000000, STAGE_WORK_MAX = 8000000 };

/* Compares learner and reference, launch by launch. */
struct stage_search {
    struct case_buffers *buffers;
    const struct stage_keeper *learner, *reference;
    double share; /* of a number, that rounding cannot explain */
};

static void keep(void *context, const struct plan_stage *stage)
{
    struct stage_keeper *keeper = context;
    struct device *device = keeper->buffers->devices[stage->rank];
    struct arena *arena = keeper->buffers->arena;
    size_t size_bytes = stage->element_count * dtype_bytes(stage->dtype);
    if (keeper->count == KEPT_MAX || !stage->element_count || stage->element_count > STAGE_ELEMENTS_MAX)
        return;
    const struct kept_stage *last = stage_keeper_last(keeper, stage);
    struct kept_stage *kept = &keeper->stages[keeper->count];
    *kept = (struct kept_stage){
        .stage = *stage, .elements = arena_alloc(arena, size_bytes), .turn = last ? last->turn + 1 : 0};
    kept->stage.scratch = arena_strdup(arena, stage->scratch);
    kept->stage.kernel = arena_strdup(arena, stage->kernel);
    if (!device->vtable->read(device, kept->elements, stage->address, size_bytes, NULL))
        kept->elements = NULL;
    kept->is_new = !last || !last->elements || !kept->elements || memcmp(last->elements, kept->elements, size_bytes);
    keeper->count++;
}

static bool run_kept(struct case_buffers *buffers, enum case_side side, struct stage_keeper *out)
{
    const struct job_program *program =
        job_find_program(buffers->job, side == SIDE_LEARNER ? JOB_LEARNER : JOB_REFERENCE, "");
    *out = (struct stage_keeper){.buffers = buffers};
    bool ran =
        program && case_buffers_upload(buffers, side, NULL) && program_run_stages(buffers, program, keep, out, NULL);
    case_buffers_release(buffers);
    return ran && out->count > 0;
}

/* A NaN. A double that nothing wrote may also be too large for the learner's type. */
static bool is_unwritten(enum dtype dtype, double value)
{
    return isnan(value) || (isfinite(value) && !isfinite(number_decode(dtype, number_encode(dtype, value))));
}

/*
 * The reference's elements in the learner's type. Where the reference wrote nothing, the learner's
 * own element.
 */
static void *expected_elements(struct arena *arena, const struct kept_stage *own, const struct kept_stage *reference)
{
    enum dtype dtype = own->stage.dtype;
    void *expected = arena_alloc(arena, own->stage.element_count * dtype_bytes(dtype));
    for (uint64_t i = 0; i < own->stage.element_count; i++) {
        uint64_t bits = number_load(reference->stage.dtype, reference->elements, i);
        double value = number_decode(reference->stage.dtype, bits);
        number_store(dtype, expected, i,
                     is_unwritten(dtype, value) ? number_load(dtype, own->elements, i) : number_encode(dtype, value));
    }
    return expected;
}

/* Finds the first element whose error is larger than rounding explains. */
static void find_clearly_wrong(const struct compare_request *request, const uint8_t *wrong, double share,
                               struct stage_result *result)
{
    enum dtype dtype = request->dtype;
    double scale = compare_scale(dtype, request->expected, request->count);
    for (uint64_t i = 0; i < request->count && result->state != STAGE_WRONG; i++) {
        uint64_t bits = number_load(dtype, request->got, i);
        double got = number_decode(dtype, bits),
               expected = number_decode(dtype, number_load(dtype, request->expected, i));
        if (!wrong[i] || fabs(got - expected) <= share * (scale + fabs(expected)))
            continue;
        result->state = STAGE_WRONG;
        result->index = i;
        result->got = got;
        result->expected = expected;
        result->never_written = bits == number_load(dtype, request->poison, i);
    }
}

static struct stage_result compare_stage(const struct stage_search *search, const struct kept_stage *own,
                                         const struct kept_stage *reference)
{
    struct case_buffers *buffers = search->buffers;
    enum dtype dtype = own->stage.dtype;
    size_t size_bytes = own->stage.element_count * dtype_bytes(dtype);
    void *poison = memset(arena_alloc(buffers->arena, size_bytes), 0xff, size_bytes);
    struct compare_request request = {.dtype = dtype,
                                      .count = own->stage.element_count,
                                      .got = own->elements,
                                      .expected = expected_elements(buffers->arena, own, reference),
                                      .poison = poison,
                                      .given = &buffers->job->tolerance,
                                      .reduction_length = job_reduction_length(buffers->job, buffers->given)};
    struct compare_result compared;
    compare_elements(buffers->arena, &request, &compared);
    struct stage_result result = {.line = own->stage.line,
                                  .rank = own->stage.rank,
                                  .is_of_several = buffers->device_count > 1,
                                  .state = compared.wrong_count ? STAGE_CLOSE : STAGE_RIGHT};
    snprintf(result.scratch, sizeof result.scratch, "%s", own->stage.scratch);
    snprintf(result.kernel, sizeof result.kernel, "%s", own->stage.kernel);
    if (compared.wrong_count)
        find_clearly_wrong(&request, compared.wrong, search->share, &result);
    return result;
}

static bool is_float(enum dtype dtype)
{
    return dtype_kind(dtype) == DTYPE_KIND_FLOAT;
}

/* The buffer as the given launch of those that name it left it; NULL: there are fewer. */
static const struct kept_stage *at_turn(const struct stage_keeper *keeper, const struct plan_stage *stage, size_t turn)
{
    for (size_t i = 0; i < keeper->count; i++)
        if (kept_stage_is_of(&keeper->stages[i], stage) && keeper->stages[i].turn == turn)
            return &keeper->stages[i];
    return NULL;
}

/* The first or last content of a buffer. */
static const struct kept_stage *outermost(const struct stage_keeper *keeper, const struct kept_stage *own)
{
    return own->turn ? stage_keeper_last(keeper, &own->stage) : at_turn(keeper, &own->stage, 0);
}

static bool is_comparable(const struct kept_stage *own, const struct kept_stage *other)
{
    return own->elements && other && other->elements && is_float(own->stage.dtype) && is_float(other->stage.dtype);
}

static bool is_only_flags(const struct stage_keeper *keeper, const struct kept_stage *own)
{
    for (size_t i = 0; i < keeper->count; i++) {
        const struct kept_stage *kept = &keeper->stages[i];
        if (!kept_stage_is_of(kept, &own->stage))
            continue;
        if (!kept->elements || dtype_kind(kept->stage.dtype) == DTYPE_KIND_FLOAT)
            return false;
        for (uint64_t j = 0; j < kept->stage.element_count; j++) {
            uint64_t bits = number_load(kept->stage.dtype, kept->elements, j);
            if (bits > 1)
                return false;
        }
    }
    return true;
}

/*
 * Whole numbers can count in another way than the reference's. But flags that are 0 or 1, and begin
 * as the reference's do, mean the same.
 */
static bool are_flags(const struct stage_search *search, const struct kept_stage *own, const struct kept_stage *other)
{
    const struct kept_stage *first = at_turn(search->learner, &own->stage, 0);
    const struct kept_stage *others_first = at_turn(search->reference, &own->stage, 0);
    size_t size_bytes = own->stage.element_count * dtype_bytes(own->stage.dtype);
    return other && own->stage.dtype == other->stage.dtype && is_only_flags(search->learner, own) &&
           is_only_flags(search->reference, own) && first && others_first &&
           !memcmp(first->elements, others_first->elements, size_bytes);
}

/* Whether the reference has written to all elements that hold a number of the learner's. */
static bool is_as_full(const struct kept_stage *own, const struct kept_stage *other)
{
    for (uint64_t i = 0; i < own->stage.element_count; i++) {
        double got = number_decode(own->stage.dtype, number_load(own->stage.dtype, own->elements, i)),
               value = number_decode(other->stage.dtype, number_load(other->stage.dtype, other->elements, i));
        if (!isnan(got) && is_unwritten(own->stage.dtype, value))
            return false;
    }
    return true;
}

static bool changes_later(const struct stage_keeper *keeper, const struct kept_stage *own)
{
    for (const struct kept_stage *later = own + 1; later < keeper->stages + keeper->count; later++)
        if (later->is_new && kept_stage_is_of(later, &own->stage))
            return true;
    return false;
}

/*
 * Whether both are the first contents of their buffers, and nearly alike: then they are of the same
 * step, in which a mistake was made.
 */
static bool is_same_step(const struct kept_stage *own, const struct kept_stage *other)
{
    static const double alike = 0.25;
    double off = 0, size = 0;
    for (uint64_t i = 0; i < own->stage.element_count; i++) {
        double got = number_decode(own->stage.dtype, number_load(own->stage.dtype, own->elements, i));
        double expected = number_decode(other->stage.dtype, number_load(other->stage.dtype, other->elements, i));
        off += fabs(got - expected);
        size += fabs(expected);
    }
    return own->turn == 0 && other->turn == 0 && off <= alike * size;
}

/*
 * The learner's plan has other launches than the reference's. A content that the reference's buffer
 * has at any time is right. Only the last content can be wrong, or one that is made by the same
 * step, since another way has other steps.
 */
static bool compare_in_another_plan(const struct stage_search *search, const struct kept_stage *own,
                                    struct stage_result *out_result)
{
    const struct stage_keeper *reference = search->reference;
    const struct kept_stage *expected = outermost(reference, own);
    if (!own->is_new || !is_comparable(own, expected))
        return false;
    *out_result = compare_stage(search, own, expected);
    for (size_t i = 0; i < reference->count && out_result->state == STAGE_WRONG; i++) {
        const struct kept_stage *other = &reference->stages[i];
        if (!kept_stage_is_of(other, &own->stage) || !other->is_new || !is_comparable(own, other) ||
            !is_as_full(own, other))
            continue;
        struct stage_result result = compare_stage(search, own, other);
        if (result.state != STAGE_WRONG)
            *out_result = result;
    }
    return out_result->state != STAGE_WRONG || !changes_later(search->learner, own) || is_same_step(own, expected);
}

static bool is_named_by(const struct stage_keeper *keeper, const struct plan_stage *stage, const char *kernel)
{
    for (size_t i = 0; i < keeper->count; i++)
        if (kept_stage_is_of(&keeper->stages[i], stage) && !strcmp(keeper->stages[i].stage.kernel, kernel))
            return true;
    return false;
}

/*
 * Both plans name the buffer equally often, but not in the same order. At a turn the learner has a
 * kernel of its own, and the reference's kernel comes at another turn.
 */
static bool is_out_of_step(const struct stage_search *search, const struct plan_stage *stage)
{
    for (size_t i = 0; i < search->learner->count; i++) {
        const struct kept_stage *own = &search->learner->stages[i];
        const struct kept_stage *other =
            kept_stage_is_of(own, stage) ? at_turn(search->reference, stage, own->turn) : NULL;
        if (other && strcmp(own->stage.kernel, other->stage.kernel) != 0 &&
            is_named_by(search->learner, stage, other->stage.kernel) &&
            !is_named_by(search->reference, stage, own->stage.kernel))
            return true;
    }
    return false;
}

/* False: there is nothing to compare. */
static bool compare_kept(const struct stage_search *search, const struct kept_stage *own,
                         struct stage_result *out_result)
{
    const struct kept_stage *last = stage_keeper_last(search->learner, &own->stage);
    const struct kept_stage *others_last = stage_keeper_last(search->reference, &own->stage);
    if (!others_last || others_last->turn != last->turn || is_out_of_step(search, &own->stage))
        return compare_in_another_plan(search, own, out_result);
    const struct kept_stage *other = at_turn(search->reference, &own->stage, own->turn);
    if ((!is_comparable(own, other) && !are_flags(search, own, other)) || (!own->is_new && !other->is_new))
        return false;
    *out_result = compare_stage(search, own, other);
    return true;
}

static void compare_stages(const struct stage_search *search, struct case_result *result)
{
    enum stage_state state = STAGE_RIGHT;
    for (size_t i = 0; i < search->learner->count && state != STAGE_WRONG && result->stage_count < STAGES_MAX; i++) {
        struct stage_result *stage = &result->stages[result->stage_count];
        if (!compare_kept(search, &search->learner->stages[i], stage))
            continue;
        result->stage_count++;
        state = stage->state;
        if (state == STAGE_WRONG)
            case_flow_sources(search->learner, search->reference, &search->learner->stages[i], stage);
    }
}

/* --- ranks that share a buffer ---------------------------------------------------------------- */

/* The dimension that is so many times the learner's, where all others are equal; -1: none. */
static int shared_dimension(const struct plan_stage *own, const struct plan_stage *whole, uint64_t ranks)
{
    int found = -1;
    for (int i = 0; i < own->dimensions && own->dimensions == whole->dimensions; i++) {
        if (own->shape[i] == whole->shape[i])
            continue;
        if (found >= 0 || whole->shape[i] != ranks * own->shape[i])
            return -1;
        found = i;
    }
    return found;
}

/* Replaces the whole buffer by the part of its rank. */
static void take_part(struct arena *arena, struct kept_stage *whole, const struct plan_stage *own, int dimension,
                      uint64_t ranks)
{
    size_t size_bytes = dtype_bytes(whole->stage.dtype), run_bytes = size_bytes;
    for (int i = dimension; i < own->dimensions; i++)
        run_bytes *= own->shape[i];
    size_t runs = run_bytes ? own->element_count * size_bytes / run_bytes : 0;
    char *part = arena_alloc(arena, own->element_count * size_bytes);
    for (size_t i = 0; i < runs; i++)
        memcpy(part + i * run_bytes,
               (const char *)whole->elements + (i * ranks + (size_t)whole->stage.rank) * run_bytes, run_bytes);
    whole->elements = part;
    whole->stage.element_count = own->element_count;
}

/*
 * The reference may compute the rows of all ranks in each, in a buffer of the same name. The
 * learner's rank has its own rows alone.
 */
static void take_parts(const struct stage_keeper *learner, struct stage_keeper *reference)
{
    struct case_buffers *buffers = reference->buffers;
    uint64_t ranks = (uint64_t)buffers->device_count;
    for (size_t i = 0; i < reference->count && ranks > 1; i++) {
        struct kept_stage *whole = &reference->stages[i];
        for (size_t j = 0; j < learner->count; j++) {
            const struct plan_stage *own = &learner->stages[j].stage;
            bool is_named = own->rank == whole->stage.rank && !strcmp(own->scratch, whole->stage.scratch);
            int dimension = is_named ? shared_dimension(own, &whole->stage, ranks) : -1;
            if (dimension < 0 || !whole->elements)
                continue;
            take_part(buffers->arena, whole, own, dimension, ranks);
            break;
        }
    }
}

static bool has_wrong(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return true;
    return false;
}

/* Of every device, which have the same. Returns the limit before. */
static uint64_t set_limit(struct case_buffers *buffers, uint64_t limit)
{
    uint64_t before = buffers->devices[0]->instruction_limit;
    for (int rank = 0; rank < buffers->device_count; rank++)
        buffers->devices[rank]->instruction_limit = limit;
    return before;
}

/* Halves round more than floats, also those that tensor cores multiply. */
static double rounding_share(const struct stage_keeper *learner, const struct case_result *result)
{
    static const double of_halves = 0.02, of_floats = 0.005;
    bool has_halves = counter_total(result->observation, VGPU_COUNTER_TENSOR_INSTRUCTIONS) > 0;
    for (size_t i = 0; i < learner->count; i++)
        has_halves |= dtype_bytes(learner->stages[i].stage.dtype) < sizeof(float);
    return has_halves ? of_halves : of_floats;
}

void case_stage(struct case_buffers *buffers, struct case_result *result)
{
    if (!buffers->devices[0]->properties.counts || buffers->is_lazy || !has_wrong(result) ||
        observation_issued(result->observation) > STAGE_WORK_MAX)
        return;
    struct stage_keeper *learner = ARENA_NEW(buffers->arena, struct stage_keeper);
    struct stage_keeper *reference = ARENA_NEW(buffers->arena, struct stage_keeper);
    uint64_t limit = set_limit(buffers, STAGE_INSTRUCTIONS_MAX);
    if (run_kept(buffers, SIDE_LEARNER, learner) && run_kept(buffers, SIDE_REFERENCE, reference)) {
        take_parts(learner, reference);
        compare_stages(&(struct stage_search){buffers, learner, reference, rounding_share(learner, result)}, result);
        case_flow_unused(learner, reference, result);
    }
    set_limit(buffers, limit);
}
