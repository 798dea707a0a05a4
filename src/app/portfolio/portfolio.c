/* Reads what a portfolio shows. */
#include "app/portfolio.h"

#include <string.h>

#include "app/portfolio/figure.h"

/* Variants repeat what their exercise shows. */
static bool is_shown(const struct exercise *exercise)
{
    return !exercise->variant_of && !exercise->locked && exercise->bench;
}

static bool add_kernel(struct app *app, const struct exercise *exercise, struct arena *arena,
                       struct portfolio *portfolio, struct error *error)
{
    struct standings *standings = ARENA_NEW(arena, struct standings);
    const struct standing *best = NULL;
    if (!standings_read(app, exercise, arena, standings, error))
        return false;
    for (size_t i = 0; i < standings->count; i++) {
        const struct standing *one = &standings->items[i];
        bool counts = one->status == VERDICT_PASS && one->is_timed;
        if (counts && (!best || one->microseconds < best->microseconds))
            best = one;
    }
    struct attempt attempt;
    if (!best)
        return true;
    if (!store_get_attempt(app->store, best->attempt, arena, &attempt, error))
        return false;
    portfolio->kernels[portfolio->kernel_count++] = (struct portfolio_kernel){
        .exercise = exercise, .standing = *best, .source = attempt.source ? attempt.source : ""};
    return true;
}

bool portfolio_read(struct app *app, const char *name, struct arena *arena, struct portfolio *out_portfolio,
                    struct error *error)
{
    const struct curriculum *curriculum = app->curriculum;
    struct portfolio *portfolio = ARENA_NEW(arena, struct portfolio);
    portfolio->name = name ? arena_strdup(arena, name) : NULL;
    portfolio->kernels = ARENA_ARRAY(arena, curriculum->exercise_count + 1, struct portfolio_kernel);
    if (!overview_make(app, arena, &portfolio->overview, error) ||
        !progress_get_statistics(app->store, NULL, &portfolio->statistics, error) ||
        !standings_read_tables(app, arena, &portfolio->tables, error))
        return false;
    for (size_t i = 0; i < curriculum->exercise_count; i++)
        if (is_shown(curriculum->exercises[i]) && !add_kernel(app, curriculum->exercises[i], arena, portfolio, error))
            return false;
    const struct portfolio_kernel *first = &portfolio->kernels[0];
    if (portfolio->kernel_count > 0 && !standings_roof(app, first->exercise, &first->standing, &portfolio->roof))
        portfolio->roof.product = NULL;
    *out_portfolio = *portfolio;
    return true;
}

bool portfolio_card(const struct portfolio *portfolio, const char *exercise, struct buffer *out_svg,
                    struct error *error)
{
    for (size_t i = 0; i < portfolio->kernel_count; i++)
        if (strcmp(portfolio->kernels[i].exercise->id, exercise) == 0) {
            figure_card(portfolio, &portfolio->kernels[i], out_svg);
            return true;
        }
    return error_set(error, ERROR_NOT_FOUND, "no pass of '%s' with a time is recorded", exercise);
}
