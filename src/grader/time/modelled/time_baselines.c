/* Modelled times of the course's own kernels, which a learner's time is compared with. */
#include "grader/time/modelled/time_baselines.h"

#include <string.h>

#include "base/clock.h"
#include "compiler/source_tokens.h"
#include "grader/time/modelled/course_times.h"
#include "grader/time/modelled/model_store.h"
#include "grader/time/modelled/time_search.h"
#include "grader/time/time_job.h"

enum { MODEL_SEED = 1, MODEL_GRACE_MS = 1000 };

/* --- the jobs --------------------------------------------------------------------------------- */

static bool keep(void *context, struct case_result *result, struct error *error)
{
    (void)error;
    *(struct case_result **)context = result;
    return true;
}

bool time_baselines_run_told(struct grading *grading, const struct job *job,
                             void (*timed)(void *receiver, const struct time_result *time), void *receiver,
                             struct time_result *out_time, struct error *error)
{
    int64_t limit_ns = (int64_t)(job->deadline_ms + MODEL_GRACE_MS) * 1000000;
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(limit_ns),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context,
                                       .timed = timed,
                                       .receiver = receiver};
    struct case_result *result = NULL;
    size_t answered;
    bool done =
        device_child_run(grading->grader->virtual_child, job, &watch, grading->arena, keep, &result, &answered, error);
    if (done && !(result && result->time))
        done = error_set(error, ERROR_INTERNAL, "the worker gave no time");
    if (done)
        *out_time = *result->time;
    if (done)
        out_time->outcomes = result->outcomes;
    if (result)
        observation_free(result->observation);
    return done;
}

bool time_baselines_run(struct grading *grading, const struct job *job, struct time_result *out_time,
                        struct error *error)
{
    return time_baselines_run_told(grading, job, NULL, NULL, out_time, error);
}

/* Generators stay in the job. They show that its inputs cannot be made when touched. */
struct job time_baselines_job(struct grading *grading, const struct job *from, const struct job_program *program)
{
    struct job job = *from;
    job.seed = MODEL_SEED;
    job.programs = ARENA_ARRAY(grading->arena, JOB_PROGRAMS_MAX, struct job_program);
    job.programs[0] = *program;
    job.programs[0].role = JOB_LEARNER;
    job.program_count = 1;
    for (size_t i = 0; i < from->program_count; i++)
        if (from->programs[i].role == JOB_GENERATOR)
            time_job_add(&job, &from->programs[i]);
    job.cases = arena_memdup(grading->arena, from->cases, sizeof *job.cases);
    job.cases->sample_seed = 0;
    return job;
}

/* --- the course's kernels --------------------------------------------------------------------- */

static struct source tokens_of(struct grading *grading, const struct source *source)
{
    struct buffer tokens CLEANUP(buffer_done) = BUFFER_INIT;
    source_tokens_append(&tokens, source->text, source->size_bytes);
    return (struct source){source->name, arena_memdup(grading->arena, buffer_text(&tokens), tokens.size_bytes),
                           tokens.size_bytes};
}

/*
 * Sources count as tokens, so a new comment keeps the kernel's figure. Nothing is compiled, because
 * PTX and CUBIN follow from the source and the toolkit.
 */
void time_baselines_key(struct grading *grading, const struct job *job, const struct source *source,
                        char out_key[HASH_HEX_BYTES])
{
    struct job_program program = {.role = JOB_LEARNER, .parameter = "", .source = *source};
    struct job alone = time_baselines_job(grading, job, &program);
    struct hash *hash CLEANUP(hash_free) = hash_new();
    hash_add_text(hash, VERDICT_MODEL_VERSION);
    hash_add_text(hash, grading->grader->settings.architecture);
    hash_add_text(hash, grading_toolkit_version(grading->grader));
    alone.program_count = 1;
    alone.programs[0].source = tokens_of(grading, source);
    alone.deadline_ms = 0; /* the deadline must not change the key */
    job_hash(&alone, hash);
    hash_finish(hash, out_key);
}

static bool find_shipped(struct grading *grading, const struct job *job, const struct source *source,
                         struct model_figure *out_figure)
{
    struct grader *grader = grading->grader;
    const struct grade_request *request = grading->request;
    char key[HASH_HEX_BYTES];
    if (grader->settings.models_course)
        return false;
    time_baselines_key(grading, job, source, key);
    return course_times_find(grader->course_times, curriculum_folder(request->curriculum, request->exercise), key,
                             out_figure);
}

/* False: cancelled. */
static bool model(struct grading *grading, const struct job *from, const struct job_program *program,
                  struct model_figure *out_figure, struct error *error)
{
    const struct grader_settings *settings = &grading->grader->settings;
    struct job job = time_baselines_job(grading, from, program);
    struct time_result time = {0};
    struct error failure = {0};
    char key[HASH_HEX_BYTES];
    model_store_key(&job, settings->architecture, settings->program, key);
    if (model_store_find(grading->grader->models, key, out_figure))
        return true;
    if (settings->course_deadline_ms) /* not part of the key */
        job.deadline_ms = settings->course_deadline_ms;
    bool done = time_search_fastest(grading, &job, &job.programs[0].choice, &failure) &&
                time_baselines_run(grading, &job, &time, &failure);
    if (!done && failure.code == ERROR_CANCELLED) {
        *error = failure;
        return false;
    }
    *out_figure = done && time.status == TIMING_RECORDED ? time.model : (struct model_figure){0};
    model_store_keep(grading->grader->models, key, out_figure);
    return true;
}

/* `relative`: a file of solutions/; NULL: none. */
static bool find_solution(struct grading *grading, const struct job *job, const char *relative,
                          struct model_figure *out_figure, struct error *error)
{
    const struct grade_request *request = grading->request;
    const struct exercise *exercise = request->exercise;
    struct job_program program;
    struct source source;
    bool is_there = relative && build_read_source(curriculum_folder(request->curriculum, exercise), "solutions",
                                                  relative, grading->arena, &source, NULL);
    if (!is_there || find_shipped(grading, job, &source, out_figure))
        return true;
    return !time_job_shipped(grading, JOB_SOLUTION, relative, &program) ||
           model(grading, job, &program, out_figure, error);
}

static bool find_reference(struct grading *grading, const struct job *job, struct model_figure *out_figure,
                           struct error *error)
{
    const struct job_program *program = job_find_program(job, JOB_REFERENCE, "");
    return !program || find_shipped(grading, job, &program->source, out_figure) ||
           model(grading, job, program, out_figure, error);
}

bool time_baselines_find(struct grading *grading, const struct job *job, struct time_baselines *out_baselines,
                         struct error *error)
{
    const struct exercise *exercise = grading->request->exercise;
    *out_baselines = (struct time_baselines){0};
    return find_solution(grading, job, exercise->solution, &out_baselines->solution, error) &&
           find_solution(grading, job, exercise->best.kernel, &out_baselines->best, error) &&
           find_reference(grading, job, &out_baselines->reference, error);
}

bool time_baselines_kernel(struct grading *grading, const struct job *job, const char *relative,
                           struct model_figure *out_figure, struct error *error)
{
    const struct built *built;
    *out_figure = (struct model_figure){0};
    if (!grading_build(grading, &(struct course_file){"kernels", relative, NULL}, &built, NULL))
        return true;
    struct job_program program = build_program_of(JOB_SOLUTION, built, grading->arena);
    return find_shipped(grading, job, &built->source, out_figure) || model(grading, job, &program, out_figure, error);
}
