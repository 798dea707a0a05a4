/* The job that times a submission. */
#include "grader/time/time_job.h"

#include <math.h>
#include <string.h>

#include "grader/value/scope.h"

bool time_job_begin(struct grading *grading, uint32_t deadline_ms, struct job *out_job, struct error *error)
{
    struct job job = grading->job;
    job.deadline_ms = deadline_ms;
    job.programs = ARENA_ARRAY(grading->arena, JOB_PROGRAMS_MAX, struct job_program);
    memcpy(job.programs, grading->job.programs, job.program_count * sizeof *job.programs);
    if (grading->compiled)
        job.programs[0] =
            build_program(JOB_LEARNER, grading->verdict->source, grading->plan, grading->compiled, grading->arena);
    job.cases = ARENA_NEW(grading->arena, struct job_case);
    job.case_count = 1;
    if (!cases_plan_bench(grading->request->exercise, grading->seed, grading->arena, job.cases, error))
        return false;
    job.programs[0].choice = grading->choice;
    *out_job = job;
    return true;
}

bool time_job_solution(struct grading *grading, enum job_role role, struct job_program *out_program)
{
    if (!time_job_shipped(grading, role, grading->request->exercise->solution, out_program))
        return false;
    out_program->choice = grading->solution_choice;
    return true;
}

bool time_job_shipped(struct grading *grading, enum job_role role, const char *relative,
                      struct job_program *out_program)
{
    const struct built *built;
    if (!relative || !grading_build(grading, &(struct course_file){"solutions", relative, NULL}, &built, NULL))
        return false;
    *out_program = build_program_of(role, built, grading->arena);
    return true;
}

void time_job_add(struct job *job, const struct job_program *program)
{
    if (job->program_count < JOB_PROGRAMS_MAX)
        job->programs[job->program_count++] = *program;
}

double time_job_evaluate(const struct expression *expression, const struct job_case *given)
{
    struct scope scope = {given->values, given->value_count, given->devices};
    struct expression_environment environment = scope_environment(&scope);
    struct value value;
    if (!expression || !expression_evaluate(expression, &environment, &value, NULL))
        return 0;
    return fmax(value.is_real ? value.real : (double)value.integer, 0);
}
