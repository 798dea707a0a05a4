/*
 * Checks of the buffers' contents: tries every `init` with the scalars of every case that uses it.
 */
#include <string.h>

#include "curriculum/check/check_exercise.h"
#include "curriculum/check/loading.h"

struct init_use {
    struct loading *loading;
    struct lesson_file *file;
    const struct exercise *exercise;
    const struct parameter *parameter;
};

/* False if the case has no such shape, which has been reported. */
static bool count_elements(const struct parameter *parameter, const struct expression_environment *environment,
                           uint64_t *out_count)
{
    uint64_t count = 1;
    for (int axis = 0; axis < parameter->rank; axis++) {
        int64_t extent;
        if (!parameter->shape[axis] ||
            !expression_evaluate_integer(parameter->shape[axis], environment, &extent, NULL) || extent < 0 ||
            __builtin_mul_overflow(count, (uint64_t)extent, &count))
            return false;
    }
    *out_count = count;
    return true;
}

static const struct case_init *own_init(const struct exercise_case *one, const char *parameter)
{
    for (size_t i = 0; i < one->init_count; i++)
        if (strcmp(one->inits[i].parameter, parameter) == 0)
            return &one->inits[i];
    return NULL;
}

/* False after a report. */
static bool check_use(const struct init_use *use, const struct exercise_case *one)
{
    const struct parameter *parameter = use->parameter;
    const struct case_init *own = own_init(one, parameter->name);
    const char *init = own ? own->init : parameter->init;
    struct expression_environment environment = check_case_environment(one);
    struct error error = {0};
    uint64_t count;
    if (!init || !count_elements(parameter, &environment, &count) ||
        use->loading->request->init_usable(init, parameter->dtype, count, &environment, &error))
        return true;
    struct location place = own ? lesson_place(use->file, &own->init, one->location)
                                : lesson_place(use->file, &parameter->init, use->exercise->location);
    lesson_error(use->file, place, "the init of '%s' cannot be used (case %s): %s", parameter->name,
                 one->name ? one->name : "", error.message);
    if (error.hint[0])
        diagnostics_hint(use->loading->diagnostics, "%s", error.hint);
    return own != NULL; /* a problem of all cases is reported once */
}

static void check_parameter(const struct init_use *use)
{
    const struct exercise *exercise = use->exercise;
    for (size_t i = 0; i < exercise->case_count; i++)
        if (!check_use(use, &exercise->cases[i]))
            return;
    if ((exercise->gate_case && !check_use(use, exercise->gate_case)) || !exercise->bench)
        return;
    for (size_t i = 0; i < exercise->bench_count; i++)
        if (!check_use(use, &exercise->benches[i]))
            return;
    if (check_use(use, exercise->bench) && exercise->full)
        check_use(use, exercise->full);
}

void check_inits(struct loading *loading, struct lesson_file *file, const struct exercise *exercise)
{
    if (!loading->request->init_usable || file->error_count > 0)
        return;
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        bool is_filled = parameter_is_input(parameter);
        struct init_use use = {loading, file, exercise, parameter};
        if (is_filled && !parameter->init_kernel)
            check_parameter(&use);
    }
}
