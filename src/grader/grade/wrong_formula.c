/* Judges a wrong kernel by references with a slip: see the header. */
#include "grader/grade/wrong_formula.h"

#include "grader/grade/rerun.h"
#include "grader/reference_slip.h"

/* Mistakes of the author are found by author-check. */
bool wrong_formula_build(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                         const struct slip *slip, const char *architecture, const struct built **out_built)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source source;
    struct build_request request = {
        .source = &source, .exercise = exercise, .architecture = architecture, .is_ptx_alone = true};
    return reference_slip_source(curriculum, exercise, slip, arena, &source, NULL) &&
           build_file(grader->cache, grader->ptx_compiler, &request, out_built, NULL);
}

static bool build_slip(struct grading *grading, const struct slip *slip, struct job_program *out_program)
{
    const struct grade_request *request = grading->request;
    const struct built *built;
    if (!wrong_formula_build(grading->grader, request->curriculum, request->exercise, slip, grading->architecture,
                             &built))
        return false;
    *out_program = build_program_of(JOB_REFERENCE, built, grading->arena);
    return true;
}

static bool explains(struct rerun *rerun, const struct slip *slip)
{
    struct job_program program;
    return build_slip(rerun->grading, slip, &program) && rerun_agrees(rerun, NULL, &program) &&
           rerun_is_as_wrong(rerun, &program) && rerun_rest_agrees(rerun, NULL, &program);
}

const char *wrong_formula_find(struct rerun *rerun)
{
    const struct exercise *exercise = rerun->grading->request->exercise;
    for (size_t i = 0; i < exercise->slip_count; i++)
        if (explains(rerun, &exercise->slips[i]))
            return exercise->slips[i].say;
    return NULL;
}
