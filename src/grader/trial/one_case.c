/* A learner's file on a single case: compiling it, and finding the case. */
#include "grader/trial/one_case.h"

#include <string.h>

bool one_case_compile(struct grading *grading, const struct source *source, bool is_debug, struct error *error)
{
    struct diagnostics *diagnostics = diagnostics_new(grading->arena);
    const struct exercise *exercise = grading->request->exercise;
    struct build_watch watch = {grading->request->cancelled, grading->request->context};
    grading->plan = plan_parse(grading->arena, source, diagnostics);
    if (!grading->plan ||
        !plan_check(grading->plan, source, exercise->parameters, exercise->parameter_count, diagnostics))
        return error_set(error, ERROR_SYNTAX, "the launch plan has a mistake: the verdict names it");
    struct compile_request request = {.source = source,
                                      .architecture = grading->architecture,
                                      .names = plan_name_expressions(grading->plan, grading->arena),
                                      .debug = is_debug,
                                      .want_cubin = !is_debug};
    struct compiler *compiler = is_debug ? grading->grader->ptx_compiler : grading->grader->machine_compiler;
    if (!compiler_begin(compiler, &request, error) ||
        !build_wait(compiler, &watch, grading->arena, &grading->compiled, error))
        return false;
    return grading->compiled->ok ||
           error_set(error, ERROR_SYNTAX, "the file does not compile: the verdict names the error");
}

const struct planned_case *one_case_find(const struct planned_cases *cases, const char *name)
{
    const struct planned_case *found = NULL;
    for (size_t i = 0; i < cases->count; i++) {
        const struct planned_case *one = &cases->items[i];
        if (name ? strcmp(one->job.name, name) == 0 : one->is_gate)
            return one;
        if (!name && !one->is_drawn)
            found = one;
    }
    return name ? NULL : found ? found : &cases->items[0];
}
