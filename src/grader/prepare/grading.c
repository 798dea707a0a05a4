/* Builds the job of a submission, with the course's kernels and the cases. */
#include "grader/prepare/grading.h"

enum { DEVICE_DEADLINE_MS = 20000 }; /* per submission, if the settings give none */

struct device_child *grading_new_child(const struct grader *grader, const char *kind)
{
    struct device_child_settings settings = {.program = grader->settings.program,
                                             .kind = kind,
                                             .architecture = grader->settings.architecture,
                                             .threads = grader->settings.threads};
    return device_child_new(&settings);
}

const char *grading_toolkit_version(struct grader *grader)
{
    if (!grader->is_described)
        grader->is_described = compiler_describe(grader->machine_compiler, &grader->info, NULL);
    return grader->is_described ? grader->info.toolkit_version : "";
}

void grading_progress(const struct grading *grading, enum grader_stage stage, int done, int total)
{
    if (grading->request->progress)
        grading->request->progress(grading->request->context, stage, done, total);
}

static bool add_course_program(struct grading *grading, enum job_role role, const char *parameter, const char *relative,
                               const struct parameter *extra, struct error *error)
{
    const struct built *built;
    struct grader *grader = grading->grader;
    if (grading->job.program_count == JOB_PROGRAMS_MAX)
        return error_set(error, ERROR_RANGE, "an exercise needs more than %d programs", JOB_PROGRAMS_MAX);
    if (!build_course_kernel(grader->cache, grader->machine_compiler, grading->request->curriculum,
                             grading->request->exercise, relative, extra, grading->architecture, &built, error))
        return false;
    grading->job.programs[grading->job.program_count++] =
        build_program(role, parameter, &built->source, built->plan, built->result, grading->arena);
    return true;
}

static bool add_course_programs(struct grading *grading, struct error *error)
{
    const struct exercise *exercise = grading->request->exercise;
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (parameter->init_kernel && !add_course_program(grading, JOB_GENERATOR, parameter->name,
                                                          parameter->init_kernel, &job_seed_parameter, error))
            return false;
    }
    if (exercise->reference && !add_course_program(grading, JOB_REFERENCE, "", exercise->reference, NULL, error))
        return false;
    if (exercise->terms && !add_course_program(grading, JOB_TERMS, "", exercise->terms, NULL, error))
        return false;
    if (!exercise->checker)
        return true;
    struct parameter *failures = ARENA_NEW(grading->arena, struct parameter);
    *failures = (struct parameter){.name = "failures", .dtype = DTYPE_U32, .role = PARAMETER_OUT, .rank = 1};
    failures->shape[0] = expression_parse_text(grading->arena, "2", error);
    return failures->shape[0] && add_course_program(grading, JOB_CHECKER, "", exercise->checker, failures, error);
}

bool grading_plan_cases(struct grading *grading, struct error *error)
{
    return grading->cases.count ||
           cases_plan(grading->request->exercise, grading->seed, grading->arena, &grading->cases, error);
}

bool grading_prepare_job(struct grading *grading, struct error *error)
{
    const struct exercise *exercise = grading->request->exercise;
    uint32_t deadline_ms = grading->grader->settings.deadline_ms;
    struct job *job = &grading->job;
    *job = (struct job){.seed = grading->seed,
                        .deadline_ms = deadline_ms ? deadline_ms : DEVICE_DEADLINE_MS,
                        .parameters = exercise->parameters,
                        .parameter_count = exercise->parameter_count,
                        .tolerance = exercise->tolerance,
                        .reduction_length = exercise->reduction_length,
                        .programs = ARENA_ARRAY(grading->arena, JOB_PROGRAMS_MAX, struct job_program),
                        .program_count = 1}; /* the learner's, which comes first */
    if (!add_course_programs(grading, error) || !grading_plan_cases(grading, error))
        return false;
    job->case_count = grading->cases.count;
    job->cases = ARENA_ARRAY(grading->arena, job->case_count, struct job_case);
    for (size_t i = 0; i < job->case_count; i++) {
        job->cases[i] = grading->cases.items[i].job;
        if (grading->on_cuda) /* there the GPU decides what is right */
            job->cases[i].most_failures = 0;
    }
    grading->records = ARENA_ARRAY(grading->arena, job->case_count, struct case_record);
    return true;
}
