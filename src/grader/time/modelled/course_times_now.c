/* Models the course's kernels as they are now, and compares with the shipped times. */
#include <math.h>
#include <string.h>

#include "grader/prepare/grading.h"
#include "grader/time/full/time_full.h"
#include "grader/time/modelled/course_times.h"
#include "grader/time/modelled/time_baselines.h"
#include "grader/time/time_job.h"

/*
 * The same program gives the same bits. A compiler that fuses a multiplication and an addition may
 * change the last bit.
 */
#define AGREES_WITHIN 1e-9

static bool is_near(double a, double b)
{
    return fabs(a - b) <= AGREES_WITHIN * fmax(fabs(a), fabs(b));
}

static bool agree(const struct model_figure *a, const struct model_figure *b)
{
    return is_near(a->elapsed_ns, b->elapsed_ns) && is_near(a->error, b->error) && is_near(a->issued, b->issued) &&
           is_near(a->sectors, b->sectors);
}

struct timed {
    struct grading *grading;
    struct job job;
    struct course_time *times;
    size_t count;
};

static bool is_too_large(const struct timed *timed, const struct model_figure *figure)
{
    uint64_t bytes = 0;
    return figure->issued > TIME_FULL_INSTRUCTIONS_MOST ||
           !time_full_bytes(timed->grading->request->exercise, timed->job.cases, &bytes, NULL) ||
           bytes > TIME_FULL_BYTES_MOST;
}

static void add_time(struct timed *timed, const char *kernel, const struct source *source,
                     const struct model_figure *figure)
{
    struct grading *grading = timed->grading;
    const struct grade_request *request = grading->request;
    const char *folder = curriculum_folder(request->curriculum, request->exercise);
    struct model_figure shipped;
    char key[HASH_HEX_BYTES];
    const char *made_with =
        arena_printf(grading->arena, "%s, model %s", grading_toolkit_version(grading->grader), VERDICT_MODEL_VERSION);
    const char *architecture = grading->grader->settings.architecture;
    time_baselines_key(grading, &timed->job, source, key);
    bool is_shipped = course_times_find(grading->grader->course_times, folder, key, &shipped);
    struct course_time *time = &timed->times[timed->count++];
    *time = (struct course_time){.exercise = request->exercise->id,
                                 .kernel = kernel,
                                 .architecture = architecture,
                                 .modelled_us = figure->elapsed_ns / 1e3,
                                 .is_shipped = is_shipped,
                                 .is_made_here = course_times_are_made_with(folder, architecture, made_with),
                                 .shipped_us = is_shipped ? shipped.elapsed_ns / 1e3 : 0,
                                 .needs_full = !request->exercise->full && is_too_large(timed, figure),
                                 .agrees = is_shipped && (figure->elapsed_ns <= 0 || agree(&shipped, figure))};
    time->as_text = course_times_entry(time, key, made_with, figure, grading->arena);
}

/* `relative`: a file of solutions/; NULL: none. */
static void add_shipped(struct timed *timed, const char *kernel, const char *relative,
                        const struct model_figure *figure)
{
    const struct grade_request *request = timed->grading->request;
    const char *folder = curriculum_folder(request->curriculum, request->exercise);
    struct source source;
    if (relative && build_read_source(folder, "solutions", relative, timed->grading->arena, &source, NULL))
        add_time(timed, kernel, &source, figure);
}

/* The kernels of kernels/ that gates compare with. */
static bool add_compared(struct timed *timed, struct error *error)
{
    struct grading *grading = timed->grading;
    const struct exercise *exercise = grading->request->exercise;
    const char *folder = curriculum_folder(grading->request->curriculum, exercise);
    for (size_t i = 0; i < exercise->gate_count && timed->count < COURSE_TIMES_OF_EXERCISE - 1; i++) {
        const char *to = exercise->gates[i].to;
        struct model_figure figure;
        struct source source;
        if (!to || !build_read_source(folder, "kernels", to, grading->arena, &source, NULL))
            continue;
        if (!time_baselines_kernel(grading, &timed->job, to, &figure, error))
            return false;
        add_time(timed, arena_printf(grading->arena, "kernels/%s", to), &source, &figure);
    }
    return true;
}

/* At one timed size. */
static bool model_size(struct timed *timed, struct error *error)
{
    struct grading *grading = timed->grading;
    const struct grade_request *request = grading->request;
    const struct job_program *reference;
    struct time_baselines baselines;
    if (!time_job_begin(grading, TIME_MODEL_DEADLINE_MS, &timed->job, error) ||
        !time_baselines_find(grading, &timed->job, &baselines, error))
        return false;
    if (baselines.solution.elapsed_ns <= 0 && baselines.reference.elapsed_ns <= 0)
        return true;
    reference = job_find_program(&timed->job, JOB_REFERENCE, "");
    add_shipped(timed, "solution", request->exercise->solution, &baselines.solution);
    add_shipped(timed, "best", request->exercise->best.kernel, &baselines.best);
    if (!add_compared(timed, error))
        return false;
    if (reference)
        add_time(timed, "reference", &reference->source, &baselines.reference);
    return true;
}

/* The seed draws the size. So seeds from 0 on have every size once. */
static bool model(struct timed *timed, struct error *error)
{
    struct grading *grading = timed->grading;
    size_t sizes = grading->request->exercise->bench_count;
    if (!grading_choose_device(grading, error) || !grading_prepare_job(grading, error))
        return false;
    for (size_t i = 0; i < (sizes ? sizes : 1); i++) {
        grading->seed = sizes ? i : grading->seed;
        if (!model_size(timed, error))
            return false;
    }
    return true;
}

bool course_times_model(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                        struct arena *arena, struct course_time out_times[COURSE_TIMES_OF_EXERCISE], size_t *out_count,
                        struct error *error)
{
    struct verdict *verdict CLEANUP(verdict_free) = verdict_new();
    struct grade_request request = {.curriculum = curriculum, .exercise = exercise, .device = "virtual", .seed = 1};
    struct grading grading = {.grader = grader, .request = &request, .arena = arena, .seed = 1, .verdict = verdict};
    struct timed timed = {.grading = &grading, .times = out_times};
    bool is_timed = exercise->bench && !exercise->expect_trap && exercise->kind != EXERCISE_TESTS;
    if (is_timed && !model(&timed, error))
        return false;
    *out_count = timed.count;
    return true;
}
