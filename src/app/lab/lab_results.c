/* Results of labs: from the store, or by running. */
#include <math.h>
#include <string.h>

#include "app/lab/lab_points.h"
#include "app/lab/lab_store.h"

static void add_measured(struct lab_results *results)
{
    const struct lab *lab = results->lab;
    for (size_t i = 0; i < lab->row_count && i < results->point_count; i++) {
        struct lab_point *point = &results->points[i];
        for (size_t k = 0; point->is_measured && k < results->quantity_count; k++)
            point->values[k] = strcmp(results->quantities[k], LAB_TIME) == 0 ? lab->rows[i].measured_us : NAN;
        point->is_known = point->is_known || point->is_measured;
    }
}

/* A learner's kernel that did not pass cannot run. */
static void add_notes(const struct app *app, struct arena *arena, struct lab_results *results)
{
    for (size_t i = 0; i < results->point_count; i++) {
        struct lab_job job;
        struct error error = {0};
        if (results->points[i].is_mine && !lab_points_job(app, results, i, false, arena, &job, &error))
            results->points[i].note = arena_strdup(arena, error.message);
    }
}

void lab_results_load(const struct app *app, const struct lab *lab, struct arena *arena,
                      struct lab_results *out_results)
{
    lab_points_begin(lab, arena, out_results);
    add_measured(out_results);
    add_notes(app, arena, out_results);
    if (out_results->point_count)
        lab_store_read(app, out_results, arena);
}

void lab_results_begin(const struct lab *lab, struct arena *arena, struct lab_results *out_results)
{
    lab_points_begin(lab, arena, out_results);
    size_t count = 0;
    if (lab->claim)
        count = lab_quantities_in(expression_text(lab->claim), out_results->quantities, count, arena);
    if (lab->answer_number)
        count = lab_quantities_in(lab->answer, out_results->quantities, count, arena);
    out_results->quantity_count = count;
    add_measured(out_results);
}

bool lab_results_are_whole(const struct lab_results *results)
{
    for (size_t i = 0; i < results->point_count; i++)
        if (!results->points[i].is_known && !results->points[i].is_mine)
            return false;
    return true;
}

static bool compute_point(const struct lab_computing *computing, const struct lab_results *results,
                          const struct lab_job *job, struct arena *arena, struct lab_point *point, struct error *error)
{
    const struct exercise_case *given = &job->given;
    struct lab_run run = {.curriculum = computing->app->curriculum,
                          .exercise = job->exercise,
                          .source = &job->source,
                          .cases = &given,
                          .case_count = 1,
                          .quantities = results->quantities,
                          .quantity_count = results->quantity_count,
                          .device = computing->device,
                          .is_patient = computing->for_author,
                          .cancelled = computing->cancelled,
                          .context = computing->context};
    struct lab_result result;
    if (!lab_run(computing->grader, &run, arena, &result, error))
        return false;
    if (result.why)
        return error_set(error, ERROR_INTERNAL, "%s", result.why);
    memcpy(point->values, result.values, sizeof result.values);
    point->modelled_why = result.modelled_why;
    point->is_known = true;
    for (size_t i = 0; i < results->quantity_count; i++)
        point->is_known = point->is_known && result.is_known[i];
    if (!point->is_known)
        return error_set(error, ERROR_INTERNAL, "not every quantity has a value");
    point->has_units =
        job->line > 0 && lab_run_strip(computing->grader, &run, results->lab->strip, job->line, point->units, error);
    return job->line == 0 || point->has_units;
}

bool lab_results_compute(const struct lab_computing *computing, struct arena *arena, struct lab_results *results,
                         struct error *error)
{
    for (size_t i = 0; i < results->point_count; i++) {
        struct lab_point *point = &results->points[i];
        struct lab_job job;
        struct error own = {0};
        bool has_job = lab_points_job(computing->app, results, i, computing->for_author, arena, &job, &own);
        if (has_job && !job.exercise) /* a measured time */
            continue;
        if (has_job && compute_point(computing, results, &job, arena, point, &own))
            continue;
        point->note = arena_strdup(arena, own.message);
        if (own.code == ERROR_CANCELLED || !point->is_mine || computing->for_author) {
            error_set(error, own.code, "%s", own.message);
            return error_add_context(error, "%s, %s", results->lab->id, point->label);
        }
    }
    return true;
}

static bool is_same(double left, double right)
{
    return (isnan(left) && isnan(right)) || fabs(left - right) <= 1e-5 * fabs(right);
}

bool lab_results_equal(const struct lab_results *left, const struct lab_results *right)
{
    for (size_t i = 0; i < left->point_count; i++) {
        const struct lab_point *a = &left->points[i], *b = &right->points[i];
        if (a->is_known != b->is_known || a->has_units != b->has_units ||
            (a->has_units && memcmp(a->units, b->units, sizeof a->units) != 0))
            return false;
        for (size_t k = 0; a->is_known && k < left->quantity_count; k++)
            if (!is_same(a->values[k], b->values[k]))
                return false;
    }
    return true;
}
