/* Runs a wrong case again with other numbers: see the header. */
#include "grader/grade/deciding_number.h"

#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "grader/prepare/drawn_case.h"

enum {
    CHANGES_MOST = 16,
    NAMED_MOST = 2,
    WORK_MOST = 300000, /* warp instructions of the case, as the submission took */
    PATIENCE_MS = 4000,
};

/* A number of the case, and what it is set to. */
struct change {
    size_t value;
    int number;
};

struct deciding {
    struct grading *grading;
    const struct job_case *given;
    struct change changes[CHANGES_MOST];
    bool is_right[CHANGES_MOST];
    size_t count;
};

/* --- the changes ------------------------------------------------------------------------------ */

/* Of the failing cases with enough numbers to compare, the first. */
static const struct job_case *choose_case(const struct grading *grading)
{
    const struct verdict *verdict = grading->verdict;
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        const struct wrong_buffer *wrong = given->wrong_count ? &given->wrong[0] : NULL;
        const struct case_result *result = grading->records[i].result;
        if (wrong && result && result->outcome == CASE_RAN && !result->order && !result->runs_before &&
            !given->input_changed && !wrong->unwritten_count && wrong->element_count >= RESULT_INFORMATIVE_ELEMENTS)
            return given->work <= WORK_MOST ? &grading->cases.items[i].job : NULL;
    }
    return NULL;
}

static bool is_float(const struct exercise *exercise, const char *name)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (!strcmp(exercise->parameters[i].name, name))
            return dtype_kind(exercise->parameters[i].dtype) == DTYPE_KIND_FLOAT;
    return false;
}

/* A size also decides how much there is to compute. Smaller cases show what follows from it. */
static void list_changes(struct deciding *deciding)
{
    const struct job_case *given = deciding->given;
    const struct exercise *exercise = deciding->grading->request->exercise;
    for (size_t i = 0; i < given->value_count && deciding->count < CHANGES_MOST; i++) {
        const char *name = given->values[i].name;
        int number = is_float(exercise, name) ? 0 : 1; /* a whole number counts something, or divides */
        if (given->values[i].value.real != number && !drawn_case_is_size(exercise, name))
            deciding->changes[deciding->count++] = (struct change){i, number};
    }
}

static struct job_case changed_case(const struct deciding *deciding, const struct change *change)
{
    const struct job_case *given = deciding->given;
    struct job_case changed = *given;
    changed.values = arena_memdup(deciding->grading->arena, given->values, given->value_count * sizeof *given->values);
    struct value *value = &changed.values[change->value].value;
    value->integer = change->number;
    value->real = change->number;
    changed.checks = 0;
    changed.orders = changed.has_budget = changed.show = changed.only_if_none_right = false;
    changed.most_failures = changed.least_work = 0;
    changed.only_judged = true;
    return changed;
}

/* --- the run ---------------------------------------------------------------------------------- */

static bool keep_result(void *context, struct case_result *result, struct error *error)
{
    struct deciding *deciding = context;
    bool is_right = result->outcome == CASE_RAN;
    (void)error;
    for (size_t i = 0; i < result->buffer_count; i++)
        is_right &= !result->buffers[i].wrong_count;
    deciding->is_right[result->case_index] = is_right;
    observation_free(result->observation);
    return true;
}

static bool run(struct deciding *deciding)
{
    struct grading *grading = deciding->grading;
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(2 * PATIENCE_MS * INT64_C(1000000)),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
    struct job job = grading->job;
    size_t answered;
    job.deadline_ms = PATIENCE_MS;
    job.case_count = deciding->count;
    job.cases = ARENA_ARRAY(grading->arena, deciding->count, struct job_case);
    for (size_t i = 0; i < deciding->count; i++)
        job.cases[i] = changed_case(deciding, &deciding->changes[i]);
    return device_child_run(grading->grader->virtual_child, &job, &watch, grading->arena, keep_result, deciding,
                            &answered, NULL);
}

/* --- the words -------------------------------------------------------------------------------- */

static const char *name_numbers(const struct deciding *deciding)
{
    struct arena *arena = deciding->grading->verdict->arena;
    const char *text = NULL;
    size_t named = 0;
    for (size_t i = 0; i < deciding->count; i++) {
        if (!deciding->is_right[i])
            continue;
        const char *name = deciding->given->values[deciding->changes[i].value].name;
        const char *number = arena_printf(arena, "%s = %d", name, deciding->changes[i].number);
        text = text ? arena_printf(arena, _("%s or %s"), text, number) : number;
        named++;
    }
    return named <= NAMED_MOST ? text : NULL;
}

const char *deciding_number_find(struct grading *grading)
{
    struct deciding deciding = {.grading = grading, .given = choose_case(grading)};
    if (!deciding.given)
        return NULL;
    list_changes(&deciding);
    return deciding.count && run(&deciding) ? name_numbers(&deciding) : NULL;
}
