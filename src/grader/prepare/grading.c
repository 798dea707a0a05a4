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

bool grading_build(const struct grading *grading, const struct course_file *file, const struct built **out_built,
                   struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct grader *grader = grading->grader;
    const struct exercise *exercise = grading->request->exercise;
    struct source source;
    if (!build_read_source(curriculum_folder(grading->request->curriculum, exercise), file->folder, file->relative,
                           arena, &source, error))
        return false;
    struct build_request request = {
        .source = &source, .exercise = exercise, .extra = file->extra, .architecture = grading->architecture};
    return build_file(grader->cache, grader->machine_compiler, &request, out_built, error);
}

/* NULL: `error` says why. */
static struct job_program *add_kernel(struct grading *grading, enum job_role role, const char *relative,
                                      const struct parameter *extra, struct error *error)
{
    const struct built *built;
    if (grading->job.program_count == JOB_PROGRAMS_MAX) {
        error_set(error, ERROR_RANGE, "an exercise needs more than %d programs", JOB_PROGRAMS_MAX);
        return NULL;
    }
    if (!grading_build(grading, &(struct course_file){"kernels", relative, extra}, &built, error))
        return NULL;
    struct job_program *added = &grading->job.programs[grading->job.program_count++];
    *added = build_program_of(role, built, grading->arena);
    return added;
}

static bool add_generators(struct grading *grading, struct error *error)
{
    const struct exercise *exercise = grading->request->exercise;
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (!parameter->init_kernel)
            continue;
        struct job_program *generator =
            add_kernel(grading, JOB_GENERATOR, parameter->init_kernel, &job_seed_parameter, error);
        if (!generator)
            return false;
        generator->parameter = parameter->name;
    }
    return true;
}

static bool add_checker(struct grading *grading, const char *checker, struct error *error)
{
    struct parameter *failures = ARENA_NEW(grading->arena, struct parameter);
    *failures = (struct parameter){.name = "failures", .dtype = DTYPE_U32, .role = PARAMETER_OUT, .rank = 1};
    failures->shape[0] = expression_parse_text(grading->arena, "2", error);
    return failures->shape[0] && add_kernel(grading, JOB_CHECKER, checker, failures, error);
}

static bool add_course_programs(struct grading *grading, struct error *error)
{
    const struct exercise *exercise = grading->request->exercise;
    return add_generators(grading, error) &&
           (!exercise->reference || add_kernel(grading, JOB_REFERENCE, exercise->reference, NULL, error)) &&
           (!exercise->terms || add_kernel(grading, JOB_TERMS, exercise->terms, NULL, error)) &&
           (!exercise->checker || add_checker(grading, exercise->checker, error));
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
