/* Models one configuration after another. */
#include "grader/time/modelled/time_search.h"

#include <string.h>

#include "base/told.h"
#include "grader/prepare/configuration.h"
#include "grader/time/modelled/time_baselines.h"
#include "grader/time/modelled/time_modelled.h"
#include "grader/time/time_job.h"

enum { SECTOR_BYTES = 32 };

struct searching {
    struct grading *grading;
    const struct job *job; /* its first program is searched */
    struct plan *plan;
    struct plan_configurations allowed;
    struct verdict_search *found; /* NULL: only the fastest is wanted */
};

/* --- one configuration ------------------------------------------------------------------------ */

static struct search_row row_of(const struct searching *searching, size_t index, const struct time_result *time)
{
    struct arena *arena = searching->grading->verdict->arena;
    struct search_row row = {.configuration =
                                 configuration_name(searching->plan, &searching->allowed.items[index], arena)};
    if (time->status != TIMING_RECORDED) {
        row.note = time_result_said(time, arena);
        return row;
    }
    row.microseconds = time->learner_ns.median / 1e3;
    row.instructions = time->model.issued;
    row.l2_bytes = SECTOR_BYTES * time->model.sectors;
    row.dram_bytes = time->dram_bytes;
    return row;
}

/* False: cancelled. */
static bool try_one(struct searching *searching, size_t index, struct time_result *out_time, struct error *error)
{
    struct grading *grading = searching->grading;
    struct job job = time_baselines_job(grading, searching->job, &searching->job->programs[0]);
    struct error failure = {0};
    job.programs[0].choice = index;
    *out_time = (struct time_result){.status = TIMING_NOT_RECORDED};
    if (time_baselines_run(grading, &job, out_time, &failure))
        return true;
    if (failure.code == ERROR_CANCELLED) {
        *error = failure;
        return false;
    }
    snprintf(out_time->note, sizeof out_time->note, "%s", failure.message);
    return true;
}

/* --- all of them ------------------------------------------------------------------------------ */

static bool try_all(struct searching *searching, uint64_t *out_choice, struct error *error)
{
    double fastest_ns = 0;
    for (size_t i = 0; i < searching->allowed.count; i++) {
        struct time_result time;
        if (searching->found)
            grading_progress(searching->grading, STAGE_TIME, (int)i, (int)searching->allowed.count);
        if (!try_one(searching, i, &time, error))
            return false;
        double ns = time.status == TIMING_RECORDED ? time.learner_ns.median : 0;
        if (ns > 0 && (fastest_ns <= 0 || ns < fastest_ns)) {
            fastest_ns = ns;
            *out_choice = i;
        }
        if (searching->found)
            searching->found->rows[searching->found->row_count++] = row_of(searching, i, &time);
    }
    return true;
}

/* Whether another row is faster and moves fewer bytes through L2. */
static bool is_beaten(const struct verdict_search *search, const struct search_row *row)
{
    for (size_t i = 0; i < search->row_count; i++) {
        const struct search_row *other = &search->rows[i];
        bool is_no_worse =
            other->microseconds > 0 && other->microseconds <= row->microseconds && other->l2_bytes <= row->l2_bytes;
        if (is_no_worse && (other->microseconds < row->microseconds || other->l2_bytes < row->l2_bytes))
            return true;
    }
    return false;
}

static void mark_frontier(struct verdict_search *search)
{
    for (size_t i = 0; i < search->row_count; i++)
        search->rows[i].is_frontier = search->rows[i].microseconds > 0 && !is_beaten(search, &search->rows[i]);
}

/* False: no plan with `tune`, or its rules fail. */
static bool begin(struct grading *grading, const struct job *job, struct searching *out)
{
    const struct job_program *program = &job->programs[0];
    *out = (struct searching){.grading = grading, .job = job};
    out->plan = plan_parse(grading->arena, &program->source, diagnostics_new(grading->arena));
    return out->plan && plan_tune_count(out->plan) > 0 &&
           configuration_list(out->plan, job->cases, &grading->opened->properties, grading->arena, &out->allowed, NULL);
}

bool time_search_fastest(struct grading *grading, const struct job *job, uint64_t *out_choice, struct error *error)
{
    struct searching searching;
    *out_choice = 0;
    return !begin(grading, job, &searching) || searching.allowed.count > VERDICT_SEARCH_MOST ||
           try_all(&searching, out_choice, error);
}

bool time_search_is_refused(const struct grading *grading)
{
    return grading->timed.configurations > configuration_most(grading->request->exercise);
}

static bool search_learner(struct grading *grading, const struct job *job, struct error *error)
{
    struct verdict *verdict = grading->verdict;
    struct searching searching;
    if (!begin(grading, job, &searching))
        return true;
    struct verdict_search *search = ARENA_NEW(verdict->arena, struct verdict_search);
    search->case_name = arena_strdup(verdict->arena, job->cases->name);
    search->kept = searching.allowed.count;
    verdict->search = searching.found = search;
    grading->timed.configurations = (double)search->kept;
    if (search->kept > VERDICT_SEARCH_MOST || time_search_is_refused(grading))
        return true;
    uint64_t choice = 0;
    if (!try_all(&searching, &choice, error))
        return false;
    grading->choice = search->chosen = choice;
    mark_frontier(search);
    return true;
}

static bool search_solution(struct grading *grading, const struct job *job, struct error *error)
{
    struct job_program program;
    if (!grading->on_cuda || !time_job_solution(grading, JOB_SOLUTION, &program))
        return true;
    struct job alone = time_baselines_job(grading, job, &program);
    return time_search_fastest(grading, &alone, &grading->solution_choice, error);
}

bool time_search(struct grading *grading, struct error *error)
{
    struct job job;
    const struct exercise *exercise = grading->request->exercise;
    grading->timed.configurations = 1;
    if (grading->verdict->status != VERDICT_PASS || !exercise->bench || exercise->expect_trap ||
        !plan_tune_count(grading->plan))
        return true;
    if (!time_job_begin(grading, TIME_MODEL_DEADLINE_MS, &job, NULL))
        return true; /* time_modelled() says why */
    return search_learner(grading, &job, error) && search_solution(grading, &job, error);
}

/* --- at another size -------------------------------------------------------------------------- */

static bool try_until_earned(struct searching *searching, const struct time_baselines *baselines, enum medal medal,
                             bool *out_earns, struct error *error)
{
    struct time_result time;
    for (size_t i = 0; i < searching->allowed.count && !*out_earns; i++) {
        if (!try_one(searching, i, &time, error))
            return false;
        *out_earns = time.status == TIMING_RECORDED &&
                     time_modelled_medal(searching->grading, searching->job, &time, baselines) >= medal;
    }
    return true;
}

bool time_search_earns(const struct grading *grading, uint64_t seed, struct compile_result *compiled, bool *out_earns,
                       struct error *error)
{
    struct grading there = *grading;
    struct searching searching;
    struct time_baselines baselines;
    struct job job;
    there.seed = seed;
    there.compiled = compiled;
    *out_earns = false;
    if (!time_job_begin(&there, TIME_MODEL_DEADLINE_MS, &job, NULL) || !begin(&there, &job, &searching))
        return true;
    there.timed.configurations = (double)searching.allowed.count;
    if (searching.allowed.count > VERDICT_SEARCH_MOST || time_search_is_refused(&there))
        return true;
    return time_baselines_find(&there, &job, &baselines, error) &&
           try_until_earned(&searching, &baselines, grading->verdict->time.medal, out_earns, error);
}
